//! Writes and syncs that fail: no acknowledgement for what is not kept, reads go on, writes come back.

use memoro_engine::{Settings, Workspace};

use crate::recorded::Dice;
use crate::victim::{self, Acknowledged, now};

fn round(fault: &str) -> Acknowledged {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("workspace");
    drop(Workspace::init(&root, Settings::default(), &now()).unwrap());
    let output = victim::run(&root, 4, &[("MEMORO_SHIM_FAULT", fault)]);
    assert!(output.status.success(), "{fault}: {}", String::from_utf8_lossy(&output.stderr));
    let mut acknowledged = Acknowledged::default();
    acknowledged.take(&String::from_utf8_lossy(&output.stdout));
    acknowledged.verify(&root, fault);
    // With the disk well again, writing goes on.
    let again = victim::run(&root, 5, &[]);
    let mut more = Acknowledged::default();
    more.take(&String::from_utf8_lossy(&again.stdout));
    assert_eq!(more.refused, 0, "{fault}: {}", String::from_utf8_lossy(&again.stdout));
    more.verify(&root, fault);
    acknowledged
}

#[test]
fn a_failing_disk_never_gets_an_acknowledgement_that_it_does_not_keep() {
    let rounds = crate::count("MEMORO_FAULT_ROUNDS", 9);
    let mut dice = Dice(0x0dd0_5eed_1234_4321);
    let mut refused = 0;
    for n in 0..rounds {
        let from = 1 + dice.roll(40);
        let fault = match n % 3 {
            0 => format!("write:eio:{from}"),
            1 => format!("write:enospc:{from}:{}", 1 + dice.roll(20)),
            _ => format!("sync:eio:{from}"),
        };
        refused += round(&fault).refused;
    }
    assert!(refused > 0, "no write was ever refused");
}

#[test]
fn a_store_whose_log_has_no_lasting_name_acknowledges_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("workspace");
    drop(Workspace::init(&root, Settings::default(), &now()).unwrap());
    let write = |writes, fault: &[(&str, &str)]| {
        let mut acknowledged = Acknowledged::default();
        acknowledged.take(&String::from_utf8_lossy(&victim::run(&root, writes, fault).stdout));
        acknowledged
    };
    // Everything but the log is there already; what was said before needs no writing, unless the store was given up by then.
    let known = write(1, &[]);
    let more = write(4, &[("MEMORO_SHIM_FAULT", "folder:eio:1")]);
    assert_eq!(more.len() + more.refused, known.len() * 4, "{more:?}");
    assert!(more.refused >= known.len() * 3, "{more:?}");
    let was_said = |id: &String| known.ids.contains(id);
    let stood = |(slot, n): (&String, &_)| known.slots.get(slot) == Some(n);
    assert!(more.ids.iter().all(was_said) && more.slots.iter().all(stood), "{more:?}");
}
