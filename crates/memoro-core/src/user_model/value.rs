//! A plain value, so that an update can be read without knowing the wire format it came in.

/// A value as formats such as JSON know it.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Nothing: removes what it stands for.
    Null,
    /// True or false.
    Bool(bool),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// Several values.
    List(Vec<Value>),
    /// Named values, in order.
    Map(Vec<(String, Value)>),
}

impl Value {
    /// Returns the one word for this type, with its article.
    pub const fn type_name(&self) -> &'static str {
        match self {
            Value::Null => "nothing",
            Value::Bool(_) => "a truth value",
            Value::Number(_) => "a number",
            Value::Text(_) => "a text",
            Value::List(_) => "a list",
            Value::Map(_) => "an object",
        }
    }

    /// Returns a single value as text; `None` for lists, objects and nothing.
    pub fn scalar(&self) -> Option<String> {
        match self {
            Value::Bool(yes) => Some(yes.to_string()),
            Value::Number(number) => Some(number.to_string()),
            Value::Text(text) => Some(text.clone()),
            Value::Null | Value::List(_) | Value::Map(_) => None,
        }
    }
}

/// Writes a list as one value; a comma inside an item is escaped.
pub(super) fn join_list(items: &[String]) -> String {
    items.iter().map(|item| escape(item.trim())).collect::<Vec<_>>().join(", ")
}

fn escape(item: &str) -> String {
    let mut escaped = String::with_capacity(item.len());
    for c in item.chars() {
        if matches!(c, '\\' | ',' | '，' | '、') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// Reads a list from one value.
pub(super) fn split_list(value: &str) -> Vec<String> {
    let mut items = vec![String::new()];
    let mut escaped = false;
    for c in value.chars() {
        let Some(last) = items.last_mut() else { break };
        match c {
            _ if escaped => {
                escaped = false;
                last.push(c);
            }
            '\\' => escaped = true,
            ',' | '，' | '、' => items.push(String::new()),
            _ => last.push(c),
        }
    }
    items.iter().map(|item| item.trim().to_owned()).filter(|item| !item.is_empty()).collect()
}
