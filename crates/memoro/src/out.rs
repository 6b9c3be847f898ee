//! Where output goes: data on stdout, everything else on stderr; colours only for a person at a terminal.

use std::io::{IsTerminal as _, Write};

use anstream::{AutoStream, ColorChoice};
use indicatif::{ProgressBar, ProgressStyle};
use owo_colors::OwoColorize as _;
use serde::Serialize;

use crate::error::{Code, Failure, Result};

/// How much is said, and in which form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// For people.
    Human,
    /// For programs.
    Json,
}

/// Whether colours were turned off by a flag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Colours {
    /// As the terminal and `NO_COLOR` say.
    Auto,
    /// None.
    Off,
}

/// Whether remarks on stderr are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Remarks {
    /// Said.
    Said,
    /// Left out.
    Quiet,
}

/// The output of one command.
#[derive(Debug, Clone)]
pub(crate) struct Out {
    form: Form,
    colours: Colours,
    remarks: Remarks,
}

#[derive(Serialize)]
struct ErrorView<'a> {
    error: ErrorBody<'a>,
}

#[derive(Serialize)]
struct ErrorBody<'a> {
    code: &'a str,
    message: &'a str,
    hint: Option<&'a str>,
}

impl Out {
    /// Prepares the output.
    pub(crate) const fn new(form: Form, colours: Colours, remarks: Remarks) -> Self {
        Self { form, colours, remarks }
    }

    fn choice(&self, stream: &impl anstream::stream::RawStream) -> ColorChoice {
        match self.colours {
            Colours::Off => ColorChoice::Never,
            Colours::Auto => AutoStream::choice(stream),
        }
    }

    /// Prints the answer: as JSON, or as `human` writes it.
    pub(crate) fn show(
        &self,
        view: &impl Serialize,
        human: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>,
    ) -> Result<()> {
        let mut bytes = Vec::new();
        match self.form {
            Form::Human => human(&mut bytes)?,
            Form::Json => {
                let written = if std::io::stdout().is_terminal() {
                    serde_json::to_writer_pretty(&mut bytes, view)
                } else {
                    serde_json::to_writer(&mut bytes, view)
                };
                written.map_err(|why| Failure::new(Code::Internal, format!("answer as JSON: {why}")))?;
                bytes.push(b'\n');
            }
        }
        self.raw(&bytes)
    }

    /// Prints bytes that are the answer whatever the form.
    pub(crate) fn raw(&self, bytes: &[u8]) -> Result<()> {
        let stdout = std::io::stdout();
        let choice = self.choice(&stdout);
        let mut stream = AutoStream::new(stdout.lock(), choice);
        stream.write_all(bytes).and_then(|()| stream.flush()).map_err(Failure::of_answer)
    }

    /// Says something beside the answer, on stderr.
    pub(crate) fn remark(&self, text: impl AsRef<str>) {
        if self.remarks == Remarks::Said && self.form == Form::Human {
            self.complain(text.as_ref());
        }
    }

    /// Warns on stderr; programs find warnings in the answer.
    pub(crate) fn warn(&self, text: impl AsRef<str>) {
        if self.remarks == Remarks::Said {
            self.complain(&format!("{} {}", "warning:".yellow().bold(), text.as_ref()));
        }
    }

    /// Tells why the command could not do its work, and the next step.
    pub(crate) fn failure(&self, failure: &Failure) {
        match self.form {
            Form::Json => {
                let (code, hint) = (failure.code.as_str(), failure.hint.as_deref());
                let view = ErrorView { error: ErrorBody { code, message: &failure.message, hint } };
                self.complain(&serde_json::to_string(&view).unwrap_or_default());
            }
            Form::Human => {
                self.complain(&format!("{} {}", "Error:".red().bold(), failure.message));
                if let Some(hint) = &failure.hint {
                    self.complain(&format!("{} {hint}", "hint:".cyan()));
                }
            }
        }
    }

    /// Writes to stderr; a closed stderr is nobody's loss.
    fn complain(&self, text: &str) {
        let stderr = std::io::stderr();
        let choice = self.choice(&stderr);
        let _ = writeln!(AutoStream::new(stderr.lock(), choice), "{text}");
    }

    /// Starts a progress bar for long work; it shows only on a terminal.
    pub(crate) fn progress(&self, what: &'static str) -> ProgressBar {
        if self.remarks == Remarks::Quiet || self.form == Form::Json {
            return ProgressBar::hidden();
        }
        let bar = ProgressBar::no_length().with_message(what);
        let style = ProgressStyle::with_template("{msg} {wide_bar} {human_pos}/{human_len} {elapsed}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar
    }
}
