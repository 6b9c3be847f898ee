//! Power cuts at any moment: nothing acknowledged is lost, in the store, the vault and the audit file.

use memoro_engine::{Settings, Workspace};

use crate::recorded::{Dice, Recorded};
use crate::victim::{self, Acknowledged, now};

/// Lets a writer run on a recorded disk and cuts the power at moments that the dice choose.
fn cut(states: usize, dice: &mut Dice, fault: &str) -> usize {
    let mut seen = 0;
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("workspace");
    drop(Workspace::init(&root, Settings::default(), &now()).unwrap());
    let mut disk = Recorded::of(&root);
    let log = folder.path().join("log");
    let shim = [("MEMORO_SHIM_LOG", log.to_str().unwrap()), ("MEMORO_SHIM_FAULT", fault)];
    let output = victim::run(&root, 12, &shim);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    disk.read(&std::fs::read(&log).unwrap());
    for state in 0..states {
        let moment = disk.moments() - dice.roll(disk.moments());
        let into = folder.path().join(format!("state-{state}"));
        let mut acknowledged = Acknowledged::default();
        acknowledged.take(&disk.cut_power(moment, dice, &into));
        acknowledged
            .verify(&into, &format!("state {state} at moment {moment} of {} {fault}", disk.moments()));
        seen += acknowledged.len();
        std::fs::remove_dir_all(&into).unwrap();
    }
    seen
}

#[test]
fn what_was_acknowledged_survives_a_power_cut_at_any_moment() {
    let states = crate::count("MEMORO_POWER_STATES", 60);
    let seen = cut(states, &mut Dice(0x1234_5678_9abc_def1), "none");
    assert!(seen > states * 5, "hardly anything was acknowledged before the cuts");
}

#[test]
fn after_a_failed_sync_nothing_is_acknowledged_that_a_power_cut_takes() {
    let states = crate::count("MEMORO_POWER_STATES", 60);
    let mut dice = Dice(0x00c0_ffee_1234_5678);
    for _ in 0..states.div_ceil(5) {
        let fault = format!("sync:eio:{}:1", 1 + dice.roll(60));
        cut(5, &mut dice, &fault);
    }
}
