//! What a decision is about and what it chose, as far as its words keep the two apart: "Redis *for the queue*". Two
//! choices for one matter cannot both hold.

use super::cues::{find, find_from};
use super::subject::Subject;

/// A matter and a choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matter {
    topic: Subject,
    choice: Subject,
}

/// Words after which the matter follows.
const AFTER: &str = "for the|for our|for all|for|as the|as our|สำหรับ|เป็น|ทำ|用于|用来|用作|做|作为";
/// Words before which the matter stands.
const BEFORE: &str = "就用|改用|还是用|确定用|决定用|采用|就选|改成用|选用";
/// Matters that are no matter.
pub(super) const VAGUE: &str = "monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|tonight|weekend|week|month|year|summer|winter|spring|autumn|holidays|lunch|dinner|fun|good|free|sale|วันจันทร์|วันอังคาร|วันพุธ|วันพฤหัส|วันศุกร์|วันเสาร์|วันอาทิตย์|พรุ่งนี้|สัปดาห์|เดือน|ปีหน้า|周一|周二|周三|周四|周五|周六|周日|明天|夏天|冬天|周末|now|this|that|it|us|me|project|team|today|everything|reasons|example|ตอนนี้|โปรเจกต์|ทุกอย่าง|现在|项目|我们|这个";

/// Words by which somebody chooses between things. Two deeds for one end can both be done; two choices cannot.
const CHOOSES: &str = "use|using|go with|going with|went with|go for|going for|pick|picked|picking|choose|chose|chosen|switch to|switching to|switched to|keep|keeping|stay with|stick with|adopt|adopting|take|\
    settled on|decided on|opted for|migrate to|move to|moving to|replace|make it|ใช้|เลือก|เอา|用|选|采|换成|改成";

impl Matter {
    /// Reads a decision; nothing where its words do not keep matter and choice apart.
    pub fn of(text: &str) -> Option<Self> {
        // What a choice takes the place of is no part of it.
        let (lower, _) = super::aim::part(&text.to_ascii_lowercase());
        let text = lower.as_str();
        let read = |topic: &str, choice: &str| {
            let topic = topic.split([',', '.', ';', '，', '。', '；', '(']).next().unwrap_or_default();
            let plain = find(&topic.trim().to_ascii_lowercase(), VAGUE).is_none();
            let (topic, choice) = (Subject::of(topic), Subject::of_decision(choice));
            (plain && !topic.is_empty() && !choice.is_empty()).then_some(Self { topic, choice })
        };
        if let Some((at, end)) = last(&lower, AFTER) {
            let choice = text.get(..at)?;
            // "Navy for the buttons" chooses without a word for it.
            let letters = choice.chars().filter(|c| c.is_alphabetic()).count();
            let brief =
                choice.split_whitespace().count() <= 2 && letters <= if choice.is_ascii() { 20 } else { 2 };
            let chooses = brief || find(lower.get(..at)?, CHOOSES).is_some();
            return read(text.get(end..)?, choice).filter(|_| chooses);
        }
        let (at, end) = find(&lower, BEFORE)?;
        let clause = text.get(..at)?.rsplit([',', '，', '。', ';', '；']).next()?;
        read(clause, text.get(end..)?)
    }

    /// Returns what the matter is, for finding others of it.
    pub fn topic(&self) -> &Subject {
        &self.topic
    }

    /// Tells whether two decisions choose differently in one matter.
    pub fn conflicts(&self, other: &Self) -> bool {
        self.topic == other.topic && self.choice.shared(&other.choice) < 1.0
    }
}

fn last(text: &str, list: &'static str) -> Option<(usize, usize)> {
    let mut found = None;
    let mut from = 0;
    while let Some((at, end)) = find_from(text, list, from) {
        found = Some((at, end)).filter(|_| at > 0).or(found);
        from = end;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn conflict(a: &str, b: &str) -> bool {
        Matter::of(a).zip(Matter::of(b)).is_some_and(|(a, b)| a.conflicts(&b))
    }

    #[test]
    fn two_choices_for_one_matter_conflict() {
        assert!(conflict("use Redis for the job queue", "go with RabbitMQ for the job queue"));
        assert!(conflict("ตกลงใช้ Redis สำหรับคิวงาน", "ใช้ RabbitMQ สำหรับคิวงาน"));
        assert!(conflict("任务队列就用 Redis", "任务队列改用 RabbitMQ"));
        let (one, other) =
            ("use Redis for the job queue instead of Kafka", "use Kafka instead of Redis for the job queue");
        assert!(conflict(one, other) && conflict(other, one));
        assert!(conflict("ใช้ Redis แทน Kafka สำหรับคิวงาน", "ใช้ Kafka สำหรับคิวงาน แทน Redis"));
        assert!(conflict("任务队列就用 Redis 而不是 Kafka", "任务队列改用 Kafka 而不是 Redis"));
    }

    #[test]
    fn other_matters_and_the_same_choice_do_not() {
        assert!(!conflict("use Redis for the job queue", "use Redis for the cache"));
        assert!(!conflict("use Redis for the job queue", "we use Redis for the job queue"));
        assert!(!conflict(
            "we decided to use Redis for the job queue",
            "let's go with Redis for the job queue"
        ));
        assert!(!conflict("任务队列就用 Redis", "任务队列改用 Redis"));
        assert!(!conflict("use Redis for now", "use SQLite for now"));
        assert!(!conflict("ใช้ Redis", "ใช้ RabbitMQ"));
        assert!(!conflict("we hire two cooks for the terrace", "we paint the chairs for the terrace"));
        assert!(!conflict("use the big room for Monday", "take the train for Monday"));
        assert!(!conflict("จ้างพ่อครัวสำหรับงานเลี้ยง", "ซื้อเก้าอี้สำหรับงานเลี้ยง"));
        assert!(!conflict("招两个厨师用于露台", "买椅子用于露台"));
        assert!(!conflict("缓存就用 Redis", "队列就用 RabbitMQ"));
    }
}
