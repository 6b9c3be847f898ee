//! Two measurements on generated conversations, in a temporary workspace: how fast transcripts are parsed and indexed,
//! and how long the jobs take over many days of use. Nothing is left behind.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{BufWriter, Write as _};
use std::path::Path;
use std::time::{Duration, Instant};

use jiff::civil::{Date, Weekday};
use jiff::{SignedDuration, Timestamp, ToSpan as _};
use memoro_core::MemoryId;
use memoro_core::markdown::parse_decisions;

use crate::caller::Caller;
use crate::error::{EngineError, Result};
use crate::eval::Scratch;
use crate::index::How;
use crate::jobs::{Job, RunJob};
use crate::maintain::Carry;
use crate::measure::{Generator, peak_memory};
use crate::recall::Recall;
use crate::settings::Settings;
use crate::transcripts::{Format, Options, Transcript};
use crate::workspace::Workspace;

/// How many turns are indexed.
const INDEXED: usize = 20_000;
/// How many words a generated turn has.
const WORDS: usize = 40;

/// How fast conversations are read.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Conversations {
    /// Per format: bytes, turns and how long parsing took on one core.
    pub parsed: Vec<(&'static str, u64, u64, Duration)>,
    /// Turns that were indexed with embeddings.
    pub indexed: u64,
    /// How long that took.
    pub indexing: Duration,
    /// The memory of the process at its greatest, where the system tells.
    pub peak_memory: Option<u64>,
}

impl Conversations {
    /// Parses generated transcripts of so many megabytes in each form, and indexes some turns of one.
    pub fn run(megabytes: u64, caller: &Caller, mut progress: impl FnMut(usize, usize)) -> Result<Self> {
        let scratch = Scratch::new(caller)?;
        let workspace = Workspace::init(&scratch.folder, Settings::default(), caller)?;
        let mut measured = Self::default();
        let path = scratch.folder.join("talk.jsonl");
        for (step, format) in [Format::ClaudeCode, Format::Generic].into_iter().enumerate() {
            let limit = Limit::Bytes(megabytes * 1_000_000);
            let bytes = write_talk(&path, format, limit, caller.now).map_err(EngineError::file(&path))?;
            let begun = Instant::now();
            let turns = parse(&path)?;
            measured.parsed.push((format.as_str(), bytes, turns, begun.elapsed()));
            progress(step + 1, 3);
        }
        write_talk(&path, Format::ClaudeCode, Limit::Turns(INDEXED), caller.now)
            .map_err(EngineError::file(&path))?;
        let begun = Instant::now();
        measured.indexed = workspace.index_transcripts(&[path], caller, &mut |_| {})?.turns;
        measured.indexing = begun.elapsed();
        measured.peak_memory = peak_memory();
        progress(3, 3);
        Ok(measured)
    }
}

fn parse(path: &Path) -> Result<u64> {
    let wrong = |why| EngineError::invalid(path.display().to_string(), why);
    let options = Options::default();
    let mut transcript = Transcript::open(path, None, &options).map_err(wrong)?;
    while transcript.next_turn().map_err(wrong)?.is_some() {}
    Ok(transcript.finish().map_err(wrong)?.turns)
}

/// How much is generated.
#[derive(Clone, Copy)]
enum Limit {
    Bytes(u64),
    Turns(usize),
}

/// Writes one long conversation; returns how many bytes it has.
fn write_talk(path: &Path, format: Format, limit: Limit, now: Timestamp) -> std::io::Result<u64> {
    let mut out = BufWriter::new(fs::File::create(path)?);
    let mut words = Generator(0x2545_F491_4F6C_DD1D);
    let (mut bytes, mut turns) = (0, 0);
    let start = now - SignedDuration::from_hours(24 * 30);
    while match limit {
        Limit::Bytes(most) => bytes < most,
        Limit::Turns(most) => turns < most,
    } {
        let at = start + SignedDuration::from_secs(i64::try_from(turns).unwrap_or(i64::MAX));
        let role = if turns % 2 == 0 { "user" } else { "assistant" };
        let text = words.sentence(turns % 5, WORDS);
        let line = match format {
            Format::ClaudeCode => serde_json::json!({
                "parentUuid": format!("{turns:032x}"), "isSidechain": false, "userType": "external", "cwd": "/home/me/project",
                "sessionId": "talk", "version": "2.0.0", "gitBranch": "main", "type": role, "uuid": format!("{:032x}", turns + 1),
                "timestamp": at.to_string(), "message": { "role": role, "content": [{ "type": "text", "text": text }] },
            }),
            _ => {
                serde_json::json!({ "role": role, "content": text, "ts": at.to_string(), "session": "talk" })
            }
        };
        let line = format!("{line}\n");
        out.write_all(line.as_bytes())?;
        bytes += line.len() as u64;
        turns += 1;
    }
    out.flush()?;
    Ok(bytes)
}

/// How the jobs did over many days.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Replay {
    /// The days.
    pub days: usize,
    /// The conversations.
    pub sessions: usize,
    /// The decisions that were settled in them.
    pub decisions: usize,
    /// The weekly runs.
    pub weeks: usize,
    /// How long writing the conversations and all runs took.
    pub took: Duration,
    /// The most lines that MEMORY.md had after a weekly run.
    pub memory_lines: usize,
    /// Files that were longer than they may be at the end.
    pub violations: usize,
    /// Decisions that stand in files.
    pub in_files: usize,
    /// Ids that stand more than once.
    pub twice: usize,
    /// Decisions that were asked for at the end.
    pub asked: usize,
    /// Decisions that were asked for and not found.
    pub lost: Vec<String>,
}

/// How many sessions a day has.
const SESSIONS: usize = 4;
/// How many decisions each session settles.
const SETTLED: usize = 2;
/// How many decisions are asked for at the end.
const ASKED: usize = 300;

impl Replay {
    /// Replays so many days through all jobs.
    pub fn run(days: usize, caller: &Caller, mut progress: impl FnMut(usize, usize)) -> Result<Self> {
        let scratch = Scratch::new(caller)?;
        let mut day = Date::constant(2026, 1, 1);
        let mut settings = Settings::default();
        if days < 200 {
            // So that some are put away in a short replay too.
            settings.jobs.archive_after = SignedDuration::from_hours(24 * 7);
        }
        let workspace = Workspace::init(&scratch.folder, settings, &Caller::user(moment(day, 0)?))?;
        let sessions = scratch.folder.join("sessions");
        fs::create_dir_all(&sessions).map_err(EngineError::file(&sessions))?;
        let mut replay = Self { days, ..Self::default() };
        let begun = Instant::now();
        for done in 0..days {
            replay.talk(&sessions, day)?;
            day = replay.run_jobs(&workspace, day)?;
            progress(done + 1, days);
        }
        replay.took = begun.elapsed();
        replay.violations = workspace.violations()?.len();
        replay.count_ids(&scratch.folder)?;
        replay.ask(&workspace, &Caller::user(moment(day, 12)?))?;
        Ok(replay)
    }

    /// Runs what is due on a day and in the night after it; returns the next day.
    fn run_jobs(&mut self, workspace: &Workspace, day: Date) -> Result<Date> {
        let run = |job: Job, day: Date, hour: i8| {
            let run = RunJob { job, date: None, carry: Carry::Out };
            workspace.run_job(&run, &Caller::user(moment(day, hour)?))
        };
        for hour in [10, 13, 16, 19, 22] {
            run(Job::MicroSync, day, hour)?;
        }
        let next =
            day.checked_add(1.day()).map_err(|why| EngineError::invalid(format!("date {day}"), why))?;
        run(Job::DailyWrapup, next, 3)?;
        if next.weekday() == Weekday::Monday {
            run(Job::WeeklyCompound, next, 4)?;
            self.weeks += 1;
            let lines = workspace
                .files
                .read("MEMORY.md")?
                .map_or(0, |read| read.bytes.split_inclusive(|byte| *byte == b'\n').count());
            self.memory_lines = self.memory_lines.max(lines);
        }
        Ok(next)
    }

    /// Writes the sessions of a day.
    fn talk(&mut self, sessions: &Path, day: Date) -> Result<()> {
        for session in 0..SESSIONS {
            let start = moment(day, i8::try_from(9 + session * 3).unwrap_or(9))?;
            let mut text = String::new();
            let mut minute = 5;
            let mut say = |role: &str, words: &str| {
                let ts = (start + SignedDuration::from_mins(minute)).to_string();
                minute += 1;
                // Writing into a string cannot fail.
                let _ = writeln!(text, "{}", serde_json::json!({ "role": role, "content": words, "ts": ts }));
            };
            say("user", "Good morning, where were we?");
            for _ in 0..SETTLED {
                say("assistant", "We could look at several options; each has its own costs and benefits.");
                say("user", &settles(self.decisions));
                say("assistant", "Understood, I will take care of it.");
                say("user", "What does the log say about the last run?");
                say("assistant", "The root cause was a full disk on the build machine.");
                self.decisions += 1;
            }
            say("user", "Please send the summary to the team tomorrow.");
            let path = sessions.join(format!("{day}-{session}.jsonl"));
            fs::write(&path, text).map_err(EngineError::file(&path))?;
            self.sessions += 1;
        }
        Ok(())
    }

    fn count_ids(&mut self, root: &Path) -> Result<()> {
        let mut ids: BTreeMap<MemoryId, usize> = BTreeMap::new();
        for folder in ["memory", "memory/recent"].map(|folder| root.join(folder)) {
            let Ok(entries) = fs::read_dir(&folder) else { continue };
            for path in entries.filter_map(|entry| entry.ok().map(|entry| entry.path())) {
                if path.is_file() {
                    let bytes = fs::read(&path).map_err(EngineError::file(&path))?;
                    let parsed = parse_decisions(&bytes).map(|day| day.items).unwrap_or_default();
                    for item in parsed {
                        *ids.entry(item.block.id).or_default() += 1;
                    }
                }
            }
        }
        self.in_files = ids.len();
        self.twice = ids.values().filter(|count| **count > 1).count();
        Ok(())
    }

    fn ask(&mut self, workspace: &Workspace, caller: &Caller) -> Result<()> {
        workspace.index(How::Changes, caller, &mut |_| {})?;
        for number in (0..self.decisions).step_by((self.decisions / ASKED).max(1)) {
            let name = name(number);
            let answer = workspace.recall(&Recall { limit: 8, ..Recall::new(name.as_str()) }, caller)?;
            self.asked += 1;
            if !answer.hits.iter().any(|hit| hit.memory.is_some() && hit.text.contains(&name)) {
                self.lost.push(name);
            }
        }
        Ok(())
    }
}

fn moment(day: Date, hour: i8) -> Result<Timestamp> {
    let wrong = |why: jiff::Error| EngineError::invalid(format!("date {day}"), why);
    Ok(day.at(hour, 0, 0, 0).to_zoned(jiff::tz::TimeZone::UTC).map_err(wrong)?.timestamp())
}

/// A word that no other decision has.
fn name(number: usize) -> String {
    let (letters, vowels) = (b"bcdfghjklmnprstvz", b"aeiou");
    let mut rest = number;
    let mut word = String::new();
    for _ in 0..4 {
        word.push(char::from(letters[rest % letters.len()]));
        rest /= letters.len();
        word.push(char::from(vowels[(number + rest) % vowels.len()]));
    }
    word
}

/// A sentence that settles something, in one of three languages.
fn settles(number: usize) -> String {
    let name = name(number);
    match number % 6 {
        0 => format!("Let's go with {name}-db for the {name} store because it survives crashes."),
        1 => format!("ตกลงใช้ {name} สำหรับระบบ {name} เพราะดูแลง่าย"),
        2 => format!("我们决定采用 {name} 做 {name} 模块，因为速度快。"),
        3 => format!("We decided to retire the {name} endpoint since nobody calls it."),
        4 => format!("จำไว้ว่าเซิร์ฟเวอร์ {name} รีสตาร์ททุกคืน"),
        _ => format!("Remember that the {name} contract ends in March."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversations_are_measured_in_each_form() {
        let caller = Caller::user("2026-11-15T09:00:00Z".parse().unwrap());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("talk.jsonl");
        for format in [Format::ClaudeCode, Format::Generic] {
            write_talk(&path, format, Limit::Turns(50), caller.now).unwrap();
            assert_eq!(crate::transcripts::format_of(&path).unwrap(), format);
            assert_eq!(parse(&path).unwrap(), 50);
        }
        assert!(write_talk(&path, Format::Generic, Limit::Bytes(10_000), caller.now).unwrap() >= 10_000);
    }
}
