//! What a person means to do from now on, which is no wish for the answers: "From now on I'm going to answer all emails in English",
//! ต่อไปนี้ผมจะตอบอีเมลเป็นภาษาอังกฤษ, 以后我都用英文写邮件. What the two who talk will do together is one.

use super::directive::STRONG;
use super::text::Piece;

/// What is only supposed, or asked of what the assistant did.
const SUPPOSED: &str = "i might want|i might ask|i might tell|i may want|i may ask|maybe i'll|maybe i will|maybe i should|maybe i want|perhaps i'll|perhaps i should|i'm thinking of asking|i'm thinking about asking|i was thinking of asking|i'm considering asking|i was going to ask|i was about to ask|\
    ผมอาจจะ|ฉันอาจจะ|อาจจะให้|อาจจะอยาก|บางทีอาจ|ไว้คราวหน้าอาจ|要是让你|要是叫你|如果让你|如果叫你|我可能会|我可能想|我可能要|也许我|或许我|说不定|imagine|suppose|supposing|what if|did you remember|did you note|did you save|have you remembered|have you noted|have you saved|i thought you'd|i thought you would|i thought you|i assumed you|i hoped you'd|\
    สมมติ|สมมุติ|ลองนึกภาพ|นึกว่าคุณ|คิดว่าคุณจะ|假如|假设|假若|倘若|想象|我以为你|你有没有记住|你记住了吗";

/// What makes a wish one that may come: 可能以后要用英文回答吧. "If possible" is none.
const PERHAPS: &str = "可能|也许|或许|大概";
/// What leaves a wish open.
const UNSURE: &str = "not sure yet|haven't decided yet|still deciding|undecided|ยังไม่แน่ใจ|ยังไม่ได้ตัดสินใจ|还没决定|还不确定|还没想好";

/// Who complains of their own memory asks for nothing by that.
const FORGETS: &str = "i keep forgetting|i always forget|i often forget|i tend to forget|i can never remember|i never remember|ผมชอบลืม|ฉันชอบลืม|ผมลืมบ่อย|我老是忘|我总是忘|我经常忘";
const ASKED: &str = "remember that|remember it|note|save|jot|remind|write|store|put|keep|จำ|จด|บันทึก|记|存";

/// Tells whether a message only supposes something, or asks whether it was done.
pub(super) fn is_supposed(message: Piece<'_>) -> bool {
    let said = message.strip_all("so|well|hey|ok|oh|แล้ว|那|那么");
    said.strip(SUPPOSED).is_some()
        || said.strip(PERHAPS).is_some_and(|rest| rest.strip("的话").is_none())
        || message.has_any(UNSURE) && !message.has_any(ASKED)
        || said.strip(FORGETS).is_some_and(|rest| !rest.has_any(ASKED))
}

/// Tells whether a sentence tells what the speaker, or others, will do themselves.
pub(super) fn is_own(sentence: Piece<'_>) -> bool {
    behind(sentence).is_some()
}

/// Returns what stands behind the clause in which a sentence tells what the speaker, or others, will do from now on.
pub(super) fn behind(sentence: Piece<'_>) -> Option<Piece<'_>> {
    let start = sentence.strip_all("so|ok|okay|well|and|right|hey|งั้น|เอาล่ะ|แล้ว|那|那么|好");
    let led = start.strip(STRONG);
    let said = led.unwrap_or(start).strip_all("on|,|，|ก็|就");
    let lasts = led.is_some() || said.strip_ends(STRONG).seen().len() < said.trim().seen().len();
    let own = lasts && (english(said) || thai(said) || chinese(said));
    own.then(|| said.split(", |，|; |；").map_or(said.from(said.seen().len()), |(_, rest)| rest))
}

fn english(said: Piece<'_>) -> bool {
    let plan = "i'm going to|i am going to|i'm gonna|i'll|i will|i must|i should|i have to|i've decided to|i plan to|we will|we'll|we are going to|we're going to|we must|we should|we have to|my team will|our team will|he will|she will|they will|he'll|she'll|they'll|everyone will|my boss wants";
    let Some(rest) = said.strip(plan) else { return false };
    let together = said.strip("we|we'll|we're").is_some()
        && rest
            .strip_all("only|always|just|be")
            .strip("speak|talk|chat|converse|communicate|speaking|talking|chatting")
            .is_some()
        && !rest.has_any("to|with|customers|clients|them|him|her|team|kids");
    let clause = rest.split(", |; ").map_or(rest, |(head, _)| head);
    let asked = clause.has_any("you to|you should|you must|you answer|you reply|your answers|your replies|answer me|reply to me|need you|want you|ask you|expect you");
    !together && !asked
}

fn thai(said: Piece<'_>) -> bool {
    let Some(rest) = said.strip(super::th::ME) else { return false };
    let plan = rest.trim_start().strip("ตั้งใจจะ|กำลังจะ|คงจะ|คงต้อง|จะต้อง|จะ|ต้อง|ควรจะ|ควร");
    plan.is_some_and(|rest| !rest.has_any("คุณ|คุยกัน|ให้ตอบ|ตอบผม|ตอบฉัน|ขอ|ช่วย|บอกให้|ถาม"))
}

fn chinese(said: Piece<'_>) -> bool {
    let Some(rest) = said.strip(super::zh::ME) else { return false };
    let wish = rest
        .trim_start()
        .strip("希望|想要|想让|要你|需要你|想|问|说|不想|不要|喜欢|要求你|让你|叫你|的")
        .is_some();
    let together = said.strip("我们|咱们|咱").is_some()
        && rest.has_any("聊|对话|交流|说话|沟通|谈")
        && !rest.has_any("客户|邮件|团队|同事|老板|联系");
    let asked = rest.has_any("你|您|回答我|回复我|跟我|给我|对我");
    !wish && !together && !asked
}

#[cfg(test)]
mod tests {
    use super::super::{Intent, understand};

    #[test]
    fn what_the_speaker_will_do_or_only_supposes_sets_nothing() {
        for message in [
            "From now on I'm going to answer all emails in English",
            "From now on I'll use bullet points in my reports",
            "From now on we will reply to customers in German",
            "Imagine I ask you to always answer in French",
            "I might want you to answer in Thai from now on, not sure yet",
            "maybe I should tell you to always be brief",
            "可能以后要用英文回答吧",
            "要是让你记住我是医生呢",
            "ผมอาจจะให้ตอบเป็นภาษาอังกฤษเสมอ ยังไม่แน่ใจ",
            "用英文回答：法国首都是哪里",
            "Answer in French: what is the capital of Italy?",
            "Please remember that all sales are final. Fix the grammar in that sentence.",
            "请记住所有商品概不退换。帮我检查这句话的语法。",
            "did you remember that I'm vegetarian?",
            "I thought you'd remember that I like tea",
            "Set the timezone in my cron job to UTC",
            "Set the language in the app to French",
            "Update my address in this letter: 5 Oak Lane",
            "ต่อไปนี้ผมจะตอบอีเมลเป็นภาษาอังกฤษ",
            "จากนี้ไปผมต้องตอบอีเมลสั้นๆ",
            "以后我都用英文写邮件",
            "以后我们团队用英文回复客户",
            "以後我寫報告都用表格",
            "以后我们都用微信联系吧",
        ] {
            let found = understand(message);
            assert!(found.iter().all(|one| one.intent == Intent::None), "{message}: {found:?}");
        }
    }

    #[test]
    fn what_the_two_who_talk_do_and_what_is_asked_for_still_counts() {
        for (message, value) in [
            ("From now on we'll speak English", "en"),
            ("可能的话，以后用英文回答", "en"),
            ("以后都用英文回答", "en"),
            ("from now on I want you to answer in English", "en"),
            ("ต่อไปนี้เราจะคุยกันเป็นภาษาอังกฤษ", "en"),
            ("以后我们用英文聊天", "en"),
            ("以后我问问题你用英文回答", "en"),
            ("From now on I'll write to you in Thai, so always answer me in English", "en"),
        ] {
            let found = understand(message);
            let told = found.first().map(|one| (one.key.as_deref(), one.value.as_str()));
            assert_eq!(told, Some((Some("response.language"), value)), "{message}: {found:?}");
        }
    }
}
