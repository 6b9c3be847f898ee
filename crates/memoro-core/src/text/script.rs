//! Which writing system a character belongs to. Knows ranges, not languages: it never guesses that Han is
//! Chinese or that Latin is English.

/// A writing system, as far as search treats it differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Script {
    /// Latin letters, with or without accents.
    Latin = 0,
    /// Decimal digits, whatever they stand beside.
    Digit = 1,
    /// Thai letters, vowels and tones.
    Thai = 2,
    /// Chinese characters, simplified or traditional, also inside Japanese.
    Han = 3,
    /// Hiragana and katakana.
    Kana = 4,
    /// Korean syllables.
    Hangul = 5,
    /// Lao, Khmer, Myanmar: written without spaces, as Thai is.
    Spaceless = 6,
    /// Any other alphabet, written in words (Cyrillic, Greek, Arabic, Devanagari, …).
    Other = 7,
}

impl Script {
    /// Every script but digits.
    pub const LETTERS: [Self; 7] =
        [Self::Latin, Self::Thai, Self::Han, Self::Kana, Self::Hangul, Self::Spaceless, Self::Other];
}

/// The set of scripts that a text uses, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ScriptSet(u8);

impl ScriptSet {
    /// The set without members.
    pub const EMPTY: Self = Self(0);

    /// Adds a script.
    pub fn insert(&mut self, script: Script) {
        self.0 |= 1 << (script as u8);
    }

    /// Returns whether the script is in the set.
    pub fn contains(self, script: Script) -> bool {
        self.0 & (1 << (script as u8)) != 0
    }

    /// Returns whether the two sets share a script other than digits.
    pub fn shares_letters(self, other: Self) -> bool {
        self.letters() & other.letters() != 0
    }

    /// Returns whether nothing but digits, or nothing at all, is in the set.
    pub fn has_no_letters(self) -> bool {
        self.letters() == 0
    }

    /// Returns the set as one byte, for storage.
    pub fn bits(self) -> u8 {
        self.0
    }

    /// Returns the set that [`ScriptSet::bits`] gave.
    pub fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    fn letters(self) -> u8 {
        self.0 & !(1 << (Script::Digit as u8))
    }
}

impl FromIterator<Script> for ScriptSet {
    fn from_iter<I: IntoIterator<Item = Script>>(scripts: I) -> Self {
        let mut set = Self::EMPTY;
        for script in scripts {
            set.insert(script);
        }
        set
    }
}

/// Tells whether a character is Thai: a letter, vowel, tone, digit or sign.
pub(crate) fn is_thai(c: char) -> bool {
    matches!(c, '\u{0E00}'..='\u{0E7F}')
}

/// Tells whether a character is one of the common Han characters.
pub(crate) fn is_han(c: char) -> bool {
    matches!(c, '\u{4E00}'..='\u{9FFF}')
}

/// Returns the script of a letter or digit, or nothing for marks, signs and spaces.
///
/// Expects a character that went through [`super::fold`]; a full-width letter that did not is `None`.
pub fn script_of(c: char) -> Option<Script> {
    Some(match c {
        'a'..='z' | 'A'..='Z' => Script::Latin,
        '0'..='9' => Script::Digit,
        'ª' | 'µ' | 'º' | 'À'..='Ö' | 'Ø'..='ö' | 'ø'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => {
            Script::Latin
        }
        // Paiyannoi, baht and the repetition sign break a run: they may stand apart or not.
        '\0'..='\u{a9}' | '\u{e2f}' | '\u{e3f}' | '\u{e46}' | '\u{e4f}' | '\u{e5a}' | '\u{e5b}' => {
            return None;
        }
        '\u{e00}'..='\u{e7f}' => Script::Thai,
        '\u{e80}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' => Script::Spaceless,
        '々'
        | '〇'
        | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{323af}' => Script::Han,
        '\u{3041}'..='\u{3096}'
        | '\u{30a1}'..='\u{30fa}'
        | 'ー'
        | '\u{31f0}'..='\u{31ff}'
        | '\u{ff66}'..='\u{ff9f}' => Script::Kana,
        '\u{ac00}'..='\u{d7a3}' | '\u{1100}'..='\u{11ff}' | '\u{3131}'..='\u{318e}' => Script::Hangul,
        c if c.is_alphabetic() || is_mark(c) => Script::Other,
        _ => return None,
    })
}

/// Vowel signs and other marks that carry meaning inside the words of Indic scripts, Arabic and Hebrew.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{591}'..='\u{5bd}' | '\u{64b}'..='\u{65f}' | '\u{900}'..='\u{903}' | '\u{93a}'..='\u{94f}' | '\u{981}'..='\u{983}' | '\u{9bc}'..='\u{9cd}' | '\u{b82}'..='\u{bcd}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_of_the_three_first_languages_are_told_apart() {
        assert_eq!(script_of('k'), Some(Script::Latin));
        assert_eq!(script_of('é'), Some(Script::Latin));
        assert_eq!(script_of('ก'), Some(Script::Thai));
        assert_eq!(script_of('่'), Some(Script::Thai));
        assert_eq!(script_of('部'), Some(Script::Han));
        assert_eq!(script_of('の'), Some(Script::Kana));
        assert_eq!(script_of('한'), Some(Script::Hangul));
        assert_eq!(script_of('ж'), Some(Script::Other));
        assert_eq!(script_of('。'), None);
        assert_eq!(script_of('🎉'), None);
    }

    #[test]
    fn digits_alone_do_not_make_two_texts_share_a_script() {
        let thai: ScriptSet = [Script::Thai, Script::Digit].into_iter().collect();
        let latin: ScriptSet = [Script::Latin, Script::Digit].into_iter().collect();
        assert!(!thai.shares_letters(latin));
        assert!(thai.shares_letters(thai));
        assert_eq!(ScriptSet::from_bits(thai.bits()), thai);
    }
}
