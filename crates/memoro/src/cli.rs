//! The command line: arguments in, exit code out. One file a command; no command knows another.

mod app;
mod audit;
mod backup;
mod bench;
mod check;
mod compact;
mod completions;
mod config;
mod consult;
mod context;
mod dashes;
mod decide;
mod doctor;
mod edit;
mod entries;
mod episode;
mod eval;
mod export;
mod forget;
mod get;
mod history;
mod import;
mod index;
mod init;
mod jobs;
mod key;
mod learn;
mod list;
mod maintain;
mod man;
mod mcp;
mod note;
mod pending;
mod policy;
mod procedure;
mod profile;
mod recall;
mod reflect;
mod remember;
mod render;
mod resolve;
mod restore;
mod rollback;
mod say;
mod seal;
mod serve;
mod session;
mod soul;
mod status;
mod supersede;
mod undo;
mod user;
mod values;
mod verify;
mod verify_recall;
mod watch;
mod why;
mod writing;

use std::ffi::OsString;

use clap::{CommandFactory as _, Parser, Subcommand};

use crate::env::Env;
use crate::error::{Code, Failure, Result};
use crate::out::{Colours, Form, Out, Remarks};
use app::{App, Globals};

/// Long-term memory for AI agents: Markdown you can edit, nothing lost.
#[derive(Debug, Parser)]
#[command(name = "memoro", version, propagate_version = true, arg_required_else_help = true)]
#[command(after_help = AFTER, disable_help_subcommand = true)]
struct Cli {
    #[command(flatten)]
    globals: Globals,
    #[command(subcommand)]
    command: Command,
}

const AFTER: &str = "\
Examples:
  memoro init ~/notes/memory
  memoro remember \"The staging database is rebuilt every Sunday night\"
  memoro say \"จำไว้ว่าตอบเป็นภาษาไทยเสมอ\"
  memoro profile set response.language ไทย
  memoro list --layer semantic --json

Exit codes: 0 ok, 1 nothing found or a check that did not hold, 2 usage, configuration or policy, 3 internal.";

#[derive(Debug, Subcommand)]
enum Command {
    Init(init::Init),
    Say(say::Say),
    Remember(remember::Remember),
    Note(note::Note),
    Decide(decide::Decide),
    Learn(learn::Learn),
    Consult(consult::Consult),
    Reflect(reflect::Reflect),
    Recall(recall::Recall),
    Context(context::Context),
    Supersede(supersede::Supersede),
    Episode(episode::Episode),
    Get(get::Get),
    List(list::List),
    Edit(edit::Edit),
    Undo(undo::Undo),
    Rollback(rollback::Rollback),
    Forget(forget::Forget),
    History(history::History),
    Why(why::Why),
    Profile(profile::Profile),
    Session(session::Session),
    User(user::User),
    Procedure(procedure::Procedure),
    Soul(soul::Soul),
    Resolve(resolve::Resolve),
    Pending(pending::Pending),
    Policy(policy::Policy),
    Verify(verify::Verify),
    VerifyRecall(verify_recall::VerifyRecall),
    Compact(compact::Compact),
    Maintain(maintain::Maintain),
    Jobs(jobs::Jobs),
    Audit(audit::Audit),
    Index(index::Index),
    Watch(watch::Watch),
    Status(status::Status),
    Doctor(doctor::Doctor),
    Check(check::Check),
    Export(export::Export),
    Import(import::Import),
    Backup(backup::Backup),
    Restore(restore::Restore),
    Serve(serve::Serve),
    Key(key::Key),
    Eval(eval::Eval),
    Bench(bench::Bench),
    Config(config::Config),
    Completions(completions::Completions),
    Man(man::Man),
    Mcp(mcp::Mcp),
}

impl Command {
    /// Tells whether a command says only what the program is and where it looks: nothing can be configured in it.
    fn is_about_memoro_itself(&self) -> bool {
        match self {
            Command::Completions(_) | Command::Man(_) => true,
            Command::Config(config) => config.is_path(),
            _ => false,
        }
    }

    fn run(self, app: &App) -> Result<()> {
        match self {
            Command::Init(command) => command.run(app),
            Command::Say(command) => command.run(app),
            Command::Remember(command) => command.run(app),
            Command::Note(command) => command.run(app),
            Command::Decide(command) => command.run(app),
            Command::Learn(command) => command.run(app),
            Command::Consult(command) => command.run(app),
            Command::Reflect(command) => command.run(app),
            Command::Recall(command) => command.run(app),
            Command::Context(command) => command.run(app),
            Command::Supersede(command) => command.run(app),
            Command::Episode(command) => command.run(app),
            Command::Get(command) => command.run(app),
            Command::List(command) => command.run(app),
            Command::Edit(command) => command.run(app),
            Command::Undo(command) => command.run(app),
            Command::Rollback(command) => command.run(app),
            Command::Forget(command) => command.run(app),
            Command::History(command) => command.run(app),
            Command::Why(command) => command.run(app),
            Command::Profile(command) => command.run(app),
            Command::Session(command) => command.run(app),
            Command::User(command) => command.run(app),
            Command::Procedure(command) => command.run(app),
            Command::Soul(command) => command.run(app),
            Command::Resolve(command) => command.run(app),
            Command::Pending(command) => command.run(app),
            Command::Policy(command) => command.run(app),
            Command::Verify(command) => command.run(app),
            Command::VerifyRecall(command) => command.run(app),
            Command::Compact(command) => command.run(app),
            Command::Maintain(command) => command.run(app),
            Command::Jobs(command) => command.run(app),
            Command::Audit(command) => command.run(app),
            Command::Index(command) => command.run(app),
            Command::Watch(command) => command.run(app),
            Command::Status(command) => command.run(app),
            Command::Doctor(command) => command.run(app),
            Command::Check(command) => command.run(app),
            Command::Export(command) => command.run(app),
            Command::Import(command) => command.run(app),
            Command::Backup(command) => command.run(app),
            Command::Restore(command) => command.run(app),
            Command::Serve(command) => command.run(app),
            Command::Key(command) => command.run(app),
            Command::Eval(command) => command.run(app),
            Command::Bench(command) => command.run(app),
            Command::Config(command) => command.run(app),
            Command::Completions(command) => command.run(app),
            Command::Man(command) => command.run(app),
            Command::Mcp(command) => command.run(app),
        }
    }
}

/// Returns the whole command line, for completions and man pages.
fn command_line() -> clap::Command {
    Cli::command()
}

/// `memoro help jobs run` is `memoro jobs run --help`.
fn asked_for_help(arguments: &[OsString]) -> Vec<OsString> {
    match arguments {
        [program, help, about @ ..] if help == "help" => {
            std::iter::once(program).chain(about).cloned().chain(["--help".into()]).collect()
        }
        other => other.to_vec(),
    }
}

/// Runs a command line and returns its exit code.
pub(crate) fn run(arguments: &[OsString]) -> u8 {
    let arguments = &asked_for_help(arguments);
    let cli = match dashes::parse(arguments) {
        Ok(cli) => cli,
        Err(error) => return usage(&error, arguments),
    };
    let out = cli.globals.out();
    let make = match &cli.command {
        Command::Doctor(_) => App::diagnosing,
        command if command.is_about_memoro_itself() => App::unconfigured,
        _ => App::new,
    };
    match make(cli.globals, Env::read(), out, memoro_engine::embed::present()) {
        Ok(app) => {
            app.warn_of_configuration();
            let outcome = cli.command.run(&app);
            app.warn_of_waiting();
            finish(&app.out, outcome)
        }
        Err(failure) => finish(&Out::new(json_form(arguments), Colours::Auto, Remarks::Said), Err(failure)),
    }
}

fn finish(out: &Out, outcome: Result<()>) -> u8 {
    match outcome {
        Ok(()) => 0,
        Err(failure) if failure.is_broken_pipe() => 0,
        Err(failure) => {
            let failure = Failure { message: shortened(&failure.message), ..failure };
            if !failure.told {
                out.failure(&failure);
            }
            failure.code.exit()
        }
    }
}

/// Cuts words that are longer than any name or path, for example a key that was refused for its length.
fn shortened(message: &str) -> String {
    const LONGEST: usize = 300;
    let mut told = String::with_capacity(message.len().min(4 * LONGEST));
    for word in message.split_inclusive(char::is_whitespace) {
        let length = word.chars().count();
        if length <= LONGEST {
            told.push_str(word);
            continue;
        }
        told.extend(word.chars().take(60));
        told.push_str("… (");
        told.push_str(&length.to_string());
        told.push_str(" characters) ");
    }
    told
}

fn json_form(arguments: &[OsString]) -> Form {
    let given = arguments.iter().take_while(|a| *a != "--").any(|a| a == "--json");
    if given { Form::Json } else { Form::Human }
}

/// Tells what is wrong with a command line; help and version are answers, not errors.
fn usage(error: &clap::Error, arguments: &[OsString]) -> u8 {
    use clap::error::ErrorKind;
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        let _ = error.print();
        return 0;
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = error.print();
        return Code::Usage.exit();
    }
    let text = error.render().to_string();
    let told = text.split("\n\nUsage:").next().unwrap_or(&text);
    let told = told.split("\n\nFor more information").next().unwrap_or(told);
    let message = told.trim().strip_prefix("error: ").unwrap_or(told).to_owned();
    let out = Out::new(json_form(arguments), Colours::Auto, Remarks::Said);
    let help = format!("run `memoro {}--help`", named(arguments));
    let dashed = dashes::hint(error, arguments);
    // What the library would advise does not work for the value of an option.
    let message =
        message.split("\n\n  tip:").next().filter(|_| dashed.is_some()).unwrap_or(&message).to_owned();
    let hint = dashed.map_or_else(|| help.clone(), |hint| format!("{hint}; {help}"));
    let failure = Failure::new(Code::Usage, message).hint(hint);
    finish(&out, Err(failure))
}

/// Returns the commands that were named, each followed by a space.
fn named(arguments: &[OsString]) -> String {
    let mut command = command_line();
    let mut names = String::new();
    for argument in arguments.iter().skip(1).filter_map(|a| a.to_str()) {
        let Some(inner) = command.find_subcommand(argument).cloned() else { continue };
        names.push_str(argument);
        names.push(' ');
        command = inner;
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        command_line().debug_assert();
    }

    fn without_example(command: &clap::Command, path: &str, found: &mut Vec<String>) {
        let help = command.clone().render_long_help().to_string();
        let (_, examples) = help.split_once("Examples:").unwrap_or_default();
        if !examples.contains(path) {
            found.push(path.to_owned());
        }
        for inner in command.get_subcommands() {
            without_example(inner, &format!("{path} {}", inner.get_name()), found);
        }
    }

    #[test]
    fn every_command_shows_itself_in_the_examples_of_its_help() {
        let mut found = Vec::new();
        without_example(&command_line(), "memoro", &mut found);
        assert!(found.is_empty(), "without an example: {found:?}");
    }

    #[test]
    fn help_may_be_asked_for_as_a_command() {
        let asked = |words: &[&str]| asked_for_help(&words.iter().map(OsString::from).collect::<Vec<_>>());
        assert_eq!(asked(&["memoro", "help", "jobs", "run"]), ["memoro", "jobs", "run", "--help"]);
        assert_eq!(asked(&["memoro", "help"]), ["memoro", "--help"]);
        assert_eq!(asked(&["memoro", "say", "help"]), ["memoro", "say", "help"]);
    }

    #[test]
    fn a_word_that_is_too_long_is_not_repeated_whole() {
        for word in ["k".repeat(5_000), "ก".repeat(5_000), "键".repeat(5_000)] {
            let told = shortened(&format!("key `{word}` is too long"));
            assert!(told.contains("characters)") && told.chars().count() < 200, "{told}");
        }
        assert_eq!(shortened("key `a b` is\nwrong"), "key `a b` is\nwrong");
    }

    #[test]
    fn a_usage_error_names_the_help_of_its_command() {
        let arguments: Vec<OsString> = ["memoro", "--json", "config", "set"].map(OsString::from).to_vec();
        assert_eq!(named(&arguments), "config set ");
    }
}
