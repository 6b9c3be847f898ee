//! JSON as it is meant: each name of an object once, no zero character anywhere. What says two things at once, or holds
//! what no text holds, is refused before anybody reads it in one way or the other.

use std::cell::RefCell;
use std::fmt;

use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// Why a text is not taken as JSON.
#[derive(Debug)]
pub(crate) enum Wrong {
    /// It is none.
    Malformed(serde_json::Error),
    /// An object names a field twice.
    Twice(String),
    /// A text holds a zero character.
    Zero,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Malformed(why) => {
                let kind = match why.classify() {
                    serde_json::error::Category::Eof => "it ends too early",
                    serde_json::error::Category::Io => "it could not be read",
                    _ => "it is malformed or no UTF-8",
                };
                write!(f, "it is no JSON: {kind} at line {}, column {}", why.line(), why.column())
            }
            Wrong::Twice(name) => write!(f, "it names `{name}` twice in one object"),
            Wrong::Zero => f.write_str("it holds a zero character"),
        }
    }
}

/// Reads JSON without zero characters.
pub(crate) fn read(bytes: &[u8]) -> Result<Value, Wrong> {
    let value = read_any(bytes)?;
    if has_zero(&value) { Err(Wrong::Zero) } else { Ok(value) }
}

/// Reads JSON whose texts are looked at later.
pub(crate) fn read_any(bytes: &[u8]) -> Result<Value, Wrong> {
    let found = RefCell::new(None);
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = Reader(&found).deserialize(&mut reader).and_then(|value| reader.end().map(|()| value));
    match (found.into_inner(), value) {
        (Some(wrong), _) => Err(wrong),
        (None, value) => value.map_err(Wrong::Malformed),
    }
}

/// Tells whether a name or text anywhere in a value holds a zero character.
pub(crate) fn has_zero(value: &Value) -> bool {
    match value {
        Value::String(text) => !is_plain(text),
        Value::Array(items) => items.iter().any(has_zero),
        Value::Object(fields) => fields.iter().any(|(name, value)| !is_plain(name) || has_zero(value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Tells whether a text can be taken.
pub(crate) fn is_plain(text: &str) -> bool {
    !text.contains('\0')
}

#[derive(Clone, Copy)]
struct Reader<'a>(&'a RefCell<Option<Wrong>>);

impl<'de> DeserializeSeed<'de> for Reader<'_> {
    type Value = Value;

    fn deserialize<D: serde::Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reader<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, yes: bool) -> Result<Value, E> {
        Ok(Value::Bool(yes))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<Value, E> {
        Number::from_f64(number).map(Value::Number).ok_or_else(|| E::custom("no number"))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::String(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(Value::String(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(self)? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(name) = fields.next_key::<String>()? {
            if object.contains_key(&name) {
                let shown = name.chars().filter(|c| !c.is_control()).take(80).collect();
                self.0.borrow_mut().get_or_insert(Wrong::Twice(shown));
                return Err(A::Error::custom("a name twice"));
            }
            let value = fields.next_value_seed(self)?;
            object.insert(name, value);
        }
        Ok(Value::Object(object))
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
            any::<i64>().prop_map(Value::from),
            (-1e9..1e9_f64).prop_map(Value::from),
            "[a-zก甲 \\n\"\\\\]{0,8}".prop_map(Value::from),
        ];
        leaf.prop_recursive(3, 24, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::btree_map("[a-cก甲]{1,3}", inner, 0..4)
                    .prop_map(|fields| Value::Object(fields.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn what_says_one_thing_is_read_as_usual(value in any_json()) {
            let text = value.to_string();
            prop_assert_eq!(read(text.as_bytes()).unwrap(), serde_json::from_str::<Value>(&text).unwrap());
        }

        #[test]
        fn nothing_makes_it_fail_badly(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            let usual = serde_json::from_slice::<Value>(&bytes);
            if let Ok(value) = read(&bytes) {
                prop_assert_eq!(value, usual.unwrap());
            }
        }
    }

    #[test]
    fn a_name_twice_and_a_zero_character_are_found_at_any_depth() {
        for twice in [r#"{"ก":1,"ก":2}"#, r#"[{"a":{"b":1,"c":2,"b":3}}]"#, r#"{"a":1,"\u0061":2}"#] {
            assert!(matches!(read(twice.as_bytes()), Err(Wrong::Twice(_))), "{twice}");
        }
        for zero in [r#""\u0000""#, r#"{"甲":["a\u0000b"]}"#, r#"{"a\u0000":1}"#] {
            assert!(matches!(read(zero.as_bytes()), Err(Wrong::Zero)), "{zero}");
        }
        assert!(matches!(read(b"{} {}"), Err(Wrong::Malformed(_))));
        assert_eq!(
            read(br#"{"a":{"a":1},"b":[{"a":1}]}"#).unwrap(),
            json!({ "a": { "a": 1 }, "b": [{ "a": 1 }] })
        );
    }
}
