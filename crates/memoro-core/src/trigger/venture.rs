//! What is said of a project that has a name: "the Kestrel project's database is Postgres", โปรเจกต์ลำไยใช้ Postgres, 海棠项目用 Go 写.
//! Each name has keys of its own, so that what holds for one project takes the place of nothing that holds for another. A
//! project without a name is not read here.

use super::en::{technology, without_version};
use super::keys;
use super::slot::{Found, tidy};
use super::text::Piece;

mod han;
mod latin;
mod repo;
mod thai;

/// Words for a project.
const PROJECT: &str = "project|โปรเจกต์|โปรเจ็กต์|โปรเจ็คต์|โปรเจค|โปรเจ็ค|โปรเจคต์|โครงการ|项目|专案";

/// Finds the slot of a statement about a project by its name.
pub(super) fn find(content: Piece<'_>) -> Option<Found> {
    let Some(word) = content.likely(PROJECT).find(|word| content.holds(word)) else {
        return repo::find(content);
    };
    match word.chars().next()? {
        'p' => latin::find(content),
        '项' | '专' => han::find(content),
        _ => thai::find(content),
    }
    .map(|found| Found { key: keys::shorten(&found.key), ..found })
}

/// Tells whether a project is spoken of at all.
pub(super) fn is_named(words: Piece<'_>) -> bool {
    words.likely(PROJECT).any(|word| words.holds(word))
}

/// The slot that names what of a named project is meant, without a value: "the Kestrel project's database".
pub(super) fn subject(words: Piece<'_>) -> Option<String> {
    let word = words.likely(PROJECT).find(|word| words.holds(word))?;
    if find(words).is_some() {
        return None;
    }
    let (name, what) = match word.chars().next()? {
        'p' => latin::subject(words),
        '项' | '专' => han::subject(words),
        _ => thai::subject(words),
    }?;
    key(name, what)
}

/// The key of what is said of a project; what it has to be done by is a deadline.
fn key(name: Piece<'_>, what: Piece<'_>) -> Option<String> {
    const DUE: &str = "deadline|due date|เดดไลน์|เดตไลน์|กำหนดส่ง|วันส่ง|เส้นตาย|截止日期|截止时间|截止日|截止|期限|死线|ddl|交付日期";
    const LAUNCH: &str =
        "launch|launch date|release date|go-live date|วันเปิดตัว|วันขึ้นระบบ|上线时间|上线日期|上线日|发布日期";
    let (name, what) = (keys::slug(tidy(name).written()), tidy(what));
    let is = |words: &'static str| super::search::words(words).has(what.seen());
    let short =
        !what.is_empty() && what.seen().chars().count() <= 32 && what.seen().split_whitespace().count() <= 4;
    let key = match () {
        () if name.is_empty() || !short => return None,
        () if is(DUE) => format!("deadline.{name}"),
        () if is(LAUNCH) => format!("project.{name}.launch"),
        () => format!("project.{name}.{}", keys::category(what.written())),
    };
    (!key.ends_with('.')).then(|| keys::shorten(&key))
}

/// What a project is made with: the value, and what it is used as where that is said.
fn made_with(name: Piece<'_>, value: Piece<'_>, purpose: Option<Piece<'_>>) -> Option<Found> {
    if let Some(purpose) = purpose.filter(|purpose| !tidy(*purpose).is_empty()) {
        return Found::known(key(name, purpose)?, value);
    }
    let value = tidy(value);
    let kind =
        technology(without_version(value).seen()).map_or_else(|| keys::slug(value.written()), str::to_owned);
    let name = keys::slug(tidy(name).written());
    let fits = !name.is_empty() && !kind.is_empty() && value.seen().chars().count() <= 40;
    if fits { Found::known(format!("project.{name}.{kind}"), value) } else { None }
}

#[cfg(test)]
mod tests;
