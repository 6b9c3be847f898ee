//! A few thousand broken inputs for each target; `cargo run --release -p memoro-fuzz` runs a million.

use memoro_fuzz::{Mutator, TARGETS, run};

#[test]
fn no_broken_input_makes_a_reader_panic_or_wait() {
    for target in TARGETS {
        run(target, 4_000 / target.cost, 7).unwrap();
    }
}

#[test]
fn a_seed_gives_the_same_inputs_every_time() {
    for target in TARGETS {
        let (mut one, mut other) = (Mutator::new(target.seeds, 3), Mutator::new(target.seeds, 3));
        assert!((0..50).all(|_| one.next() == other.next()));
    }
}
