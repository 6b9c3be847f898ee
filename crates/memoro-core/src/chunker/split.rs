//! Cuts what is too large for one chunk: at lines, sentences, words, and at last between two characters, but never
//! between a letter and its marks.

use super::Limits;
use super::lines::{Lines, chars, tokens};
use super::scan::{Cut, Kind, Unit};

/// Returns a unit in pieces that are small enough to be packed and repeated.
pub(super) fn split(lines: &Lines, unit: &Unit, limits: Limits) -> Vec<Unit> {
    let mut pieces = Vec::new();
    let mut start = unit.start;
    let mut before = unit.before;
    for (end, cut) in places(lines.slice(unit.start, unit.end), unit.kind) {
        let end = unit.start + end;
        words(lines, Unit { start, end, before, ..blank(unit) }, limits, &mut pieces);
        (start, before) = (end, cut);
    }
    words(lines, Unit { start, end: unit.end, before, ..blank(unit) }, limits, &mut pieces);
    if let Some(first) = pieces.first_mut() {
        first.said.clone_from(&unit.said);
    }
    pieces
}

fn blank(unit: &Unit) -> Unit {
    Unit { said: None, tokens: 0, ..*unit }
}

/// Returns the ends of lines and sentences inside a text.
fn places(bytes: &[u8], kind: Kind) -> Vec<(usize, Cut)> {
    let mut places: Vec<(usize, Cut)> = Vec::new();
    let mut ended = false;
    let mut line_blank = true;
    for (at, c) in chars(bytes) {
        let next = at + c.len_utf8();
        if c == '\n' {
            let cut = if line_blank {
                Cut::Item
            } else if ended {
                Cut::Sentence
            } else {
                Cut::Line
            };
            push(&mut places, next, cut);
            (ended, line_blank) = (false, true);
        } else if c.is_whitespace() {
            if ended && kind != Kind::Solid {
                push(&mut places, next, Cut::Sentence);
            }
        } else {
            line_blank = false;
            if matches!(c, '。' | '！' | '？' | '।') {
                ended = true;
                push(&mut places, next, Cut::Sentence);
            } else {
                ended = matches!(c, '.' | '!' | '?' | '…') || (ended && is_closer(c));
            }
        }
    }
    places.retain(|(end, _)| *end < bytes.len());
    places
}

/// Adds a place; white space and closing quotes after a place belong to the piece before.
fn push(places: &mut Vec<(usize, Cut)>, end: usize, cut: Cut) {
    match places.last_mut() {
        Some((last, strength)) if *last + 1 == end && *strength >= cut => *last = end,
        _ => places.push((end, cut)),
    }
}

fn is_closer(c: char) -> bool {
    matches!(c, '"' | '\'' | ')' | ']' | '”' | '’' | '」' | '』' | '）' | '*' | '_')
}

/// Adds a piece, cut between words where it is still too large.
fn words(lines: &Lines, piece: Unit, limits: Limits, out: &mut Vec<Unit>) {
    let bytes = lines.slice(piece.start, piece.end);
    if bytes.is_empty() {
        return;
    }
    let size = tokens(bytes);
    if size <= limits.piece() {
        out.push(Unit { tokens: size, ..piece });
        return;
    }
    let mut start = 0;
    let mut before = piece.before;
    for end in word_ends(bytes, limits.piece()) {
        let part = lines.slice(piece.start + start, piece.start + end);
        out.push(Unit {
            start: piece.start + start,
            end: piece.start + end,
            before,
            tokens: tokens(part),
            ..blank(&piece)
        });
        (start, before) = (end, Cut::Word);
    }
}

/// Returns the ends of runs of words within a number of tokens; the last end is the end of the text.
fn word_ends(bytes: &[u8], max: usize) -> Vec<usize> {
    let mut ends = Vec::new();
    let (mut start, mut space, mut letter) = (0, 0, 0);
    let (mut cost, mut cost_at_space, mut cost_at_letter) = (0, 0, 0);
    for (at, c) in chars(bytes) {
        if !joins(c) {
            (letter, cost_at_letter) = (at, cost);
        }
        if cost + most(c) > max * SIXTIETHS {
            let (end, spent) = if space > start { (space, cost_at_space) } else { (letter, cost_at_letter) };
            let (end, spent) = if end > start { (end, spent) } else { (at, cost) };
            ends.push(end);
            start = end;
            cost -= spent;
            cost_at_letter = cost_at_letter.saturating_sub(spent);
        }
        cost += most(c);
        if c.is_whitespace() {
            (space, cost_at_space) = (at + c.len_utf8(), cost);
        }
    }
    ends.push(bytes.len());
    ends
}

const SIXTIETHS: usize = 60;

/// Returns the most that a character costs, in sixtieths of a token.
fn most(c: char) -> usize {
    match c {
        '\0'..='\x7F' => 15,
        '\u{80}'..='\u{10FF}' => 30,
        _ => 46,
    }
}

/// Tells whether a character belongs to the one before it.
fn joins(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}' | '\u{E31}' | '\u{E34}'..='\u{E3A}' | '\u{E47}'..='\u{E4E}' | '\u{200C}' | '\u{200D}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{1F3FB}'..='\u{1F3FF}' | '\u{93C}' | '\u{93E}'..='\u{94D}' | '\u{EB1}' | '\u{EB4}'..='\u{EBC}')
}
