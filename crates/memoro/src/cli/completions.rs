//! `memoro completions`: the script that completes commands and flags in a shell.

use clap::Args;
use clap_complete::Shell;

use super::app::App;
use crate::error::Result;

/// Print the completion script of a shell
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro completions bash > ~/.local/share/bash-completion/completions/memoro
  memoro completions zsh > ~/.zfunc/_memoro
  memoro completions fish > ~/.config/fish/completions/memoro.fish")]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut super::command_line(), "memoro", &mut script);
        app.out.raw(&script)
    }
}
