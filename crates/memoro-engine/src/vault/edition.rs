//! The line by which a file says which version of it this is: a comment that goes along with every copy, so that an edit
//! tells by itself what it was made from. Only files have it whose copies were mixed up once. Knows no store and no disk.

/// How such a line begins.
const BEGIN: &str = "<!-- memoro: version ";
/// How it ends.
const END: &str = " -->";
/// How much of a hash is in it.
const SHORT: usize = 12;

/// Returns the version that a file says it is.
pub(super) fn of(bytes: &[u8]) -> Option<&[u8]> {
    bytes.split(|byte| *byte == b'\n').rev().find_map(named)
}

/// Returns a file that says which version it is, if it did before.
pub(super) fn renewed(bytes: Vec<u8>) -> Vec<u8> {
    if of(&bytes).is_none() {
        return bytes;
    }
    let line = line_for(&bytes);
    let mut after = Vec::with_capacity(bytes.len());
    for one in bytes.split_inclusive(|byte| *byte == b'\n') {
        match named(one) {
            Some(_) => {
                let ending = one.iter().rev().take_while(|byte| byte.is_ascii_whitespace()).count();
                after.extend_from_slice(line.as_bytes());
                after.extend_from_slice(one.get(one.len() - ending..).unwrap_or_default());
            }
            None => after.extend_from_slice(one),
        }
    }
    after
}

/// Returns the line for a file with these bytes.
pub(super) fn line_for(bytes: &[u8]) -> String {
    let mut hash = blake3::Hasher::new();
    for line in bytes.split(|byte| *byte == b'\n').filter(|line| named(line).is_none()) {
        hash.update(line).update(b"\n");
    }
    let name: String = hash.finalize().to_hex().chars().take(SHORT).collect();
    format!("{BEGIN}{name}{END}")
}

fn named(line: &[u8]) -> Option<&[u8]> {
    let name = line.trim_ascii().strip_prefix(BEGIN.as_bytes())?.strip_suffix(END.as_bytes())?;
    (name.len() == SHORT && name.iter().all(u8::is_ascii_hexdigit)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_names_its_version_anew_where_the_line_stands_and_changes_nothing_else() {
        let bytes =
            "\u{feff}# PROFILE\r\n- key:a | value:ไทย\r\n<!-- memoro: version 0123456789ab -->\r\n中文\r\n";
        let after = renewed(bytes.as_bytes().to_vec());
        let name = of(&after).map(<[u8]>::to_vec);
        assert!(name.is_some() && name.as_deref() != Some(b"0123456789ab"));
        let rest = |bytes: &[u8]| {
            bytes.split_inclusive(|b| *b == b'\n').filter(|l| named(l).is_none()).flatten().copied().collect()
        };
        let (one, other): (Vec<u8>, Vec<u8>) = (rest(bytes.as_bytes()), rest(&after));
        assert_eq!(one, other);
        assert_eq!(after.len(), bytes.len());
        // Its name follows from the rest alone.
        assert_eq!(renewed(after.clone()), after);
    }

    #[test]
    fn a_file_without_the_line_gets_none_and_a_value_cannot_be_one() {
        for text in [
            "# PROFILE\n",
            "- key:a | value:<!-- memoro: version 0123456789ab -->\n",
            "<!-- memoro: version x -->\n",
        ] {
            assert_eq!((of(text.as_bytes()), renewed(text.into())), (None, text.as_bytes().to_vec()));
        }
    }
}
