//! What waits, what the admin forbids, what is cleared away, and what a run can prove.

#![expect(clippy::unwrap_used, reason = "a test panics on what it does not expect")]

use std::path::PathBuf;

use jiff::{SignedDuration, Timestamp};
use memoro_core::pack::Format;
use memoro_core::policy::{Operation, Rule};
use memoro_core::{Actor, Confidence, EntryKind, Key, Op, Scope, Status, Ttl};
use memoro_engine::store::{EventFilter, Filter};
use memoro_engine::{
    Caller, Context, Done, Draft, Effort, EngineError, Recall, SayContext, Settings, Target, Which, Whose,
    Workspace,
};

struct Home {
    folder: tempfile::TempDir,
    admin: tempfile::TempDir,
    workspace: Workspace,
    clock: std::cell::Cell<i64>,
}

const DAY: i64 = 24 * 3_600;

impl Home {
    fn new() -> Self {
        let (folder, admin) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        std::fs::write(admin.path().join("admin.key"), "mk_ความลับ\n").unwrap();
        let caller = Caller::user(start());
        let workspace = Workspace::init(&folder.path().join("w"), settings(&admin), &caller).unwrap();
        Self { folder, admin, workspace, clock: std::cell::Cell::new(0) }
    }

    fn wait(&self, seconds: i64) {
        self.clock.set(self.clock.get() + seconds);
    }

    fn user(&self) -> Caller {
        self.wait(1);
        Caller::user(start() + SignedDuration::from_secs(self.clock.get()))
    }

    fn agent(&self) -> Caller {
        Caller { actor: Actor::agent(), ..self.user() }
    }

    fn in_run(&self, run: &str) -> Caller {
        Caller { run: Some(run.into()), ..self.user() }
    }

    fn say(&self, message: &str, caller: &Caller) -> Done {
        self.workspace.say(message, &SayContext::default(), caller).unwrap().commands.remove(0)
    }

    fn infer(&self, message: &str) -> Done {
        let context = SayContext { inferred: Confidence::new(0.9), ..SayContext::default() };
        self.workspace.say(message, &context, &self.user()).unwrap().commands.remove(0)
    }

    fn set(&self, key: &str, value: &str, ttl: &str) {
        let mut draft = Draft::entry(owner(), Key::new(key).unwrap(), EntryKind::Preference, value);
        draft.ttl = ttl.parse::<Ttl>().unwrap();
        self.workspace.write(draft, &self.user()).unwrap();
    }

    fn policy(&self, text: &str) {
        std::fs::write(self.policy_file(), text).unwrap();
    }

    fn policy_file(&self) -> PathBuf {
        self.admin.path().join("POLICY.md")
    }

    /// Opens the workspace anew, as a new process would.
    fn reopen(&mut self) {
        let (root, caller) = (self.workspace.root().to_owned(), self.user());
        self.workspace = Workspace::open(&root, settings(&self.admin), &caller).unwrap();
    }

    fn value(&self, key: &str) -> Option<(String, String)> {
        let keys = [Key::new(key).unwrap()];
        let found = self.workspace.resolve(&keys, &Whose::default(), &self.user()).unwrap().values;
        found.first().map(|r| (r.memory.scope.to_string(), r.value().to_owned()))
    }

    fn profile(&self) -> String {
        std::fs::read_to_string(self.workspace.root().join("PROFILE.md")).unwrap_or_default()
    }

    fn ops(&self) -> Vec<Op> {
        let events = self.workspace.store().events(&EventFilter::default()).unwrap();
        events.iter().map(|(event, _)| event.op).collect()
    }
}

fn settings(admin: &tempfile::TempDir) -> Settings {
    Settings {
        policy: Some(admin.path().join("POLICY.md")),
        admin_key: Some(admin.path().join("admin.key")),
        ..Settings::default()
    }
}

fn start() -> Timestamp {
    "2026-11-15T10:00:00Z".parse().unwrap()
}

fn owner() -> Scope {
    "user:default".parse().unwrap()
}

fn one(name: &str) -> Which {
    Which::One(name.into())
}

#[test]
fn pending_memories_are_confirmed_by_id_key_or_prefix_and_only_by_a_person() {
    let home = Home::new();
    let id = home.infer("ผู้ใช้ชื่อสมชาย").receipt.id.unwrap();
    let agent = home.workspace.confirm(&one("name"), "", &home.agent());
    assert!(matches!(agent, Err(EngineError::Denied { .. })), "{agent:?}");
    let agent = home.workspace.reject(&Which::All, "", &home.agent());
    assert!(matches!(agent, Err(EngineError::Denied { .. })), "{agent:?}");
    let missing = home.workspace.confirm(&one("nickname"), "", &home.user());
    assert!(matches!(missing, Err(EngineError::NotFound { .. })), "{missing:?}");
    let prefix: String = id.as_str().chars().take(20).collect();
    let receipts = home.workspace.confirm(&one(&prefix), "", &home.user()).unwrap();
    assert!(receipts[0].verified && receipts[0].place.as_ref().unwrap().file == "PROFILE.md");
    assert!(home.profile().contains("value:สมชาย"), "{}", home.profile());
    assert_eq!(home.ops(), [Op::StageInferred, Op::PromotePending]);
}

#[test]
fn a_confirmed_value_supersedes_the_old_one_and_ends_its_rivals() {
    let home = Home::new();
    home.set("response.length", "detailed", "none");
    home.infer("The user prefers short answers");
    let other = home.infer("The user prefers medium-length answers");
    assert_eq!(other.receipt.status, "pending", "{other:#?}");
    // The newest of several proposals for one value is meant.
    let receipts = home.workspace.confirm(&one("response.length"), "", &home.user()).unwrap();
    assert_eq!(receipts[0].written.id(), other.receipt.id.as_ref());
    assert_eq!(receipts[0].written.as_str(), "superseded");
    assert!(home.workspace.pending(&home.user()).unwrap().is_empty());
    assert_eq!(home.value("memory.pending.response.length"), None);
    assert_eq!(home.value("response.length").unwrap().1, other.command.value);
    home.workspace.undo(&home.user()).unwrap();
    assert_eq!(home.value("response.length").unwrap().1, "detailed");
}

#[test]
fn the_key_of_other_programs_for_a_pending_memory_means_the_same() {
    let home = Home::new();
    home.infer("用户的名字是小明");
    home.workspace.confirm(&one("memory.pending.name"), "", &home.user()).unwrap();
    assert_eq!(home.value("name").unwrap().1, "小明");
}

#[test]
fn pending_memories_lapse_after_thirty_days_unless_they_are_strengthened() {
    let home = Home::new();
    home.infer("ผู้ใช้ชื่อสมชาย");
    home.infer("The user prefers short answers");
    home.wait(29 * DAY);
    assert_eq!(home.infer("ผู้ใช้ชื่อสมชาย").receipt.status, "merged");
    home.wait(2 * DAY);
    let waiting = home.workspace.pending(&home.user()).unwrap();
    let keys: Vec<&str> = waiting.iter().map(|stored| stored.memory.key.as_str()).collect();
    assert_eq!(keys, ["name"]);
    let lapsed = home.workspace.confirm(&one("response.length"), "", &home.user());
    assert!(matches!(lapsed, Err(EngineError::NotFound { .. })), "{lapsed:?}");
    assert_eq!(home.infer("The user prefers short answers").receipt.status, "pending");
    assert_eq!(home.workspace.compact(Effort::Real, &home.user()).unwrap().lapsed.len(), 1);
    assert_eq!(home.workspace.pending(&home.user()).unwrap().len(), 2);
}

#[test]
fn compacting_ends_what_has_expired_what_is_said_twice_and_idle_sessions() {
    let home = Home::new();
    home.set("response.tone", "formal", "1h");
    home.set("city", "เชียงใหม่", "none");
    home.set("response.length", "detailed", "none");
    home.say("for this session, answer in English", &home.user());
    let file = home.workspace.root().join("PROFILE.md");
    let text = home.profile();
    let line = text.lines().find(|line| line.contains("key:city")).unwrap();
    let other_name = line.replace("key:city", "key:verbosity").replace("เชียงใหม่", "concise");
    let lines = format!("{}\n{line}\n{other_name}", line.replace("เชียงใหม่", "กรุงเทพ"));
    std::fs::write(&file, text.replace(line, &lines)).unwrap();
    home.wait(10 * 3_600);
    let dry = home.workspace.compact(Effort::Dry, &home.user()).unwrap();
    assert_eq!((dry.expired.len(), dry.duplicates.len(), dry.lines), (1, 1, 1), "{dry:?}");
    assert!(dry.session.is_some() && home.profile().contains("key:response.tone"));
    let done = home.workspace.compact(Effort::Real, &home.user()).unwrap();
    assert_eq!(done, dry);
    let after = home.profile();
    assert!(!after.contains("response.tone") && !after.contains("กรุงเทพ"), "{after}");
    assert!(
        after.contains("key:response.length") && !after.contains("verbosity"),
        "the newer one stays: {after}"
    );
    assert!(after.contains("value:เชียงใหม่"), "{after}");
    let events = home.workspace.store().events(&EventFilter::default()).unwrap();
    let told =
        events.iter().rev().find(|(event, _)| event.op == Op::Compact && event.memory.is_none()).unwrap();
    assert_eq!(told.0.reason, "compact: 1 expired, 1 duplicate, 0 pending lapsed, 1 repeated lines");
    assert!(home.workspace.compact(Effort::Real, &home.user()).unwrap().is_empty());
    assert_eq!(
        home.workspace.history(done.expired[0].as_str(), &home.user()).unwrap().len(),
        2,
        "nothing is erased"
    );
}

#[test]
fn a_failed_compact_is_noted() {
    let home = Home::new();
    home.set("a", "1", "1h");
    home.wait(DAY);
    std::fs::write(home.workspace.root().join("PROFILE.md"), b"PROFILE\0\0").unwrap();
    assert!(home.workspace.compact(Effort::Real, &home.user()).is_err());
    assert_eq!(home.ops().last(), Some(&Op::CompactFailed));
}

const TOOLS: &str = "# POLICY\n\n## Guardrails\n\
    - key:policy.allow.tools | value:read_file,memory_resolve,memory_compact | priority:100 | source:admin\n\
    - key:policy.prohibit.web_fetch | value:true | priority:100 | source:admin\n";

#[test]
fn a_policy_that_names_memory_tools_blocks_every_way_to_the_others() {
    let mut home = Home::new();
    home.set("city", "เชียงใหม่", "none");
    home.infer("ผู้ใช้ชื่อสมชาย");
    home.policy(TOOLS);
    home.reopen();
    let blocked = |what: &str, outcome: Result<(), EngineError>| match outcome {
        Err(error @ EngineError::Blocked(Rule::Tools)) => {
            assert_eq!(error.to_string(), "blocked by policy: tools");
        }
        other => panic!("{what}: {other:?}"),
    };
    let (workspace, user) = (&home.workspace, home.user());
    let draft = || Draft::note(owner(), "a note");
    let say = |text: &str| workspace.say(text, &SayContext::default(), &user).unwrap().commands;
    let refused = |text: &str| {
        let receipt = say(text).remove(0).receipt;
        let told = (receipt.status, receipt.reason.as_deref(), receipt.id.as_ref());
        assert_eq!(told, ("rejected", Some("blocked by policy: tools"), None), "{text}");
    };
    blocked("write", workspace.write(draft(), &user).map(drop));
    refused("จำไว้ว่าฉันชื่อสมชาย");
    refused("忘掉我的城市");
    refused("confirm memory");
    blocked("edit", workspace.edit("city", &memoro_engine::Edit::default(), &user).map(drop));
    blocked("end", workspace.end("city", None, "", &user).map(drop));
    blocked("undo", workspace.undo(&user).map(drop));
    blocked("forget", workspace.forget(&Target::Memory("city".into(), None), "", &user).map(drop));
    blocked("confirm", workspace.confirm(&Which::All, "", &user).map(drop));
    blocked("reject", workspace.reject(&Which::All, "", &user).map(drop));
    blocked("import", workspace.import(&mut std::io::empty(), &user, |_| ()).map(drop));
    let request = memoro_engine::Remember { text: "x y".into(), ..memoro_engine::Remember::default() };
    blocked("remember", workspace.remember(&request, &user).map(drop));
    assert_eq!(home.value("city").unwrap().1, "เชียงใหม่");
    assert!(workspace.get("city", None, &user).is_ok());
    assert!(workspace.recall(&Recall::new("เชียงใหม่"), &user).is_ok());
    assert!(workspace.compact(Effort::Real, &user).is_ok());
    assert_eq!(say("what do you know about me?")[0].receipt.status, "shown");
    assert!(say("good morning").is_empty());
    let allowed = |tool: &str| workspace.check_tool(tool, &user).unwrap();
    assert_eq!(allowed("read_file"), Ok(()));
    assert_eq!(allowed("write_file"), Err(Rule::Tools));
    assert_eq!(allowed("web_fetch"), Err(Rule::Prohibited));
    assert_eq!(allowed("forget"), Err(Rule::Tools));
}

#[test]
fn reading_can_be_forbidden_on_every_path_too() {
    let mut home = Home::new();
    home.set("city", "Chiang Mai", "none");
    home.policy("- key:policy.prohibit.recall | value:true\n");
    home.reopen();
    let (workspace, user) = (&home.workspace, home.user());
    let blocked = |outcome: Result<(), EngineError>| {
        assert!(matches!(outcome, Err(EngineError::Blocked(Rule::Prohibited))), "{outcome:?}");
    };
    blocked(workspace.recall(&Recall::new("city"), &user).map(drop));
    blocked(workspace.get("city", None, &user).map(drop));
    blocked(workspace.list(&Filter::default(), &user).map(drop));
    blocked(workspace.history("city", &user).map(drop));
    blocked(workspace.why("city", &user).map(drop));
    blocked(workspace.resolve(&[], &Whose::default(), &user).map(drop));
    blocked(workspace.pending(&user).map(drop));
    blocked(workspace.export(&mut Vec::new(), &user, |_| ()).map(drop));
    blocked(workspace.plan_forget(&Target::Memory("city".into(), None), &user).map(drop));
    let shown = home.say("แสดงสิ่งที่จำไว้เกี่ยวกับฉัน", &home.user());
    assert_eq!((shown.receipt.status, shown.shown.len()), ("rejected", 0));
    assert_eq!(workspace.permit(Operation::Write, &user).ok(), Some(()));
    assert_eq!(home.say("set the tone to formal", &home.user()).receipt.status, "stored");
}

#[test]
fn taking_back_asks_the_guard_for_what_it_amounts_to() {
    let blocked = |outcome: Result<memoro_engine::Undone, EngineError>| {
        assert!(matches!(outcome, Err(EngineError::Blocked(Rule::Prohibited))), "{outcome:?}");
    };
    // Taking back what was remembered takes it out.
    let mut home = Home::new();
    home.set("city", "เชียงใหม่", "none");
    home.policy("- key:policy.prohibit.forget | value:true\n");
    home.reopen();
    blocked(home.workspace.undo(&home.user()));
    assert_eq!(home.say("undo that", &home.user()).receipt.status, "rejected");
    assert_eq!(home.value("city").unwrap().1, "เชียงใหม่");
    // A value that comes back in the place of another is a change of it.
    home.set("city", "ระยอง", "none");
    home.workspace.undo(&home.user()).unwrap();
    assert_eq!(home.value("city").unwrap().1, "เชียงใหม่");

    let mut home = Home::new();
    home.set("city", "成都", "none");
    home.set("city", "上海", "none");
    home.policy("- key:policy.prohibit.remember | value:true\n");
    home.reopen();
    blocked(home.workspace.undo(&home.user()));
    home.workspace.end("city", None, "", &home.user()).unwrap();
    blocked(home.workspace.undo(&home.user()));
    assert_eq!(home.value("city"), None);
    // What was added may be taken out where only that is allowed.
    let mut home = Home::new();
    home.set("city", "Rome", "none");
    home.policy("- key:policy.allow.tools | value:forget\n");
    home.reopen();
    home.workspace.undo(&home.user()).unwrap();
    home.policy("");
    let admin = home.workspace.admin("mk_ความลับ", &home.user()).unwrap();
    home.workspace.reload_policy(&admin).unwrap();
    assert_eq!(home.value("city"), None);
}

#[test]
fn what_may_be_written_needs_no_leave_to_read_and_tells_nothing_of_what_was_there() {
    let mut home = Home::new();
    let learn = |text: &str| memoro_engine::Learn { text: text.into(), ..memoro_engine::Learn::default() };
    let old = "The nightly backup of the harbour database runs every day at two in the morning";
    home.workspace.learn(&learn(old), &home.user()).unwrap();
    let new = "The nightly backup of the harbour database never runs at two in the morning";
    let told = |learned: &memoro_engine::Learned| format!("{learned:?}").contains("every day");
    let warned = home.workspace.would_learn(&learn(new), &home.user()).unwrap();
    assert!(told(&warned), "with leave to read the older one is told: {warned:?}");
    home.policy("- key:policy.allow.tools | value:web_fetch,remember,forget\n");
    home.reopen();
    let (workspace, user) = (&home.workspace, home.user());
    assert!(matches!(workspace.get("city", None, &user), Err(EngineError::Blocked(Rule::Tools))));
    let learned = workspace.learn(&learn(new), &user).unwrap();
    assert!(!told(&learned), "{learned:?}");
    let trigger = memoro_core::Trigger::When("deploying the harbour".into());
    let procedure = memoro_core::Procedure { trigger, steps: vec!["run the tests".into()] };
    workspace.learn_procedure(&memoro_engine::Teach::new(owner(), procedure), &user).unwrap();
    home.set("city", "Rome", "none");
    home.set("city", "Oslo", "none");
    assert_eq!(home.say("remember my name is Bob", &home.user()).receipt.status, "stored");
    workspace.write(Draft::note(owner(), "a note"), &user).unwrap();
}

#[test]
fn policy_sets_ordinary_keys_before_the_profile_and_its_rules_are_no_values() {
    let mut home = Home::new();
    home.set("response.language", "en", "none");
    home.policy("## Preferences\n- key:response.language | value:th\n- key:policy.prohibit.x | value:true\n");
    home.reopen();
    assert_eq!(home.value("response.language").unwrap(), ("policy".into(), "th".into()));
    assert_eq!(home.value("policy.prohibit.x"), None);
    let all = home.workspace.resolve(&[], &Whose::default(), &home.user()).unwrap().values;
    assert!(all.iter().all(|r| !r.memory.key.as_str().starts_with("policy.")));
    assert_eq!(all[0].shadowed.len(), 1);
    let done = home.say("answer in Chinese from now on", &home.user());
    assert!(done.receipt.reason.unwrap().contains("policy counts before"), "the person is told");
}

#[test]
fn a_key_that_is_asked_for_by_another_name_is_found() {
    let home = Home::new();
    home.set("response.length", "concise", "none");
    assert_eq!(home.value("response.verbosity").unwrap().1, "concise");
    home.set("response.verbosity", "detailed", "none");
    assert_eq!(home.value("response.verbosity").unwrap().1, "detailed", "its own name counts first");
    assert_eq!(home.value("语气"), None);
}

#[test]
fn a_pack_tells_what_the_policy_amounts_to_and_none_of_its_words() {
    let mut home = Home::new();
    home.policy(
        "- key:policy.allow.tools | value:read_file,MARKTOOL\n- key:policy.prohibit.MARKSHELL | value:true\n\
         ## Preferences\n- key:response.language | value:zh\n",
    );
    home.reopen();
    for format in [Format::Xml, Format::Markdown, Format::Ctx] {
        let request = Context { format, ..Context::default() };
        let pack = home.workspace.context(&request, &home.user()).unwrap();
        assert!(pack.text.contains("blocked by policy: tools"), "{}", pack.text);
        assert!(pack.text.contains("response.language: zh counts before"), "{}", pack.text);
        assert!(!pack.text.contains("MARKTOOL") && !pack.text.to_lowercase().contains("markshell"));
    }
}

#[test]
fn a_broken_policy_keeps_the_last_good_one_and_says_so_without_its_words() {
    let mut home = Home::new();
    home.policy(TOOLS);
    home.reopen();
    for broken in
        ["- key:policy.allow.tools | value:SECRETMARK | priority:lots\n", "SECRETMARK\n", "\0SECRETMARK"]
    {
        home.policy(broken);
        home.reopen();
        let status = home.workspace.policy_status(&home.user()).unwrap();
        assert_eq!(status.rules, 2, "{broken}");
        let problem = status.problem.unwrap();
        assert!(problem.contains("cannot be read") && !problem.contains("SECRETMARK"), "{problem}");
        assert!(!problem.contains("POLICY.md"), "{problem}");
        assert!(home.workspace.permit(Operation::Write, &home.user()).is_err());
        let admin = home.workspace.admin("mk_ความลับ", &home.user()).unwrap();
        assert!(matches!(home.workspace.reload_policy(&admin), Err(EngineError::Invalid { .. })));
        assert!(home.workspace.permit(Operation::Write, &home.user()).is_err());
    }
    std::fs::remove_file(home.policy_file()).unwrap();
    home.reopen();
    let status = home.workspace.policy_status(&home.user()).unwrap();
    assert!(status.rules == 2 && status.problem.unwrap().contains("missing"));
    let admin = home.workspace.admin("mk_ความลับ", &home.user()).unwrap();
    assert_eq!(home.workspace.reload_policy(&admin).unwrap().rules, 0);
    assert!(home.workspace.permit(Operation::Write, &home.user()).is_ok());
}

#[test]
fn only_the_admin_reloads_and_every_open_workspace_follows() {
    let home = Home::new();
    let other = Workspace::open(home.workspace.root(), settings(&home.admin), &home.user()).unwrap();
    home.policy(TOOLS);
    assert!(home.workspace.permit(Operation::Write, &home.user()).is_ok(), "not yet loaded");
    for key in ["", "mk_", "mk_ความลั", "MK_ความลับ"] {
        let denied = home.workspace.admin(key, &home.user());
        assert!(matches!(denied, Err(EngineError::Denied { .. })), "{key}");
    }
    for caller in [home.user(), home.agent()] {
        assert!(matches!(home.workspace.reload_policy(&caller), Err(EngineError::Denied { .. })));
    }
    let admin = home.workspace.admin(" mk_ความลับ\n", &home.user()).unwrap();
    assert_eq!(home.workspace.reload_policy(&admin).unwrap().rules, 2);
    for workspace in [&home.workspace, &other] {
        assert!(matches!(workspace.permit(Operation::Write, &home.user()), Err(EngineError::Blocked(_))));
    }
    let events = home.workspace.store().events(&EventFilter::default()).unwrap();
    let last = &events.last().unwrap().0;
    assert_eq!((last.actor.as_str(), last.reason.as_str()), ("admin", "policy loaded: 2 rules"));
}

#[test]
fn policy_cannot_be_written_through_memory_and_is_in_no_export() {
    let mut home = Home::new();
    home.policy(
        "## Facts\n- key:policy.note.POLICYMARK | value:POLICYMARK\n- key:office | value:OFFICEMARK\n",
    );
    home.reopen();
    home.set("city", "x y", "none");
    for (scope, key) in [(Scope::Policy, "a"), (owner(), "policy.allow.tools"), (owner(), "POLICY.x")] {
        let draft = Draft::entry(scope, Key::new(key).unwrap(), EntryKind::Fact, "v");
        assert_eq!(home.workspace.write(draft, &home.user()).unwrap().written.as_str(), "rejected", "{key}");
    }
    let mut export = Vec::new();
    home.workspace.export(&mut export, &home.user(), |_| ()).unwrap();
    let text = String::from_utf8(export).unwrap();
    assert!(!text.contains("POLICYMARK") && !text.contains("OFFICEMARK"));
    let statuses = Status::WORDS.map(str::to_owned).to_vec();
    let all = Filter { statuses, sensitive: true, ..Filter::default() };
    assert!(home.workspace.list(&all, &home.user()).unwrap().iter().all(|s| s.memory.scope != Scope::Policy));
    let hits = home.workspace.recall(&Recall::new("POLICYMARK OFFICEMARK"), &home.user()).unwrap();
    assert!(hits.hits.iter().all(|hit| !format!("{hit:?}").contains("OFFICEMARK")));
}

#[test]
fn what_has_expired_is_told_as_over_and_not_as_there() {
    let home = Home::new();
    let said = home.workspace.say("จำไว้ 2 ชั่วโมงว่าฉันอยู่โคราช", &SayContext::default(), &home.in_run("r"));
    assert_eq!(said.unwrap().commands[0].receipt.status, "stored");
    let found = |home: &Home| home.workspace.verify_run("r", &home.user()).unwrap().requests.remove(0);
    assert!(found(&home).found.starts_with("it is there"), "{:?}", found(&home));
    home.wait(3 * 3_600);
    let over = found(&home);
    assert_eq!((over.holds, over.found.as_str()), (true, "it was there until its time was over"));
}

#[test]
fn a_run_can_prove_that_its_requests_were_carried_out() {
    let home = Home::new();
    home.say("จำไว้ว่าฉันชื่อสมชาย", &home.in_run("r/1"));
    home.say("remember that I live in Chiang Mai", &home.in_run("r/1"));
    home.say("记住我喜欢喝茶", &home.in_run("r/1"));
    home.say("ลืมชื่อของฉัน", &home.in_run("r/1"));
    home.say("remember that I live in Bangkok", &home.in_run("r/1"));
    let verified = home.workspace.verify_run("r/1", &home.user()).unwrap();
    assert!(verified.holds(), "{verified:#?}");
    let found: Vec<(&str, &str)> =
        verified.requests.iter().map(|r| (r.intent.as_str(), r.found.as_str())).collect();
    assert_eq!(found[0], ("remember", "it was forgotten later"), "{found:?}");
    assert!(found[1].1.starts_with("it was there until later"), "{found:?}");
    assert!(found[2].1.starts_with("it is there: PROFILE.md line "), "{found:?}");
    assert_eq!(found[3], ("forget", "it is gone"));
    let runs = home.workspace.root().join(".memoro/runs");
    let folder = std::fs::read_dir(&runs).unwrap().next().unwrap().unwrap().path();
    let lines = std::fs::read_to_string(folder.join("memory_audit.jsonl")).unwrap();
    assert!(lines.lines().count() >= 5 && lines.contains("\"actor\":\"user\""), "{lines}");
    let requests = std::fs::read_to_string(folder.join("memory_requests.jsonl")).unwrap();
    for word in ["สมชาย", "Chiang", "茶"] {
        assert!(!requests.contains(word), "{requests}");
    }
    let unknown = home.workspace.verify_run("r2", &home.user());
    assert!(matches!(unknown, Err(EngineError::NotFound { .. })));
}

#[test]
fn a_request_that_was_not_carried_out_is_told() {
    let home = Home::new();
    home.say("remember this", &home.in_run("r"));
    home.say("ลืมทุกอย่างเกี่ยวกับฉัน", &home.in_run("r"));
    home.say("remember that I live in Chiang Mai", &Caller { actor: Actor::agent(), ..home.in_run("r") });
    let verified = home.workspace.verify_run("r", &home.user()).unwrap();
    let holds: Vec<bool> = verified.requests.iter().map(|r| r.holds).collect();
    assert_eq!(holds, [false, false, false], "{verified:#?}");
    assert!(verified.requests[0].found.contains("the message does not say what") && !verified.holds());
    home.workspace.confirm(&one("place"), "", &home.user()).unwrap();
    assert!(home.workspace.verify_run("r", &home.user()).unwrap().requests[2].holds);
}

#[test]
fn three_failed_writes_in_a_row_tell_the_user_and_a_good_one_ends_it() {
    let home = Home::new();
    home.say("จำไว้ว่าฉันชื่อสมชาย", &home.in_run("r"));
    let file = home.workspace.root().join("PROFILE.md");
    let good = std::fs::read(&file).unwrap();
    std::fs::write(&file, b"\0\0\0 no text any more").unwrap();
    for attempt in 1..=3 {
        let said = home.workspace.say("ตั้งโทนการตอบเป็นทางการ", &SayContext::default(), &home.in_run("r"));
        let said = said.unwrap();
        let done = &said.commands[0];
        assert!(done.failed && done.receipt.status == "rejected" && !done.receipt.verified, "{done:#?}");
        assert!(done.ack.contains("memoro doctor"), "{}", done.ack);
        assert_eq!(said.fail_safe.is_some(), attempt == 3, "attempt {attempt}");
        if let Some(notice) = said.fail_safe {
            assert!(notice.contains("บันทึกความจำไม่ได้"), "{notice}");
        }
    }
    assert_eq!(
        memoro_engine::failures(&home.workspace.root().join(".memoro/runs"), "r"),
        3,
        "counted without the store"
    );
    assert!(home.workspace.is_fail_safe("r"));
    std::fs::write(&file, good).unwrap();
    let verified = home.workspace.verify_run("r", &home.user()).unwrap();
    assert!(verified.fail_safe && !verified.holds(), "{verified:#?}");
    let said = home.workspace.say("ตั้งโทนการตอบเป็นทางการ", &SayContext::default(), &home.in_run("r")).unwrap();
    assert!(said.fail_safe.is_none() && said.commands[0].receipt.verified, "{said:#?}");
    let verified = home.workspace.verify_run("r", &home.user()).unwrap();
    assert!(verified.holds(), "{verified:#?}");
}

#[test]
fn a_failure_before_the_workspace_opens_counts_too() {
    let home = Home::new();
    for _ in 0..3 {
        let now = home.user().now;
        memoro_engine::note_failure(
            home.workspace.root(),
            &Settings::default(),
            ("r", now),
            "the store is read-only",
        );
    }
    assert!(home.workspace.is_fail_safe("r"));
    assert!(home.folder.path().exists());
}

#[test]
fn a_session_entry_that_ends_with_the_session_leaves_the_profile_too() {
    let home = Home::new();
    home.set("mood", "happy", "session_end");
    let session = home.workspace.use_session(None, &home.user()).unwrap();
    assert!(home.profile().contains("key:mood"));
    home.workspace.end_session(&session, "done", &home.user()).unwrap();
    assert!(!home.profile().contains("key:mood"), "{}", home.profile());
    assert_eq!(home.value("mood"), None);
}
