//! Whether a name is that of a company or an institution rather than of a place: "I'm at Nokia" says where somebody
//! works, "I'm in Porto" where they live. By the words of the name itself, or because everybody knows it.

use super::search::words;
use super::slot::tidy;
use super::text::Piece;

/// Words that such names begin with.
const STARTS: &str =
    "บริษัท|บมจ|บจก|ธนาคาร|โรงพยาบาล|มหาวิทยาลัย|โรงเรียน|กระทรวง|สำนักงาน|โรงงาน|bank of|university of";

/// Words that such names end with.
const ENDS: &str = "inc|ltd|llc|gmbh|corp|group|labs|bank|university|hospital|studio|studios|公司|集团|银行|大学|\
    医院|学校|研究所|研究院|事务所|工作室|科技|证券|保险|航空|传媒|汽车|电子|制药";

/// Employers that people name without saying what they are.
const KNOWN: &str = "google|microsoft|apple|amazon|aws|meta|facebook|netflix|nvidia|intel|ibm|oracle|samsung|sony|toyota|honda|siemens|bosch|sap|\
    spotify|stripe|shopify|uber|grab|agoda|lazada|shopee|line|line man|scb|kbank|krungthai|ttb|ais|dtac|ptt|scg|cp all|tesla|openai|\
    anthropic|deepmind|huawei|byd|tencent|alibaba|bytedance|tiktok|baidu|xiaomi|lenovo|nokia|ericsson|wolt|klarna|revolut|zalando|booking|\
    airbnb|linkedin|salesforce|adobe|accenture|deloitte|pwc|kpmg|mckinsey|nestle|unilever|ikea|philips|asml|airbus|boeing|\
    อโกด้า|ปตท|กสิกร|กสิกรไทย|ไทยพาณิชย์|กรุงไทย|กรุงศรี|แกร็บ|ไลน์|ลาซาด้า|ช้อปปี้|ซีพี|เซ็นทรัล|เอไอเอส|การบินไทย|หัวเว่ย|บีวายดี|โตโยต้า|ฮอนด้า|ซัมซุง|กูเกิล|ไมโครซอฟท์|แอปเปิล|เอสซีจี|เอสซีบี|\
    华为|比亚迪|腾讯|阿里巴巴|阿里|字节跳动|字节|百度|京东|美团|小米|网易|拼多多|快手|滴滴|大疆|蚂蚁|联想|中兴|海尔|格力|美的|蔚来|小鹏|宁德时代|携程|微软|谷歌|亚马逊|特斯拉|台积电|鸿海|富士康|联发科|华硕|三星|索尼|丰田|西门子";

/// Tells whether a name is that of an employer.
pub(super) fn is_firm(name: Piece<'_>) -> bool {
    let name = tidy(name);
    let shorter = name.strip_ends(ENDS);
    let known = || words(KNOWN).has(name.seen());
    !name.is_empty() && (shorter.seen().len() < name.seen().len() || name.strip(STARTS).is_some() || known())
}
