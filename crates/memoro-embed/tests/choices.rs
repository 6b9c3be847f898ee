//! Choices that people settle in the plain words of every day, and remarks that only sound so, each in several talks.

use memoro_core::extract::{Held, Item, Said, extract};
use memoro_core::fusion::Role;
use memoro_core::trigger::Cut;
use memoro_embed::LocalModel;

/// Settles something.
const CHOICES: [&str; 26] = [
    "I'm buying the Canon R8.",
    "Fine, path versioning it is.",
    "Remove new_checkout and beta_search.",
    "OK, we're having it at the lake house.",
    "So the kitchen goes to the south side.",
    "I'll join the Thursday group.",
    "I'm getting the bigger fridge.",
    "Tuesdays it is.",
    "Archive the old repo.",
    "We're spending Christmas at my mum's.",
    "So the desk goes under the window.",
    "I'll have the salmon.",
    "Let's paint it blue then.",
    "We're hiring Priya.",
    "I'm enrolling in the evening course.",
    "Switch it off for guests.",
    "We're moving the backups from S3 to Backblaze.",
    "Okay, no dessert then.",
    "We'll skip the second coat.",
    "Let's give it to the museum.",
    "I'm selling the old bike.",
    "Cap it at 500.",
    "We're naming the boat Petrel.",
    "Then the interns get the front desk.",
    "I'll start with the beginner plan.",
    "We're cancelling the subscription.",
];

/// Settles nothing: last words, requests for words, leanings, habits, others, what was and what goes on.
const REMARKS: [&str; 28] = [
    "No, that's everything for today, thank you.",
    "All good, cheers.",
    "I'm seeing a lot of warnings in the log.",
    "We're still waiting for the supplier.",
    "I normally take the bus.",
    "Give me more details on the second one.",
    "I'm torn between the two.",
    "We went to Crete last summer.",
    "I'm having second thoughts.",
    "Walk me through the setup again.",
    "It's up to my manager, not my call.",
    "She's taking the red one.",
    "We're running low on disk space.",
    "I'm off to a meeting.",
    "Okay thanks, bye!",
    "Remind me what the first one costs.",
    "I'm tempted by the cheaper one.",
    "They usually close at five.",
    "I'm feeling better today.",
    "Nothing else, thanks.",
    "ไม่มีแล้วครับ ขอบคุณครับ",
    "อธิบายข้อสองอีกทีหน่อยครับ",
    "ยังลังเลอยู่ครับ",
    "ปกติเราปิดห้าโมง",
    "没有了，谢谢。",
    "再解释一下第二个。",
    "我还在犹豫。",
    "我们通常五点关门。",
];

/// The talks in which a sentence is said; it stands where the empty text is.
const TALKS: [&[(Role, &str)]; 3] = [
    &[
        (Role::User, "I can't decide on this one."),
        (
            Role::Assistant,
            "Here is a short comparison. The first is cheaper, the second lasts longer. Which do you prefer?",
        ),
        (Role::User, ""),
        (Role::Assistant, "Understood."),
    ],
    &[
        (Role::User, "What would you say?"),
        (
            Role::Assistant,
            "Cost is the first point: the cheaper option saves about a third. Quality is the second: reviews are mixed. Both are reasonable.",
        ),
        (Role::User, ""),
        (Role::Assistant, "Sounds good. Is there anything else?"),
        (Role::User, "Nope, that's it, thank you!"),
    ],
    &[(Role::Other, "And now?"), (Role::User, ""), (Role::Other, "Right.")],
];

fn read(turns: &[Said<'_>], model: &LocalModel) -> Vec<Item> {
    let cut = |text: &str| {
        let cuts = model.cut(text).into_iter();
        cuts.map(|cut| Cut { span: cut.span, piece: cut.piece, begins: cut.begins, row: cut.row }).collect()
    };
    extract(turns, &Held { rows: &|text| model.rows(text), cut: &cut })
}

/// Returns what is found in the talks about a sentence: how often it is settled itself, and what else is.
fn found(sentence: &str, model: &LocalModel) -> (usize, Vec<String>) {
    let (mut settled, mut others) = (0, Vec::new());
    for talk in TALKS {
        let said =
            |(role, text): &(Role, &'static str)| (*role, if text.is_empty() { sentence } else { text });
        let spoken: Vec<(Role, &str)> = talk.iter().map(said).collect();
        let turns: Vec<Said<'_>> =
            spoken.iter().map(|(role, text)| Said { role: *role, text, year: None }).collect();
        for item in read(&turns, model).iter().filter(|item| item.kind.is_settled() && item.holds()) {
            let shown = [Some(item.evidence(&turns)), item.agreement(&turns)];
            if shown.into_iter().flatten().any(|words| sentence.contains(words)) {
                settled += 1;
            } else {
                others.push(item.evidence(&turns).to_owned());
            }
        }
    }
    (settled, others)
}

#[test]
fn choices_in_plain_words_are_found_and_remarks_that_only_sound_so_are_not() {
    let model = LocalModel::load();
    let (mut missed, mut extra) = (Vec::new(), Vec::new());
    for sentence in CHOICES {
        let (settled, others) = found(sentence, &model);
        missed.extend((settled..TALKS.len()).map(|_| sentence));
        extra.extend(others);
    }
    for sentence in REMARKS {
        let (settled, others) = found(sentence, &model);
        extra.extend((0..settled).map(|_| sentence.to_owned()).chain(others));
    }
    let all = CHOICES.len() * TALKS.len();
    assert!(missed.len() * 8 <= all, "{} of {all}: {missed:#?}", missed.len());
    assert!(extra.len() * 12 <= REMARKS.len() * TALKS.len(), "{}: {extra:#?}", extra.len());
}
