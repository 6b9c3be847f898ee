//! Why a command was not carried out: an English sentence for receipts, and the person's language
//! for the acknowledgement. Names the next step where there is one.

use memoro_core::Confidence;
use memoro_core::policy::{Operation, Rule};
use memoro_core::trigger::{Intent, Tongue};

/// Returns the operation that the admin's rules are asked for before a command.
pub(super) const fn operation(intent: Intent) -> Option<Operation> {
    match intent {
        Intent::Remember | Intent::SetPreference | Intent::Update | Intent::Confirm | Intent::Reject => {
            Some(Operation::Write)
        }
        Intent::Forget => Some(Operation::Delete),
        Intent::Show => Some(Operation::Read),
        Intent::None => None,
    }
}

/// Why a command was not carried out.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Refusal {
    /// The message does not say what.
    NothingNamed,
    /// A later command of the message says otherwise.
    Overridden,
    /// The message asks to keep it and to forget it.
    Contradicted,
    /// The message asks for two things of which only one can hold.
    Clashes,
    /// The message takes it back.
    TakenBack,
    /// There is no value.
    Empty,
    /// The value has too many characters.
    TooLong { characters: usize, most: usize },
    /// The key is the admin's.
    Policy,
    /// A rule of the admin stands in the way.
    Blocked(Rule),
    /// The time to live cannot be read.
    Ttl(String),
    /// There is no such time zone.
    NoZone(String),
    /// It cannot be stored as it is.
    Invalid(String),
    /// What was concluded is not sure enough.
    Unsure { given: Confidence, needed: Confidence },
    /// Only a person may ask for this.
    OnlyAPerson,
    /// Everything is too much for one sentence.
    Everything,
    /// Several memories fit.
    Several(Vec<String>),
    /// Nothing waits.
    NoneWaiting,
    /// Nothing was remembered lately.
    NothingLately,
    /// Several memories wait.
    SeveralWaiting(Vec<String>),
    /// Writing failed.
    Failed(String),
}

/// English, Thai, simplified, traditional.
type Tongues = [&'static str; 4];

const NOTHING_NAMED: Tongues =
    ["the message does not say what", "ข้อความไม่ได้บอกว่าเรื่องอะไร", "没有说明是什么内容", "沒有說明是什麼內容"];
const OVERRIDDEN: Tongues = [
    "a later command of the same message replaces this one",
    "มีคำสั่งถัดไปในข้อความเดียวกันที่แทนคำสั่งนี้",
    "同一条消息里后面的指令取代了这一条",
    "同一則訊息裡後面的指令取代了這一條",
];
const CONTRADICTED: Tongues = [
    "the message asks to remember and to forget the same thing, so nothing was changed; say which you want",
    "ข้อความสั่งทั้งให้จำและให้ลืมเรื่องเดียวกัน จึงไม่ได้เปลี่ยนอะไร บอกอีกครั้งว่าต้องการแบบไหน",
    "同一条消息里既要记住又要忘记同一件事，所以没有改动；请说明想要哪一种",
    "同一則訊息裡既要記住又要忘記同一件事，所以沒有更動；請說明想要哪一種",
];
const CLASHES: Tongues = [
    "the message asks for two things of which only one can hold, so nothing was changed; say which you want",
    "ข้อความสั่งสองอย่างที่ขัดกันเอง จึงไม่ได้เปลี่ยนอะไร บอกอีกครั้งว่าต้องการแบบไหน",
    "同一条消息里的两个要求互相矛盾，所以没有改动；请说明想要哪一种",
    "同一則訊息裡的兩個要求互相矛盾，所以沒有更動；請說明想要哪一種",
];
const NO_ZONE: Tongues = [
    "no such time zone is known; name a city, an area such as Asia/Bangkok, or an offset such as UTC+7",
    "ไม่รู้จักเขตเวลานี้ ระบุเมือง ชื่อเขตเช่น Asia/Bangkok หรือส่วนต่างเช่น UTC+7",
    "没有这个时区；请说城市、时区名（如 Asia/Bangkok）或时差（如 UTC+7）",
    "沒有這個時區；請說城市、時區名（如 Asia/Bangkok）或時差（如 UTC+7）",
];
const TAKEN_BACK: Tongues = [
    "the same message takes this back",
    "ข้อความเดียวกันขอถอนคำสั่งนี้แล้ว",
    "同一条消息里收回了这一条",
    "同一則訊息裡收回了這一條",
];
const EMPTY: Tongues = ["there is no value to remember", "ไม่มีค่าให้จำ", "没有可记住的内容", "沒有可記住的內容"];
const TOO_LONG: Tongues = [
    "it is too long for a command; keep it with `memoro note`",
    "ยาวเกินไปสำหรับคำสั่งนี้ ใช้ `memoro note` แทน",
    "内容太长，请改用 `memoro note`",
    "內容太長，請改用 `memoro note`",
];
const POLICY: Tongues = [
    "policy is written by the admin, not through memory",
    "นโยบายแก้ได้โดยผู้ดูแลระบบเท่านั้น",
    "策略只能由管理员修改",
    "政策只能由管理員修改",
];
const BLOCKED: Tongues =
    ["blocked by policy", "นโยบายของผู้ดูแลระบบไม่อนุญาต", "管理员的策略不允许", "管理員的政策不允許"];
const TTL: Tongues = [
    "nothing can be kept for that time; name one that lies ahead, at most 1,000 years, or none to keep it for good",
    "เก็บไว้ตามเวลานี้ไม่ได้ บอกเวลาที่ยังมาไม่ถึงและไม่เกิน 1,000 ปี หรือไม่ต้องบอกถ้าจะเก็บไว้ตลอด",
    "无法按这个时间保留；请说一个还没到、不超过一千年的时间，不说则长期保留",
    "無法按這個時間保留；請說一個還沒到、不超過一千年的時間，不說則長期保留",
];
const INVALID: Tongues = ["it cannot be stored as it is", "บันทึกแบบนี้ไม่ได้", "无法按原样保存", "無法按原樣保存"];
const UNSURE: Tongues =
    ["it is not sure enough to be kept", "ยังไม่มั่นใจพอที่จะจำ", "把握不够，没有保存", "把握不夠，沒有保存"];
const ONLY_A_PERSON: Tongues = [
    "only a person can ask for this",
    "ต้องเป็นผู้ใช้เองเท่านั้นที่สั่งได้",
    "只有本人可以这样要求",
    "只有本人可以這樣要求",
];
const EVERYTHING: Tongues = [
    "forgetting everything needs `memoro forget --subject`, which shows first what it would erase",
    "ถ้าจะลืมทุกอย่าง ใช้ `memoro forget --subject` ซึ่งจะแสดงรายการก่อนลบ",
    "要忘记全部内容，请用 `memoro forget --subject`，它会先列出要删除的内容",
    "要忘記全部內容，請用 `memoro forget --subject`，它會先列出要刪除的內容",
];
const SEVERAL: Tongues =
    ["several memories fit", "ตรงกับหลายรายการ", "符合的记忆不止一条", "符合的記憶不只一條"];
const NONE_WAITING: Tongues =
    ["nothing waits for confirmation", "ไม่มีรายการที่รอยืนยัน", "没有等待确认的记忆", "沒有等待確認的記憶"];
const NOTHING_LATELY: Tongues = [
    "nothing was remembered here in the last minutes; name what should be forgotten",
    "ช่วงนี้ยังไม่ได้จำอะไรไว้ บอกชื่อเรื่องที่อยากให้ลืม",
    "最近几分钟没有记住任何内容；请说明要忘记什么",
    "最近幾分鐘沒有記住任何內容；請說明要忘記什麼",
];
const SEVERAL_WAITING: Tongues = [
    "several memories wait; say which, or run `memoro pending list`",
    "มีหลายรายการรอยืนยัน บอกว่าหมายถึงรายการไหน หรือดูด้วย `memoro pending list`",
    "有多条记忆等待确认，请说明是哪一条，或运行 `memoro pending list`",
    "有多條記憶等待確認，請說明是哪一條，或執行 `memoro pending list`",
];
const FAILED: Tongues = [
    "it could not be written; run `memoro doctor`",
    "บันทึกไม่สำเร็จ ตรวจดูด้วย `memoro doctor`",
    "写入失败，请运行 `memoro doctor`",
    "寫入失敗，請執行 `memoro doctor`",
];
const FAIL_SAFE: Tongues = [
    "Memory cannot be written: several attempts in a row failed. Nothing more is promised until it works again; run `memoro doctor`.",
    "บันทึกความจำไม่ได้หลายครั้งติดต่อกัน ขอหยุดไว้ก่อนจนกว่าจะใช้ได้อีกครั้ง โปรดตรวจดูด้วย `memoro doctor`",
    "记忆连续多次写入失败，在恢复之前先停止。请运行 `memoro doctor`。",
    "記憶連續多次寫入失敗，在恢復之前先停止。請執行 `memoro doctor`。",
];

const fn at(tongue: Tongue) -> usize {
    match tongue {
        Tongue::English => 0,
        Tongue::Thai => 1,
        Tongue::Simplified => 2,
        Tongue::Traditional => 3,
    }
}

/// Returns what a person is told when writing keeps failing.
pub(super) fn fail_safe(tongue: Tongue) -> String {
    FAIL_SAFE[at(tongue)].to_owned()
}

impl Refusal {
    const fn row(&self) -> &'static Tongues {
        match self {
            Refusal::NothingNamed => &NOTHING_NAMED,
            Refusal::Overridden => &OVERRIDDEN,
            Refusal::Contradicted => &CONTRADICTED,
            Refusal::Clashes => &CLASHES,
            Refusal::NoZone(_) => &NO_ZONE,
            Refusal::TakenBack => &TAKEN_BACK,
            Refusal::Empty => &EMPTY,
            Refusal::TooLong { .. } => &TOO_LONG,
            Refusal::Policy => &POLICY,
            Refusal::Blocked(_) => &BLOCKED,
            Refusal::Ttl(_) => &TTL,
            Refusal::Invalid(_) => &INVALID,
            Refusal::Unsure { .. } => &UNSURE,
            Refusal::OnlyAPerson => &ONLY_A_PERSON,
            Refusal::Everything => &EVERYTHING,
            Refusal::Several(_) => &SEVERAL,
            Refusal::NoneWaiting => &NONE_WAITING,
            Refusal::NothingLately => &NOTHING_LATELY,
            Refusal::SeveralWaiting(_) => &SEVERAL_WAITING,
            Refusal::Failed(_) => &FAILED,
        }
    }

    /// Returns the English sentence without anything that was said.
    pub(super) const fn words(&self) -> &'static str {
        self.row()[0]
    }

    /// Tells whether nothing is left to do: the rules ask for no more.
    pub(super) const fn is_settled(&self) -> bool {
        matches!(self, Refusal::Overridden | Refusal::TakenBack | Refusal::Unsure { .. })
    }

    /// Returns the English sentence with its details.
    pub(super) fn reason(&self) -> String {
        let text = self.row()[0];
        match self {
            Refusal::TooLong { characters, most } => {
                format!("{characters} characters, at most {most}: {text}")
            }
            Refusal::Ttl(written) | Refusal::NoZone(written) => format!("`{written}`: {text}"),
            Refusal::Blocked(rule) => format!("{text}: {}", rule.as_str()),
            Refusal::Invalid(why) | Refusal::Failed(why) => format!("{text}: {why}"),
            Refusal::Unsure { given, needed } => format!("{text} (confidence {given}, at least {needed})"),
            Refusal::Several(keys) => format!("{text}: {}", keys.join(", ")),
            Refusal::SeveralWaiting(keys) => format!("{} of them ({}): {text}", keys.len(), keys.join(", ")),
            _ => text.to_owned(),
        }
    }

    /// Returns the sentence in the person's language.
    pub(super) fn told(&self, tongue: Tongue) -> String {
        let text = self.row()[at(tongue)];
        match self {
            Refusal::Several(keys) | Refusal::SeveralWaiting(keys) => format!("{text}: {}", keys.join(", ")),
            Refusal::NoZone(written) | Refusal::Ttl(written) => format!("{written}: {text}"),
            _ => text.to_owned(),
        }
    }
}
