//! The record format of SQLite: from bytes to values, or nothing where they do not fit to the byte.

use rusqlite::types::Value;

/// Reads a number of variable length; returns it with what follows.
pub(super) fn varint(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let mut value = 0u64;
    for (at, byte) in bytes.iter().enumerate().take(9) {
        if at == 8 {
            return Some(((value << 8) | u64::from(*byte), bytes.get(9..)?));
        }
        value = (value << 7) | u64::from(byte & 0x7F);
        if byte & 0x80 == 0 {
            return Some((value, bytes.get(at + 1..)?));
        }
    }
    None
}

/// Reads a record; every byte of it must be accounted for.
pub(super) fn record(bytes: &[u8]) -> Option<Vec<Value>> {
    let (head, after) = varint(bytes)?;
    let head = usize::try_from(head).ok()?;
    let mut kinds = after.get(..head.checked_sub(bytes.len() - after.len())?)?;
    let mut body = bytes.get(head..)?;
    let mut values = Vec::new();
    while !kinds.is_empty() {
        let (kind, rest) = varint(kinds)?;
        kinds = rest;
        let (value, left) = value(kind, body)?;
        values.push(value);
        body = left;
    }
    body.is_empty().then_some(values)
}

fn value(kind: u64, body: &[u8]) -> Option<(Value, &[u8])> {
    let integer = |width: usize| {
        let (own, rest) = body.split_at_checked(width)?;
        let sign = if own.first()? & 0x80 == 0 { 0 } else { -1 };
        let all = own.iter().fold(sign, |value: i64, byte| (value << 8) | i64::from(*byte));
        Some((Value::Integer(all), rest))
    };
    match kind {
        0 => Some((Value::Null, body)),
        1..=4 => integer(usize::try_from(kind).ok()?),
        5 => integer(6),
        6 => integer(8),
        7 => {
            let (own, rest) = body.split_first_chunk()?;
            Some((Value::Real(f64::from_be_bytes(*own)), rest))
        }
        8 | 9 => Some((Value::Integer(i64::from(kind == 9)), body)),
        10 | 11 => None,
        _ => {
            let (own, rest) = body.split_at_checked(usize::try_from((kind - 12) / 2).ok()?)?;
            let value = match kind % 2 {
                0 => Value::Blob(own.to_vec()),
                _ => Value::Text(String::from_utf8(own.to_vec()).ok()?),
            };
            Some((value, rest))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_every_length_are_read() {
        let cases: [(&[u8], u64); 4] =
            [(&[0x07], 7), (&[0x81, 0x00], 128), (&[0xFF; 9], u64::MAX), (&[0x82, 0x80, 0x01], 32_769)];
        for (bytes, value) in cases {
            assert_eq!(varint(bytes), Some((value, [].as_slice())));
        }
        assert_eq!(varint(&[0x81]), None);
    }

    #[test]
    fn a_record_is_read_to_the_byte_or_not_at_all() {
        // Null, -2 in one byte, one, `ไทย` and two bytes.
        let mut bytes = vec![6, 0, 1, 9, 31, 16, 0xFE];
        bytes.extend("ไทย".as_bytes());
        bytes.extend([1, 2]);
        let values = vec![
            Value::Null,
            Value::Integer(-2),
            Value::Integer(1),
            Value::Text("ไทย".into()),
            Value::Blob(vec![1, 2]),
        ];
        assert_eq!(record(&bytes), Some(values));
        assert_eq!(record(bytes.get(..bytes.len() - 1).unwrap()), None);
        bytes.push(0);
        assert_eq!(record(&bytes), None);
    }
}
