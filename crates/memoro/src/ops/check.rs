//! Holds a request against its own description before it is read: sizes of texts and lists, bounds of numbers. What
//! a request means is not judged here.

use serde_json::{Map, Value};

use super::wording::{NAME, NEEDED};
use crate::error::{Code, Failure, Result};

/// Refuses fields that their description does not allow; a whole number may be written as `42.0`.
pub(crate) fn check(properties: &Map<String, Value>, fields: &mut Map<String, Value>) -> Result<()> {
    for (name, value) in fields {
        let Some(rule) = properties.get(name) else { continue };
        make_whole(rule, value);
        if let Some(why) = wrong(rule, value) {
            return Err(Failure::new(Code::Usage, format!("{name}: {why}")));
        }
    }
    Ok(())
}

/// Writes whole numbers as such, also in lists.
fn make_whole(rule: &Value, value: &mut Value) {
    if let (Value::Array(items), Some(rule)) = (&mut *value, rule.get("items")) {
        for item in items {
            make_whole(rule, item);
        }
    } else if let Some(whole) = whole(rule, value) {
        *value = whole;
    }
}

/// Returns a whole number that was written with a fraction of nothing.
fn whole(rule: &Value, value: &Value) -> Option<Value> {
    let wanted = match rule.get("type")? {
        Value::Array(kinds) => kinds.iter().any(|kind| kind == "integer"),
        kind => kind == "integer",
    };
    let number = value.as_f64().filter(|_| wanted && !value.is_u64() && !value.is_i64())?;
    let exact = number.fract() == 0.0 && (-MOST_EXACT..=MOST_EXACT).contains(&number);
    #[expect(clippy::cast_possible_truncation, reason = "it is whole and in range")]
    exact.then(|| Value::from(number as i64))
}

/// The largest number up to which fractions of nothing are exact.
const MOST_EXACT: f64 = 9_007_199_254_740_991.0;

fn wrong(rule: &Value, value: &Value) -> Option<String> {
    let bound = |name: &str| rule.get(name).and_then(Value::as_f64);
    let outside = |size: f64, least: Option<f64>, most: Option<f64>, what: &str| match (least, most) {
        (Some(least), _) if size < least => Some(format!("must be at least {least}{what}")),
        (_, Some(most)) if size > most => Some(format!("must be at most {most}{what}")),
        _ => None,
    };
    #[expect(clippy::cast_precision_loss, reason = "sizes of requests are small")]
    let size = |size: usize| size as f64;
    match value {
        Value::Number(number) => {
            outside(number.as_f64().unwrap_or(f64::MAX), bound("minimum"), bound("maximum"), "")
        }
        Value::String(text) => {
            let length = size(text.chars().count());
            outside(length, bound("minLength"), bound("maxLength"), " characters long")
                .or_else(|| misnamed(rule, text).map(str::to_owned))
        }
        Value::Array(items) => {
            let many = outside(size(items.len()), bound("minItems"), bound("maxItems"), " in number");
            many.or_else(|| {
                rule.get("items").and_then(|rule| items.iter().find_map(|item| wrong(rule, item)))
            })
        }
        Value::Null | Value::Bool(_) | Value::Object(_) => None,
    }
}

/// Tells what is wrong with a name, where the description says that a text is one.
fn misnamed(rule: &Value, text: &str) -> Option<&'static str> {
    let pattern = rule.get("pattern").and_then(Value::as_str).unwrap_or_default();
    let named = [NAME, NEEDED].contains(&pattern);
    if named && text.chars().any(memoro_core::id::is_hidden) {
        return Some("holds a control character");
    }
    (pattern == NEEDED && text.trim().is_empty()).then_some("is empty")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn passes(rule: Value, value: Value) -> bool {
        let of = |value| Map::from_iter([("field".to_owned(), value)]);
        check(&of(rule), &mut of(value)).is_ok()
    }

    #[test]
    fn bounds_hold_for_numbers_texts_and_lists_and_nothing_passes_by_being_null() {
        let number = || json!({ "type": ["integer", "null"], "minimum": 1, "maximum": 9 });
        assert!(passes(number(), json!(1)) && passes(number(), json!(9)) && passes(number(), json!(null)));
        assert!(
            !passes(number(), json!(0)) && !passes(number(), json!(10)) && !passes(number(), json!(1e300))
        );
        assert!(passes(number(), json!(4.0)) && !passes(number(), json!(12.0)));
        let mut lines = Map::from_iter([("lines".to_owned(), json!([3.0, -1.0, 2.5]))]);
        let rule = json!({ "type": "array", "items": { "type": "integer" } });
        check(&Map::from_iter([("lines".to_owned(), rule)]), &mut lines).unwrap();
        assert_eq!(lines["lines"], json!([3, -1, 2.5]));
        let text = || json!({ "type": "string", "minLength": 1, "maxLength": 3 });
        assert!(passes(text(), json!("กขค")) && !passes(text(), json!("กขคง")) && !passes(text(), json!("")));
        let list = json!({ "type": "array", "maxItems": 2, "items": { "maxLength": 2 } });
        assert!(passes(list.clone(), json!(["甲乙", "丙"])) && !passes(list.clone(), json!(["甲乙丙"])));
        assert!(!passes(list, json!(["a", "b", "c"])));
    }
}
