//! Measures prompt packs on a store that makes them hard: memories of ten subjects and ten events, so that every
//! question meets a fifth of them.
//!
//! `cargo run --release -p memoro-benches --bin packs -- [MEMORIES] [FOLDER]`; a folder is kept and used again.
#![allow(clippy::print_stdout, reason = "a program that prints a report")]

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};
use jiff::Timestamp;
use memoro_core::{
    Content, EntryKind, Episode, Grain, Key, MemoryId, Outcome, Procedure, Scope, Trigger, UserId,
};
use memoro_engine::{Caller, Context, Draft, Settings, Workspace};
use rustix::time::{ClockId, clock_gettime};

const SUBJECTS: [&str; 10] = [
    "gateway timeout",
    "invoice template",
    "โกดังสินค้า",
    "数据库备份",
    "release branch",
    "ห้องประชุมใหญ่",
    "缓存服务器",
    "payment provider",
    "mobile login",
    "การจัดส่ง",
];
const EVENTS: [&str; 10] = [
    "the deploy was rolled back",
    "ลูกค้าขอคืนเงิน",
    "服务器重启了",
    "the tests passed",
    "a customer called",
    "ประชุมทีมเรื่องงบ",
    "迁移完成",
    "the certificate expired",
    "ระบบล่มช่วงบ่าย",
    "the budget was approved",
];
const QUESTIONS: [&str; 6] = [
    "what is the gateway timeout when the deploy was rolled back?",
    "ห้องประชุมใหญ่กับการประชุมทีมเรื่องงบเป็นอย่างไร",
    "数据库备份的服务器重启了吗",
    "how do we handle a customer who called about the invoice template?",
    "การจัดส่งเมื่อลูกค้าขอคืนเงินทำอย่างไร",
    "which release branch had the tests passed?",
];
/// How often each question is asked.
const ROUNDS: usize = 10;
const WRITERS: u64 = 50;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let first = arguments.next();
    if first.as_deref() == Some("cold") {
        let folder = arguments.next().context("the folder")?;
        return cold(Path::new(&folder), &arguments.next().context("the question")?);
    }
    let memories: u64 = first.map_or(Ok(100_000), |text| text.parse())?;
    let kept = arguments.next().map(PathBuf::from);
    let scratch = tempfile::tempdir()?;
    let folder = kept.unwrap_or_else(|| scratch.path().to_owned());
    if !Workspace::store_path(&folder).exists() {
        fill(&folder, memories)?;
    }
    let workspace = Workspace::open(&folder, Settings::default(), &Caller::user(Timestamp::now()))?;
    let mut warm = Vec::new();
    for round in 0..ROUNDS {
        for question in QUESTIONS {
            let start = cpu();
            workspace.context(&asked(question), &Caller::user(Timestamp::now()))?;
            warm.extend((round > 0).then(|| cpu() - start));
        }
    }
    drop(workspace);
    let mut colds = Vec::new();
    for question in QUESTIONS {
        let program = std::env::current_exe()?;
        let out = Command::new(program).arg("cold").arg(&folder).arg(question).output()?;
        colds.push(String::from_utf8(out.stdout)?.trim().parse::<f64>()?);
    }
    println!("pack with a question, {memories} memories, ms of CPU: p50 / p95");
    println!("running process: {:.2} / {:.2}", at(&mut warm, 50), at(&mut warm, 95));
    println!("new process: {:.1} / {:.1}", at(&mut colds, 50), at(&mut colds, 95));
    Ok(())
}

fn cold(folder: &Path, question: &str) -> Result<()> {
    let caller = Caller::user(Timestamp::now());
    let workspace = Workspace::open(folder, Settings::default(), &caller)?;
    let pack = workspace.context(&asked(question), &caller)?;
    anyhow::ensure!(!pack.text.is_empty(), "an empty pack");
    println!("{}", cpu());
    Ok(())
}

fn asked(question: &str) -> Context {
    Context { query: Some(question.into()), ..Context::default() }
}

fn cpu() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    #[allow(clippy::cast_precision_loss, reason = "figures for people")]
    let milliseconds = time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6;
    milliseconds
}

fn at(times: &mut [f64], percent: usize) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len().saturating_sub(1) * percent / 100).copied().unwrap_or(f64::NAN)
}

fn fill(folder: &Path, memories: u64) -> Result<()> {
    let now = Timestamp::now();
    let workspace = Workspace::init(folder, Settings::default(), &Caller::user(now))?;
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            let workspace = &workspace;
            scope.spawn(move || {
                for n in (writer..memories).step_by(usize::try_from(WRITERS).unwrap_or(1)) {
                    workspace.write(draft(n), &Caller::user(now)).expect("a write");
                }
            });
        }
    });
    Ok(())
}

/// The memory of a number: knowledge, an episode, or now and then a procedure.
fn draft(n: u64) -> Draft {
    let pick = |list: &[&'static str; 10], n: u64| list[usize::try_from(n % 10).unwrap_or(0)];
    let (subject, event) = (pick(&SUBJECTS, n / 3), pick(&EVENTS, n / 7));
    let mine = Scope::User("default".parse::<UserId>().expect("a valid name"));
    match n % 10 {
        0 => {
            let steps = vec![format!("look at {subject}"), format!("write down case {n}")];
            let trigger = Trigger::When(format!("{event}, case {n}"));
            Draft::new(mine, Content::Procedure(Procedure { trigger, steps }))
        }
        1..=5 => {
            let key = Key::new(format!("fact.{n}")).expect("a valid key");
            let site = "project:site".parse().expect("a valid scope");
            Draft::entry(site, key, EntryKind::Fact, format!("{subject} of unit {n} is {}", n * 7 % 1013))
        }
        _ => {
            let episode = Episode {
                grain: Grain::Event,
                summary: format!("{event}; it was about {subject} of unit {n}"),
                topics: vec![subject.to_owned()],
                outcome: Outcome::Success,
                duration_ms: Some(n),
            };
            let id = MemoryId::new(format!("episodic_unit_{n}")).expect("a valid id");
            Draft { id: Some(id), ..Draft::new(mine, Content::Episode(episode)) }
        }
    }
}
