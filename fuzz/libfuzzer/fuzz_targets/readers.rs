//! Feeds what libFuzzer makes up to the targets of the in-tree fuzzer: the one that `MEMORO_TARGET` names, or each by the
//! first byte of the input. The list of targets is theirs.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use memoro_fuzz::{TARGETS, Target};

static ONLY: LazyLock<Option<&Target>> = LazyLock::new(|| {
    let name = std::env::var("MEMORO_TARGET").ok().filter(|name| !name.is_empty())?;
    let found = TARGETS.iter().find(|target| target.name == name);
    assert!(found.is_some(), "MEMORO_TARGET: there is no target `{name}`");
    found
});

fuzz_target!(|input: &[u8]| {
    if let Some(target) = *ONLY {
        return (target.run)(input);
    }
    let Some((first, rest)) = input.split_first() else { return };
    (TARGETS[usize::from(*first) % TARGETS.len()].run)(rest);
});
