//! Folding of characters that look different and mean the same: case, width, Latin accents, Thai digits and the
//! two spellings of SARA AM. Never removes a Thai vowel or tone mark.

/// Returns whether the character is invisible glue that no reader sees: zero-width signs, soft hyphen, variation
/// selectors, byte-order mark, directional marks.
pub(super) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{180e}')
}

/// Returns whether the character is a combining accent of the Latin kind, which folding drops.
pub(super) fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

/// Calls `push` with what the character folds to: usually one character, none if it is invisible.
pub fn fold(c: char, mut push: impl FnMut(char)) {
    if c.is_ascii() {
        push(c.to_ascii_lowercase());
        return;
    }
    match c {
        '\u{ff01}'..='\u{ff5e}' => {
            let narrow = char::from_u32(c as u32 - 0xfee0).unwrap_or(c);
            push(narrow.to_ascii_lowercase());
        }
        '\u{3000}' | '\u{a0}' => push(' '),
        '\u{e50}'..='\u{e59}' => push(char::from_u32(c as u32 - 0xe50 + 0x30).unwrap_or(c)),
        '\u{2018}' | '\u{2019}' | '\u{2bc}' => push('\''),
        '\u{201c}' | '\u{201d}' => push('"'),
        '\u{2010}' | '\u{2011}' => push('-'),
        '\u{e00}'..='\u{e7f}' | '\u{3040}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' => push(c),
        _ if is_invisible(c) || is_accent(c) => {}
        _ => match unaccent(c) {
            Some(plain) => plain.chars().for_each(push),
            None => c.to_lowercase().filter(|l| !is_accent(*l)).for_each(push),
        },
    }
}

/// Returns the plain letters that an accented Latin letter folds to.
fn unaccent(c: char) -> Option<&'static str> {
    Some(match c {
        'à'..='å' | 'À'..='Å' | '\u{100}'..='\u{105}' | '\u{1cd}' | '\u{1ce}' | '\u{1ea0}'..='\u{1eb7}' => {
            "a"
        }
        'æ' | 'Æ' => "ae",
        'ç' | 'Ç' | '\u{106}'..='\u{10d}' => "c",
        '\u{10e}'..='\u{111}' | 'ð' | 'Ð' => "d",
        'è'..='ë' | 'È'..='Ë' | '\u{112}'..='\u{11b}' | '\u{1eb8}'..='\u{1ec7}' => "e",
        '\u{11c}'..='\u{123}' => "g",
        '\u{124}'..='\u{127}' => "h",
        'ì'..='ï' | 'Ì'..='Ï' | '\u{128}'..='\u{131}' | '\u{1ec8}'..='\u{1ecb}' => "i",
        '\u{134}' | '\u{135}' => "j",
        '\u{136}' | '\u{137}' => "k",
        '\u{139}'..='\u{142}' => "l",
        'ñ' | 'Ñ' | '\u{143}'..='\u{148}' => "n",
        'ò'..='ö'
        | 'Ò'..='Ö'
        | 'ø'
        | 'Ø'
        | '\u{14c}'..='\u{151}'
        | '\u{1a0}'
        | '\u{1a1}'
        | '\u{1ecc}'..='\u{1ee3}' => "o",
        'œ' | 'Œ' => "oe",
        '\u{154}'..='\u{159}' => "r",
        'ß' | 'ẞ' => "ss",
        '\u{15a}'..='\u{161}' | '\u{218}' | '\u{219}' => "s",
        '\u{162}'..='\u{167}' | '\u{21a}' | '\u{21b}' => "t",
        'ù'..='ü' | 'Ù'..='Ü' | '\u{168}'..='\u{173}' | '\u{1af}' | '\u{1b0}' | '\u{1ee4}'..='\u{1ef1}' => {
            "u"
        }
        '\u{174}' | '\u{175}' => "w",
        'ý' | 'ÿ' | 'Ý' | '\u{176}'..='\u{178}' | '\u{1ef2}'..='\u{1ef9}' => "y",
        '\u{179}'..='\u{17e}' => "z",
        _ => return None,
    })
}

/// The last folded Thai characters of a run, joined where two spellings mean one.
///
/// NIKHAHIT + SARA AA (with a tone mark between, before or after) becomes SARA AM, and SARA E twice becomes SARA AE.
/// Returns the number of characters that the new one replaces at the end of `run`, and what stands there instead.
pub(super) fn join_thai(run: &[char], c: char) -> Option<(usize, [Option<char>; 2])> {
    let last = *run.last()?;
    match (last, c) {
        ('\u{e4d}', '\u{e32}') => Some((1, [Some('\u{e33}'), None])),
        ('\u{e48}'..='\u{e4b}', '\u{e32}') if run.len() > 1 && run.get(run.len() - 2) == Some(&'\u{e4d}') => {
            Some((2, [Some(last), Some('\u{e33}')]))
        }
        ('\u{e40}', '\u{e40}') => Some((1, [Some('\u{e41}'), None])),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(text: &str) -> String {
        let mut out = String::new();
        text.chars().for_each(|c| fold(c, |f| out.push(f)));
        out
    }

    #[test]
    fn case_width_and_accents_fold_away() {
        assert_eq!(folded("Ｄｏｃｋｅｒ　２０２６"), "docker 2026");
        assert_eq!(folded("Café Đà Nẵng Straße"), "cafe da nang strasse");
        assert_eq!(folded("e\u{301}te\u{301}"), "ete");
    }

    #[test]
    fn thai_vowels_and_tones_stay_and_thai_digits_become_digits() {
        assert_eq!(folded("น้ำแข็ง ๑๒"), "น้ำแข็ง 12");
    }

    #[test]
    fn zero_width_signs_vanish() {
        assert_eq!(folded("ภาษา\u{200b}ไทย"), "ภาษาไทย");
    }

    #[test]
    fn both_spellings_of_sara_am_join() {
        assert_eq!(join_thai(&['น', '\u{e4d}'], '\u{e32}'), Some((1, [Some('\u{e33}'), None])));
        assert_eq!(
            join_thai(&['น', '\u{e4d}', '\u{e49}'], '\u{e32}'),
            Some((2, [Some('\u{e49}'), Some('\u{e33}')]))
        );
        assert_eq!(join_thai(&['ก'], '\u{e32}'), None);
    }
}
