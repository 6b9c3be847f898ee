//! What a statement is about: its key, its value and its kind. Tries what people state most, language by
//! language, and otherwise makes a key of the subject. Decides nothing about whether to write.

use super::firms::is_firm;
use super::search::words;
use super::text::Piece;
use super::{
    bounds, contact, directive, due, en, health, keys, persona, reset, teams, th, title, values, venture, zh,
    zones,
};
use crate::content::EntryKind;

/// A statement under its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) key: String,
    pub(super) value: String,
    pub(super) kind: EntryKind,
    /// Whether the key is one of the known slots rather than free words.
    pub(super) known: bool,
    /// The value that does not hold any more, where that is all that is said.
    pub(super) ends: Option<String>,
}

impl Found {
    /// Puts a value under a known key; the value is brought into the slot's own form.
    pub(super) fn known(key: impl Into<String>, value: Piece<'_>) -> Option<Self> {
        let key = due::plain(key.into());
        let value = title::whole(&key, value).unwrap_or_else(|| bounds::own_part(&key, tidy(value)));
        let key = of_work(key, value);
        let value = if key.rsplit('.').next() == Some("team") { teams::part(value) } else { value };
        let text = settled(&key, value);
        let kind = keys::kind_of(&key).unwrap_or(EntryKind::Fact);
        (!text.is_empty() && !key.is_empty() && !key.ends_with('.')).then_some(Self {
            key,
            value: text,
            kind,
            known: true,
            ends: None,
        })
    }

    /// Puts a thing that somebody does not eat under a key of its own, beside what else they eat or not: `diet.pork`.
    pub(super) fn avoided(words: Piece<'_>, value: &str) -> Option<Self> {
        let words = tidy(words).strip_all("the|any|a|an|all|เนื้อสัตว์ประเภท|任何");
        let name = keys::slug(words.written());
        Self::fixed(keys::shorten(&format!("diet.{name}")), value).filter(|_| !name.is_empty())
    }

    /// Puts a fixed value under a known key.
    pub(super) fn fixed(key: impl Into<String>, value: &str) -> Option<Self> {
        let key = key.into();
        let kind = keys::kind_of(&key).unwrap_or(EntryKind::Fact);
        (!key.is_empty() && !key.ends_with('.')).then(|| Self {
            key,
            value: value.to_owned(),
            kind,
            known: true,
            ends: None,
        })
    }

    /// Puts the words themselves under a family of keys: `likes.<words>`.
    pub(super) fn named(family: &str, words: Piece<'_>) -> Option<Self> {
        // What is said of the telling is no part of the thing: "latex, it's important".
        const ASIDES: &str = ", it's |, it is |, so |, because |, please |, which |，很重要|，请|，所以|，因为| เพราะ| สำคัญมาก";
        let words = tidy(words);
        let words = words
            .split(ASIDES)
            .map_or(words, |(head, _)| if tidy(head).is_empty() { words } else { tidy(head) });
        let bare = words.strip_all("the|a|an|some");
        let name = keys::slug(if bare.is_empty() { words } else { bare }.written());
        if name.is_empty() {
            return None;
        }
        Self::known(keys::shorten(&format!("{family}.{name}")), words)
    }
}

/// The key of where somebody is or works: what is a part of a company is no place, no company and no trade.
fn of_work(key: String, value: Piece<'_>) -> String {
    let (owner, last) = key.rsplit_once('.').map_or(("", key.as_str()), |(owner, last)| (owner, last));
    let part = match last {
        "employer" if owner.is_empty() || owner.starts_with("family.") => teams::is_known(value),
        "place" | "role" if owner.is_empty() || owner.starts_with("family.") => {
            teams::is_team(value) || last == "place" && teams::is_known(value)
        }
        _ => false,
    };
    if key == "employer" && is_where(value) {
        return "place.work".to_owned();
    }
    match (part, owner) {
        (true, "") => "team".to_owned(),
        (true, owner) => format!("{owner}.team"),
        _ => key,
    }
}

/// Tells whether words name a city or a street rather than who somebody works for.
fn is_where(value: Piece<'_>) -> bool {
    const STREETS: &str = "street|st|road|rd|avenue|ave|lane|ln|drive|blvd|boulevard|square|plaza|ซอย|ถนน";
    let numbered = value.seen().starts_with(|c: char| c.is_ascii_digit());
    let street = value.strip_ends(STREETS).seen().len() < value.trim().seen().len();
    let han = value.seen().contains('路') && value.seen().ends_with('号');
    numbered && street || han || zones::zone(value.seen(), value.written()).contains('/') && !is_firm(value)
}

/// Words of politeness and other noise at the end of a value.
const TAILS: &str = ":)|:-)|:d|;)|^^|:p|xd|<3|:(|55+|555|please|pls|plz|these days|nowadays|at the moment|currently|right now|thanks|thank you|thx|ok|okay|btw|lol|too|as well|by the way|for me|now|haha|right|cheers|got it|got that|you got that|bye|ok bye|and thank you|and thanks|please and thank you|please and|ขอบคุณ|ขอบใจ|\
    ครับ|ครับผม|คับ|ค้าบ|ค่ะ|คะ|ค่า|นะ|นะคะ|นะครับ|จ้ะ|จ้า|จ๊ะ|น้า|น่ะ|หน่อย|ด้วย|เลย|ทีนะ|สิ|ฮะ|งับ|แล้ว|ไว้ด้วย|ให้หน่อย|ให้ที|ให้ด้วย|ให้นะ|ให้ผมด้วย|ให้ฉันด้วย|เด็ดขาด|เป็นอันขาด|ให้|吧|哦|喔|啊|哈|呀|呢|啦|谢谢|就好|就行|即可|\
    好了|哟|嘛|噢|的哦|喽";
/// Words before a value that belong to the sentence.
const HEADS: &str = "a|an|the|to|as|is|be|been|now|actually|also|just|เป็น|คือ|ว่า|ชื่อ|是|叫做";

/// Drops politeness, marks and quotes around a value.
pub(super) fn tidy(value: Piece<'_>) -> Piece<'_> {
    let mut piece = value;
    for _ in 0..4 {
        let before = piece.seen().len();
        piece = piece.trim_matches(is_noise);
        if piece.seen().chars().count() > 1 {
            piece = strip_tail(piece);
        }
        piece = unquote(piece);
        if piece.seen().len() == before {
            break;
        }
    }
    if piece.is_empty() { piece } else { piece.with_marks() }
}

/// Tells whether words are nothing but politeness.
pub(super) fn is_tail(piece: Piece<'_>) -> bool {
    piece.strip_small_ends(TAILS).is_empty()
}

fn strip_tail(piece: Piece<'_>) -> Piece<'_> {
    let stripped = piece.strip_small_ends(TAILS);
    let named = stripped.seen().ends_with("คำว่า");
    let thai = stripped.seen().starts_with(|c: char| ('\u{0E00}'..='\u{0E7F}').contains(&c));
    let too_little = thai && stripped.seen().chars().count() < 3 && piece.seen().chars().count() < 6;
    if stripped.is_empty() || named || too_little { piece } else { stripped }
}

pub(super) fn is_noise(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            ',' | ';' | ':' | '!' | '?' | '~' | '…' | '，' | '。' | '；' | '：' | '！' | '？' | '、' | '～'
        )
        || matches!(c, '\u{2190}'..='\u{2BFF}' | '\u{1F000}'..='\u{1FAFF}' | '\u{FE0F}' | '\u{200D}')
}

fn unquote(piece: Piece<'_>) -> Piece<'_> {
    let seen = piece.seen();
    let pairs = [
        ('"', '"'),
        ('\'', '\''),
        ('“', '”'),
        ('「', '」'),
        ('『', '』'),
        ('`', '`'),
        ('«', '»'),
        ('‘', '\''),
    ];
    for (open, close) in pairs {
        let inner = seen.strip_prefix(open).and_then(|s| s.strip_suffix(close));
        if inner.is_some_and(|inner| !inner.is_empty() && !inner.contains(close)) {
            return piece.cut(open.len_utf8(), seen.len() - close.len_utf8());
        }
    }
    piece
}

/// Brings a value into the form of its slot.
fn settled(key: &str, value: Piece<'_>) -> String {
    let proper = matches!(key, "name" | "nickname" | "employer" | "project.name")
        || key.rsplit('.').next() == Some("name");
    let bare = value.strip_small(if proper { "is|คือ|ว่า|是|叫做" } else { HEADS });
    let bare = if bare.is_empty() { value } else { bare };
    let seen = bare.seen();
    let table = values::table(key);
    let short = seen.chars().count() <= 40;
    if let Some(found) = table
        .filter(|_| short)
        .and_then(|table| values::exact(table, seen).or_else(|| values::find(table, seen)))
    {
        return found.to_owned();
    }
    match key {
        "timezone" => zones::zone(seen, written(bare)),
        _ if keys::kind_of(key).is_some() => written(bare).to_owned(),
        _ => written(value).to_owned(),
    }
}

fn written(piece: Piece<'_>) -> &str {
    if piece.is_empty() { "" } else { piece.with_marks().written().trim() }
}

/// Reads `key = value`, where the key is one word or a dotted name.
pub(super) fn assignment(content: Piece<'_>) -> Option<Found> {
    let dotted = |(left, right): (Piece<'_>, Piece<'_>)| {
        let key = left.trim();
        (key.seen().contains('.') && !key.seen().contains(' ') && !right.is_empty()).then_some(())
    };
    let colon = content.split(": ").filter(|parts| dotted(*parts).is_some());
    let (left, right) = content.split("=").or(colon)?;
    let left = tidy(left);
    let key = left.seen();
    let words = key.split_whitespace().count();
    if key.is_empty()
        || words > 3
        || key.chars().count() > 60
        || right.trim().is_empty()
        || right.seen().starts_with('=')
    {
        return None;
    }
    let key = keys::canonical_key(left.written())?;
    let known = keys::kind_of(&key).is_some();
    let mut found = Found::known(key, right)?;
    found.known = known;
    Some(found)
}

/// Finds the slot of a statement, where it has a known one.
pub(super) fn known(content: Piece<'_>) -> Option<Found> {
    let content = content.open().trim();
    let reading = directive::read(content.own_words());
    if reading.is_content()
        && let Some((key, value)) = reading.wishes.first()
    {
        return Found::fixed(*key, value);
    }
    let found = persona::find(content).or_else(|| venture::find(content)).or_else(|| health::find(content));
    if let Some(found) = found.or_else(|| contact::find(content)) {
        return Some(found);
    }
    in_languages(content, [en::slot, th::slot, zh::slot])
        .filter(|found| found.known && keys::kind_of(&found.key).is_some())
        .or_else(|| juxtaposed(content))
        .or_else(|| apposed(content))
        .or_else(|| in_languages(content, [en::slot, th::slot, zh::slot]))
}

/// A slot of the person and its value with nothing but a mark between them: "my birthday, 4 July", 我的生日，8月15号.
fn juxtaposed(content: Piece<'_>) -> Option<Found> {
    let (name, value) = content.split(", it's |, it is |, which is |, that's |，是|, |，|: |：| - ")?;
    let name = tidy(name);
    if let Some(what) = name
        .strip("my|our")
        .filter(|_| value.before().seen().ends_with(" is ") || value.before().seen().ends_with("'s "))
        && keys::alias(what.trim().seen()).is_none()
        && what.seen().split_whitespace().count() <= 4
    {
        return Found::known(en::free_name(what), value);
    }
    let mine = name.strip("my|our").or_else(|| name.strip("我的|我们的"));
    let owned = name.strip_ends("ของผม|ของฉัน|ของเรา|ของหนู|ของดิฉัน|ผม|ฉัน|หนู");
    let named = mine.or_else(|| (owned.seen().len() < name.seen().len()).then_some(owned))?;
    let key = keys::alias(named.trim().seen())?;
    let short = value.seen().chars().count() <= 60 && !value.has_any("is|are|คือ|是");
    if short { Found::known(key, value) } else { None }
}

/// Things of a person that have a number or a sign, which is said right behind them: "my shoe size 42".
const NUMBERED: &str = "number|no|size|code|id|plate|account|locker|room|flight|seat|pin|otp|cvv|extension|weight|height|ticket|booking|reservation|license|licence|passport|zip|postcode|ip|port|handle|username|url|website|blog|github|bday";

/// A slot of the person and its value with nothing between them: "my phone number 555-0134", เบอร์โทรผม 0812345678,
/// 我的手机号13812345678. The value must look like one, or "my birthday party" would be a date.
fn apposed(content: Piece<'_>) -> Option<Found> {
    let seen = content.seen();
    let at = seen.char_indices().find(|(at, c)| {
        let begins = seen
            .get(..*at)
            .and_then(|head| head.chars().next_back())
            .is_none_or(|b| !b.is_ascii_alphanumeric());
        let word = || seen.get(*at..).and_then(|rest| rest.split_whitespace().next()).unwrap_or_default();
        begins && (c.is_ascii_digit() || *c == '+' || *c == '[' || (c.is_ascii() && word().contains('@')))
    })?;
    let (name, value) = (content.cut(0, at.0), content.from(at.0));
    let (name, value) = (tidy(name), value.trim());
    if value.seen().split_whitespace().count() > 8 {
        return None;
    }
    if let Some(named) = name.strip("my|our") {
        let last = named.seen().split_whitespace().next_back().unwrap_or_default();
        let numbered = words(NUMBERED).has(last) && named.seen().split_whitespace().count() <= 4;
        return match keys::alias(named.trim().seen()) {
            Some(key) => Found::known(if key == "uses.phone" { "phone_number" } else { key }, value),
            None if numbered => Found::known(en::free_name(named), value),
            None => None,
        };
    }
    let owned = name.strip_ends("ของผม|ของฉัน|ของเรา|ของหนู|ของดิฉัน|ผม|ฉัน|หนู|ดิฉัน");
    let mine =
        name.strip("我的|我们的|我").or_else(|| (owned.seen().len() < name.seen().len()).then_some(owned))?;
    let key = keys::alias(mine.trim().seen())?;
    Found::known(if key == "uses.phone" { "phone_number" } else { key }, value)
}

/// Finds the slot that a subject without a value names: what is to be forgotten or shown.
pub(super) fn subject(words: Piece<'_>) -> Option<String> {
    let words = tidy(words.open());
    venture::subject(words)
        .or_else(|| in_languages(words, [en::subject, th::subject, zh::subject]))
        .or_else(|| reset::named_setting(words).map(str::to_owned))
        .or_else(|| {
            let told = words.strip_all("about|that|the fact that|เรื่องที่|เรื่อง|ที่|ว่า|ที่บอกว่า|关于");
            known(told).filter(|found| found.known).map(|found| found.key)
        })
        .or_else(|| keys::alias(words.seen()).map(str::to_owned))
}

/// Tries the language of the first letter first, then the others.
fn in_languages<T>(content: Piece<'_>, [en, th, zh]: [fn(Piece<'_>) -> Option<T>; 3]) -> Option<T> {
    let has = |from: char, to: char| content.seen().chars().any(|c| (from..=to).contains(&c));
    let th = |content| has('\u{0E00}', '\u{0E7F}').then(|| th(content)).flatten();
    let zh = |content| has('\u{3400}', '\u{9FFF}').then(|| zh(content)).flatten();
    let first = content.seen().chars().find(|c| c.is_alphabetic());
    match first {
        Some('\u{0E00}'..='\u{0E7F}') => th(content).or_else(|| zh(content)).or_else(|| en(content)),
        Some('\u{3400}'..='\u{9FFF}') => zh(content).or_else(|| th(content)).or_else(|| en(content)),
        _ => en(content).or_else(|| th(content)).or_else(|| zh(content)),
    }
}

/// Returns the category of a tool where people have one of it: editor, system, shell and the like.
pub(super) fn tool(seen: &str) -> Option<&'static str> {
    const TOOLS: &[(&str, &str)] = &[
        (
            "uses.editor",
            "neovim|nvim|vim|vi|emacs|vs code|vscode|visual studio code|sublime text|sublime|intellij|pycharm|webstorm|cursor|zed|helix|notepad++|android studio|xcode|jetbrains",
        ),
        (
            "uses.os",
            "ubuntu|debian|fedora|arch|arch linux|linux|macos|mac os|mac|a mac|macbook|windows|windows 11|windows 10|nixos|linux mint|chromeos",
        ),
        ("uses.shell", "zsh|bash|fish|powershell|nushell"),
        ("uses.browser", "chrome|firefox|safari|edge|brave|arc|opera"),
        ("uses.terminal", "iterm|iterm2|alacritty|kitty|wezterm|tmux|ghostty"),
        ("uses.phone", "iphone|an iphone|android|pixel|galaxy"),
        ("uses.package_manager", "npm|pnpm|yarn|pip|uv|poetry|cargo|homebrew|brew"),
    ];
    TOOLS.iter().find(|(_, names)| words(names).has(seen)).map(|(key, _)| *key)
}

/// Returns the key of what a person uses.
pub(super) fn uses(what: Piece<'_>) -> Option<Found> {
    let what = tidy(what).strip_ends("at work|at home|every day|daily|for work|for everything|on a daily basis|most of the time|these days");
    if what.seen().chars().count() > 40 {
        return None;
    }
    let plain = en::without_version(what.strip_all("a|an|the|my"));
    match tool(what.seen()).or_else(|| tool(plain.seen())) {
        Some(key) => Found::known(key, what),
        None => Found::named("uses", what),
    }
}

/// Returns the key of a preference between two things, the same whichever is preferred.
pub(super) fn between(preferred: Piece<'_>, other: Piece<'_>) -> Option<Found> {
    const PAIRS: &[(&str, &str)] = &[
        ("preferred.indentation", "tabs|tab|spaces|space|แท็บ|ช่องว่าง|เว้นวรรค|空格|制表符|tab键"),
        (
            "preferred.theme",
            "dark mode|light mode|dark theme|light theme|โหมดมืด|โหมดสว่าง|ธีมมืด|ธีมสว่าง|深色模式|浅色模式|暗色模式|黑暗模式",
        ),
    ];
    let (preferred, other) = (tidy(preferred), tidy(other));
    let pair =
        PAIRS.iter().find(|(_, names)| words(names).has(preferred.seen()) || words(names).has(other.seen()));
    if let Some((key, _)) = pair {
        return Found::known(*key, preferred);
    }
    let (a, b) = (keys::slug(preferred.written()), keys::slug(other.written()));
    if a.is_empty() || b.is_empty() {
        return None;
    }
    let (first, second) = if a <= b { (a, b) } else { (b, a) };
    Found::known(keys::shorten(&format!("preferred.{first}_or_{second}")), preferred)
}
