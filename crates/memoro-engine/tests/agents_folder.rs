//! The agent's own folder of files: six commands, the words that agents expect, and no way out.

#![expect(clippy::unwrap_used, reason = "a test panics on what it does not expect")]

use jiff::{SignedDuration, Timestamp};
use memoro_engine::{Caller, How, MemoryCommand, Recall, Settings, Workspace};

fn at(seconds: i64) -> Caller {
    let start: Timestamp = "2026-11-15T10:00:00Z".parse().unwrap();
    Caller::user(start + SignedDuration::from_secs(seconds))
}

fn agent(seconds: i64) -> Caller {
    Caller::agent(at(seconds).now)
}

fn new() -> (tempfile::TempDir, Workspace) {
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::init(folder.path(), Settings::default(), &at(0)).unwrap();
    (folder, workspace)
}

fn tool(workspace: &Workspace, command: &MemoryCommand) -> Result<String, String> {
    workspace.memory_tool(command, &agent(1)).unwrap().told
}

fn view(path: &str) -> MemoryCommand {
    MemoryCommand::View { path: path.into(), range: None }
}

fn create(path: &str, text: &str) -> MemoryCommand {
    MemoryCommand::Create { path: path.into(), text: text.into() }
}

fn swap(path: &str, old: &str, new: &str) -> MemoryCommand {
    MemoryCommand::StrReplace { path: path.into(), old: old.into(), new: new.into() }
}

#[test]
fn the_agents_folder_answers_as_agents_expect() {
    let (_folder, workspace) = new();
    let head = "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items:";
    assert_eq!(tool(&workspace, &view("/memories")).unwrap(), format!("{head}\n0B\t/memories"));
    let text = "ราคา: ไม่รวมภาษี\n语气：简短\nPrices: no tax\n";
    let file = "/memories/ลูกค้า/prefs.txt";
    assert_eq!(
        tool(&workspace, &create(file, text)).unwrap(),
        format!("File created successfully at: {file}")
    );
    assert_eq!(tool(&workspace, &create(file, "x")).unwrap_err(), format!("File {file} already exists"));
    assert_eq!(
        tool(&workspace, &swap(file, "no tax", "with tax")).unwrap(),
        "The memory file has been edited. Here is the snippet showing the change (with line numbers):\n     1\tราคา: ไม่รวมภาษี\n     2\t语气：简短\n     3\tPrices: with tax"
    );
    assert_eq!(
        tool(&workspace, &swap(file, "nothing", "x")).unwrap_err(),
        format!("No replacement was performed, old_str `nothing` did not appear verbatim in {file}.")
    );
    let insert = |line, text: &str| MemoryCommand::Insert { path: file.into(), line, text: text.into() };
    assert_eq!(
        tool(&workspace, &insert(0, "# 客户\n")).unwrap(),
        format!("The file {file} has been edited.")
    );
    assert_eq!(
        tool(&workspace, &insert(9, "x")).unwrap_err(),
        "Invalid `insert_line` parameter: 9. It should be within the range [0, 4]."
    );
    assert_eq!(
        tool(&workspace, &swap(file, "ร", "x")).unwrap_err(),
        "No replacement was performed. Multiple occurrences of old_str `ร` in lines: 2, 2. Please ensure it is unique"
    );
    assert_eq!(
        tool(&workspace, &view(file)).unwrap(),
        format!(
            "Here's the content of {file} with line numbers:\n     1\t# 客户\n     2\tราคา: ไม่รวมภาษี\n     3\t语气：简短\n     4\tPrices: with tax"
        )
    );
    let rename = |from: &str, to: &str| MemoryCommand::Rename { from: from.into(), to: to.into() };
    assert_eq!(
        tool(&workspace, &rename("/memories/ลูกค้า", "/memories/people/ann")).unwrap(),
        "Successfully renamed /memories/ลูกค้า to /memories/people/ann"
    );
    assert!(tool(&workspace, &view("/memories/")).unwrap().contains("\t/memories/people/ann"));
    tool(&workspace, &create("/memories/b.md", "b")).unwrap();
    assert_eq!(
        tool(&workspace, &rename("/memories/b.md", "/memories/people")).unwrap_err(),
        "The destination /memories/people already exists"
    );
    let delete = |path: &str| MemoryCommand::Delete { path: path.into() };
    assert_eq!(
        tool(&workspace, &delete("/memories/people")).unwrap(),
        "Successfully deleted /memories/people"
    );
    assert_eq!(
        tool(&workspace, &delete("/memories/people")).unwrap_err(),
        "The path /memories/people does not exist"
    );
    assert!(tool(&workspace, &delete("/memories")).unwrap_err().contains("itself"));
    assert_eq!(tool(&workspace, &view("/etc")).unwrap_err(), "Path must start with /memories, got: /etc");
}

#[test]
fn the_agents_files_are_found_as_documents_and_lead_nowhere_else() {
    let (folder, workspace) = new();
    tool(&workspace, &create("/memories/deploy.txt", "the staging cluster lives in Singapore\n")).unwrap();
    workspace.index(How::Changes, &at(2), &mut |_| {}).unwrap();
    let hits = workspace.recall(&Recall::new("where is the staging cluster"), &at(3)).unwrap().hits;
    assert_eq!(hits[0].path.as_deref(), Some("memories/deploy.txt"));
    #[cfg(unix)]
    {
        std::fs::write(folder.path().join("PROFILE.md"), "# PROFILE\n").unwrap();
        std::os::unix::fs::symlink(folder.path(), folder.path().join("memories/out")).unwrap();
        let told = tool(&workspace, &view("/memories/out/PROFILE.md")).unwrap_err();
        assert_eq!(told, "Path /memories/out/PROFILE.md would escape /memories directory");
        assert!(!tool(&workspace, &view("/memories")).unwrap().contains("out"));
    }
}
