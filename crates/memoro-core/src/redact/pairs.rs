//! Which pairs of neighbouring bytes a text has: tells at once that most names of secrets are not in it.
//! May say that a name could be there when it is not, never the other way round.

/// The pairs of a text, by their hash.
pub(super) struct Pairs([u64; 32]);

impl Pairs {
    /// Notes the pairs of a text.
    pub(super) fn of(text: &str) -> Self {
        let mut seen = [0u64; 32];
        for (word, bit) in pairs(text) {
            seen[word] |= bit;
        }
        Self(seen)
    }

    /// Tells whether the text may have this name in it.
    pub(super) fn may_hold(&self, name: &str) -> bool {
        pairs(name).all(|(word, bit)| self.0[word] & bit != 0)
    }
}

fn pairs(text: &str) -> impl Iterator<Item = (usize, u64)> {
    text.as_bytes().windows(2).map(|pair| {
        let hash = (u32::from(pair[0]) << 8 | u32::from(pair[1])).wrapping_mul(0x9E37_79B1) >> 21;
        (hash as usize / 64, 1u64 << (hash % 64))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_name_that_is_there_is_never_ruled_out(before in "\\PC{0,30}", name in "\\PC{0,12}", after in "\\PC{0,30}") {
            let text = [before, name.clone(), after].concat();
            prop_assert!(Pairs::of(&text).may_hold(&name));
        }
    }

    #[test]
    fn most_names_are_ruled_out_in_every_script() {
        for text in ["the build passed its tests", "ทดสอบผ่านแล้ว", "测试通过了"]
        {
            let pairs = Pairs::of(text);
            assert!(
                !pairs.may_hold("password") && !pairs.may_hold("รหัสผ่าน") && !pairs.may_hold("密码"),
                "{text}"
            );
        }
    }
}
