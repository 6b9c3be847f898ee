//! A watch takes in what changes, soon and once, and ends when it is told to.

#![expect(clippy::unwrap_used, reason = "a test panics on what it does not expect")]

use std::fs;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use jiff::Timestamp;
use memoro_engine::vault::watch::{Watch, WatchSettings, Watched};
use memoro_engine::{Caller, Recall, Settings, Workspace};

const SOON: WatchSettings = WatchSettings {
    debounce: Duration::from_millis(40),
    interval: Duration::from_hours(1),
    poll: Duration::from_millis(60),
    max_folders: 1_000,
};

fn watched(settings: WatchSettings, test: impl FnOnce(&Workspace, &Receiver<Watched>)) {
    let folder = tempfile::tempdir().unwrap();
    let user = Caller::user(Timestamp::now());
    let workspace = Workspace::init(folder.path(), Settings::default(), &user).unwrap();
    let (watch, stopper) = Watch::new(settings);
    let (told, tellings) = channel();
    std::thread::scope(|scope| {
        let watching = &workspace;
        let thread = scope.spawn(move || {
            watching.watch(&watch, &Timestamp::now, &mut |event| told.send(event).unwrap()).unwrap();
        });
        let stop = OnDrop(|| stopper.stop());
        test(&workspace, &tellings);
        drop(stop);
        thread.join().unwrap();
    });
}

/// Ends the watch also when a test fails, instead of waiting for it for ever.
struct OnDrop<F: Fn()>(F);

impl<F: Fn()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// Puts a whole file in its place at once, as editors do: a watch may look between making and filling one.
fn save(path: &std::path::Path, text: &str) {
    let fresh = path.with_extension("fresh");
    fs::write(&fresh, text).unwrap();
    fs::rename(&fresh, path).unwrap();
}

/// Waits for an intake in which something was new.
fn wait_for(tellings: &Receiver<Watched>, wanted: impl Fn(&Watched) -> bool) {
    for _ in 0..500 {
        let event = tellings.recv_timeout(Duration::from_secs(20)).expect("a watch tells what it does");
        if wanted(&event) {
            return;
        }
    }
    panic!("it was not told");
}

fn is_new(event: &Watched) -> bool {
    matches!(event, Watched::Indexed { done, .. } if done.new > 0)
}

fn finds(workspace: &Workspace, question: &str, text: &str) -> bool {
    let user = Caller::user(Timestamp::now());
    let hits = workspace.recall(&Recall::new(question), &user).unwrap().hits;
    hits.iter().any(|hit| hit.text.contains(text))
}

#[test]
fn a_new_file_in_a_new_folder_is_found_without_being_asked_for() {
    watched(SOON, |workspace, tellings| {
        wait_for(tellings, |event| matches!(event, Watched::Started { polling: None, .. }));
        wait_for(tellings, |event| matches!(event, Watched::Indexed { .. }));
        fs::create_dir_all(workspace.root().join("memory/projects")).unwrap();
        save(&workspace.root().join("memory/projects/a.md"), "ประชุมวันพุธ");
        wait_for(tellings, is_new);
        assert!(finds(workspace, "ประชุมวันไหน", "วันพุธ"));
        save(&workspace.root().join("memory/projects/b.md"), "会议改到星期五");
        wait_for(tellings, is_new);
        assert!(finds(workspace, "会议改到什么时候", "星期五"));
    });
}

#[test]
fn where_folders_cannot_be_watched_files_are_looked_at_again_and_again() {
    watched(WatchSettings { max_folders: 0, ..SOON }, |workspace, tellings| {
        wait_for(tellings, |event| matches!(event, Watched::Started { folders: 0, polling: Some(_) }));
        save(&workspace.root().join("a.md"), "The spare key is under the pot");
        wait_for(tellings, is_new);
        assert!(finds(workspace, "spare key", "under the pot"));
    });
}

#[test]
fn an_edit_of_the_profile_is_taken_in() {
    watched(SOON, |workspace, tellings| {
        wait_for(tellings, |event| matches!(event, Watched::Indexed { .. }));
        fs::write(
            workspace.root().join("PROFILE.md"),
            "# Profile\n\n## Preferences\n- key:tea | value:oolong\n",
        )
        .unwrap();
        wait_for(
            tellings,
            |event| matches!(event, Watched::Indexed { edited, .. } if edited == &["PROFILE.md"]),
        );
    });
}

#[test]
fn our_own_files_do_not_wake_the_watch() {
    watched(SOON, |workspace, tellings| {
        wait_for(tellings, |event| matches!(event, Watched::Indexed { .. }));
        while tellings.recv_timeout(Duration::from_millis(400)).is_ok() {}
        fs::write(workspace.root().join(".memoro/x.md"), "x").unwrap();
        assert!(tellings.recv_timeout(Duration::from_millis(400)).is_err());
    });
}
