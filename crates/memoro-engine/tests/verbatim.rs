//! Words that the index does not keep are found as they are typed: in memories, files and conversations.

#![expect(clippy::unwrap_used, reason = "a test panics on what it does not expect")]

use std::fs;

use jiff::Timestamp;
use memoro_core::Scope;
use memoro_engine::{Answer, Caller, Draft, How, Mode, Recall, Settings, Workspace};

fn user() -> Caller {
    Caller::user("2026-11-15T10:00:00Z".parse::<Timestamp>().unwrap())
}

fn home() -> (tempfile::TempDir, Workspace) {
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::init(folder.path(), Settings::default(), &user()).unwrap();
    let owner: Scope = "user:default".parse().unwrap();
    for text in ["He saw The Who in Leeds", "Somebody who sings the blues", "那是我的"] {
        workspace.write(Draft::note(owner.clone(), text), &user()).unwrap();
    }
    let filler = "Lorem ipsum dolor sit amet.\n\n".repeat(200);
    let page = format!("# Play\n\n{filler}\n\nTo be or\nnot to be, he said.\n\n{filler}");
    fs::create_dir_all(folder.path().join("memory")).unwrap();
    fs::write(folder.path().join("memory/play.md"), page).unwrap();
    let turn = |text: &str| {
        format!("{{\"role\":\"user\",\"content\":\"{text}\",\"timestamp\":\"2026-11-14T10:00:00Z\"}}\n")
    };
    let turns = [turn("So, who is it that was there and then?"), turn("Nobody was there")].concat();
    fs::create_dir_all(folder.path().join("sessions")).unwrap();
    fs::write(folder.path().join("sessions/s.jsonl"), turns).unwrap();
    workspace.index(How::Changes, &user(), &mut |_| {}).unwrap();
    (folder, workspace)
}

fn ask(workspace: &Workspace, question: &str, mode: Mode) -> Answer {
    workspace.recall(&Recall { mode, ..Recall::new(question) }, &user()).unwrap()
}

#[test]
fn quoted_words_that_are_in_no_index_are_found_where_they_stand() {
    let (_folder, workspace) = home();
    for mode in [Mode::Lexical, Mode::Hybrid] {
        for (question, part, path) in [
            ("\"the who\"", "The Who", None),
            ("“To be or not to be”", "not to be", Some("memory/play.md")),
            ("\"who is it that was there and then\"", "there and then", Some("sessions/s.jsonl")),
        ] {
            let found = ask(&workspace, question, mode);
            let hit = found.hits.first().unwrap_or_else(|| panic!("{question} {mode:?}"));
            assert!(hit.text.contains(part), "{question}: {}", hit.text);
            assert!(hit.score >= 0.35 && hit.signals.phrase > 0.0, "{question}: {}", hit.score);
            assert!(path.is_none_or(|path| hit.path.as_deref() == Some(path)), "{:?}", hit.path);
            assert!(hit.snippet.text.to_lowercase().contains(&part.to_lowercase()), "{}", hit.snippet.text);
            assert!(found.freshness.warnings.is_empty());
        }
    }
    let none = ask(&workspace, "\"to be or not to have\"", Mode::Lexical);
    assert!(none.hits.is_empty(), "{:?}", none.hits);
}

#[test]
fn a_question_of_such_words_alone_finds_them_too_and_is_less_sure() {
    let (_folder, workspace) = home();
    let found = ask(&workspace, "to be or not to be", Mode::Hybrid);
    assert!(found.hits[0].text.contains("not to be"), "{}", found.hits[0].text);
    assert!(found.hits[0].score < 0.35, "{}", found.hits[0].score);
}

#[test]
fn what_the_asker_may_not_see_is_not_found_by_such_words_either() {
    let (_folder, workspace) = home();
    let other: Scope = "user:somebody".parse().unwrap();
    workspace.write(Draft::note(other, "She is not one of The Who"), &user()).unwrap();
    let found = ask(&workspace, "\"The Who\"", Mode::Lexical);
    assert_eq!(found.hits.len(), 1, "{:?}", found.hits);
}
