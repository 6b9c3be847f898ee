//! A second witness for wishes that something be kept: the recogniser of messages to memory, asked about single sentences of a
//! conversation. It hears more ways of asking than the phrases here, and takes statements for wishes, too; so it is asked only
//! where a word of keeping stands, and what it says is one sign among others.

use super::cues::has;
use super::sentence::Sentence;
use crate::trigger::{Command, Cut, Intent, Remark, understand, understand_by};

/// What the embedded model holds of a text.
#[derive(Clone, Copy)]
pub struct Held<'a> {
    /// The vectors of its pieces, one behind the other.
    pub rows: &'a dyn Fn(&str) -> Vec<f32>,
    /// Its pieces with their places.
    pub cut: &'a dyn Fn(&str) -> Vec<Cut>,
}

impl Held<'static> {
    /// Nothing is known of any text.
    pub const NOTHING: Self = Self { rows: &|_| Vec::new(), cut: &|_| Vec::new() };
}

/// Words of keeping, noting and forgetting.
const KEEPING: &str = "remember|remembers|remembered|remembering|note|notes|noted|noting|mind|minds|heads|forget|forgets|forgot|memory|memo|record|records|recorded|file|files|save|saved|store|keep|keeps|kept|log|jot|write|written|wrote|mark|marked|minutes|remind|reminder|reference|know|lose|hang on|hold on|card|profile|bookmark|pin|\
    จำ|จด|บันทึก|โน้ต|โน๊ต|เมม|เซฟ|ลืม|เก็บ|ระลึก|ท่อง|ทด|รู้ไว้|รับรู้|หมายเหตุ|เตือน|ในใจ|记|忘|备注|备忘|存|留意|留心|心上|心里|资料|档案|登记|提醒|注意|知道|写进|写下|标记|留个";

/// What the recogniser says of a sentence in which a word of keeping stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Wish {
    /// What its rules take it for.
    told: Told,
    /// Whether its network takes it for a wish.
    heard: bool,
}

/// What the rules of the recogniser take a sentence for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Told {
    /// Talk.
    Talk,
    /// A wish that names nothing.
    Bare,
    /// A wish that names what is to be kept.
    Named,
}

impl Wish {
    /// Asks the recogniser about a sentence; nothing where no word of keeping stands.
    pub(super) fn of(sentence: &Sentence<'_>, held: &Held<'_>) -> Option<Self> {
        has(&sentence.seen, KEEPING).then_some(())?;
        let asked = understand(sentence.text).into_iter().find(|command| command.intent == Intent::Remember);
        let told = match asked.map(|command| command.remark) {
            None => Told::Talk,
            Some(Some(Remark::NothingNamed)) => Told::Bare,
            Some(_) => Told::Named,
        };
        let keeps = |command: &Command| {
            matches!(command.intent, Intent::Remember | Intent::SetPreference | Intent::Update)
        };
        Some(Self { told, heard: understand_by(sentence.text, held.cut).iter().any(keeps) })
    }

    /// Returns the names of the signs that it is.
    pub(super) fn names(self) -> impl Iterator<Item = &'static str> {
        let told = match self.told {
            Told::Talk => None,
            Told::Bare => Some("wish bare"),
            Told::Named => Some("wish told"),
        };
        ["keeping"].into_iter().chain(told).chain(self.heard.then_some("wish heard"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::sentence::split;
    use super::*;

    fn told(text: &str) -> Option<Told> {
        Wish::of(&split(text)[0], &Held::NOTHING).map(|wish| wish.told)
    }

    #[test]
    fn wishes_are_told_from_talk_of_remembering_in_three_languages() {
        for text in [
            "Remember that Ann is allergic to nuts",
            "hang on to this for next time: Gran can't have caraway",
            "ช่วยจำไว้ด้วยว่าแม่แพ้กุ้ง",
            "帮我记住奶奶对青霉素过敏",
            "幫我記住奶奶對青黴素過敏",
        ] {
            assert_eq!(told(text), Some(Told::Named), "{text}");
        }
        for text in [
            "do you remember what we called the box?",
            "I remember the summer of 2019",
            "he noted that last year too",
            "ลืมไปแล้วว่าร้านนั้นชื่ออะไร",
            "จำได้แต่ว่าอยู่แถวอารีย์",
            "我记得上次那家店是周一休息",
            "我老是記不住",
        ] {
            assert_eq!(told(text), Some(Told::Talk), "{text}");
        }
        assert_eq!(told("จำไว้นะ"), Some(Told::Bare));
    }

    #[test]
    fn the_recogniser_is_not_asked_where_no_word_of_keeping_stands() {
        assert_eq!(told("Ann is allergic to nuts"), None);
        assert_eq!(told("แม่แพ้กุ้ง"), None);
        assert_eq!(told("奶奶对青霉素过敏"), None);
    }
}
