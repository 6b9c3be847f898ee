//! What goes into a pack where nothing is asked: the newest, by what kind it is. Ranks nothing.

use std::cmp::Reverse;

use memoro_core::pack::{self, PackInput};
use memoro_core::{Grain, Layer, Memory, Scope, Sensitivity, Shape};

use super::{Context, of_the_model};
use crate::caller::Caller;
use crate::error::Result;
use crate::workspace::Workspace;

impl Workspace {
    /// Adds what is newest where there is no question.
    pub(super) fn add_newest(
        &self,
        input: &mut PackInput,
        scope: &Scope,
        request: &Context,
        caller: &Caller,
    ) -> Result<()> {
        let mut scopes = vec![scope.clone()];
        scopes.extend(request.project.clone().map(Scope::Project));
        let mut known: Vec<Memory> = Vec::new();
        for scope in &scopes {
            for shape in [Shape::Note, Shape::Decision] {
                known.extend(self.newest_of(scope, shape, (None, pack::NEWEST_NOTES), caller)?);
            }
        }
        known.sort_by_key(|memory| Reverse(memory.updated_at));
        known.truncate(pack::NEWEST_NOTES);
        input.knowledge = known.iter().map(|memory| self.item(memory, "among the newest")).collect();
        let most = self.settings.layers.procedures;
        for memory in self.newest_of(scope, Shape::Procedure, (Some("when"), most), caller)? {
            input.procedures.push(self.procedure_item(&memory, "learned last".into())?);
        }
        self.add_recent_episodes(input, scope, caller)
    }

    /// Adds who the agent is and the newest memories whatever they are, each thing once: the context pack without a
    /// question.
    pub(super) fn add_newest_of_all(
        &self,
        input: &mut PackInput,
        counting: Vec<Memory>,
        request: &Context,
        caller: &Caller,
    ) -> Result<()> {
        let session = self.live_session(request.session.as_ref(), caller)?.map(Scope::Session);
        let user = request.user.clone().unwrap_or_else(|| self.settings.owner.clone());
        let most = (None, pack::NEWEST_NOTES);
        input.soul = self.soul_items(caller)?;
        input.soul.truncate(pack::PRINCIPLES);
        let mut all: Vec<Memory> = Vec::new();
        all.extend(counting.into_iter().filter(|memory| memory.sensitivity == Sensitivity::Normal));
        if let Some(session) = &session {
            all.extend(self.counting_of(session, caller)?.into_iter().filter(|memory| !of_the_model(memory)));
        }
        let project = request.project.clone().map(Scope::Project);
        if let Some(project) = &project {
            all.extend(self.counting_of(project, caller)?);
        }
        let scopes = [Some(Scope::User(user)), Some(Scope::Agent), project, session];
        for scope in scopes.iter().flatten() {
            for shape in [Shape::Note, Shape::Procedure, Shape::Decision, Shape::Episode] {
                all.extend(self.newest_of(scope, shape, most, caller)?);
            }
        }
        all.retain(|memory| memory.scope != Scope::Policy);
        all.sort_by(|a, b| (b.created_at, &b.id).cmp(&(a.created_at, &a.id)));
        all.truncate(pack::NEWEST_NOTES - input.soul.len());
        for memory in &all {
            let why = "among the newest";
            let item = || self.item(memory, why);
            match memory.layer() {
                Layer::Procedural => input.procedures.push(self.procedure_item(memory, why.into())?),
                Layer::Episodic => input.episodes.extend(self.episode_item(memory, why.into())),
                Layer::Working => input.working.push(item()),
                _ => input.knowledge.push(item()),
            }
        }
        Ok(())
    }

    /// Adds the most recent summaries for an agent's own prompt: of sessions first, then of days and weeks.
    pub(super) fn add_summaries(&self, input: &mut PackInput, scope: &Scope, caller: &Caller) -> Result<()> {
        for grain in [Grain::Session, Grain::Day, Grain::Week] {
            let room = pack::SUMMARIES.saturating_sub(input.episodes.len());
            for memory in self.newest_of(scope, Shape::Episode, (Some(grain.as_str()), room), caller)? {
                input.episodes.extend(self.episode_item(&memory, "a recent summary".into()));
            }
        }
        Ok(())
    }

    /// Fills the episodes up with the most recent ones.
    pub(super) fn add_recent_episodes(
        &self,
        input: &mut PackInput,
        scope: &Scope,
        caller: &Caller,
    ) -> Result<()> {
        let most = self.settings.layers.episodes;
        for memory in self.newest_of(scope, Shape::Episode, (None, most), caller)? {
            let there = input.episodes.iter().any(|item| item.id.as_ref() == Some(&memory.id));
            if !there && input.episodes.len() < most {
                input.episodes.extend(self.episode_item(&memory, "happened lately".into()));
            }
        }
        Ok(())
    }
}
