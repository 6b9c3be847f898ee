//! The locks of the jobs: `memory/.locks/<job>.lock` with owner, start and heartbeat. On one machine the system
//! tells whether an owner still lives; between machines that share a folder the heartbeat does, also where both have
//! one name. A dead owner's lock is taken over.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use super::Job;
use crate::error::{EngineError, Result};

/// How often the owner says that it lives.
const BEAT: Duration = Duration::from_secs(5);
/// After how long without a heartbeat an owner on another machine counts as dead.
const SILENCE: SignedDuration = SignedDuration::from_secs(90);

/// Who holds a lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LockOwner {
    /// The machine.
    pub host: String,
    /// What tells machines of one name apart, where the system says it.
    pub boot: Option<String>,
    /// The process.
    pub process: u32,
    /// Since when.
    pub start: Timestamp,
    /// When it last said that it lives.
    pub heartbeat: Timestamp,
}

impl std::fmt::Display for LockOwner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "process {} on {} since {}", self.process, self.host, self.start)
    }
}

impl LockOwner {
    fn now() -> Self {
        let now = memoro_embed::present();
        Self { host: host(), boot: boot(), process: std::process::id(), start: now, heartbeat: now }
    }

    fn render(&self) -> String {
        let Self { host, boot, process, start, heartbeat } = self;
        let boot = boot.as_ref().map_or_else(String::new, |boot| format!("boot: {boot}\n"));
        format!("owner: {host} {process}\n{boot}start: {start}\nheartbeat: {heartbeat}\n")
    }

    fn parse(text: &str) -> Option<Self> {
        let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        let (host, process) = field("owner:")?.rsplit_once(' ')?;
        Some(Self {
            host: host.to_owned(),
            boot: field("boot:").map(str::to_owned),
            process: process.parse().ok()?,
            start: field("start:")?.parse().ok()?,
            heartbeat: field("heartbeat:")?.parse().ok()?,
        })
    }

    /// Tells whether an owner whose file nobody on this machine holds still counts.
    fn lives_elsewhere(&self) -> bool {
        let silent = memoro_embed::present().duration_since(self.heartbeat);
        let here = self.host == host() && (self.boot.is_none() || self.boot == boot());
        !here && silent < SILENCE && silent > -SILENCE
    }
}

/// A lock that is held; dropping it releases it.
#[derive(Debug)]
pub(super) struct Held {
    path: PathBuf,
    file: File,
    beat: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Drop for Held {
    fn drop(&mut self) {
        if let Some((stop, thread)) = self.beat.take() {
            drop(stop);
            let _ = thread.join();
        }
        // The file goes while it is still locked, so that nobody else's is removed.
        let _ = fs::remove_file(&self.path);
        let _ = self.file.unlock();
    }
}

/// A lock that is held by another run, and by whom.
pub(super) type Taken = (&'static str, LockOwner);

/// Takes all locks of a job, or tells which one is held and by whom.
pub(super) fn take_all(root: &Path, job: Job) -> Result<std::result::Result<Vec<Held>, Taken>> {
    let mut held = Vec::new();
    for name in job.locks() {
        match take(root, name)? {
            Ok(lock) => held.push(lock),
            Err(owner) => return Ok(Err((name, owner))),
        }
    }
    // After its own are taken, so that of two that begin at once each sees the other.
    let other = job.yields_to().iter().find_map(|name| Some((*name, holder(root, name)?)));
    Ok(other.map_or(Ok(held), Err))
}

/// Tells whether a live run holds a lock.
pub(super) fn is_held(root: &Path, name: &str) -> bool {
    holder(root, name).is_some()
}

/// Returns the live run that holds a lock.
fn holder(root: &Path, name: &str) -> Option<LockOwner> {
    let file = OpenOptions::new().read(true).open(path_of(root, name)).ok()?;
    match file.try_lock_shared() {
        Ok(()) => owner_in(&file).filter(LockOwner::lives_elsewhere),
        Err(_) => Some(owner_in(&file).unwrap_or_else(LockOwner::now)),
    }
}

fn path_of(root: &Path, name: &str) -> PathBuf {
    root.join("memory/.locks").join(format!("{name}.lock"))
}

fn take(root: &Path, name: &str) -> Result<std::result::Result<Held, LockOwner>> {
    let path = path_of(root, name);
    let folder = path.parent().unwrap_or(root);
    crate::workspace::make_private(folder)?;
    if is_link(folder) {
        let why = std::io::Error::other("it is a link; put a folder in its place");
        return Err(EngineError::file(folder)(why));
    }
    loop {
        if is_link(&path) {
            // No lock of ours is one: what it leads to is somebody else's and stays as it is.
            fs::remove_file(&path).map_err(EngineError::file(&path))?;
        }
        let file = open_here(&path).map_err(EngineError::file(&path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Ok(Err(owner_in(&file).unwrap_or_else(LockOwner::now)));
            }
            Err(TryLockError::Error(error)) => return Err(EngineError::file(&path)(error)),
        }
        // The file may have been removed by its owner between opening and locking.
        if !is_still(&file, &path) {
            continue;
        }
        if let Some(owner) = owner_in(&file).filter(LockOwner::lives_elsewhere) {
            return Ok(Err(owner));
        }
        let owner = LockOwner::now();
        write(&file, &owner).map_err(EngineError::file(&path))?;
        let beat = start_beating(&file, owner).map_err(EngineError::file(&path))?;
        return Ok(Ok(Held { path, file, beat: Some(beat) }));
    }
}

fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink())
}

/// Opens the file of a lock, made where it is missing; never what a link leads to.
fn open_here(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).read(true).write(true);
    #[cfg(unix)]
    {
        let flags = rustix::fs::OFlags::NOFOLLOW.bits();
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, flags.cast_signed());
    }
    options.open(path)
}

fn owner_in(file: &File) -> Option<LockOwner> {
    let mut file = file;
    let mut text = String::new();
    file.seek(SeekFrom::Start(0)).ok()?;
    file.take(4096).read_to_string(&mut text).ok()?;
    LockOwner::parse(&text)
}

fn write(file: &File, owner: &LockOwner) -> std::io::Result<()> {
    let mut file = file;
    let text = owner.render();
    file.seek(SeekFrom::Start(0))?;
    file.write_all(text.as_bytes())?;
    file.set_len(text.len() as u64)
}

fn start_beating(file: &File, mut owner: LockOwner) -> std::io::Result<(Sender<()>, JoinHandle<()>)> {
    let file = file.try_clone()?;
    let (stop, stopped) = channel();
    let thread = std::thread::spawn(move || {
        while stopped.recv_timeout(BEAT) == Err(RecvTimeoutError::Timeout) {
            owner.heartbeat = memoro_embed::present();
            let _ = write(&file, &owner);
        }
    });
    Ok((stop, thread))
}

#[cfg(unix)]
fn is_still(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let (Ok(open), Ok(there)) = (file.metadata(), fs::metadata(path)) else { return false };
    open.ino() == there.ino() && open.dev() == there.dev()
}

#[cfg(not(unix))]
fn is_still(_: &File, path: &Path) -> bool {
    path.exists()
}

#[cfg(unix)]
fn host() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

/// Returns what the running system drew when it started; no two machines have the same, whatever they are called.
fn boot() -> Option<String> {
    let drawn = fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    Some(drawn.trim().to_owned()).filter(|drawn| !drawn.is_empty())
}

#[cfg(not(unix))]
fn host() -> String {
    "this machine".into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_has_one_owner_and_tells_who() {
        let folder = tempfile::tempdir().unwrap();
        let held = take_all(folder.path(), Job::MicroSync).unwrap().unwrap();
        assert!(is_held(folder.path(), "micro-sync"));
        let text = fs::read_to_string(path_of(folder.path(), "micro-sync")).unwrap();
        assert_eq!(LockOwner::parse(&text).unwrap().process, std::process::id());
        let (_, owner) = take_all(folder.path(), Job::MicroSync).unwrap().unwrap_err();
        assert_eq!(owner.process, std::process::id());
        drop(held);
        assert!(!is_held(folder.path(), "micro-sync") && !path_of(folder.path(), "micro-sync").exists());
    }

    #[cfg(unix)]
    #[test]
    fn what_a_link_in_the_place_of_a_lock_leads_to_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let precious = folder.path().join("precious");
        fs::write(&precious, "precious").unwrap();
        let path = path_of(folder.path(), "micro-sync");
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(&precious, &path).unwrap();
        let held = take_all(folder.path(), Job::MicroSync).unwrap().unwrap();
        assert!(is_held(folder.path(), "micro-sync") && !is_link(&path));
        drop(held);
        fs::remove_dir_all(path.parent().unwrap()).unwrap();
        let outside = folder.path().join("outside");
        fs::create_dir(&outside).unwrap();
        std::os::unix::fs::symlink(&outside, path.parent().unwrap()).unwrap();
        assert!(take_all(folder.path(), Job::MicroSync).is_err());
        assert_eq!(fs::read_to_string(precious).unwrap(), "precious");
        assert_eq!(fs::read_dir(outside).unwrap().count(), 0);
    }

    #[test]
    fn the_daily_and_the_weekly_job_never_run_together() {
        let folder = tempfile::tempdir().unwrap();
        let daily = take_all(folder.path(), Job::DailyWrapup).unwrap().unwrap();
        let (lock, _) = take_all(folder.path(), Job::WeeklyCompound).unwrap().unwrap_err();
        assert_eq!(lock, "daily-wrapup", "the lock that is held is told, not the one that was asked for");
        drop(daily);
        let weekly = take_all(folder.path(), Job::WeeklyCompound).unwrap().unwrap();
        assert!(take_all(folder.path(), Job::DailyWrapup).unwrap().is_err());
        drop(weekly);
        assert!(take_all(folder.path(), Job::DailyWrapup).unwrap().is_ok());
    }

    #[test]
    fn the_daily_job_waits_for_a_weekly_one_on_another_machine_of_which_only_one_lock_has_arrived() {
        let folder = tempfile::tempdir().unwrap();
        let path = path_of(folder.path(), "weekly-compound");
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let now = Timestamp::now();
        let far = LockOwner { host: "other".into(), boot: None, process: 4_242, start: now, heartbeat: now };
        fs::write(&path, far.render()).unwrap();
        let busy = take_all(folder.path(), Job::DailyWrapup).unwrap().unwrap_err();
        assert_eq!(busy, ("weekly-compound", far.clone()));
        assert!(!is_held(folder.path(), "daily-wrapup"), "it leaves nothing of its own behind");
        let silent = LockOwner { heartbeat: now - SILENCE - BEAT, ..far };
        fs::write(&path, silent.render()).unwrap();
        assert!(take_all(folder.path(), Job::DailyWrapup).unwrap().is_ok());
    }

    #[test]
    fn the_lock_of_a_dead_owner_is_taken_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = path_of(folder.path(), "micro-sync");
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let now = Timestamp::now();
        let dead = LockOwner { host: host(), boot: boot(), process: 1, start: now, heartbeat: now };
        fs::write(&path, dead.render()).unwrap();
        drop(take_all(folder.path(), Job::MicroSync).unwrap().unwrap());
        let silent = LockOwner { host: "other".into(), heartbeat: now - SILENCE - BEAT, ..dead.clone() };
        fs::write(&path, silent.render()).unwrap();
        drop(take_all(folder.path(), Job::MicroSync).unwrap().unwrap());
        let alive = LockOwner { host: "other".into(), ..dead };
        fs::write(&path, alive.render()).unwrap();
        assert_eq!(take_all(folder.path(), Job::MicroSync).unwrap().unwrap_err().1, alive);
        let namesake = LockOwner { host: host(), boot: Some("another start".into()), ..alive.clone() };
        fs::write(&path, namesake.render()).unwrap();
        assert!(is_held(folder.path(), "micro-sync"), "a machine of the same name");
        assert_eq!(take_all(folder.path(), Job::MicroSync).unwrap().unwrap_err().1, namesake);
        let gone = LockOwner { heartbeat: now - SILENCE - BEAT, ..namesake };
        fs::write(&path, gone.render()).unwrap();
        drop(take_all(folder.path(), Job::MicroSync).unwrap().unwrap());
        fs::write(&path, "not a lock").unwrap();
        assert!(take_all(folder.path(), Job::MicroSync).unwrap().is_ok());
    }
}
