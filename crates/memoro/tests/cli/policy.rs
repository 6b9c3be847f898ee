//! The admin's rules: enforced everywhere, shown nowhere.

use super::{House, holds};

const MARK: &str = "ความลับMARKER秘密";

fn write(house: &House, text: &str) {
    let folder = house.path("home/.config/memoro");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("POLICY.md"), text).unwrap();
}

fn key(house: &House) -> String {
    std::fs::read_to_string(house.path("home/.config/memoro/admin.key")).unwrap().trim().to_owned()
}

#[test]
fn a_tool_that_the_list_leaves_out_is_blocked() {
    let house = House::new();
    house.ok(&["policy", "check", "anything"]);
    write(
        &house,
        "# POLICY\n## Guardrails\n- key:policy.allow.tools | value:read_file,web_fetch | source:admin\n",
    );
    assert_eq!(house.json(&["policy", "check", "read_file"])["allowed"], true);
    let ran = house.run(&["policy", "check", "run_shell"]);
    assert_eq!(ran.code, 2);
    holds(&ran.out, &["blocked by policy: tools"]);
    let ran = house.run(&["policy", "check", "run_shell", "--json"]);
    holds(&ran.out, &["\"allowed\":false", "blocked by policy: tools"]);
    house.ok(&["say", "จำไว้ว่าฉันชื่อสมชาย"]);
}

#[test]
fn a_list_that_names_memory_tools_blocks_the_commands_behind_the_others() {
    let house = House::new();
    house.ok(&["profile", "set", "city", "Chiang Mai"]);
    write(&house, "- key:policy.allow.tools | value:recall\n");
    for command in [
        &["remember", "x y z"][..],
        &["note", "x y z"],
        &["profile", "set", "city", "Bangkok"],
        &["profile", "unset", "city"],
        &["session", "set", "a", "b"],
        &["edit", "city", "--text", "Bangkok"],
        &["forget", "city", "--yes"],
        &["undo"],
        &["rollback", "--origin", "user"],
        &["compact"],
    ] {
        let error = house.error(2, command);
        assert_eq!(error["code"], "policy", "{command:?}: {error}");
        assert_eq!(error["message"], "blocked by policy: tools", "{command:?}");
    }
    assert_eq!(house.json(&["get", "city"])["text"], "Chiang Mai");
    for said in ["remember my name is Ann", "ลืมชื่อของฉัน", "忘掉我的城市"] {
        let done = house.json(&["say", said, "--run", "r"]);
        assert_eq!(done["receipt"]["status"], "rejected", "{said}: {done}");
        assert_eq!(done["receipt"]["reason"], "blocked by policy: tools", "{said}");
    }
    let ran = house.run(&["verify", "--run", "r"]);
    assert_eq!(ran.code, 1);
    holds(&ran.out, &["0 of 3 requests of run r carried out", "it was not carried out: blocked by policy"]);
    write(&house, "- key:policy.prohibit.recall | value:true\n");
    for command in [
        &["recall", "city"][..],
        &["get", "city"],
        &["list"],
        &["profile", "list"],
        &["history", "city"],
        &["why", "city"],
        &["resolve"],
        &["export", "-"],
        &["audit", "list"],
        &["pending", "list"],
    ] {
        assert_eq!(house.error(2, command)["message"], "blocked by policy: prohibited", "{command:?}");
    }
    let asked = house.json(&["say", "what do you know about me?"]);
    assert_eq!(asked["receipt"]["status"], "rejected");
    assert_eq!(asked["shown"], serde_json::json!([]));
}

#[test]
fn only_the_admin_key_reloads() {
    let house = House::new();
    write(&house, "- key:policy.prohibit.web_fetch | value:true\n");
    holds(&house.fails(2, &["policy", "reload"]), &["admin key", "MEMORO_ADMIN_KEY"]);
    house.fails(2, &["policy", "reload", "--admin-key", "mk_wrong"]);
    assert_eq!(house.json(&["policy", "reload", "--admin-key", &key(&house)])["rules"], 1);
    let mut command = house.command(&["policy", "reload", "--json"]);
    let ran = super::ran(command.env("MEMORO_ADMIN_KEY", key(&house)));
    assert_eq!(ran.code, 0, "{ran:?}");
}

#[test]
fn a_broken_file_keeps_the_last_good_rules_and_every_command_says_so() {
    let house = House::new();
    write(&house, "- key:policy.prohibit.web_fetch | value:true\n");
    house.ok(&["status"]);
    write(&house, &format!("# POLICY\n- key:policy.prohibit.{MARK} | value:perhaps\n"));
    let ran = house.ok(&["status", "--json"]);
    holds(&ran.out, &["\"policy_rules\":1", "line 2 of the file cannot be read"]);
    holds(&ran.err, &["the last good rules stay in force"]);
    assert!(!ran.out.contains(MARK) && !ran.err.contains(MARK), "{ran:?}");
    assert_eq!(house.run(&["policy", "check", "web_fetch"]).code, 2);
    let ran = house.run(&["doctor"]);
    assert_eq!(ran.code, 1);
    holds(&ran.out, &["memoro policy reload"]);
    assert!(!ran.out.contains(MARK), "{ran:?}");
    holds(&house.fails(2, &["policy", "reload", "--admin-key", &key(&house)]), &["line 2"]);
    // A file that was cut short lifts nothing: the admin does, by reading it again.
    for short in ["# POLICY\n", ""] {
        write(&house, short);
        holds(&house.ok(&["status"]).err, &["the file holds no rules", "the last good rules stay in force"]);
        assert_eq!(house.run(&["policy", "check", "web_fetch"]).code, 2);
    }
    assert_eq!(house.json(&["policy", "reload", "--admin-key", &key(&house)])["rules"], 0);
    house.ok(&["policy", "check", "web_fetch"]);
    assert_eq!(house.ok(&["status"]).err, "");
}

#[test]
fn where_no_good_rules_were_ever_known_a_broken_file_allows_no_tool() {
    let house = House::new();
    write(&house, "- key:policy.prohibit.run_shell | value:perhaps\n");
    for _ in 0..2 {
        holds(&house.ok(&["status"]).err, &["line 1 of the file cannot be read", "no tool is allowed"]);
        assert_eq!(house.json(&["policy", "status"])["rules"], 0);
        let ran = house.run(&["policy", "check", "web_fetch"]);
        assert!(ran.code == 2 && ran.out.contains("blocked by policy: broken"), "{ran:?}");
    }
    for tool in ["remember", "recall", "memory_delete"] {
        let ran = house.run(&["policy", "check", tool]);
        assert!(ran.code == 2 && ran.out.contains("blocked by policy: broken"), "{tool}: {ran:?}");
    }
    for command in [
        &["profile", "set", "city", "เชียงใหม่"][..],
        &["note", "a b c"],
        &["learn", "the sky is blue"],
        &["recall", "city"],
        &["list"],
        &["context"],
        &["forget", "city", "--yes"],
        &["compact"],
        &["undo"],
        &["export", "-"],
    ] {
        let told = house.fails(2, command);
        holds(&told, &["blocked by policy: broken", "memoro policy status", "the admin mends it"]);
    }
    for said in ["remember my name is Ann", "ลืมชื่อของฉัน", "你知道我什么"] {
        let done = house.json(&["say", said]);
        assert_eq!(done["receipt"]["reason"], "blocked by policy: broken", "{said}: {done}");
    }
    write(&house, "- key:policy.prohibit.run_shell | value:true\n");
    house.ok(&["profile", "set", "city", "เชียงใหม่"]);
    house.ok(&["policy", "check", "web_fetch"]);
    assert_eq!(house.run(&["policy", "check", "run_shell"]).code, 2);
}

#[test]
fn no_command_shows_the_text_or_the_place_of_the_rules() {
    let house = House::new();
    write(
        &house,
        &format!(
            "# POLICY {MARK}\n\n{MARK} as prose\n\n## Guardrails\n- key:policy.note.{MARK} | value:{MARK}\n\
             - key:policy.allow.tools | value:{MARK},recall,remember,forget,memory_compact\n"
        ),
    );
    house.ok(&["profile", "set", "city", "Chiang Mai"]);
    house.ok(&["config", "set", "index.paths", house.path("home/.config/memoro").to_str().unwrap()]);
    let bundle = house.path("bundle.jsonl");
    let bundle = bundle.to_str().unwrap();
    for command in [
        &["index"][..],
        &["status"],
        &["doctor"],
        &["check", "--full"],
        &["list", "--status", "active", "--status", "pending", "--status", "superseded"],
        &["list", "--scope", "policy"],
        &["get", "policy.allow.tools"],
        &["get", "policy_policy.allow.tools"],
        &["resolve"],
        &["resolve", "policy.allow.tools"],
        &["recall", MARK],
        &["recall", "policy allow tools"],
        &["history", "policy.allow.tools"],
        &["why", "policy.allow.tools"],
        &["audit", "list"],
        &["audit", "verify"],
        &["export", bundle],
        &["export", "-"],
        &["forget", "--subject", MARK, "--dry-run"],
        &["say", "what do you know about me?"],
        &["say", "remember policy.allow.tools = all"],
        &["remember", "--key", "policy.allow.tools", "all"],
        &["remember", "--scope", "policy", "--key", "a", "all"],
        &["pending", "list"],
        &["policy", "status"],
        &["policy", "check", "web_fetch"],
        &["policy", "check", "memory_delete"],
        &["policy", "reload"],
        &["compact"],
        &["verify", "--run", "r"],
        &["profile", "list"],
        &["session", "list"],
        &["config", "get"],
        &["backup"],
        &["undo"],
        &["rollback", "--origin", "user"],
    ] {
        for form in [&[][..], &["--json"]] {
            let ran = house.run(&[command, form].concat());
            let told = format!("{}{}", ran.out, ran.err);
            let echo = command.iter().any(|word| word.contains(MARK));
            assert!(echo || !told.contains(MARK), "{command:?} shows a rule: {told}");
            assert!(!told.contains("POLICY.md"), "{command:?} shows the place: {told}");
            assert!(!told.contains(&format!("{MARK} as prose")), "{command:?}: {told}");
        }
    }
    assert!(!std::fs::read_to_string(bundle).unwrap().contains(MARK));
}

#[test]
fn a_backup_holds_no_rule_and_brings_none_back() {
    let house = House::new();
    write(
        &house,
        &format!("- key:policy.prohibit.web_fetch | value:true\n- key:note.{MARK} | value:{MARK}\n"),
    );
    house.ok(&["profile", "set", "city", "成都"]);
    let backup = house.json(&["backup"])["path"].as_str().unwrap().to_owned();
    let kept = std::fs::read(std::path::Path::new(&backup).join("memoro.db")).unwrap();
    let holds = |word: &str| kept.windows(word.len()).any(|part| part == word.as_bytes());
    assert!(holds("成都") && !holds(MARK) && !holds("policy.prohibit"));
    house.ok(&["profile", "set", "city", "上海"]);
    house.ok(&["restore", &backup]);
    assert_eq!(house.json(&["get", "city"])["text"], "成都");
    assert_eq!(house.run(&["policy", "check", "web_fetch"]).code, 2);
    // The last good rules stay here, whatever is restored.
    write(&house, "- key:policy.prohibit.web_fetch | value:perhaps\n");
    house.ok(&["restore", &backup]);
    assert_eq!(house.run(&["policy", "check", "web_fetch"]).code, 2);
    house.ok(&["policy", "check", "run_shell"]);
}

#[test]
fn writing_needs_no_leave_to_read_and_undo_needs_leave_for_what_it_does() {
    let house = House::new();
    write(&house, "- key:policy.allow.tools | value:web_fetch,memory_upsert\n");
    for command in [
        &["remember", "--key", "city", "Rome"][..],
        &["remember", "a plain note"],
        &["note", "a plain note"],
        &["profile", "set", "city", "Oslo"],
        &["session", "set", "topic", "tests"],
        &["user", "set", "timezone", "Asia/Bangkok"],
        &["learn", "the harbour opens at nine"],
        &["say", "จำไว้ว่าฉันชื่อสมชาย"],
    ] {
        let ran = house.ok(&[command, &["--json"]].concat());
        assert!(!ran.out.contains("Rome"), "{command:?} tells what was there: {}", ran.out);
    }
    assert_eq!(house.error(2, &["get", "city"])["message"], "blocked by policy: tools");
    assert_eq!(house.error(2, &["undo"])["message"], "blocked by policy: tools");
}

#[test]
fn a_value_that_the_admin_sets_counts_before_the_profile() {
    let house = House::new();
    house.ok(&["profile", "set", "response.language", "en"]);
    write(&house, "## Preferences\n- key:response.language | value:th | source:admin\n");
    let resolved = house.json(&["resolve", "response.language"]);
    assert_eq!(resolved["values"][0]["value"], "th");
    assert_eq!(resolved["values"][0]["scope"], "policy");
    assert_eq!(resolved["values"][0]["shadowed"][0]["value"], "en");
}
