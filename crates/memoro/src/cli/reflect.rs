//! `memoro reflect`: one of the learnings, picked by chance.

use std::io::Write as _;

use clap::Args;

use super::app::{App, Need};
use super::render;
use crate::api::MemoryView;
use crate::error::Result;

/// Be reminded of something that was learned
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  memoro reflect
  memoro reflect --json")]
pub(super) struct Reflect {}

impl Reflect {
    /// Runs the command.
    pub(super) fn run(self, app: &App) -> Result<()> {
        let Self {} = self;
        let workspace = app.workspace(Need::Present)?;
        let chance = app.now.as_nanosecond().unsigned_abs() % u128::from(u64::MAX);
        let chance = u64::try_from(chance).unwrap_or_default() / 1000;
        let Some(memory) = workspace.reflect(&app.user()?, chance, &app.caller()?)? else {
            app.out.remark("nothing was learned yet; begin with `memoro learn`");
            // Nothing to be reminded of is an answer, not a failure.
            return app.out.show(&None::<MemoryView>, |_| Ok(()));
        };
        // In the form of what `recall` finds, so that it is known again where somebody pastes it.
        let day = memory.date().to_zoned(workspace.settings().time_zone.clone()).date();
        app.out.show(&MemoryView::of(&memory, app.now), |out| {
            writeln!(out, "{}  {day}  {}", memory.id, memory.layer())?;
            render::plain(&memory.content.text()).lines().try_for_each(|line| writeln!(out, "   {line}"))
        })?;
        Ok(workspace.count_used([memory.id], app.now)?)
    }
}
