//! Keeps the house in order: crate edges, file heads, sizes, licences, and that the documents speak the truth.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The files of the project with one of these endings, hidden folders and build outputs apart.
fn files(endings: &[&str]) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![root()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if name.starts_with('.') || name == "target" || name == "node_modules" {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                found.push(path);
            }
        }
    }
    found.sort();
    assert!(!found.is_empty());
    found
}

fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap().display().to_string()
}

fn is_test(path: &Path) -> bool {
    let name = shown(path);
    name.contains("/tests/")
        || name.ends_with("tests.rs")
        || name.contains("/benches/")
        || name.contains("/examples/")
}

/// What cargo knows of the packages that are built on this machine; they are all here, so no network is needed.
fn metadata() -> Value {
    let version = Command::new("rustc").arg("-vV").current_dir(root()).output().unwrap();
    let version = String::from_utf8(version.stdout).unwrap();
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let mut command = Command::new(env!("CARGO"));
    command.args(["metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform", host]);
    command.current_dir(root());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

#[test]
fn crates_depend_only_downwards() {
    let allowed: BTreeMap<&str, &[&str]> = BTreeMap::from([
        ("memoro-core", &[][..]),
        ("memoro-store", &["memoro-core"]),
        ("memoro-embed", &["memoro-core"]),
        ("memoro-engine", &["memoro-core", "memoro-store", "memoro-embed"]),
        ("memoro", &["memoro-core", "memoro-engine"]),
    ]);
    let metadata = metadata();
    let mut seen = BTreeSet::new();
    for package in metadata["packages"].as_array().unwrap().iter().filter(|p| p["source"].is_null()) {
        let name = text(package, "name");
        let Some(allowed) = allowed.get(name) else {
            assert!(
                !text(package, "manifest_path").contains("/crates/"),
                "{name} is not in the map of ARCHITECTURE.md"
            );
            continue;
        };
        seen.insert(name.to_owned());
        for dependency in package["dependencies"].as_array().unwrap().iter().filter(|d| d["kind"].is_null()) {
            let on = text(dependency, "name");
            assert!(!on.starts_with("memoro") || allowed.contains(&on), "{name} must not depend on {on}");
        }
    }
    assert_eq!(seen.len(), allowed.len());
}

#[test]
fn the_core_does_no_input_or_output_and_reads_no_clock() {
    for path in files(&[".rs"])
        .iter()
        .filter(|path| shown(path).starts_with("crates/memoro-core/src") && !is_test(path))
    {
        let source = std::fs::read_to_string(path).unwrap();
        for forbidden in
            ["std::fs", "std::net", "std::env", "std::process", "Timestamp::now", "SystemTime", "async fn"]
        {
            assert!(!source.contains(forbidden), "{} uses {forbidden}", shown(path));
        }
    }
}

#[test]
fn every_source_file_says_what_it_is() {
    for path in files(&[".rs"]) {
        let source = std::fs::read_to_string(&path).unwrap();
        assert!(source.starts_with("//! "), "{} does not open with `//!`", shown(&path));
    }
}

#[test]
fn source_files_stay_short_enough_to_read() {
    let lines = |path: &PathBuf| std::fs::read_to_string(path).unwrap().lines().count();
    let long: Vec<String> = files(&[".rs"])
        .iter()
        .filter(|path| !is_test(path) && lines(path) > 450)
        .map(|path| format!("{} has {} lines", shown(path), lines(path)))
        .collect();
    assert_eq!(long, Vec::<String>::new());
}

/// The words of a source with one blank between them, comments apart.
fn code(source: &str) -> String {
    let lines = source.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// Tells whether code does what the compiler does not check.
fn is_unsafe(source: &str) -> bool {
    let code = code(source);
    ["{", "fn", "impl", "extern", "trait"].iter().any(|next| code.contains(&format!("unsafe {next}")))
        || code.contains("unsafe{")
        || code.contains("unsafe(")
}

/// Tells whether code can open a connection, or have another program open one.
fn connects(source: &str) -> bool {
    let code = code(source);
    let ways = [
        "TcpStream",
        "TcpListener",
        "TcpSocket",
        "UdpSocket",
        "UnixStream",
        "UnixListener",
        "UnixDatagram",
        "ureq",
        "reqwest",
        "hyper::client",
        "hyper_util::client",
        "rustix::net",
        "libc::",
        "o_socket_addrs",
        "ToSocketAddrs",
        "lookup_host",
        "Command::new",
    ];
    ways.iter().any(|way| code.contains(way))
}

/// The files and folders that a line of SECURITY.md names.
fn listed(line_of: &str) -> Vec<String> {
    let document = std::fs::read_to_string(root().join("SECURITY.md")).unwrap();
    let line = document.lines().find(|line| line.contains(line_of)).unwrap_or_default();
    let named = line.split('`').skip(1).step_by(2).filter(|name| name.contains('/'));
    let named: Vec<String> = named.map(str::to_owned).collect();
    assert!(!named.is_empty(), "SECURITY.md has no line about {line_of}");
    for name in &named {
        assert!(root().join(name).exists(), "SECURITY.md names {name}, which is not there");
    }
    named
}

/// Fails where a source does what only the listed ones may do, and where a listed one does not do it.
fn only_where_listed(what: &str, sources: &[PathBuf], does: fn(&str) -> bool) {
    let listed = listed(what);
    let mut used = BTreeSet::new();
    for path in sources {
        if !does(&std::fs::read_to_string(path).unwrap()) {
            continue;
        }
        let name = shown(path);
        let within = |place: &&String| {
            let place = place.trim_end_matches(".rs");
            name.strip_prefix(place).is_some_and(|rest| rest.starts_with(['/', '.']))
        };
        let place = listed.iter().find(within);
        let place = place.unwrap_or_else(|| panic!("{name}: SECURITY.md does not list it ({what})"));
        used.insert(place.clone());
    }
    for place in listed {
        assert!(used.contains(&place), "SECURITY.md lists {place} for nothing ({what})");
    }
}

#[test]
fn what_the_compiler_does_not_check_stands_only_where_security_says() {
    for seen in ["unsafe { x }", "pub unsafe\nfn f()", "unsafe impl Send", "#[unsafe(no_mangle)]"] {
        assert!(is_unsafe(seen), "{seen}");
    }
    for not in ["// unsafe { }", "safe|dangerous|unsafe|x", "before_any_unsafe_code()"] {
        assert!(!is_unsafe(not), "{not}");
    }
    let own = root().join("crates/memoro/tests/tidy.rs");
    let sources: Vec<PathBuf> = files(&[".rs"]).into_iter().filter(|path| *path != own).collect();
    only_where_listed("`unsafe` stands", &sources, is_unsafe);
}

#[test]
fn connections_are_opened_only_where_security_says() {
    for seen in
        ["TcpStream::connect(a)", "ureq::get(url)", "use std::net::UdpSocket;", "Command::new(\"curl\")"]
    {
        assert!(connects(seen), "{seen}");
    }
    assert!(!connects("use std::net::IpAddr; // a TcpStream is elsewhere"));
    let shipped = |path: &PathBuf| {
        let name = shown(path);
        name.starts_with("crates/") && name.contains("/src/") && !is_test(path)
    };
    let sources: Vec<PathBuf> = files(&[".rs"]).into_iter().filter(shipped).collect();
    only_where_listed("no telemetry", &sources, connects);
    // What is shipped has one client for HTTP, and only these two crates ask it for anything.
    let metadata = metadata();
    for package in metadata["packages"].as_array().unwrap() {
        let name = text(package, "name");
        let others =
            ["reqwest", "curl", "isahc", "surf", "attohttpc", "minreq", "tungstenite", "quinn", "sentry"];
        assert!(!others.contains(&name), "{name} opens connections too");
        let asks = |d: &&Value| text(d, "name") == "ureq" && d["kind"].is_null();
        if package["source"].is_null() && package["dependencies"].as_array().unwrap().iter().any(|d| asks(&d))
        {
            assert!(["memoro-embed", "memoro-engine"].contains(&name), "{name} depends on ureq");
        }
    }
}

#[test]
fn nothing_is_left_for_later() {
    let marks =
        [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("unimplemented", "!"), concat!("todo", "!(")];
    for path in files(&[".rs", ".md", ".toml", ".sql"]) {
        let source = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
        for mark in marks {
            assert!(!source.contains(mark), "{} holds {mark}", shown(&path));
        }
    }
}

#[test]
fn every_licence_is_on_the_list() {
    let deny: toml_edit::DocumentMut =
        std::fs::read_to_string(root().join("deny.toml")).unwrap().parse().unwrap();
    let list = deny["licenses"]["allow"].as_array().unwrap();
    let allowed: BTreeSet<String> = list.iter().map(|l| l.as_str().unwrap().to_owned()).collect();
    for package in metadata()["packages"].as_array().unwrap() {
        let (name, licence) = (text(package, "name"), text(package, "license"));
        assert!(
            may(&licence.replace('/', " OR "), &allowed),
            "{name}: `{licence}` is not on the list of deny.toml"
        );
        let source = package["source"].as_str();
        assert!(
            source.is_none_or(|s| s.starts_with("registry+https://github.com/rust-lang/crates.io-index")),
            "{name}: {source:?}"
        );
    }
}

/// Tells whether a licence expression can be met with the allowed licences.
fn may(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let whole = expression.trim();
    if let Some(inner) = whole.strip_prefix('(').and_then(|w| w.strip_suffix(')'))
        && !inner.contains('(')
    {
        return may(inner, allowed);
    }
    for (word, all) in [(" AND ", true), (" OR ", false)] {
        let parts = split(whole, word);
        if parts.len() > 1 {
            return if all {
                parts.iter().all(|p| may(p, allowed))
            } else {
                parts.iter().any(|p| may(p, allowed))
            };
        }
    }
    allowed.contains(whole)
}

/// Splits an expression at a word outside parentheses.
fn split(expression: &str, word: &str) -> Vec<String> {
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for piece in expression.split_inclusive(word) {
        let body = piece.strip_suffix(word).unwrap_or(piece);
        parts.last_mut().unwrap().push_str(body);
        depth += body.matches('(').count();
        depth -= body.matches(')').count();
        if body.len() < piece.len() {
            if depth == 0 { parts.push(String::new()) } else { parts.last_mut().unwrap().push_str(word) }
        }
    }
    parts
}

#[test]
fn licence_expressions_are_read_as_they_are_meant() {
    let allowed = BTreeSet::from(["MIT".to_owned(), "Apache-2.0".to_owned(), "Unicode-3.0".to_owned()]);
    for good in
        ["MIT", "MIT OR GPL-3.0", "(MIT OR Apache-2.0) AND Unicode-3.0", "Zlib OR (MIT AND Apache-2.0)"]
    {
        assert!(may(good, &allowed), "{good}");
    }
    for bad in ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT OR Apache-2.0) AND OpenSSL"] {
        assert!(!may(bad, &allowed), "{bad}");
    }
}

fn help(arguments: &[&str]) -> Option<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_memoro"));
    let output = command.args(arguments).arg("--help").output().unwrap();
    output.status.success().then(|| String::from_utf8(output.stdout).unwrap())
}

/// The names of the subcommands that a help text lists.
fn commands(help: &str) -> Vec<String> {
    let listed = help.split("Commands:\n").nth(1).unwrap_or_default();
    let lines = listed.lines().take_while(|line| line.starts_with("  "));
    let names =
        lines.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    names.map(str::to_owned).collect()
}

/// The command lines that a document shows: in backticks or in a code block, beginning with `memoro `.
fn shown_commands(document: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in document.lines() {
        let line = line.trim().trim_start_matches("$ ");
        if line.starts_with("memoro ") {
            found.push(line.to_owned());
        }
        found.extend(
            line.split('`').skip(1).step_by(2).filter(|c| c.starts_with("memoro ")).map(str::to_owned),
        );
    }
    found
}

#[test]
fn every_command_and_flag_in_the_documents_exists() {
    let top = commands(&help(&[]).unwrap());
    assert!(top.len() > 20, "{top:?}");
    let mut known: BTreeMap<String, (Vec<String>, String)> = BTreeMap::new();
    for path in files(&[".md"]) {
        for line in shown_commands(&std::fs::read_to_string(&path).unwrap()) {
            let words: Vec<&str> = line
                .split_whitespace()
                .skip(1)
                .take_while(|w| !matches!(*w, "|" | ">" | "&&" | "#"))
                .collect();
            let Some(place) = words.iter().position(|w| top.iter().any(|name| name == w)) else {
                let only_flags = words.iter().all(|w| w.starts_with('-') || w.starts_with('…'));
                assert!(only_flags, "{}: `{line}` names no command", shown(&path));
                continue;
            };
            let (inner, text) = known
                .entry(words[place].to_owned())
                .or_insert_with_key(|name| {
                    let help = help(&[name]).unwrap();
                    (commands(&help), help)
                })
                .clone();
            let free = text.contains("<TEXT>...");
            let mut help_text = text;
            let named =
                |verb: &&&str| !inner.is_empty() && (!free || inner.iter().any(|name| name == **verb));
            if let Some(verb) = words.get(place + 1).filter(named) {
                assert!(
                    inner
                        .iter()
                        .any(|name| verb.split('|').all(|v| inner.contains(&v.to_owned())) || name == verb),
                    "{}: `{line}`",
                    shown(&path)
                );
                help_text.push_str(&help(&[words[place], verb.split('|').next().unwrap()]).unwrap());
            }
            for flag in words.iter().filter(|w| w.starts_with("--") && w.len() > 2) {
                let flag =
                    flag.split('=').next().unwrap().trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
                assert!(help_text.contains(flag), "{}: `{line}` uses {flag}", shown(&path));
            }
        }
    }
}

#[test]
fn the_reference_names_every_command() {
    let reference = std::fs::read_to_string(root().join("docs/reference/cli.md")).unwrap();
    for command in commands(&help(&[]).unwrap()) {
        assert!(
            reference.contains(&format!("`memoro {command}")),
            "docs/reference/cli.md does not tell of `memoro {command}`"
        );
    }
}

#[test]
fn links_between_the_documents_lead_somewhere() {
    for path in files(&[".md"]) {
        let document = std::fs::read_to_string(&path).unwrap();
        for target in document.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = target.split('#').next().unwrap();
            if file.is_empty() || file.contains("://") || file.contains(' ') {
                continue;
            }
            assert!(path.parent().unwrap().join(file).exists(), "{}: {target} leads nowhere", shown(&path));
        }
    }
}

#[test]
fn the_house_is_complete() {
    for file in [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "SECURITY.md",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "NOTICE",
        "deny.toml",
        "config.example.toml",
        "test",
        ".ci/run",
    ] {
        assert!(root().join(file).is_file(), "{file} is missing");
    }
    let architecture = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    assert!(architecture.lines().count() <= 200);
}

#[cfg(unix)]
#[test]
fn the_quick_starts_of_the_readme_work_as_they_stand() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let blocks: Vec<&str> =
        readme.split("```sh\n").skip(2).filter_map(|rest| rest.split("```").next()).collect();
    assert_eq!(blocks.len(), 3, "one quick start a language");
    let programs = Path::new(env!("CARGO_BIN_EXE_memoro")).parent().unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    for block in blocks {
        let home = tempfile::tempdir().unwrap();
        let mut command = Command::new("bash");
        command.env_clear().env("HOME", home.path()).env("PATH", &path).current_dir(home.path());
        let output = command.args(["-e", "-c", block]).output().unwrap();
        assert!(output.status.success(), "{block}\n{}", String::from_utf8_lossy(&output.stderr));
    }
}
