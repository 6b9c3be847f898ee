//! What takes a value away, and which values cannot both hold.

/// Words that take away what was named before them.
pub(super) const UNDO: &str = "省了|省省|免了|就免了|就算了|别用了|别再用了|别发了|不用了|不要了|เลิกเถอะ|เลิกส่งเถอะ|เลิกใช้เถอะ|ไม่ต้องมี|ไม่เอาแล้ว";

/// What is said of a value that means nothing to somebody: of two, the other one is wanted.
pub(super) const STRANGE: &str =
    "没概念|没感觉|看不懂|听不懂|ไม่คุ้น|ไม่รู้เรื่อง|means nothing to me|mean nothing to me";

/// Words before what something else is wanted for.
pub(super) const INSTEAD: &str = "instead of|rather than|in place of|แทนที่จะ|แทนที่|แทน|而不是|而非|代替|取代";

/// Stands between two values of which only one can hold.
pub(in super::super) const CLASH: &str = " ⇄ ";

/// Tells whether two values of a slot cannot both hold.
pub(super) fn excludes(a: &str, b: &str) -> bool {
    const PAIRS: &[(&str, &str)] = &[
        ("concise", "detailed"),
        ("formal", "casual"),
        ("serious", "humorous"),
        ("serious", "playful"),
        ("metric", "imperial"),
        ("plain", "markdown"),
        ("yes", "no"),
    ];
    let denies =
        |a: &str, b: &str| a.strip_prefix("not ").is_some_and(|denied| b.split('+').any(|one| one == denied));
    PAIRS.iter().any(|pair| *pair == (a, b) || *pair == (b, a)) || denies(a, b) || denies(b, a)
}

/// What is wished where a value is, or is not.
pub(in super::super) fn turned(value: &str, negated: bool) -> String {
    match (negated, value) {
        (false, value) => value.to_owned(),
        // "no more than one line" bounds as "one line" does.
        (true, value) if value.starts_with("max ") => value.to_owned(),
        (true, "detailed") => "concise".to_owned(),
        (true, "concise") => "detailed".to_owned(),
        (true, "formal") => "casual".to_owned(),
        (true, "markdown") => "plain".to_owned(),
        (true, value) => format!("not {value}"),
    }
}
