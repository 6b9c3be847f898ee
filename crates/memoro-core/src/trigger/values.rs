//! What the enumerable slots may hold, in three languages: languages, tones, lengths, formats, styles.
//! One table a slot; a word that is in none is kept as the person wrote it.

use super::search::{Runs, words};
use super::text::find_word;

/// A value and the words for it, as `a|b|c`.
pub(super) type Table = &'static [(&'static str, &'static str)];

pub(super) const LANGUAGES: Table = &[
    ("th", "thai|ภาษาไทย|ไทยล้วน|ไทย|泰语|泰文|th"),
    ("en-GB", "british english"),
    ("en-US", "american english"),
    ("en", "english|ภาษาอังกฤษ|อังกฤษ|อิ้ง|ภาษาอิ้ง|英语|英文|eng|en|อิงลิช"),
    ("zh-Hant", "traditional chinese|จีนตัวเต็ม|繁体中文|繁中|正体中文|zh-hant|zh-tw"),
    ("zh-Hans", "simplified chinese|จีนตัวย่อ|简体中文|简中|zh-hans|zh-cn"),
    ("zh", "chinese|mandarin|ภาษาจีน|จีน|中文|汉语|华语|国语|普通话|zh"),
    ("ja", "japanese|ภาษาญี่ปุ่น|ญี่ปุ่น|日语|日文|日本语|ja"),
    ("ko", "korean|ภาษาเกาหลี|เกาหลี|韩语|韩文|ko"),
    ("fr", "french|en français|en francais|français|francais|ภาษาฝรั่งเศส|ฝรั่งเศส|法语|法文"),
    ("de", "german|auf deutsch|deutsch|ภาษาเยอรมัน|เยอรมัน|德语|德文"),
    ("es", "spanish|en español|español|ภาษาสเปน|สเปน|西班牙语|西语"),
    ("vi", "vietnamese|ภาษาเวียดนาม|เวียดนาม|越南语"),
    ("lo", "lao|ภาษาลาว|老挝语"),
    ("my", "burmese|ภาษาพม่า|缅甸语"),
    ("km", "khmer|ภาษาเขมร|柬埔寨语"),
    ("id", "indonesian|bahasa indonesia|ภาษาอินโดนีเซีย|อินโดนีเซีย|印尼语"),
    ("ms", "malay|ภาษามลายู|马来语"),
    ("ru", "russian|ภาษารัสเซีย|รัสเซีย|俄语|俄文"),
    ("cy", "welsh|ภาษาเวลส์|威尔士语"),
    ("pt", "portuguese|ภาษาโปรตุเกส|葡萄牙语"),
    ("it", "italian|ภาษาอิตาลี|意大利语"),
    ("nl", "dutch|荷兰语"),
    ("ar", "arabic|ภาษาอาหรับ|阿拉伯语"),
    ("hi", "hindi|ภาษาฮินดี|印地语"),
    ("pl", "polish|in polish|polish language|polski|ภาษาโปแลนด์|โปแลนด์|波兰语|波兰文"),
    ("tr", "turkish|ภาษาตุรกี|土耳其语"),
    ("sv", "swedish|ภาษาสวีเดน|瑞典语"),
    ("no", "norwegian|ภาษานอร์เวย์|挪威语"),
    ("da", "danish|ภาษาเดนมาร์ก|丹麦语"),
    ("fi", "finnish|ภาษาฟินแลนด์|芬兰语"),
    ("el", "greek|ภาษากรีก|希腊语"),
    ("cs", "czech|ภาษาเช็ก|捷克语"),
    ("hu", "hungarian|ภาษาฮังการี|匈牙利语"),
    ("ro", "romanian|ภาษาโรมาเนีย|罗马尼亚语"),
    ("uk", "ukrainian|ภาษายูเครน|乌克兰语"),
    ("he", "hebrew|ภาษาฮีบรู|希伯来语"),
    ("fa", "persian|farsi|ภาษาเปอร์เซีย|波斯语"),
    ("tl", "tagalog|filipino|ภาษาตากาล็อก|ภาษาฟิลิปปินส์|菲律宾语|他加禄语"),
    ("bn", "bengali|ภาษาเบงกาลี|孟加拉语"),
    ("ur", "urdu|ภาษาอูรดู|乌尔都语"),
    ("ta", "tamil|ภาษาทมิฬ|泰米尔语"),
    ("sw", "swahili|ภาษาสวาฮีลี|斯瓦希里语"),
    ("cy", "welsh|cymraeg|ภาษาเวลส์|威尔士语"),
    ("ga", "irish gaelic|ภาษาไอริช|爱尔兰语"),
    ("ca", "catalan|ภาษากาตาลัน|加泰罗尼亚语"),
    ("eu", "basque|ภาษาบาสก์|巴斯克语"),
    ("hr", "croatian|ภาษาโครเอเชีย|克罗地亚语"),
    ("sr", "serbian|ภาษาเซอร์เบีย|塞尔维亚语"),
    ("bg", "bulgarian|ภาษาบัลแกเรีย|保加利亚语"),
    ("ne", "nepali|ภาษาเนปาล|尼泊尔语"),
    ("yue", "cantonese|ภาษากวางตุ้ง|粤语|广东话"),
    ("东北话", "东北话|东北腔"),
    ("四川话", "四川话|川话"),
    ("上海话", "上海话|沪语"),
    ("闽南语", "闽南语|闽南话|台语"),
    ("客家话", "客语|客家话"),
    ("ภาษาอีสาน", "ภาษาอีสาน|อีสาน"),
    ("คำเมือง", "ภาษาเหนือ|คำเมือง|กำเมือง"),
    ("ภาษาใต้", "ภาษาใต้"),
];

pub(super) const TONES: Table = &[
    (
        "professional-friendly",
        "professional-friendly|friendly but professional|professional but friendly|เป็นมืออาชีพและเป็นกันเอง",
    ),
    (
        "formal",
        "formal|formality|formalities|stiff|stuffy|robotic|corporate|ทางการ|正式|ภาษาราชการ|ราชการ|พิธีการ|书面语|公文腔|more formal|formally|แบบทางการ|เป็นทางการ|正经|官方",
    ),
    (
        "casual",
        "more casual|casually|casual|informally|informal|less formal|not so formal|not too formal|less stiff|too stiff|way too stiff|loosen up|lighten up|chatty|like mates|like a mate|like a buddy|like buddies|relaxed|laid-back|laid back|chill|สบายๆ|สบาย ๆ|ชิลๆ|\
        ชิล ๆ|ไม่เป็นทางการ|ไม่ต้องทางการ|轻松|随意|随便|随和|口语化|非正式|像哥们儿一样|像哥们一样|像哥们|哥们儿|接地气一点|ชิล",
    ),
    (
        "friendly",
        "like a friend|as a friend|friendlier|friendly|เป็นกันเอง|กันเอง|เป็นมิตร|เหมือนเพื่อน|แบบเพื่อน|友好|友善|亲切|亲切点|像朋友一样",
    ),
    ("professional", "professionally|professional|businesslike|มืออาชีพ|เป็นมืออาชีพ|专业|商务"),
    ("polite (ค่ะ)", "ลงท้ายด้วยค่ะ|ลงท้ายว่าค่ะ|ลงท้ายค่ะ|ลงท้ายด้วยคะ|ลงท้ายด้วยคะค่ะ|มีค่ะลงท้าย"),
    ("polite (ครับ)", "ลงท้ายด้วยครับ|ลงท้ายว่าครับ|ลงท้ายครับ|มีครับลงท้าย"),
    (
        "polite",
        "polite|สุภาพ|มีหางเสียง|หางเสียง|礼貌|敬语|尊称|politely|courteous|respectful|เรียบร้อย|มีมารยาท|客气|恭敬",
    ),
    (
        "humorous",
        "humorous|毒舌一点|毒舌|ปากจัด|funny|funnier|with humor|with humour|witty|sarcastic|snarky|cheeky|jokey|ตลก|ตลกๆ|ขำ|ขำๆ|ฮา|ฮาๆ|กวน|กวนๆ|มีอารมณ์ขัน|幽默|搞笑|风趣|皮|皮一点|逗|逗一点|有梗|搞怪",
    ),
    ("playful", "playful|fun|cheerful|energetic|lively|enthusiastic|สนุก|สนุกสนาน|ร่าเริง|活泼|俏皮|欢快|热情"),
    ("serious", "serious|จริงจัง|ซีเรียส|严肃|认真"),
    ("strict", "stern|ดุๆ|ดุ ๆ|เข้มงวด|严厉"),
    (
        "warm",
        "warm|warmer|softer|gentler|kinder|gentle|caring|empathetic|supportive|kind|อบอุ่น|อ่อนโยน|ใจดี|温柔|温暖|体贴",
    ),
    (
        "direct",
        "straightforward|blunt|direct|ตรงไปตรงมา|ตรงๆ|ตรง ๆ|直接|直白|干脆|开门见山|别绕弯子|不要绕弯子|不绕弯子|别拐弯抹角|有话直说|直说|不要客套|ไม่ต้องอ้อมค้อม|อย่าอ้อมค้อม|ไม่อ้อมค้อม",
    ),
    ("neutral", "neutral|objective|เป็นกลาง|กลางๆ|中立|客观|中性"),
];

pub(super) const LENGTHS: Table = &[
    ("max 1 lines", "บรรทัดเดียว|single line|一行|单行"),
    ("max 1 sentences", "ประโยคเดียว|single sentence"),
    ("max 1 paragraphs", "ย่อหน้าเดียว|single paragraph|一段|一段话"),
    (
        "concise",
        "concise|สั้น|简短|越短越好|越简短越好|越简洁越好|愈短愈好|ยิ่งสั้นยิ่งดี|less detail|fewer details|less text|a couple of lines|couple of lines|a few lines|two or three lines|a line or two|one liner|one liners|short and sweet|bite-sized|in a nutshell|the gist|gist|tl;dr|tldr|the bottom line|bottom line|short version|brief version|bare minimum|straight to the point|get to the point|cut to the chase|pithy|tight|brevity|เนื้อๆ|เนื้อ ๆ|ไม่เอาน้ำ|ไม่มีน้ำ|สองสามบรรทัด|บรรทัดสองบรรทัด|สองสามประโยค|เข้าประเด็น|ตรงประเด็น|เข้าเรื่อง|รวบรัด|ย่อๆ|สั้นกว่านี้|直接说重点|直接讲重点|说重点|讲重点|挑重点|重点|直奔主题|两三行|两三句|一两句|三言两语|干货|精辟|短的|短版|别啰嗦|不要啰嗦|不要废话|不要啰嗦|别太啰嗦|少啰嗦|不啰嗦|别废话|少废话|不要废话|废话少|少点废话|too long|ยาวไป|ยาวเกินไป|太长了|太长|太啰嗦|有点啰嗦|好啰嗦|真啰嗦|不要啰嗦|不要太啰嗦|不要太长|别太长|it short|it brief|it concise|concisely|briefly|brief|shorter|short|terse|succinct|to the point|compact|no fluff|less verbose|less wordy|to a minimum|minimal|one-liners|crisp|snappy|สั้นลง|กระชับ|ย่อ|ไม่ยาว|ไม่ต้องยาว|สั้นที่สุด|ห้วนๆ|简洁|简明|精简|简略|短一点|短一些|短点|言简意赅|扼要|长话短说|精炼|简练|简单扼要",
    ),
    (
        "detailed",
        "detailed|much detail|lots of detail|plenty of detail|full detail|ละเอียด|详细|at length|at some length|at great length|越详细越好|越长越好|越具体越好|waffle|waffling|fluff|rambling|ramble|walls of text|wall of text|padding|wordiness|essays|go deep|go deeper|deep|deeper|in more depth|long-form|the full picture|spell it out|ลึก|ลึกๆ|ลึกกว่านี้|ยาวๆ|ละเอียดๆ|เจาะลึก|จัดเต็ม|เยิ่นเย้อ|เวิ่นเว้อ|ยืดยาว|อ้อมค้อม|ร่ายยาว|ยืดเยื้อ|น้ำท่วมทุ่ง|เรียงความ|讲透|透彻|长点|长|那么长|这么长|详细版|小作文|废话|啰嗦|长篇大论|绕弯子|展开讲|细说|讲细|深一点|too short|สั้นไป|สั้นเกินไป|太短|太简短|太简单|in-depth|in depth|in detail|more detail|longer|long|thorough|comprehensive|verbose|elaborate|full explanations|ยาวขึ้น|ยาว|เชิงลึก|ครบถ้วน|详尽|深入|全面|长一点|长一些|具体一点|仔细|细致|细一点|详细点|大段大段|大段文字|大段|长段|长篇",
    ),
    ("auto", "auto|automatic|medium|medium-length|normal length|balanced|ปานกลาง|พอดี|อัตโนมัติ|适中|自动|中等"),
];

pub(super) const FORMATS: Table = &[
    (
        "bullets",
        "bullet points|เป็นข้อๆ|要点列表|bullet point|bullet-points|bulleted lists|bulleted list|bullet lists|bullet list|bullets|bullet|บุลเล็ต|บูลเล็ต|เป็นข้อ ๆ|ข้อๆ|ข้อ ๆ|แบบข้อ|要点形式|要点|列表|项目符号|列要点|列点|分点列出|条列式|条列|分点|分条|列点|条目",
    ),
    ("numbered", "numbered lists|numbered list|ลำดับเลข|เลขข้อ|编号列表|编号|1234|1 2 3|一二三四|序号|标号"),
    ("table", "tables|table|tabular|ตาราง|表格|表列"),
    ("json", "json"),
    ("yaml", "yaml"),
    ("html", "html"),
    ("plain", "plain text|plaintext|no markdown|without markdown|ข้อความธรรมดา|纯文本|纯文字"),
    (
        "markdown",
        "markdown|asterisks|asterisks and hashes|hashes|asterisk|markdown symbols|มาร์กดาวน์|มาร์คดาวน์|สัญลักษณ์ markdown",
    ),
    ("paragraphs", "paragraphs|prose|full sentences|ย่อหน้า|段落"),
    (
        "bold",
        "key terms bold|key terms in bold|key words in bold|keywords in bold|bold key terms|bold keywords|in bold|ตัวหนา|加粗|粗体|标粗|重点加粗|重点标粗",
    ),
    ("code blocks", "code blocks|code block|code fences|โค้ดบล็อก|บล็อกโค้ด|代码块"),
    ("headings", "headings|标题|小标题"),
    ("code", "code only|only code|just code|just the code|โค้ดอย่างเดียว|เฉพาะโค้ด|只给代码|只要代码"),
];

pub(super) const STYLES: Table = &[
    (
        "conclusion-first",
        "conclusion first|the conclusion first|answer first|the answer first|bottom line first|先给结论|先说结论|先讲结论|先写结论|结论先行|结论放前面|สรุปก่อน|สรุปให้ก่อน|สรุปไว้ก่อน|สรุปขึ้นก่อน|สรุปไว้บรรทัดแรก|ขึ้นต้นด้วยสรุป|ตอบก่อนแล้วค่อยอธิบาย",
    ),
    (
        "step-by-step",
        "step by step|step-by-step|ทีละขั้นตอน|ทีละขั้น|เป็นขั้นตอน|เป็นขั้นเป็นตอน|一步一步|一步步|逐步|分步骤|按步骤|分步",
    ),
    (
        "examples",
        "examples|real examples|worked examples|ยกตัวอย่าง|举例|เคสตัวอย่าง|案例|实例|an example|ตัวอย่าง|举个例子|举个例|给个例子|例子|with examples|with an example|include examples|include an example|give examples|give an example|code examples|examples of code|code samples|sample code|code snippets|ตัวอย่างโค้ด|ยกตัวอย่างโค้ด|ใส่ตัวอย่างโค้ด|代码示例|示例代码|代码例子|示例|范例|มีตัวอย่าง|ใส่ตัวอย่าง|ตัวอย่างประกอบ|举例子|给例子|给出例子|带例子|附例子",
    ),
    (
        "simple",
        "simple|dumb it down|dumb down|dumbed down|for dummies|plain english|plain language|plain words|everyday language|everyday words|ง่ายๆ|简单易懂|ภาษาบ้านๆ|บ้านๆ|ภาษาคน|说人话|讲人话|人话|接地气|简单点|简单一点|简单些|in simple terms|in simple words|in simple language|simple words|simple terms|simple language|simply|in plain english|like i'm five|like i am five|layman's terms|easy to understand|beginner-friendly|แบบง่าย|คำง่ายๆ|คำง่าย ๆ|ภาษาง่ายๆ|ภาษาง่าย ๆ|ง่าย ๆ|ภาษาง่าย|เข้าใจง่าย|ภาษาชาวบ้าน|通俗易懂|通俗|浅显|容易理解|简单易懂的话|简单的话|大白话|白话",
    ),
    (
        "technical",
        "technical|jargon|technical terms|technical jargon|ศัพท์เทคนิค|ศัพท์เฉพาะ|专业术语|术语|行话|เชิงเทคนิค|เทคนิค|技术性|技术",
    ),
    ("academic", "academic|scholarly|วิชาการ|学术"),
    ("socratic", "socratic"),
    (
        "sources",
        "with sources|cite sources|with citations|with references|อ้างอิงแหล่งที่มา|ใส่แหล่งอ้างอิง|注明来源|引用来源|\
        给出来源|附上来源",
    ),
    ("storytelling", "as a story|storytelling|เล่าเป็นเรื่อง|讲故事"),
];

pub(super) const EMOJI: &str = "emojis|emoji|emoticons|smileys|smiley|smiley faces|smiling faces|หน้ายิ้ม|หน้ายิ้มๆ|สติกเกอร์|小黄脸|黄脸|笑脸|小表情|อีโมจิ|อิโมจิ|อีโมติคอน|表情符号|表情包|表情|颜文字";

pub(super) const UNITS: Table = &[
    (
        "metric",
        "metric units|metric system|metric|kilometres|kilometers|kilos|kilograms|metres|meters|centimetres|centimeters|หน่วยเมตริก|เมตริก|公制单位|公制|公里|公斤|กิโลเมตร|เซลเซียส|celsius|องศาเซลเซียส|摄氏度|摄氏|เมตรกับกิโลกรัม|เมตร|กิโลกรัม|เซนติเมตร|厘米|千克",
    ),
    (
        "imperial",
        "imperial units|imperial system|imperial|feet and inches|feet|inches|miles and pounds|miles|pounds and ounces|หน่วยอังกฤษ|英制单位|英制|英里|ไมล์|fahrenheit|ฟาเรนไฮต์|华氏度|华氏|ฟุต|นิ้ว|英尺|英寸",
    ),
    ("ไร่", "หน่วยไร่|หน่วยเป็นไร่|ไร่ งาน ตารางวา|ไร่-งาน-ตารางวา"),
    ("ตารางวา", "หน่วยตารางวา|หน่วยเป็นตารางวา"),
    ("亩", "单位用亩|用亩作单位|用亩为单位"),
    ("坪", "单位用坪|用坪作单位|用坪为单位"),
];

/// How a day is written.
pub(super) const DATES: Table = &[
    (
        "DD/MM/YYYY",
        "dd/mm/yyyy|dd-mm-yyyy|dd.mm.yyyy|dd/mm/yy|dd/mm|day/month/year|day-month-year|day month year|day first|the day first|วัน/เดือน/ปี|วัน-เดือน-ปี|วัน เดือน ปี|日/月/年|日-月-年|日月年",
    ),
    (
        "MM/DD/YYYY",
        "mm/dd/yyyy|mm-dd-yyyy|mm/dd/yy|mm/dd|month/day/year|month-day-year|month first|the month first|เดือน/วัน/ปี|月/日/年|月日年",
    ),
    (
        "YYYY-MM-DD",
        "yyyy-mm-dd|yyyy/mm/dd|yyyy.mm.dd|iso 8601|iso dates|iso format|year-month-day|year/month/day|year first|the year first|ปี-เดือน-วัน|ปี/เดือน/วัน|年/月/日|年-月-日|年月日格式|年月日的格式",
    ),
    ("Buddhist era", "พ.ศ.|พ.ศ|พศ|พุทธศักราช|buddhist era|buddhist years|buddhist calendar|佛历"),
    (
        "Common era",
        "ค.ศ.|ค.ศ|คศ|คริสต์ศักราช|common era|gregorian calendar|gregorian years|公元年|公元|西元年|西元|公历",
    ),
    ("ROC era", "民国年|民国"),
];

/// How an hour is written.
pub(super) const CLOCKS: Table = &[
    (
        "24h",
        "24-hour clock|24 hour clock|24h clock|24-hour time|24 hour time|24h time|24-hour format|24 hour format|24h format|24-hour notation|military time|แบบ 24 ชั่วโมง|แบบ 24 ชม.|แบบ 24 ชม|แบบ24ชั่วโมง|ระบบ 24 ชั่วโมง|ระบบ 24 ชม.|24小时制|24 小时制|二十四小时制|24时制",
    ),
    (
        "12h",
        "12-hour clock|12 hour clock|12h clock|12-hour time|12-hour format|12 hour format|12h format|am/pm|am and pm|แบบ 12 ชั่วโมง|ระบบ 12 ชั่วโมง|12小时制|12 小时制|十二小时制",
    ),
];

/// Words that take away what follows or stands before.
pub(super) const NEGATIONS: &str = "别加|不要加|别放|别带|don't|do not|dont|never|no|without|less|fewer|cut the|cut out the|cut out|skip the|lose the|ditch the|enough with the|go easy on the|easy on the|tone down the|lay off the|stop doing|stop with the|no more of the|เลิกส่ง|เลิกทำ|ลด|少来|少点|stop using|stop|quit using|quit|cease|skip|drop the|avoid|no more|no longer|not|ห้าม|อย่า|ไม่ต้อง|ไม่ใช้|ไม่ใส่|ไม่เอา|งดใช้|งด|\
    i no longer want|i don't want|i do not want|ไม่อยากให้|ไม่อยากได้|ไม่อยากเห็น|我不想要|我不要|我不想看到|เลิกใช้|เลิกใส่|เลิก|หยุดใช้|หยุด|不要再|不要|别再|别|不用|不使用|不放|不加|禁止|少用|停止|不准|勿";

/// Diets and the words for them.
pub(super) const DIETS: Table = &[
    ("vegan", "vegan|plant-based|กินเจ|วีแกน|เจ|纯素|纯素食者|全素"),
    ("vegetarian", "vegetarian|veggie|มังสวิรัติ|吃素|素食者|素食主义者|素食"),
    ("halal", "halal|ฮาลาล|清真"),
    ("kosher", "kosher|โคเชอร์|犹太洁食"),
    ("pescatarian", "pescatarian|鱼素者"),
    ("keto", "keto|ketogenic|คีโต|生酮"),
    ("gluten-free", "gluten-free|gluten free|ปลอดกลูเตน|无麸质"),
];

/// Returns what a slot may hold, where that can be listed.
pub(super) fn table(key: &str) -> Option<Table> {
    Some(match key {
        "response.language" => LANGUAGES,
        "response.tone" => TONES,
        "response.length" => LENGTHS,
        "response.format.default" => FORMATS,
        "response.style" => STYLES,
        "response.format.date" => DATES,
        "response.format.time" => CLOCKS,
        "diet" => DIETS,
        _ => return None,
    })
}

/// Finds the value whose word stands in the text; the longest word wins.
pub(super) fn find(table: Table, seen: &str) -> Option<&'static str> {
    let mut best: Option<(usize, &'static str)> = None;
    let runs = Runs::of(seen);
    for (value, list) in table {
        for word in words(list).likely(&runs) {
            if word.len() > best.map_or(0, |(len, _)| len) && find_word(seen, word).is_some() {
                best = Some((word.len(), value));
            }
        }
    }
    best.map(|(_, value)| value)
}

/// Returns the value for a text that is one of its words.
pub(super) fn exact(table: Table, seen: &str) -> Option<&'static str> {
    table.iter().find(|(value, list)| *value == seen || words(list).has(seen)).map(|(value, _)| *value)
}
