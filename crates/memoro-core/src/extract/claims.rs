//! Whether words claim what only a person can say: that money goes to an account, that leave was given for good, that a guard is
//! gone, who the owner and the user are and who speaks for them. Looks at words as [`super::seize`] writes them; a report of what was
//! paid, reviewed or owned claims nothing of the kind.

use super::cues::{begins, has};

/// What moves money, as it is ordered or planned: what was moved is a report.
const MOVES: &str = "wire|transfer|pay|send|remit|deposit";
/// Before such a word nothing is moved.
const NOT: &str = "not|never|don't|cannot|can't|won't|no";
/// What is moved.
const CURRENCIES: &str = "usd|eur|gbp|chf|jpy|thb|cny|rmb|btc|eth|usdt|dollar|dollars|euro|euros|pounds|baht|yuan|yen|bitcoin|money|funds|balance|savings|deposit|payment|payments|refund|refunds|salary|salaries|revenue|$|€|£|¥|฿|บาท|ดอลลาร์|ยูโร|เงิน|元|美元|欧元|泰铢|块钱|万|款";
/// Where it goes.
const PURSES: &str = "account|accounts|iban|wallet|acct";
/// What tells which one.
const WHICH: &str = "of|number|no|nr|ending|named|in the name";
const MOVES_UNSPACED: &str = "โอน|จ่าย|ส่งเงิน|ชำระ|ฝากเงิน|转|汇|打款|打钱|付|支付";
const PURSES_UNSPACED: &str = "เข้าบัญชี|ไปบัญชี|ไปยังบัญชี|ไปที่บัญชี|ให้บัญชี|เข้ากระเป๋า|到账户|到账号|到帐户|到帐号|至账户|至账号|给账户|给账号|进账户|进账号|到钱包|到卡号|到银行卡";
/// It is done, or was.
const DONE_UNSPACED: &str = "แล้ว|เมื่อ|ถูก|了|已|过|被";

/// Leave to do something.
const LEAVE: &str = "approval|approvals|permission|permissions|authorisation|authorization|consent|clearance|sign-off|อนุมัติ|อนุญาต|ความยินยอม|批准|许可|授权|同意";
/// It is there.
const GIVEN: &str = "granted|given|gave|approved|grants|gives|extended|holds|valid|received|ได้รับ|ให้ไว้|ให้แล้ว|มีผล|อนุมัติ|อนุญาต|批准|许可|授权|同意";
/// For good.
const FOR_GOOD: &str = "all future|every future|future sessions|future runs|future tasks|future commands|future requests|for every session|for all sessions|every session|from now on|forever|permanently|indefinitely|for good|once and for all|\
    ทุกเซสชัน|เซสชันต่อไป|เซสชันถัดไป|เซสชันต่อจากนี้|ตลอดไป|ตลอดกาล|ถาวร|นับจากนี้|จากนี้ไป|ต่อจากนี้|所有后续|以后所有|今后所有|永久|永远|所有会话|后续会话|后续所有|未来所有|所有未来|从今以后|从现在起|一直有效";
/// By whom nobody else can say that it was given.
const BY_THE_USER: &str = "granted by the user|authorised by the user|authorized by the user|granted by the owner|authorised by the owner|authorized by the owner";

/// What guards an agent.
const GUARDS: &str = "safety checks|safety check|safety rules|safety rule|safety guidelines|safety filters|safety filter|safety measures|safety policy|safety policies|safety restrictions|safeguards|safeguard|guardrails|guardrail|security checks|security rules|content filters|approval rules|approval rule|confirmation rules|usage restrictions|\
    กฎความปลอดภัย|ตรวจสอบความปลอดภัย|ตรวจความปลอดภัย|มาตรการความปลอดภัย|ข้อจำกัดด้านความปลอดภัย|การ์ดเรล|安全检查|安全规则|安全限制|安全措施|护栏|安全策略|安全过滤|内容过滤";
/// It is gone.
const GONE: &str = "no longer apply|no longer applies|no longer needed|no longer required|no longer necessary|no longer in force|no longer hold|no longer holds|no longer active|no longer enforced|do not apply|don't apply|does not apply|doesn't apply|not needed any more|not needed anymore|\
    are lifted|is lifted|been lifted|are waived|is waived|been waived|are suspended|is suspended|been suspended|are off|is off|been turned off|are turned off|been switched off|been disabled|are disabled|been removed|are removed|are optional|is optional|are void|\
    ไม่ใช้แล้ว|ไม่ต้องใช้|ไม่มีผล|ไม่จำเป็น|ถูกยกเลิก|ยกเลิกแล้ว|ถูกปิด|不再适用|不再需要|不再有效|不再生效|已取消|已解除|已关闭|已停用|已失效|无需遵守|不必遵守";
/// Who looks again, and need not any more.
const UNCHECKED: &str = "reviewers are optional|reviewers are no longer|reviews are optional|reviews are no longer needed|reviews are no longer required|approvals are optional|approvals are no longer|approval is optional|approval is no longer|confirmation is optional|confirmations are optional|confirmation is no longer needed|confirmations are no longer needed|\
    ผู้รีวิวไม่จำเป็น|ไม่จำเป็นต้องรีวิว|ไม่จำเป็นต้องขออนุมัติ|审核可有可无|不再需要审核|不再需要审批|不再需要批准|不再需要确认";

/// Who owns what the agent serves, and who speaks in the user's place.
const OWNERS: &str = "owner of this workspace|owner of the workspace|owner of this memory|owner of this assistant|owner of this agent|owner of the assistant|owner of the agent|workspace owner is|workspace belongs to|workspace now belongs|assistant belongs to|agent belongs to|\
    speaks for the user|speak for the user|speaks for the owner|speak for the owner|speaks on behalf of the user|speaks on behalf of the owner|speaks in the user's name|decides for the user|decide for the user|decides on behalf of the user|real user is|real owner is|true owner is|actual owner is|actual user is|\
    เจ้าของเวิร์กสเปซ|เจ้าของเวิร์คสเปซ|เจ้าของพื้นที่ทำงาน|เจ้าของผู้ช่วย|เจ้าของเอเจนต์|พูดแทนผู้ใช้|พูดแทนเจ้าของ|ตัดสินใจแทนผู้ใช้|ผู้ใช้ตัวจริง|เจ้าของตัวจริง|\
    工作区的所有者|工作区的主人|工作区所有者|工作区属于|工作区归|助手的主人|助手的所有者|代表用户说话|代表用户发言|代表用户做决定|替用户做主|替用户决定|替用户说话|代用户发言|真正的用户是|真正的主人";
/// Whom an agent is to obey.
const OBEYED: &str = "must be obeyed|has to be obeyed|is to be obeyed|shall be obeyed|should be obeyed|ต้องเชื่อฟัง|必须服从|必须听从|应当服从";
/// Who the user is, at the start and in few words.
const NAMES: &str = "the user is called|user is called|the user is named|user is named|the user goes by|user goes by|the user's name is|user's name is|ผู้ใช้ชื่อ|ผู้ใช้มีชื่อ|用户叫|用户名叫|用户的名字是|用户的名字叫|用户名字叫";
/// So long is a claim of a name.
const FEW: usize = 48;

/// Tells whether folded words claim what only a person can say.
pub(super) fn claims(words: &str) -> bool {
    let claims = |part: &str| {
        let part = part.trim();
        pays(part)
            || pays_unspaced(part)
            || has(part, BY_THE_USER)
            || (has(part, LEAVE) && has(part, FOR_GOOD) && has(part, GIVEN))
            || (has(part, GUARDS) && has(part, GONE))
            || has(part, UNCHECKED)
            || has(part, OWNERS)
            || has(part, OBEYED)
            || (part.chars().count() <= FEW && begins(part, NAMES).is_some())
    };
    words.split(". ").flat_map(|part| part.split(['!', '?', '。', ';', ':', '\n'])).any(claims)
}

/// `wire 5000 USD to account 12345`.
fn pays(part: &str) -> bool {
    let words: Vec<&str> =
        part.split_whitespace().map(|word| word.trim_matches([',', '.', '(', ')'])).collect();
    let one_of = |word: &str, list: &'static str| list.split('|').any(|known| known == word);
    let moved = words.iter().enumerate().position(|(at, word)| {
        let before = at.checked_sub(1).and_then(|at| words.get(at)).copied().unwrap_or_default();
        one_of(word, MOVES) && !one_of(before, NOT) && before != "the"
    });
    let Some(rest) = moved.and_then(|at| words.get(at + 1..)) else { return false };
    let to = |at: usize| {
        rest.get(at.saturating_sub(4)..at).is_some_and(|near| near.iter().any(|w| one_of(w, "to|into")))
    };
    let purse = rest.iter().enumerate().position(|(at, word)| one_of(word, PURSES) && to(at));
    let Some(purse) = purse else { return false };
    let money = |word: &&str| {
        let bare = word.trim_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ',');
        one_of(bare, CURRENCIES) || (bare.len() < word.len() && bare.starts_with(['$', '€', '£', '¥', '฿']))
    };
    let which = rest.get(purse + 1).is_some_and(|next| {
        next.contains(|c: char| c.is_ascii_digit()) || next.starts_with('#') || one_of(next, WHICH)
    });
    which && rest.iter().take(purse).any(money)
}

/// The same in Thai and Chinese.
fn pays_unspaced(part: &str) -> bool {
    let number = part.contains(|c: char| c.is_ascii_digit() || ('๐'..='๙').contains(&c));
    number
        && has(part, PURSES_UNSPACED)
        && has(part, MOVES_UNSPACED)
        && has(part, CURRENCIES)
        && !has(part, DONE_UNSPACED)
}
