//! How far a transcript was read and what could not be understood in it, as one small value of the store. What was bad
//! the first time is told again the next time: a file that did not change is no better for it.

use std::fmt;

use crate::transcripts::{Position, Report};

/// How many lines are named.
const NAMED: usize = 20;

/// Lines of a transcript that could not be understood or were too long.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BadLines {
    /// The transcript.
    pub path: String,
    /// How many lines could not be understood.
    pub malformed: u64,
    /// How many lines were longer than is read.
    pub too_long: u64,
    /// Whether the transcript ends in the middle of what it tells.
    pub cut_off: bool,
    /// The first of them, from 1.
    pub lines: Vec<u64>,
}

impl BadLines {
    /// Returns how many lines were bad; the one at which a transcript is cut off is one of them.
    pub fn count(&self) -> u64 {
        self.malformed + self.too_long + u64::from(self.cut_off)
    }

    /// Adds what a further reading found.
    pub(crate) fn add(&mut self, report: &Report) {
        // A line whose end was not there is met again.
        let again = report.bad_lines.iter().filter(|line| self.lines.contains(line)).count() as u64;
        self.malformed += report.malformed;
        self.too_long += report.too_long.saturating_sub(again);
        self.cut_off |= report.cut_off;
        self.lines.extend(&report.bad_lines);
        self.lines.dedup();
        self.lines.truncate(NAMED);
    }
}

impl BadLines {
    /// Returns what is wrong with them, without the path.
    pub fn what(&self) -> String {
        let Self { malformed, too_long, cut_off, lines, .. } = self;
        let mut wrong = Vec::new();
        if *malformed > 0 {
            wrong.push(format!("{malformed} lines could not be understood"));
        }
        if *too_long > 0 {
            wrong.push(format!("{too_long} lines are too long to read and were passed over"));
        }
        if *cut_off {
            wrong.push("the file ends in the middle, and what came after that is missing".to_owned());
        }
        let named: Vec<String> = lines.iter().map(u64::to_string).collect();
        let more = if self.count() > lines.len() as u64 { ", …" } else { "" };
        format!("{} (line {}{more})", wrong.join(", "), named.join(", "))
    }
}

impl fmt::Display for BadLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.what())
    }
}

/// What is kept of a transcript that was read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Reached {
    /// What the file looked like when its end was reached; empty before.
    pub(super) stamp: String,
    /// How far it was read.
    pub(super) position: Option<Position>,
    /// What was bad in it.
    pub(super) bad: BadLines,
}

const BAD: &str = "bad ";
/// Stands behind the numbers of a transcript that is cut off.
const CUT: &str = "cut";

impl Reached {
    /// Reads a kept value.
    pub(super) fn parse(path: &str, text: &str) -> Self {
        let (stamp, rest) = text.split_once('\n').unwrap_or((text, ""));
        let (position, bad) = match rest.rsplit_once('\n') {
            Some((position, bad)) if bad.starts_with(BAD) => (position, bad),
            _ => (rest, ""),
        };
        let cut_off = bad.ends_with(CUT);
        let mut numbers = bad.trim_start_matches(BAD).split(' ').map(|word| word.parse().ok());
        let mut next = || numbers.next().flatten().unwrap_or(0);
        let (malformed, too_long) = (next(), next());
        let lines = numbers.flatten().collect();
        let bad = BadLines { path: path.to_owned(), malformed, too_long, cut_off, lines };
        Self { stamp: stamp.to_owned(), position: position.parse().ok(), bad }
    }

    /// Writes the value to keep.
    pub(super) fn render(&self) -> String {
        let position = self.position.as_ref().map(ToString::to_string).unwrap_or_default();
        if self.bad.count() == 0 {
            return format!("{}\n{position}", self.stamp);
        }
        let numbers = [self.bad.malformed, self.bad.too_long];
        let mut bad: Vec<String> = numbers.iter().chain(&self.bad.lines).map(u64::to_string).collect();
        bad.extend(self.bad.cut_off.then(|| CUT.to_owned()));
        format!("{}\n{position}\n{BAD}{}", self.stamp, bad.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_bad_is_kept_and_told_with_its_lines() {
        let bad =
            BadLines { path: "a.jsonl".into(), malformed: 1, too_long: 1, cut_off: false, lines: vec![3, 9] };
        let kept = Reached { stamp: "1 2 3".into(), position: None, bad: bad.clone() };
        assert_eq!(Reached::parse("a.jsonl", &kept.render()), kept);
        let told = "a.jsonl: 1 lines could not be understood, 1 lines are too long to read and were passed over (line 3, 9)";
        assert_eq!(bad.to_string(), told);
        let cut = BadLines { cut_off: true, malformed: 0, too_long: 0, ..bad };
        let kept = Reached { stamp: "1 2 3".into(), position: None, bad: cut.clone() };
        assert_eq!(Reached::parse("a.jsonl", &kept.render()), kept);
        assert!(cut.count() == 1 && cut.what().contains("ends in the middle"), "{}", cut.what());
        let good = Reached { stamp: "1 2 3".into(), ..Reached::default() };
        assert_eq!(good.render(), "1 2 3\n");
        assert_eq!(Reached::parse("", "1 2 3\n"), good);
    }
}
