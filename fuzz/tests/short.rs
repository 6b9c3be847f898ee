//! A few thousand broken inputs for each target; `cargo run --release -p memoro-fuzz` runs a million.

use std::time::Duration;

use memoro_fuzz::{Mutator, REPEATED, TARGETS, repeat, run};

#[test]
fn no_broken_input_makes_a_reader_panic_or_wait() {
    for target in TARGETS {
        run(target, 4_000 / target.cost, 7).unwrap();
    }
}

#[test]
fn four_times_the_input_takes_no_more_than_its_share() {
    let mut slow = Vec::new();
    for target in TARGETS {
        for piece in REPEATED {
            let [short, long] = repeat(target, piece);
            // In step with its length it would be four times, with its square sixteen.
            if long > short * 10 + Duration::from_millis(60) {
                slow.push(format!("{} on {piece:?}: {short:?}, {long:?}", target.name));
            }
        }
    }
    assert!(slow.is_empty(), "{slow:#?}");
}

#[test]
fn a_seed_gives_the_same_inputs_every_time() {
    for target in TARGETS {
        let (mut one, mut other) = (Mutator::new(target.seeds, 3), Mutator::new(target.seeds, 3));
        assert!((0..50).all(|_| one.next() == other.next()));
    }
}
