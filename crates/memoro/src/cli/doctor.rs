//! `memoro doctor`: looks at everything around a workspace that can be wrong, and names the next step for each.

use std::io::Write as _;
use std::path::Path;

use clap::Args;
use memoro_engine::jobs::{Job, LastRun};
use memoro_engine::{Depth, Workspace};
use owo_colors::OwoColorize as _;
use serde::Serialize;

use super::app::{App, Need};
use crate::error::{Code, Failure, Result};

/// Look for what is wrong, and say what to do about it
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro doctor
  memoro doctor --json")]
pub(super) struct Doctor {}

#[derive(Serialize)]
struct Diagnosis {
    ok: bool,
    version: &'static str,
    points: Vec<Point>,
}

#[derive(Serialize)]
struct Point {
    what: &'static str,
    ok: bool,
    found: String,
    hint: Option<String>,
}

impl Point {
    fn good(what: &'static str, found: impl Into<String>) -> Self {
        Self { what, ok: true, found: found.into(), hint: None }
    }

    fn bad(what: &'static str, found: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { what, ok: false, found: found.into(), hint: Some(hint.into()) }
    }
}

impl Doctor {
    /// Runs the command.
    #[expect(clippy::unused_self, reason = "every command is run the same way")]
    pub(super) fn run(self, app: &App) -> Result<()> {
        let mut points = vec![configuration(app), admin_key(app)];
        match app.workspace(Need::Present) {
            Err(failure) => {
                let hint = failure.hint.unwrap_or_else(|| "run `memoro init`".into());
                points.push(Point::bad("workspace", failure.message, hint));
            }
            Ok(workspace) => {
                points.push(folder(&workspace));
                points.push(policy(app, &workspace)?);
                match inside(app, &workspace) {
                    Ok(inner) => points.extend(inner),
                    Err(failure) => {
                        let hint = failure
                            .hint
                            .unwrap_or_else(|| "correct that, then run `memoro doctor` again".into());
                        points.push(Point::bad("inside", failure.message, hint));
                    }
                }
            }
        }
        let view = Diagnosis { ok: points.iter().all(|p| p.ok), version: env!("CARGO_PKG_VERSION"), points };
        app.out.show(&view, |out| {
            for point in &view.points {
                let verdict = if point.ok { "ok".green().to_string() } else { "problem".red().to_string() };
                writeln!(out, "{:<14} {verdict}  {}", point.what, point.found)?;
                if let Some(hint) = &point.hint {
                    writeln!(out, "    {} {hint}", "hint:".cyan())?;
                }
            }
            Ok(())
        })?;
        if view.ok { Ok(()) } else { Err(Failure::told(Code::CheckFailed)) }
    }
}

fn configuration(app: &App) -> Point {
    let path = app.file.path().display().to_string();
    match app.unknown_keys() {
        [] => Point::good("configuration", path),
        unknown => Point::bad("configuration", unknown.join("; "), format!("correct {path}")),
    }
}

fn admin_key(app: &App) -> Point {
    let path = app.folders.admin_key();
    if !path.exists() {
        return Point::good("admin key", "none yet; `memoro init` makes one");
    }
    kept_private("admin key", &path, "600")
}

fn policy(app: &App, workspace: &Workspace) -> Result<Point> {
    let status = workspace.policy_status(&app.keeper()?)?;
    Ok(match status.problem {
        None => Point::good("policy", format!("{} rules in force", status.rules)),
        Some(problem) => {
            Point::bad("policy", problem, "the admin corrects the file and runs `memoro policy reload`")
        }
    })
}

/// Looks at what others can reach of Memoro's own: a folder that keeps them out hides everything in it.
fn folder(workspace: &Workspace) -> Point {
    let root = workspace.root();
    if let Err(why) = workspace.store().writable() {
        let hint =
            format!("nothing new is kept until there is room in {} and it may be written", root.display());
        return Point::bad("workspace", format!("{}: {why}", root.display()), hint);
    }
    if private(root) {
        return Point::good("workspace", root.display().to_string());
    }
    if writable_by_others(root) {
        let shown = root.display();
        return Point::bad(
            "workspace",
            format!("anybody can put other files into {shown}"),
            format!("run `chmod go-w {shown}`"),
        );
    }
    let open: Vec<_> = workspace.own_files().into_iter().filter(|path| !kept(root, path)).collect();
    let Some(first) = open.first() else { return Point::good("workspace", root.display().to_string()) };
    let more = match open.len() {
        1 => String::new(),
        n => format!(" and {} more", n - 1),
    };
    Point::bad(
        "workspace",
        format!("{}{more} can be read by others", first.display()),
        format!("run `chmod -R go= {}`, or only for what others may not read", root.display()),
    )
}

fn kept_private(what: &'static str, path: &Path, mode: &str) -> Point {
    let shown = path.display().to_string();
    if private(path) {
        return Point::good(what, shown);
    }
    Point::bad(what, format!("{shown} can be read by others"), format!("run `chmod {mode} {shown}`"))
}

fn inside(app: &App, workspace: &Workspace) -> Result<Vec<Point>> {
    let caller = app.keeper()?;
    let hint = |what: &str| match what {
        "vault files" => "correct these lines in your editor; they are kept as they are until then",
        "audit lines" => "somebody changed the audit; compare it with a backup",
        "pages of the store" | "tables of the index" => {
            "run `memoro index --rebuild`: it keeps all that can be read and says what is lost"
        }
        "backups" => "make a new backup with `memoro backup`",
        "memories in files" => {
            "mend that file or move it away, then run `memoro check`; or run `memoro restore <backup>`"
        }
        "store of the last use" => {
            "put the store of before back or run `memoro restore <backup>`; `memoro check --accept` goes on with this one"
        }
        "memories in the audit" => {
            "run `memoro restore <backup>`; `memoro check --accept` goes on with what is there"
        }
        "requests of runs" => "what these runs changed stands in the audit; this is told once",
        _ => "run `memoro restore <backup>`",
    };
    let mut points = Vec::new();
    for finding in workspace.check(Depth::Full, &caller)? {
        let mut found = format!("{} looked at, {} mended", finding.looked_at, finding.mended);
        for remark in &finding.remarks {
            found.push_str("; ");
            found.push_str(remark);
        }
        points.push(if finding.holds() {
            Point::good(finding.what, found)
        } else {
            Point::bad(finding.what, some_of(&finding.problems), hint(finding.what))
        });
    }
    points.push(match workspace.embedding_trouble()? {
        None => Point::good("embedding", "vectors are made as configured"),
        Some(why) => Point::bad(
            "embedding",
            why,
            "correct `embedding` in the configuration or wait until the provider answers, then run `memoro index`",
        ),
    });
    let too_long = workspace.violations()?;
    points.push(if too_long.is_empty() {
        Point::good("file lengths", "within their limits")
    } else {
        let told: Vec<String> = too_long.iter().map(|file| format!("{}: {}", file.path, file.what)).collect();
        Point::bad("file lengths", told.join("; "), "run `memoro jobs run weekly-compound`")
    });
    let mut failing = Vec::new();
    for job in Job::ALL {
        let last = workspace.last_run(job)?.filter(LastRun::failed);
        failing.extend(last.map(|last| format!("{job} failed at {}", last.at)));
    }
    points.push(if failing.is_empty() {
        Point::good("jobs", "no last run failed")
    } else {
        Point::bad(
            "jobs",
            failing.join("; "),
            "run that job by hand: `memoro jobs run JOB` says why it stops",
        )
    });
    let saved = workspace.saved_versions()?;
    if !saved.is_empty() {
        let hint = "they were saved while Memoro wrote; take over what you want from them, then delete them";
        points.push(Point::bad("saved versions", saved.join("; "), hint));
    }
    points.push(match workspace.overview(&caller)?.waiting {
        0 => Point::good("mirror", "nothing waits"),
        n => {
            let found = format!("{n} items wait for their files");
            Point::bad("mirror", found, "make the files writable, then run `memoro index`")
        }
    });
    Ok(points)
}

/// Tells whether a path, or a folder between it and the workspace, keeps others out.
fn kept(root: &Path, path: &Path) -> bool {
    path.ancestors().take_while(|step| step.starts_with(root)).any(private)
}

#[cfg(unix)]
fn private(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    path.metadata().is_ok_and(|metadata| metadata.mode().trailing_zeros() >= 6)
}

#[cfg(not(unix))]
fn private(_: &Path) -> bool {
    true
}

/// Tells whether everybody may put files in the place of Memoro's; a folder with the sticky bit keeps them.
#[cfg(unix)]
fn writable_by_others(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    path.metadata().is_ok_and(|metadata| metadata.mode() & 0o022 != 0 && metadata.mode() & 0o1000 == 0)
}

#[cfg(not(unix))]
fn writable_by_others(_: &Path) -> bool {
    false
}

/// How many problems of one kind are named.
const NAMED: usize = 5;

/// Names the first problems, and how many more there are.
fn some_of(problems: &[String]) -> String {
    let named = problems.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join("; ");
    match problems.len().saturating_sub(NAMED) {
        0 => named,
        more => format!("{named}; and {more} more, which `memoro check` names"),
    }
}
