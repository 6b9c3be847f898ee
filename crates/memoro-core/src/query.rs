//! What a question is about, read from its words alone: its terms and their weights, quoted phrases, times it
//! names, whom it addresses. Every reading is soft evidence for ranking; no text is refused and nothing is looked up.

mod dates;
mod focus;
mod intent;
mod only;
mod shell;
mod short;
mod when;

pub use dates::{DateHint, Today};
pub use intent::Intent;

use crate::text::{Kind, Phrase, Script, ScriptSet, Term, Token, tokenize};

/// The most terms that a question is read for; the rest of a pasted page adds nothing but time.
const MOST_TERMS: usize = 96;

/// One term of a question.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::struct_excessive_bools, reason = "each tells another thing of one word")]
pub struct QueryTerm {
    /// Its stable name.
    pub term: Term,
    /// How much it says about the subject: count in the question, less for the shell of the question.
    pub weight: f32,
    /// Whether it is a compound as typed: a name for itself, beside its parts.
    pub whole: bool,
    /// Whether that compound has a number in it: what does not hold it as typed is something else.
    pub code: bool,
    /// Whether it is a piece of such a compound, or a single letter: for itself it was not asked for.
    pub piece: bool,
    /// The script it is written in.
    pub script: Script,
    /// Whether it was written with a capital inside a sentence, as names are.
    pub capital: bool,
    /// Which of several questions in one message it stands in, one bit each; 0 if there is but one.
    pub parts: u8,
    /// Whether it only names the time that the question asks for.
    pub when: bool,
    /// Further names under which the index may know it: a word of two Thai characters inside a longer run.
    pub also: Vec<Term>,
}

impl QueryTerm {
    /// Returns whether the index knows it by this name.
    pub fn is(&self, term: Term) -> bool {
        self.term == term || self.also.contains(&term)
    }
}

/// A question, analysed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Query {
    /// The terms to look up, each once, in order of appearance.
    pub terms: Vec<QueryTerm>,
    /// The scripts that the question is written in.
    pub scripts: ScriptSet,
    /// Quoted parts, which the best hits should hold as typed; all of a question that has no word of the index.
    pub phrases: Vec<Phrase>,
    /// How much of a subject those of them are that have no word of the index, 0..=1.
    pub verbatim: f32,
    /// The times that it names.
    pub dates: Vec<DateHint>,
    /// What kind of answer it wants.
    pub intent: Intent,
    /// The part that asks: what to embed.
    pub focus: String,
    /// How much of a subject it has, 0..=1: a word that says what it is about gives all of it, signs, single letters and
    /// words that only ask next to nothing.
    pub content: f32,
    /// About how many words say what it is about.
    pub words: f32,
    /// The day it is asked on, since 1970-01-01, where that is known.
    pub asked_on: Option<i32>,
    /// Whether it asks for what is of a time, and names nothing else.
    pub only_when: bool,
}

/// How a question wants to be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Identifiers, quotes, one or two words: what was typed is what is meant.
    Exact,
    /// A question in sentences.
    Semantic,
    /// A question that also names something as typed.
    Mixed,
}

impl Query {
    /// Reads a question that is asked on the day `today`.
    pub fn analyse(text: &str, today: Today) -> Self {
        let mut query = Self { phrases: phrases(text), intent: Intent::of(text), ..Self::default() };
        query.asked_on = Some(dates::days(today.0));
        query.dates = dates::read(text, today);
        query.only_when = !query.dates.is_empty() && only::asks_only_when(text);
        let shell = shell::spans(text);
        let times = (!query.dates.is_empty()).then(|| when::spans(text));
        let focus = focus::Focus::of(text);
        query.focus = focus.text(text);
        tokenize(text, &mut |token| {
            query.scripts.insert(token.script);
            if !token.is_indexed() {
                return;
            }
            let piece = is_piece(text, &token);
            let plain = shell::weight(&shell, &token) * if piece { PIECE } else { 1.0 };
            let weight = plain * focus.weight(token.start);
            query.content += if plain < 1.0 { HARDLY } else { weight };
            query.words += if token.kind == Kind::Whole { 0.0 } else { plain * word_share(token.script) };
            let capital =
                text.get(token.start..).and_then(|t| t.chars().next()).is_some_and(char::is_uppercase);
            query.add(QueryTerm {
                term: token.term(),
                weight,
                whole: token.kind == Kind::Whole,
                code: token.kind == Kind::Whole
                    && matches!(token.script, Script::Latin | Script::Digit)
                    && token.text.contains(|c: char| c.is_ascii_digit()),
                piece,
                script: token.script,
                capital: capital && token.start > 0,
                parts: focus.part(token.start),
                when: times.as_ref().is_some_and(|times| when::is_when(text, &token, times)),
                also: short::also(&token),
            });
        });
        query.add_names(text, &shell, &focus);
        for (term, start) in short::words(text, &shell) {
            query.add_short(term, focus.part(start), focus.weight(start));
        }
        query.content = query.content.min(1.0);
        query.verbatim = query.phrases.iter().map(|phrase| verbatim(phrase.unindexed())).fold(0.0, f32::max);
        if query.terms.is_empty() && query.phrases.is_empty() && text.chars().count() <= LONGEST_PHRASE {
            let whole = Phrase::new(text.trim_end_matches(['?', '？', '.', '!', '。', '！']));
            query.phrases.extend(whole.filter(|phrase| phrase.unindexed() > 1));
            let said = query.phrases.first().map_or(0.0, |phrase| verbatim(phrase.unindexed()));
            query.verbatim = UNQUOTED * said;
        }
        query.trim();
        query
    }

    /// Returns whether it asks for something besides a time.
    pub fn has_subject(&self) -> bool {
        self.terms.iter().any(|t| !t.when && !t.piece && t.weight >= 1.0)
    }

    /// Returns every name under which the index may know a term.
    pub fn lookups(&self) -> Vec<Term> {
        self.terms.iter().flat_map(|t| std::iter::once(t.term).chain(t.also.iter().copied())).collect()
    }

    /// Adds a word that is shorter than a gram.
    fn add_short(&mut self, word: short::Word, parts: u8, focus: f32) {
        self.content += word.weight * focus;
        if !self.knows(word.term) {
            let short::Word { term, script, weight, also } = word;
            let (whole, code, piece, capital, when) = (false, false, false, false, false);
            let weight = weight * focus;
            self.add(QueryTerm { term, weight, whole, code, piece, script, capital, parts, when, also });
        }
    }

    /// Adds what stands between the shell words of a question in Thai as whole: the subject, as a text would name it
    /// between spaces.
    fn add_names(&mut self, text: &str, shell: &[(usize, usize)], focus: &focus::Focus) {
        if !self.scripts.contains(Script::Thai) {
            return;
        }
        let mut from = 0;
        for (start, end) in shell.iter().copied().chain([(text.len(), text.len())]) {
            tokenize(text.get(from..start).unwrap_or_default(), &mut |token| {
                if token.kind == Kind::Whole && token.script == Script::Thai && !self.knows(token.term()) {
                    self.add(QueryTerm {
                        term: token.term(),
                        weight: focus.weight(from + token.start),
                        whole: true,
                        code: false,
                        piece: false,
                        script: token.script,
                        capital: false,
                        parts: focus.part(from + token.start),
                        when: false,
                        also: Vec::new(),
                    });
                }
            });
            from = from.max(end);
        }
    }

    fn knows(&self, term: Term) -> bool {
        self.terms.iter().any(|t| t.term == term)
    }

    fn add(&mut self, new: QueryTerm) {
        if let Some(known) = self.terms.iter_mut().find(|t| t.term == new.term) {
            known.weight += new.weight;
            known.capital |= new.capital;
            known.piece &= new.piece;
            known.when &= new.when;
            known.parts |= new.parts;
        } else if self.terms.len() < 8 * MOST_TERMS {
            self.terms.push(new);
        }
    }

    /// Keeps the terms that weigh most, the later of two equals, in their order.
    fn trim(&mut self) {
        if self.terms.len() > MOST_TERMS {
            let mut order: Vec<usize> = (0..self.terms.len()).collect();
            order.sort_by(|a, b| self.terms[*b].weight.total_cmp(&self.terms[*a].weight).then(b.cmp(a)));
            order.truncate(MOST_TERMS);
            let mut index = 0;
            self.terms.retain(|_| {
                index += 1;
                order.contains(&(index - 1))
            });
        }
    }

    /// Returns how the question wants to be searched.
    pub fn class(&self) -> Class {
        let typed = !self.phrases.is_empty() || self.terms.iter().any(|t| t.whole);
        let words = self.terms.iter().filter(|t| !t.whole && t.weight >= 1.0).count();
        match (typed, words) {
            (_, 0..=2) | (true, 3..=4) => Class::Exact,
            (true, _) => Class::Mixed,
            (false, _) => Class::Semantic,
        }
    }
}

/// What a piece of an identifier counts: the whole is what was asked for.
const PIECE: f32 = 0.25;
/// What a word that only asks, or a single letter, adds to the subject.
const HARDLY: f32 = 0.05;

/// The longest phrase, in characters.
const LONGEST_PHRASE: usize = 200;
/// What words without quotes count that only ask or join others: they may be no more than a question.
const UNQUOTED: f32 = 0.4;

/// How much of a subject some words are that the index keeps none of: one stands everywhere, several seldom together.
fn verbatim(words: usize) -> f32 {
    match words {
        0 => 0.0,
        1 => 0.2,
        2 => 0.8,
        _ => 1.0,
    }
}

/// How much of a word a token is: of a gram a part.
fn word_share(script: Script) -> f32 {
    match script {
        Script::Thai | Script::Spaceless => 0.25,
        Script::Han | Script::Kana | Script::Hangul => 0.5,
        Script::Latin | Script::Digit | Script::Other => 1.0,
    }
}

/// How far around a piece the rest of an identifier is looked for.
const TYPED: usize = 64;

/// Whether a token is a piece of something typed together with a number in it, such as E0599, JIRA-14 or 10.0.0.44, or
/// a single Latin letter.
fn is_piece(text: &str, token: &Token<'_>) -> bool {
    if token.kind == Kind::Whole || !matches!(token.script, Script::Latin | Script::Digit) {
        return false;
    }
    let typed = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | ':' | '#');
    let before = text.get(..token.start).unwrap_or_default().chars().rev().take_while(typed).take(TYPED);
    let after = text.get(token.end..).unwrap_or_default().chars().take_while(typed).take(TYPED);
    let (before, after): (String, String) = (before.collect(), after.collect());
    // The parts of a word stand at the place of the whole, which may be as long as the text.
    let own = text.get(token.start..token.end).unwrap_or_default();
    let own = own.char_indices().nth(TYPED).map_or(own, |(end, _)| own.get(..end).unwrap_or_default());
    let joined = |rest: &str| rest.chars().any(|c| c.is_ascii_alphanumeric());
    let number = |part: &str| part.contains(|c: char| c.is_ascii_digit());
    let in_identifier = (joined(&before) || joined(&after)) && [own, &before, &after].into_iter().any(number);
    // Letters and digits without a sign between them: the parts stand at the place of the whole.
    let ordinal = ["st", "nd", "rd", "th"].iter().any(|end| own.to_ascii_lowercase().ends_with(end))
        && token.script == Script::Digit;
    let mixed = number(own) && own.contains(|c: char| c.is_alphabetic()) && !ordinal;
    let letter = own.chars().count() == 1 && own.chars().all(char::is_alphabetic);
    in_identifier || mixed || letter
}

/// The parts between quotation marks of one kind; an unbalanced mark opens nothing.
fn phrases(text: &str) -> Vec<Phrase> {
    let mut found = Vec::new();
    for (open, close) in [('"', '"'), ('“', '”'), ('「', '」'), ('『', '』'), ('«', '»')] {
        let mut rest = text;
        while let Some((_, after)) = rest.split_once(open) {
            let Some((inside, beyond)) = after.split_once(close) else { break };
            if found.len() < 8 && inside.chars().count() <= LONGEST_PHRASE {
                found.extend(Phrase::new(inside));
            }
            rest = beyond;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn query(text: &str) -> Query {
        Query::analyse(text, Today::new(2026, 11, 15))
    }

    proptest! {
        #[test]
        fn no_text_is_refused(text in "\\PC{0,120}") {
            let query = query(&text);
            prop_assert!(query.terms.iter().all(|t| t.weight > 0.0 && t.weight.is_finite()));
        }
    }

    #[test]
    fn question_shells_weigh_less_than_subjects() {
        for (text, subject) in [
            ("tell me about Docker", "docker"),
            ("ช่วยบอกหน่อยว่า Docker คืออะไร", "docker"),
            ("请问Docker是什么？", "docker"),
        ] {
            let query = query(text);
            let subject = Term::of(subject);
            for term in &query.terms {
                assert_eq!(term.term == subject, term.weight >= 1.0, "{text}: {term:?}");
            }
        }
    }

    #[test]
    fn quoted_parts_become_phrases_and_unbalanced_quotes_do_not() {
        assert_eq!(query("find \"new york\" and 「部署」").phrases.len(), 2);
        assert_eq!(query("the 6\" pipe").phrases.len(), 0);
    }

    #[test]
    fn words_that_the_index_does_not_keep_are_a_phrase_of_themselves() {
        let known = |text: &str| (query(text).phrases.len(), query(text).verbatim);
        assert_eq!(known("\"to be or not to be\""), (1, 1.0));
        assert_eq!(known("who wrote \"The Who\" on the wall").0, 1);
        assert_eq!(known("to be or not to be?"), (1, UNQUOTED));
        assert_eq!(known("the"), (0, 0.0));
        assert_eq!(known("🙂🙂"), (0, 0.0));
        for text in ["docker", "部署在哪里", "เซิร์ฟเวอร์", "\"new york\""] {
            assert!(known(text).1 <= 0.0, "{text}");
        }
    }

    #[test]
    fn identifiers_and_short_queries_are_exact_and_sentences_are_not() {
        assert_eq!(query("ERR_CONN_RESET").class(), Class::Exact);
        assert_eq!(query("docker").class(), Class::Exact);
        assert_eq!(query("where did Caroline spend her summer holidays").class(), Class::Semantic);
        assert_eq!(query("why does src/main.rs fail to compile on the server").class(), Class::Mixed);
    }

    #[test]
    fn pieces_of_an_identifier_are_not_what_was_asked_for() {
        for text in ["mk418zq", "E0599", "JIRA-14", "10.0.0.44"] {
            let query = query(text);
            assert!(query.terms.iter().all(|t| t.whole != t.piece), "{text}: {:?}", query.terms);
        }
        for text in ["userId", "3rd", "2026", "main.rs", "docker"] {
            assert!(query(text).terms.iter().all(|t| !t.piece), "{text}");
        }
    }

    #[test]
    fn the_subject_between_shell_words_is_looked_up_whole() {
        let named =
            |text: &str, name: &str| query(text).terms.iter().any(|t| t.whole && t.term == Term::of(name));
        assert!(named("แก้วคืออะไร", "แก้ว"));
        assert!(named("ต้นไพลเป็นพืชอะไร", "ต้นไพล"));
        assert!(!named("what is glass", "glass"));
    }

    #[test]
    fn a_pasted_page_is_read_in_part() {
        let page = (0..20_000).map(|n| n.to_string()).collect::<Vec<_>>().join(" ");
        assert_eq!(query(&page).terms.len(), MOST_TERMS);
    }
}
