//! `memoro man`: the manual pages, one a command.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use clap_mangen::Man as Page;
use serde::Serialize;

use super::app::App;
use crate::error::{Code, Failure, Result};

/// Print the manual page, or write the pages of all commands into a folder
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro man | man -l -
  memoro man --dir ~/.local/share/man/man1")]
pub(super) struct Man {
    /// Write one page a command into this folder
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
}

#[derive(Serialize)]
struct Written {
    pages: Vec<String>,
}

impl Man {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let mut command = super::command_line();
        command.build();
        let Some(folder) = self.dir else {
            let mut page = Vec::new();
            Page::new(command).render(&mut page)?;
            return app.out.raw(&page);
        };
        let folder = app.folder().join(folder);
        let mut pages = Vec::new();
        write_pages(&command, &folder, &mut pages).map_err(|error| {
            Failure::new(Code::Io, format!("{}: {error}", folder.display()))
                .hint("choose a folder that you can write")
        })?;
        let view = Written { pages };
        app.out.show(&view, |out| view.pages.iter().try_for_each(|page| writeln!(out, "{page}")))
    }
}

fn write_pages(command: &clap::Command, folder: &Path, pages: &mut Vec<String>) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    let path = folder.join(format!("{name}.1"));
    let mut page = Vec::new();
    Page::new(command.clone()).render(&mut page)?;
    std::fs::write(&path, page)?;
    pages.push(path.display().to_string());
    for inner in command.get_subcommands() {
        write_pages(inner, folder, pages)?;
    }
    Ok(())
}
