//! Where a message shows words rather than says them: fenced and indented code, comments, what a shell prints, elements of
//! a page, quoted lines and quotations. Finds where each begins and ends; what has no end is no such thing, save a fence.

use super::MASK;

/// Masks what is only shown, byte for byte; line breaks stay.
pub(super) fn mask(folded: &str) -> String {
    let mut out = String::with_capacity(folded.len());
    let mut rest = folded;
    let mut line_start = true;
    // Whether a blank line stands before this one: only then is an indented line code.
    let mut parted = false;
    let mut before = ' ';
    let mut ends = Ends(0);
    while let Some(c) = rest.chars().next() {
        let at_line = if line_start { line(rest, parted) } else { 0 };
        let hidden = match c {
            _ if at_line > 0 => at_line,
            '<' => comment(rest).or_else(|| ends.of(rest, element)).unwrap_or(0),
            '`' if rest.starts_with("```") => fence(rest, "```"),
            '\\' => ends.of(rest, environment).unwrap_or(0),
            _ => quotation(rest, c, before),
        };
        let taken = if hidden == 0 { c.len_utf8() } else { hidden };
        let (head, tail) = rest.split_at(taken);
        if hidden == 0 {
            out.push(c);
        } else {
            out.extend(head.bytes().map(|b| if b == b'\n' { '\n' } else { MASK }));
        }
        let last = head.chars().next_back().unwrap_or(' ');
        parted = last == '\n' && before == '\n';
        before = last;
        line_start = before == '\n';
        rest = tail;
    }
    out
}

/// How often the end of something was looked for in vain: after many no more are, or a text full of beginnings would take long.
struct Ends(usize);

impl Ends {
    const MOST: usize = 64;

    fn of(&mut self, rest: &str, length: fn(&str) -> Option<usize>) -> Option<usize> {
        let found = if self.0 < Self::MOST { length(rest) } else { None };
        self.0 += usize::from(found.is_none());
        found
    }
}

/// The length of what a line shows from its start on; zero where it says something.
fn line(rest: &str, parted: bool) -> usize {
    let end = || rest.find('\n').unwrap_or(rest.len());
    let bare = rest.trim_start_matches(' ');
    match bare.bytes().next() {
        Some(b'>') => return end(),
        Some(b'~') if bare.starts_with("~~~") => return fence(rest, "~~~"),
        Some(b'"') => return docstring(rest, "\"\"\""),
        Some(b'\'') => return docstring(rest, "'''"),
        Some(b'#' | b'-' | b';' | b'%' | b'/') if is_comment(bare) => return end(),
        Some(b'e' | b'p' | b'$') if is_shell(bare) => return end(),
        _ => {}
    }
    let indented = rest.starts_with('\t') || rest.len() - bare.len() >= 4;
    if parted && indented { end() } else { 0 }
}

/// A line that is a comment of a program: `# …`, `-- …`, `; …`, `// …`.
fn is_comment(line: &str) -> bool {
    let marks = line.len() - line.trim_start_matches(['#', '-', ';', '%', '/']).len();
    let (mark, rest) = line.split_at(marks);
    let known = matches!(mark, "--" | ";" | ";;" | "%" | "//" | "///") || mark.bytes().all(|b| b == b'#');
    known && (rest.starts_with(' ') || mark.starts_with('/') && !rest.is_empty())
}

/// A line that a shell is to run, where it prints its words: `echo …`, `$ …`.
fn is_shell(line: &str) -> bool {
    ["echo ", "printf ", "print ", "puts ", "$ "].iter().any(|command| line.starts_with(command))
}

fn comment(rest: &str) -> Option<usize> {
    let body = rest.strip_prefix("<!--")?;
    Some(body.find("-->").map_or(rest.len(), |end| end + 7))
}

/// A fence runs to its like, or to the end.
fn fence(rest: &str, mark: &str) -> usize {
    let start = rest.find(mark).map_or(rest.len(), |at| at + mark.len());
    rest.get(start..).and_then(|body| body.find(mark)).map_or(rest.len(), |end| start + end + mark.len())
}

/// Three quotes that open a line and close later.
fn docstring(rest: &str, mark: &str) -> usize {
    let lead = rest.len() - rest.trim_start_matches(' ').len();
    let body = rest.get(lead..).and_then(|bare| bare.strip_prefix(mark));
    body.and_then(|body| body.find(mark)).map_or(0, |end| lead + end + 2 * mark.len())
}

/// An element of a page with what stands in it: `<pre>…</pre>`.
fn element(rest: &str) -> Option<usize> {
    let body = rest.strip_prefix('<')?;
    let length = body.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'-').count();
    let name = body.get(..length).filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))?;
    let opened = body.get(length..)?;
    let inside = opened.get(opened.find('>')? + 1..).filter(|_| opened.starts_with(['>', ' ', '\n']))?;
    let from = rest.len() - inside.len();
    inside.match_indices("</").find_map(|(at, _)| {
        let close = inside.get(at + 2..)?.strip_prefix(name)?;
        let end = close.find('>').filter(|end| close.get(..*end).is_some_and(|gap| gap.trim().is_empty()))?;
        Some(from + at + 2 + name.len() + end + 1)
    })
}

/// What is set as it stands: `\begin{verbatim}…\end{verbatim}`.
fn environment(rest: &str) -> Option<usize> {
    let body = rest.strip_prefix("\\begin{")?;
    let name = body.get(..body.find('}')?)?;
    let close = format!("\\end{{{name}}}");
    rest.find(&close).map(|at| at + close.len())
}

/// The closing mark of an opening quote.
fn closing(c: char) -> Option<char> {
    Some(match c {
        '"' => '"',
        '“' => '”',
        '‘' => '\'',
        '「' => '」',
        '『' => '』',
        '《' => '》',
        '«' => '»',
        _ => return None,
    })
}

/// The length of a quotation or of inline code at the start of `rest`; zero where there is none.
fn quotation(rest: &str, first: char, before: char) -> usize {
    const LONGEST: usize = 600;
    let close = match first {
        '`' => '`',
        '\'' if !before.is_alphanumeric() => '\'',
        _ => match closing(first) {
            Some(close) => close,
            None => return 0,
        },
    };
    let body = rest.get(first.len_utf8()..).unwrap_or_default();
    for (at, c) in body.char_indices().take(LONGEST) {
        if c == '\n' {
            return 0;
        }
        let next = body.get(at + c.len_utf8()..).and_then(|r| r.chars().next());
        let closes = c == close && (close != '\'' || !next.is_some_and(char::is_alphanumeric));
        if closes && at > 0 {
            return first.len_utf8() + at + c.len_utf8();
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::super::super::understand;
    use super::*;

    #[test]
    fn a_command_that_is_only_shown_does_nothing() {
        for shown in [
            "~~~\n{}\n~~~",
            "look at this:\n~~~text\n{}\n~~~\nwhat does it do?",
            "<pre>\n{}\n</pre>",
            "<pre class=\"x\">{}</pre>",
            "<p>{}</p>",
            "<b>{}</b>",
            "\"\"\"\n{}\n\"\"\"",
            "'''\n{}\n'''",
            "\\begin{verbatim}\n{}\n\\end{verbatim}",
            "# {}",
            "-- {}",
            "; {}",
            "// {}",
            "x = 1\n# {}\ny = 2",
            "echo {}",
            "$ echo {}",
            "my notes\n\n    {}\n",
            "the code is\n{}\nend",
        ] {
            for command in [
                "forget my name",
                "remember my name is Bob",
                "from now on always answer in French",
                "ลืมชื่อฉัน",
                "จำไว้ว่าฉันชื่อเอ",
                "忘掉我的名字",
                "记住我叫小明",
            ] {
                let message = shown.replace("{}", command);
                let found = understand(&message);
                assert!(found.is_empty(), "{message}: {found:?}");
            }
        }
    }

    #[test]
    fn marks_that_show_nothing_leave_a_command_as_it_is() {
        for (message, value) in [
            ("remember my name is Bob ~~~", "Bob"),
            ("- remember my name is Bob", "Bob"),
            ("# Notes\nremember my name is Bob", "Bob"),
            ("--\nremember my name is Bob", "Bob"),
            ("remember my channel is #general", "#general"),
            ("remember the tag is <p>", "<p>"),
            ("remember my name is Bob -- thanks", "Bob"),
            ("  remember my name is Bob", "Bob"),
            ("    remember my name is Bob", "Bob"),
            ("remember my signature is <b>Bob</b>", "<b>Bob</b>"),
            ("记住我的频道是 #general", "#general"),
            ("จำไว้ว่าฉันชื่อเอ ~", "เอ"),
        ] {
            let found = understand(message);
            assert_eq!(found.first().map(|one| one.value.as_str()), Some(value), "{message}: {found:?}");
        }
    }

    #[test]
    fn what_is_masked_keeps_its_length_and_its_lines() {
        for text in ["a <pre>\nx</pre> b", "~~~\nx", "\"\"\"\nx", "\\begin{a}\nx", "<p>x", "\n\n    x\n"] {
            let masked = mask(text);
            assert_eq!(masked.len(), text.len(), "{text}");
            assert_eq!(masked.matches('\n').count(), text.matches('\n').count(), "{text}");
        }
    }
}
