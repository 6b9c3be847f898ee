//! What is found in a folder and what is left out.

use super::*;

struct Folder(tempfile::TempDir);

impl Folder {
    fn with(files: &[&str]) -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        for file in files {
            folder.write(file, "text");
        }
        folder
    }

    fn write(&self, file: &str, text: &str) {
        let path = self.path(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn path(&self, file: &str) -> PathBuf {
        fs::canonicalize(self.0.path()).unwrap().join(file)
    }

    fn sources(&self) -> Sources {
        Sources::workspace(self.path(""))
    }
}

fn paths(listing: &Listing) -> Vec<&str> {
    listing.found.iter().map(|found| found.path.as_str()).collect()
}

fn skipped(listing: &Listing) -> Vec<(&str, &Skip)> {
    listing.skipped.iter().map(|skipped| (skipped.path.as_str(), &skipped.why)).collect()
}

#[test]
fn the_markdown_of_a_workspace_is_found_with_its_tiers() {
    let folder = Folder::with(&[
        "MEMORY.md",
        "PROFILE.md",
        "memory/2026-11-15.md",
        "memory/archive/เก่า.md",
        "memory/learnings/a.md",
        "memory/.locks/x.md",
        "second-brain/research/研究.md",
        "notes/n.markdown",
        "notes/code.rs",
        "users/ann/PROFILE.md",
        ".memoro/x.md",
        "node_modules/p/README.md",
        "sessions/a.jsonl",
        "POLICY.md",
    ]);
    let listing = walk(&folder.sources());
    let found: Vec<_> = listing.found.iter().map(|found| (found.path.as_str(), found.tier)).collect();
    let expected = [
        ("MEMORY.md", Tier::Hot),
        ("memory/2026-11-15.md", Tier::Warm),
        ("memory/archive/เก่า.md", Tier::Archive),
        ("notes/n.markdown", Tier::Warm),
        ("second-brain/research/研究.md", Tier::Cold),
    ];
    assert_eq!(found, expected);
    assert!(listing.skipped.is_empty(), "{:?}", listing.skipped);
}

#[test]
fn git_ignores_notes_but_only_our_own_file_ignores_the_vault() {
    let folder =
        Folder::with(&["memory/a.md", "memory/private/b.md", "drafts/c.md", "d.md", "sub/e.md", "sub/f.md"]);
    folder.write(".gitignore", "memory/\ndrafts/\n");
    folder.write(".memoroignore", "memory/private/\n");
    folder.write("sub/.gitignore", "e.md\n");
    assert_eq!(paths(&walk(&folder.sources())), ["d.md", "memory/a.md", "sub/f.md"]);
}

#[test]
fn extra_paths_and_patterns_are_found_once_each() {
    let folder = Folder::with(&["second-brain/summaries/s.md"]);
    let other = Folder::with(&["a.md", "b.txt", "c.rs", "deep/d.md", "deep/e.rs", "POLICY.md", ".git/x.md"]);
    let at = |text: &str| ExtraPath::new(&folder.path(""), text).unwrap();
    let mut sources = folder.sources();
    let root = other.path("").display().to_string();
    let root = root.trim_end_matches('/');
    sources.extra = vec![
        at("./second-brain/summaries"),
        at(root),
        at(&format!("{root}/**/*.rs")),
        at(&format!("{root}/c.rs")),
    ];
    let listing = walk(&sources);
    let names: Vec<_> = paths(&listing).into_iter().map(|path| path.trim_start_matches(root)).collect();
    assert_eq!(
        names,
        ["/a.md", "/b.txt", "/c.rs", "/deep/d.md", "/deep/e.rs", "second-brain/summaries/s.md"]
    );
    assert_eq!(listing.found[0].collection, Collection::Extra);
    assert_eq!(listing.found[5].collection, Collection::Memory);
    assert_eq!((listing.found[0].format, listing.found[1].format), (Format::Markdown, Format::Plain));
}

#[test]
fn a_missing_extra_path_is_reported_and_its_documents_are_not_gone() {
    let folder = Folder::with(&["a.md"]);
    let mut sources = folder.sources();
    sources.extra = vec![ExtraPath::new(&folder.path(""), "/nowhere/ที่ไหน").unwrap()];
    let listing = walk(&sources);
    assert_eq!(paths(&listing), ["a.md"]);
    assert_eq!(listing.skipped[0].path, "/nowhere/ที่ไหน");
    assert!(
        listing.may_hold("/nowhere/ที่ไหน/x.md")
            && !listing.may_hold("a.md")
            && !listing.may_hold("/nowhere/b.md")
    );
}

#[test]
fn a_missing_workspace_loses_nothing() {
    let folder = Folder::with(&[]);
    let listing = walk(&Sources::workspace(folder.path("none")));
    assert!(listing.found.is_empty() && listing.may_hold("MEMORY.md") && !listing.may_hold("/other/x.md"));
}

#[test]
fn a_file_over_the_limit_is_reported() {
    let folder = Folder::with(&["a.md"]);
    let sources = Sources { max_bytes: 3, ..folder.sources() };
    assert_eq!(skipped(&walk(&sources)), [("a.md", &Skip::TooLarge { size: 4, max: 3 })]);
}

#[cfg(unix)]
mod links {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn links_inside_the_workspace_are_met_once_and_loops_end() {
        let folder = Folder::with(&["memory/a.md", "notes/b.md"]);
        symlink(folder.path("memory"), folder.path("memory/loop")).unwrap();
        symlink(folder.path("notes/b.md"), folder.path("memory/b.md")).unwrap();
        let listing = walk(&folder.sources());
        assert_eq!(paths(&listing), ["memory/a.md", "notes/b.md"]);
        assert!(listing.skipped.is_empty());
    }

    #[test]
    fn links_that_lead_out_are_reported_unless_declared() {
        let folder = Folder::with(&["a.md"]);
        let other = Folder::with(&["x.md", "deep/y.md", "MEMORY.md"]);
        symlink(other.path("deep"), folder.path("deep")).unwrap();
        symlink(other.path("MEMORY.md"), folder.path("MEMORY.md")).unwrap();
        symlink(other.path("none.md"), folder.path("broken.md")).unwrap();
        symlink(other.path("none.rs"), folder.path("broken.rs")).unwrap();
        let listing = walk(&folder.sources());
        assert_eq!(paths(&listing), ["a.md"]);
        let target = |file: &str| Skip::LeavesRoot { target: other.path(file).display().to_string() };
        let expected = [
            ("MEMORY.md", &target("MEMORY.md")),
            ("broken.md", &Skip::BrokenLink),
            ("deep", &target("deep")),
        ];
        assert_eq!(skipped(&listing), expected);

        symlink(other.path("deep"), other.path("deep/loop")).unwrap();
        let sources = Sources { linked: vec![other.path("")], ..folder.sources() };
        assert_eq!(paths(&walk(&sources)), ["MEMORY.md", "a.md", "deep/y.md"]);
    }

    #[test]
    fn a_folder_without_rights_is_reported_and_the_rest_is_found() {
        let folder = Folder::with(&["memory/a.md", "memory/closed/b.md"]);
        let closed = folder.path("memory/closed");
        fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).unwrap();
        let as_root = fs::read_dir(&closed).is_ok();
        let listing = walk(&folder.sources());
        fs::set_permissions(&closed, fs::Permissions::from_mode(0o700)).unwrap();
        if as_root {
            eprintln!("skipped: the system lets this user read everything");
            return;
        }
        assert_eq!(paths(&listing), ["memory/a.md"]);
        assert!(listing.may_hold("memory/closed/b.md"));
    }
}
