//! Tests: under which key and with which value a message is kept, in three languages, and talk that only sounds like it.

use super::understand;

fn told(message: &str) -> Vec<(String, String)> {
    understand(message).into_iter().map(|one| (one.key.unwrap_or_default(), one.value)).collect()
}

fn is_kept(cases: &[(&str, &str, &str)]) {
    for (message, key, value) in cases {
        assert_eq!(told(message), [((*key).to_owned(), (*value).to_owned())], "{message}");
    }
}

#[test]
fn a_condition_that_one_lives_with_has_a_key_of_its_own() {
    is_kept(&[
        (
            "remember I have type 2 diabetes when you suggest snacks",
            "health.type_2_diabetes",
            "type 2 diabetes",
        ),
        ("remember that I'm asthmatic", "health.asthmatic", "asthmatic"),
        ("จำไว้ว่าผมเป็นความดันสูง", "health.ความดันสูง", "ความดันสูง"),
        ("จำไว้ว่าเราเป็นเบาหวานชนิดที่ 2 นะ", "health.เบาหวานชนิดที่_2", "เบาหวานชนิดที่ 2"),
        ("记住我有高血压，推荐菜的时候注意", "health.高血压", "高血压"),
        ("備註一下我有腰椎間盤突出，不能搬重物", "health.腰椎間盤突出", "腰椎間盤突出"),
    ]);
    assert_eq!(told("จำไว้ว่าพ่อเป็นเบาหวาน")[0].0, "family.father.health.เบาหวาน");
    assert_eq!(told("记住我爸有高血压")[0].0, "family.father.health.高血压");
    assert_eq!(told("remember my dad has gout")[0].0, "family.father.health.gout");
}

#[test]
fn how_somebody_else_is_reached_is_kept_under_who_they_are() {
    is_kept(&[
        (
            "remember my landlord's number is 555-0142, he picks up after six",
            "contact.landlord.phone",
            "555-0142",
        ),
        ("remember Dr. Feldman can be reached at 555-0177", "contact.dr_feldman.phone", "555-0177"),
        ("จำไว้ว่าเบอร์ช่างแอร์ 081-555-0123", "contact.ช่างแอร์.phone", "081-555-0123"),
        ("帮我存一下房东电话 13800000123", "contact.房东.phone", "13800000123"),
        (
            "會計師的信箱是acc.lin@example.com，記一下，報稅要用",
            "contact.會計師.email",
            "acc.lin@example.com",
        ),
        ("remember my library card number 7740-2216", "library_card_number", "7740-2216"),
    ]);
    let both = told("Remember that my accountant is Priya and her number is 555-0142");
    let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
    assert_eq!(
        both,
        [pair("contact.accountant.name", "Priya"), pair("contact.accountant.phone", "555-0142")]
    );
}

#[test]
fn how_days_and_hours_are_written_is_a_wish_of_its_own() {
    is_kept(&[
        ("dates as DD/MM/YYYY from now on plz", "response.format.date", "DD/MM/YYYY"),
        ("write dates as YYYY-MM-DD for me, always", "response.format.date", "YYYY-MM-DD"),
        ("เขียนปีเป็น พ.ศ. เสมอนะครับ", "response.format.date", "Buddhist era"),
        ("年份以後都寫西元年，不要民國", "response.format.date", "Common era"),
        ("from now on use the 24-hour clock", "response.format.time", "24h"),
        ("บอกเวลาเป็นแบบ 24 ชั่วโมงตลอดนะ", "response.format.time", "24h"),
        ("時間請固定用24小時制", "response.format.time", "24h"),
    ]);
}

#[test]
fn what_is_not_wanted_is_never_kept_as_what_is() {
    is_kept(&[
        ("going forward, bullet points instead of long paragraphs", "response.format.default", "bullets"),
        ("อย่าตอบเป็นตารางอีกนะ เปิดในมือถือแล้วเละ", "response.format.default", "not table"),
        ("以后用列表而不是段落回答", "response.format.default", "bullets"),
        ("温度请用摄氏度，华氏我没概念，以后都是", "response.units", "metric"),
        ("เปลี่ยนจาก npm เป็น bun นะ ต่อจากนี้", "preferred.bun_or_npm", "bun"),
        ("use DuckDB instead of SQLite from now on", "preferred.duckdb_or_sqlite", "DuckDB"),
        ("以后用 pnpm，别用 npm", "preferred.npm_or_pnpm", "pnpm"),
    ]);
}

#[test]
fn how_much_at_most_says_more_exactly_what_short_says() {
    is_kept(&[
        (
            "your replies are way too long, keep them to two or three sentences from here on",
            "response.length",
            "max 3 sentences",
        ),
        ("ที่ตอบมายาวไปนะ คราวหน้าคราวหลังเอาไม่เกิน 3 บรรทัดพอ", "response.length", "max 3 lines"),
        ("ตอบแค่บรรทัดเดียวพอทุกคำถามนะ", "response.length", "max 1 lines"),
        ("以后别给我发大段大段的文字了，控制在一百字以内", "response.length", "max 100 characters"),
        ("From now on go into as much detail as you can when you answer me", "response.length", "detailed"),
    ]);
}

#[test]
fn a_value_ends_where_what_is_said_of_it_begins() {
    is_kept(&[
        ("เรียกหนูว่ามิ้นท์ทุกครั้งนะคะ", "nickname", "มิ้นท์"),
        ("Please address me as Ms. Adeyemi, not by my first name.", "nickname", "Ms. Adeyemi"),
        ("I only work mon to thurs 7 till 3, store that please", "working_hours", "mon to thurs 7 till 3"),
        (
            "remember the deadline for project Lantern is 6 June, it's in the contract",
            "deadline.lantern",
            "6 June",
        ),
        ("海燕项目的截止日期改到9月15号了,你那边记的也改掉", "deadline.海燕", "9月15号"),
        ("记一下论文截止日期:6月1日", "deadline.论文", "6月1日"),
        ("备忘：项目海燕的数据库用的是 Postgres", "project.海燕.database", "Postgres"),
        (
            "remember the foxglove repo lives at git.example.org/ops/foxglove",
            "project.foxglove.repo",
            "git.example.org/ops/foxglove",
        ),
        ("海棠项目的交付日期是九月三十号，记一下，合同写死的", "deadline.海棠", "九月三十号"),
        ("My birthday is 3 November, don't forget it this time lol", "birthday", "3 November"),
    ]);
}

#[test]
fn talk_that_only_sounds_like_it_is_not_kept() {
    for message in TALK {
        assert_eq!(told(message), [], "{message}");
    }
}

const TALK: &[&str] = &[
    "My grandmother has diabetes, what can she eat?",
    "Is high blood pressure dangerous?",
    "what are the symptoms of asthma",
    "I have a headache today",
    "I think I might have diabetes, should I see a doctor?",
    "She was diagnosed with lupus last year",
    "How do people with migraines sleep?",
    "Can you write dates as DD/MM/YYYY in this report?",
    "what does YYYY-MM-DD mean",
    "The log uses a 24-hour clock",
    "Convert 3pm to a 24-hour clock",
    "The recipe is in metric units, why?",
    "I always use pnpm instead of npm at work, is that ok?",
    "Should I use DuckDB instead of SQLite?",
    "use const instead of let in this file",
    "Replace tabs instead of spaces in the snippet below",
    "My boss always uses tables instead of paragraphs",
    "Call 555-0142 to book a table",
    "The plumber's number is on the fridge",
    "The hotline can be reached at 1-800-555-0199",
    "Whose number is 555-0142?",
    "Email bob@example.com about the invoice",
    "what is the deadline for taxes: April 15?",
    "The repo lives at git.example.org/ops/foxglove, can you clone it?",
    "Never let me down again",
    "Don't let me forget to call mum",
    "She told me to keep it to two sentences",
    "Write one paragraph about cats",
    "Summarise this in a single sentence",
    "call me back when you're done, not before noon",
    "I work Monday to Friday 9 to 5 and I'm exhausted",
    "Answer in one line: what is 2+2?",
    "แม่เป็นเบาหวาน กินทุเรียนได้ไหม",
    "ความดันสูงอันตรายไหม",
    "ไมเกรนเกิดจากอะไร",
    "วันนี้ปวดหัวมาก",
    "อาจจะเป็นเบาหวานก็ได้ ควรตรวจอะไรบ้าง",
    "เขียนวันที่ในรายงานนี้เป็น วัน/เดือน/ปี ให้หน่อย",
    "พ.ศ. กับ ค.ศ. ต่างกันกี่ปี",
    "เปลี่ยนรูปแบบวันที่เป็น ISO",
    "ควรใช้ bun แทน npm ไหม",
    "ไฟล์นี้ใช้ตารางแทนย่อหน้านะ",
    "เบอร์ร้านอาหารนี้คืออะไร",
    "โทรไปที่ 02-555-0199 แล้วยังไม่มีใครรับ",
    "ลูกค้าตอบว่าไม่เอาตารางอีกแล้ว",
    "หมอบอกว่าเพื่อนผมเป็นไทรอยด์",
    "สรุปข้อความนี้ให้เหลือประโยคเดียว",
    "วันนี้ที่ทำงานงานเยอะมาก",
    "เวลา 24 ชั่วโมงไม่พอจริงๆ",
    "糖尿病能吃西瓜吗",
    "我妈有高血压，能喝咖啡吗",
    "我怀疑自己有甲亢，怎么办",
    "偏头痛是怎么引起的",
    "公元和民国怎么换算",
    "把这份报告里的日期写成年/月/日",
    "24小时制和12小时制有什么区别",
    "pnpm 和 npm 哪个好",
    "这个文件里用 const 代替 let",
    "房东电话打不通",
    "客服电话是 400-555-0199 吗",
    "用一句话总结这篇文章",
    "这篇文章的标题不要太长",
    "海燕项目的数据库挂了",
    "老板说以后用 TiDB，不用 MySQL",
    "他说别绕弯子",
    "华氏我没概念，能解释一下吗",
    "请把重点加粗",
    "我养过两只乌龟",
];
