//! Reads JSON and its relaxed form: comments, single quotes, names without quotes, commas at the end, hexadecimal
//! numbers. Reads only; says where it cannot.

use serde_json::{Map, Number, Value};

/// How deep objects and lists may lie in each other.
const DEPTH: usize = 64;

/// Reads a text.
pub(crate) fn parse(text: &str) -> Result<Value, String> {
    read(text).map(|(value, _)| value)
}

/// Reads a text and tells which names stand twice in one object: the last one counts.
pub(crate) fn read(text: &str) -> Result<(Value, Vec<String>), String> {
    let mut reader = Reader { rest: text.trim_start_matches('\u{feff}'), line: 1, twice: Vec::new() };
    let value = reader.value(0).map_err(|why| format!("line {}: {why}", reader.line))?;
    reader.space().map_err(|why| format!("line {}: {why}", reader.line))?;
    if reader.rest.is_empty() {
        Ok((value, reader.twice))
    } else {
        Err(format!("line {}: something follows the end", reader.line))
    }
}

struct Reader<'a> {
    rest: &'a str,
    line: usize,
    twice: Vec<String>,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let first = chars.next()?;
        self.rest = chars.as_str();
        self.line += usize::from(first == '\n');
        Some(first)
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn take(&mut self, text: &str) -> bool {
        let Some(rest) = self.rest.strip_prefix(text) else { return false };
        self.rest = rest;
        true
    }

    /// Passes over white space and comments.
    fn space(&mut self) -> Result<(), String> {
        loop {
            match self.peek() {
                Some(c) if c.is_whitespace() || c == '\u{feff}' => drop(self.next()),
                Some('/') if self.rest.starts_with("//") => {
                    while self.peek().is_some_and(|c| c != '\n') {
                        self.next();
                    }
                }
                Some('/') if self.rest.starts_with("/*") => {
                    self.take("/*");
                    while !self.take("*/") {
                        self.next().ok_or("a comment has no end")?;
                    }
                }
                _ => return Ok(()),
            }
        }
    }

    fn value(&mut self, depth: usize) -> Result<Value, String> {
        if depth > DEPTH {
            return Err("it lies too deep".into());
        }
        self.space()?;
        match self.peek().ok_or("it ends too early")? {
            '{' => self.object(depth),
            '[' => self.list(depth),
            '"' | '\'' => self.text().map(Value::String),
            _ => self.word(),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Value, String> {
        self.next();
        let mut fields = Map::new();
        loop {
            self.space()?;
            match self.peek().ok_or("an object has no end")? {
                '}' => {
                    self.next();
                    return Ok(Value::Object(fields));
                }
                '"' | '\'' => {
                    let name = self.text()?;
                    self.field(name, &mut fields, depth)?;
                }
                _ => {
                    let name = self.name()?;
                    self.field(name, &mut fields, depth)?;
                }
            }
        }
    }

    fn field(&mut self, name: String, fields: &mut Map<String, Value>, depth: usize) -> Result<(), String> {
        self.space()?;
        if self.next() != Some(':') {
            return Err(format!("`{name}` has no colon behind it"));
        }
        let value = self.value(depth + 1)?;
        if fields.insert(name.clone(), value).is_some() {
            self.twice.push(name);
        }
        self.comma('}')
    }

    fn list(&mut self, depth: usize) -> Result<Value, String> {
        self.next();
        let mut items = Vec::new();
        loop {
            self.space()?;
            if self.peek().ok_or("a list has no end")? == ']' {
                self.next();
                return Ok(Value::Array(items));
            }
            items.push(self.value(depth + 1)?);
            self.comma(']')?;
        }
    }

    /// Takes a comma, unless the end comes next.
    fn comma(&mut self, end: char) -> Result<(), String> {
        self.space()?;
        match self.peek() {
            Some(',') => {
                self.next();
                Ok(())
            }
            Some(c) if c == end => Ok(()),
            _ => Err(format!("a comma or `{end}` is missing")),
        }
    }

    fn name(&mut self) -> Result<String, String> {
        let mut name = String::new();
        while let Some(c) = self.peek().filter(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '-')) {
            name.push(c);
            self.next();
        }
        if name.is_empty() { Err("a name is missing".into()) } else { Ok(name) }
    }

    fn text(&mut self) -> Result<String, String> {
        let quote = self.next().ok_or("it ends too early")?;
        let mut text = String::new();
        loop {
            match self.next().ok_or("a text has no end")? {
                c if c == quote => return Ok(text),
                '\\' => self.escape(&mut text)?,
                c => text.push(c),
            }
        }
    }

    fn escape(&mut self, text: &mut String) -> Result<(), String> {
        match self.next().ok_or("a text has no end")? {
            'n' => text.push('\n'),
            't' => text.push('\t'),
            'r' => text.push('\r'),
            'b' => text.push('\u{8}'),
            'f' => text.push('\u{c}'),
            '0' => text.push('\0'),
            '\n' => {}
            'u' => {
                let mut unit = self.unit()?;
                if (0xD800..0xDC00).contains(&unit) && self.take("\\u") {
                    unit = 0x10000 + ((unit - 0xD800) << 10) + (self.unit()?.wrapping_sub(0xDC00) & 0x3FF);
                }
                text.push(char::from_u32(unit).ok_or("an escape is no character")?);
            }
            c => text.push(c),
        }
        Ok(())
    }

    fn unit(&mut self) -> Result<u32, String> {
        let mut unit = 0;
        for _ in 0..4 {
            let digit = self.next().and_then(|c| c.to_digit(16)).ok_or("an escape needs four digits")?;
            unit = unit * 16 + digit;
        }
        Ok(unit)
    }

    /// Reads a number or one of the three words.
    fn word(&mut self) -> Result<Value, String> {
        let mut word = String::new();
        while let Some(c) = self.peek().filter(|c| c.is_alphanumeric() || matches!(c, '+' | '-' | '.' | '_'))
        {
            word.push(c);
            self.next();
        }
        let wrong = || format!("`{word}` is no value");
        match word.as_str() {
            "true" => return Ok(Value::Bool(true)),
            "false" => return Ok(Value::Bool(false)),
            "null" => return Ok(Value::Null),
            _ => {}
        }
        let plain = word.strip_prefix('+').unwrap_or(&word);
        if let Some(digits) = plain.strip_prefix("0x").or(plain.strip_prefix("0X")) {
            return i64::from_str_radix(digits, 16).map(Value::from).map_err(|_| wrong());
        }
        if let Ok(number) = plain.parse::<i64>() {
            return Ok(Value::from(number));
        }
        let number = plain.parse::<f64>().ok().filter(|_| !plain.is_empty() && plain != ".");
        number.and_then(Number::from_f64).map(Value::Number).ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i32>().prop_map(Value::from),
            "[a-c\"'\\\\/ก甲\n\t]{0,6}".prop_map(Value::from),
        ];
        leaf.prop_recursive(3, 16, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::btree_map("[a-z ก]{0,4}", inner, 0..4)
                    .prop_map(|fields| Value::Object(fields.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn every_json_is_read_as_it_is(value in any_json()) {
            prop_assert_eq!(parse(&value.to_string()).unwrap(), value.clone());
            prop_assert_eq!(parse(&serde_json::to_string_pretty(&value).unwrap()).unwrap(), value);
        }

        #[test]
        fn no_text_makes_it_fail_otherwise_than_by_saying_so(text in "[{}\\[\\]:,'\"/*\\\\a0. \n]{0,24}") {
            let _ = parse(&text);
        }
    }

    #[test]
    fn the_relaxed_form_is_read() {
        let text = "// ตั้งค่า\n{memory: {'backend': 'qmd', /* 注释 */ qmd: {limits: {maxResults: +6,}, x: [1, .5, 0xF,],},},}";
        let read =
            json!({"memory": {"backend": "qmd", "qmd": {"limits": {"maxResults": 6}, "x": [1, 0.5, 15]}}});
        assert_eq!(parse(text).unwrap(), read);
        assert_eq!(parse("'\\u0e01\\ud83d\\ude00\\\n\\x'").unwrap(), json!("ก😀x"));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (text, told) in [
            ("{a: 1\n b: 2}", "line 2: a comma or `}` is missing"),
            ("{a 1}", "line 1: `a` has no colon behind it"),
            ("[1\n,\n", "line 3: a list has no end"),
            ("{} x", "line 1: something follows the end"),
            ("nope", "line 1: `nope` is no value"),
            ("/* ก", "line 1: a comment has no end"),
        ] {
            assert_eq!(parse(text).unwrap_err(), told);
        }
        assert!(parse(&"[".repeat(100)).unwrap_err().contains("too deep"));
    }
}
