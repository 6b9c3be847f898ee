//! One line of a longer text: whitespace joined, cut at the end of a word in any script, with a mark where it was cut.
//! Changes no word and says nothing of its own.

use memoro_core::text::head;

use crate::workspace::Workspace;

/// What ends a part of a sentence in a script without spaces.
const STOPS: [char; 8] = ['。', '，', '、', '；', '！', '？', '：', 'ฯ'];

impl Workspace {
    /// Returns a text as one line of at most `most` characters that ends with a whole word.
    pub(crate) fn one_line(&self, text: &str, most: usize) -> String {
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if line.chars().count() <= most {
            return line;
        }
        let room = most.saturating_sub(1);
        let head = head(&line, room);
        let rest = line.get(head.len()..).unwrap_or_default();
        let begun = head.rfind(' ').map_or(0, |at| at + 1);
        let kept = if rest.starts_with(' ') || head.ends_with(STOPS) {
            head.len()
        } else if !is_spaceless(head, begun) {
            begun
        } else {
            let ends = rest.find(' ').unwrap_or(rest.len()).min(200);
            let run = line.get(begun..head.len() + floor(rest, ends)).unwrap_or_default();
            begun + self.word_end(run, head.len() - begun)
        };
        let kept = head.get(..kept).unwrap_or(head).trim_end();
        format!("{}…", if kept.is_empty() { head } else { kept })
    }

    /// Returns where the last whole word of a run without spaces ends, at most at byte `most`.
    fn word_end(&self, run: &str, most: usize) -> usize {
        let (mut at, mut end) = (0, 0);
        for word in self.words(run) {
            let Some(found) = run.get(at..).and_then(|rest| rest.find(&word.text)) else { continue };
            at += found + word.text.len();
            if at > most {
                break;
            }
            end = at;
        }
        end
    }
}

/// Tells whether the last word of a head is written in a script without spaces.
fn is_spaceless(head: &str, begun: usize) -> bool {
    head.get(begun..)
        .is_some_and(|word| word.chars().any(|c| !c.is_ascii() && c.is_alphabetic() && !is_cased(c)))
}

fn is_cased(c: char) -> bool {
    c.is_lowercase() || c.is_uppercase()
}

/// Returns the nearest character boundary at or below a byte.
fn floor(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}
