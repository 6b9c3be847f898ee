//! Reads a document into units that are not to be cut, grouped into sections by heading. Decides what belongs
//! together, not how large a chunk becomes.

use std::ops::Range;

use super::attributes::{self, Attributes};
use super::blocks::{self, Start};
use super::lines::{Lines, text, tokens};
use super::{Format, Limits, split};

/// How good a place for a cut is, weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cut {
    /// Between two words.
    Word,
    /// At the end of a line.
    Line,
    /// At the end of a sentence.
    Sentence,
    /// Between two list items or table rows.
    Item,
    /// Between two blocks.
    Block,
}

/// What a unit is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A heading line.
    Heading,
    /// Running text.
    Prose,
    /// A comment that says something about the text beneath.
    Comment,
    /// Code, a table row, a list item: lines that stand as they are.
    Solid,
}

/// A range of bytes that is not to be cut.
#[derive(Debug, Clone)]
pub(super) struct Unit {
    /// The first byte.
    pub(super) start: usize,
    /// The byte after the last.
    pub(super) end: usize,
    /// What it is.
    pub(super) kind: Kind,
    /// How good a cut before it would be.
    pub(super) before: Cut,
    /// Its estimated tokens.
    pub(super) tokens: usize,
    /// What comments inside it say.
    pub(super) said: Option<Box<Attributes>>,
}

/// The units beneath one heading.
#[derive(Debug)]
pub(super) struct Section {
    /// The units.
    pub(super) units: Range<usize>,
    /// The headings, outermost first.
    pub(super) headings: Vec<String>,
    /// What comments say about the section and those around it.
    pub(super) attributes: Attributes,
}

/// A document as units in sections.
#[derive(Debug, Default)]
pub(super) struct Outline {
    /// All units in the order of the file.
    pub(super) units: Vec<Unit>,
    /// The sections, which cover all units.
    pub(super) sections: Vec<Section>,
}

/// Reads a document from the given line on.
pub(super) fn scan(lines: &Lines, first: usize, format: Format, limits: Limits) -> Outline {
    let mut scanner = Scanner::new(lines, limits);
    let mut line = first;
    while line < lines.len() {
        line = match (lines.is_blank(line), format) {
            (true, _) => line + 1,
            (false, Format::Markdown) => scanner.markdown(line),
            (false, Format::Plain) => {
                let end = blocks::plain_end(lines, line);
                scanner.unit(line, end, Kind::Prose, Cut::Block)
            }
        };
    }
    scanner.finish()
}

struct Heading {
    level: u8,
    text: String,
    attributes: Attributes,
}

struct Scanner<'a> {
    lines: &'a Lines<'a>,
    limits: Limits,
    outline: Outline,
    /// The headings above the current line; the first is the file itself.
    above: Vec<Heading>,
    /// The first unit of the open section.
    open: usize,
    /// Comments seen last, which belong to what follows.
    waiting: Vec<usize>,
    has_body: bool,
    /// The line after the last list item and its indentation.
    list: Option<(usize, usize)>,
}

impl<'a> Scanner<'a> {
    fn new(lines: &'a Lines<'a>, limits: Limits) -> Self {
        let file = Heading { level: 0, text: String::new(), attributes: Attributes::default() };
        Self {
            lines,
            limits,
            outline: Outline::default(),
            above: vec![file],
            open: 0,
            waiting: Vec::new(),
            has_body: false,
            list: None,
        }
    }

    fn markdown(&mut self, at: usize) -> usize {
        let lines = self.lines;
        match blocks::start(lines, at) {
            Start::Heading(level) => self.heading(at, at + 1, level),
            Start::Fence(open) => self.unit(at, blocks::fence_end(lines, at, open), Kind::Solid, Cut::Block),
            Start::Comment => self.comment(at, blocks::comment_end(lines, at).unwrap_or(at + 1)),
            Start::Table => self.table(at, blocks::table_end(lines, at)),
            Start::Item(indent) => self.item(at, indent),
            Start::Rule => self.unit(at, at + 1, Kind::Solid, Cut::Block),
            Start::Indented => self.unit(at, blocks::indented_end(lines, at), Kind::Solid, Cut::Block),
            Start::Text => match blocks::text_end(lines, at) {
                (end, Some(level)) => self.heading(at, end, level),
                (end, None) => self.unit(at, end, Kind::Prose, Cut::Block),
            },
        }
    }

    /// Adds a block and returns the line after it.
    fn unit(&mut self, at: usize, end: usize, kind: Kind, before: Cut) -> usize {
        if !matches!(kind, Kind::Heading | Kind::Comment) {
            if !self.has_body {
                self.settle_waiting();
            }
            self.waiting.clear();
            self.has_body = true;
        }
        let (start, end_byte) = (self.lines.start(at), self.lines.start(end));
        let bytes = self.lines.slice(start, end_byte);
        let speaks = bytes.windows(4).any(|four| four == b"<!--") && kind_may_speak(kind, bytes);
        let said =
            speaks.then(|| attributes::read(&text(bytes))).filter(|said| !said.is_empty()).map(Box::new);
        let whole = Unit { start, end: end_byte, kind, before, tokens: tokens(bytes), said };
        if whole.tokens <= self.limits.tokens {
            self.outline.units.push(whole);
        } else {
            self.outline.units.extend(split::split(self.lines, &whole, self.limits));
        }
        end
    }

    fn item(&mut self, at: usize, indent: usize) -> usize {
        let follows = self.list.is_some_and(|(end, base)| {
            base.abs_diff(indent) <= 1 && (end..at).all(|line| self.lines.is_blank(line))
        });
        let base = if follows { self.list.map_or(indent, |(_, base)| base) } else { indent };
        let before = if follows { Cut::Item } else { Cut::Block };
        let end = blocks::item_end(self.lines, at, base);
        self.list = Some((end, base));
        self.unit(at, end, Kind::Solid, before)
    }

    fn table(&mut self, at: usize, end: usize) -> usize {
        self.unit(at, at + 2, Kind::Solid, Cut::Block);
        for row in at + 2..end {
            self.unit(row, row + 1, Kind::Solid, Cut::Item);
        }
        end
    }

    fn comment(&mut self, at: usize, end: usize) -> usize {
        let said = attributes::read(&text(self.lines.slice(self.lines.start(at), self.lines.start(end))));
        if said.is_empty() {
            return self.unit(at, end, Kind::Prose, Cut::Block);
        }
        let after_heading = self
            .outline
            .units
            .last()
            .is_some_and(|unit| unit.kind == Kind::Heading && unit.end == self.lines.start(at));
        self.unit(at, end, Kind::Comment, Cut::Block);
        if after_heading {
            self.say(&said);
        } else {
            self.waiting.push(self.outline.units.len() - 1);
        }
        end
    }

    fn heading(&mut self, at: usize, end: usize, level: u8) -> usize {
        let deeper = self.above.last().is_some_and(|above| above.level > 0 && level > above.level);
        let began = self.waiting.first().copied().unwrap_or(self.outline.units.len());
        if self.has_body || !deeper {
            self.close(began);
        }
        while self.above.last().is_some_and(|above| above.level >= level) {
            self.above.pop();
        }
        let text = heading_text(self.lines.slice(self.lines.start(at), self.lines.start(end)));
        self.above.push(Heading { level, text, attributes: Attributes::default() });
        self.settle_waiting();
        self.has_body = false;
        self.unit(at, end, Kind::Heading, Cut::Block)
    }

    /// Lets the waiting comments speak about the innermost heading.
    fn settle_waiting(&mut self) {
        for unit in std::mem::take(&mut self.waiting) {
            if let Some(said) = self.outline.units[unit].said.clone() {
                self.say(&said);
            }
        }
    }

    fn say(&mut self, said: &Attributes) {
        if let Some(heading) = self.above.last_mut() {
            heading.attributes.overlay(said);
        }
    }

    fn close(&mut self, end: usize) {
        if end <= self.open {
            return;
        }
        let mut attributes = Attributes::default();
        for heading in &self.above {
            attributes.overlay(&heading.attributes);
        }
        let headings = self.above.iter().skip(1).map(|heading| heading.text.clone()).collect();
        self.outline.sections.push(Section { units: self.open..end, headings, attributes });
        self.open = end;
    }

    fn finish(mut self) -> Outline {
        if !self.has_body {
            self.settle_waiting();
        }
        self.close(self.outline.units.len());
        self.outline
    }
}

/// Code may show a comment without meaning it.
fn kind_may_speak(kind: Kind, bytes: &[u8]) -> bool {
    let body = bytes.trim_ascii_start();
    kind != Kind::Solid
        || !(body.starts_with(b"```") || body.starts_with(b"~~~") || blocks::indent(bytes) >= 4)
}

const HEADING_CHARS: usize = 120;

/// Returns the words of a heading on one line, without marks and not endlessly long.
fn heading_text(bytes: &[u8]) -> String {
    let text = text(bytes);
    let body = text.trim().trim_end_matches(['=', '-']).trim();
    let body = body.trim_start_matches('#').trim();
    let body = match body.trim_end_matches('#') {
        closed if closed.ends_with([' ', '\t']) => closed.trim_end(),
        _ => body,
    };
    body.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(HEADING_CHARS).collect()
}
