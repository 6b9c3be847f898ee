//! Which chunks a question may see, decided before anything is ranked, and what is known of them besides.

use std::collections::HashSet;
use std::path::Path;

use memoro_core::fusion::Prior;
use memoro_core::query::Query;
use memoro_core::{Layer, Shape};
use memoro_store::index::{Bitmap, Source, Tier, View};
use memoro_store::{Filter, is_sensitive, layer_number, plain_status, source_number, tier_number};

use super::{HitSource, Look, Recall};
use crate::error::{EngineError, Result};
use crate::index::day_number;
use crate::workspace::Workspace;

/// The number of the status `archived` among the facets.
const ARCHIVED: u8 = 3;

impl Workspace {
    /// Leaves in the view what the asker may see and asked for.
    pub(super) fn choose(&self, view: &mut View, request: &Recall, look: Look) -> Result<()> {
        view.choose_all();
        let scopes = self.scope_numbers(request)?;
        let layers: Vec<u8> = request.layers.iter().map(|layer| layer_number(*layer)).collect();
        let sources: Vec<u8> = request.sources.iter().flat_map(|s| s.numbers()).collect();
        let tiers: Vec<u8> = request.tiers.iter().map(|tier| tier_number(*tier)).collect();
        let zone = &self.settings.time_zone;
        let day = |at: jiff::Timestamp| day_number(at.to_zoned(zone.clone()).date());
        let since = request.since.map(day);
        // What ends with the start of a day does not reach into it.
        let until = request.until.map(|at| day(at - jiff::SignedDuration::from_nanos(1)));
        let any_status = request.all_statuses || request.as_of.is_some();
        // What was put away is part of the archive, whatever file it stands in.
        let archive = request.tiers.contains(&Tier::Archive);
        let tier_of = |facets: &memoro_store::index::Facets| match plain_status(facets.status) {
            ARCHIVED => tier_number(Tier::Archive),
            _ => facets.tier,
        };
        let fits = |wanted: &[u8], found: u8| wanted.is_empty() || wanted.contains(&found);
        let narrow = self.narrow(request)?;
        view.choose_facets(|facets| {
            (facets.scope == 0 || (look != Look::MeasuredOpen && scopes.contains(&facets.scope)))
                && (any_status
                    || plain_status(facets.status) == 0
                    || (archive && plain_status(facets.status) == ARCHIVED))
                && (request.sensitive || !is_sensitive(facets.status))
                && fits(&layers, facets.layer)
                && fits(&sources, facets.source)
                && fits(&tiers, tier_of(facets))
        });
        if !any_status && let Some(back) = self.turns_taken_back()? {
            view.choose(|slot, _, _| !back.contains(slot));
        }
        if since.is_some() || until.is_some() || narrow.is_some() {
            view.choose(|slot, meta, _| {
                since.is_none_or(|day| meta.day().is_some_and(|d| d >= day))
                    && until.is_none_or(|day| meta.day().is_some_and(|d| d <= day))
                    && narrow.as_ref().is_none_or(|set| set.contains(slot))
            });
        }
        Ok(())
    }

    /// Returns the numbers of the scopes that the asker may see.
    fn scope_numbers(&self, request: &Recall) -> Result<HashSet<u32>> {
        let visible = self.visible_scopes(request)?;
        let named = |name: &str| {
            let project = request.project.is_none() && name.starts_with("project:");
            project || visible.iter().any(|scope| format!("{}:{}", scope.kind(), scope.id()) == name)
        };
        let all = self.store.scope_numbers()?;
        Ok(all.into_iter().filter(|(name, _)| named(name)).map(|(_, number)| number).collect())
    }

    /// Returns the slots that filters allow which only rows can answer; nothing if there is no such filter.
    fn narrow(&self, request: &Recall) -> Result<Option<Bitmap>> {
        let mut sets = Vec::new();
        if !request.kinds.is_empty() || !request.tags.is_empty() || request.as_of.is_some() {
            if let Some(unknown) = request.kinds.iter().find_map(|word| memoro_core::check_kind(word).err()) {
                return Err(EngineError::invalid("kind", unknown));
            }
            // A kind is a word of its own, or that of a shape.
            let (shapes, kinds): (Vec<_>, Vec<_>) =
                request.kinds.iter().partition(|word| word.parse::<Shape>().is_ok());
            let of = |shapes: Vec<Shape>, kinds: Vec<String>| Filter {
                as_of: request.as_of,
                shapes,
                kinds,
                tags: request.tags.clone(),
                following: self.following(&request.tags),
                sensitive: true,
                now: request.as_of.or(request.asked_at).unwrap_or(jiff::Timestamp::MIN),
                statuses: if request.as_of.is_some() { Vec::new() } else { all_statuses() },
                ..Filter::default()
            };
            let mut found = Bitmap::new();
            if !shapes.is_empty() {
                let shapes = shapes.iter().filter_map(|word| word.parse().ok()).collect();
                found.unite(&self.store.slots_of_memories(&of(shapes, Vec::new()))?);
            }
            if !kinds.is_empty() || shapes.is_empty() {
                let kinds = kinds.into_iter().cloned().collect();
                found.unite(&self.store.slots_of_memories(&of(Vec::new(), kinds))?);
            }
            sets.push(found);
        }
        if let Some(path) = &request.path {
            sets.push(self.slots_under(path)?);
        }
        if let Some(sessions) = &request.sessions {
            let wanted: HashSet<&str> = sessions.iter().map(String::as_str).collect();
            let said_in = |_: &str, title: Option<&str>| title.is_some_and(|title| wanted.contains(title));
            sets.push(self.store.slots_of_documents(said_in)?);
        }
        Ok(sets.into_iter().reduce(|mut all, next| {
            all.intersect(&next);
            all
        }))
    }

    /// Returns the slots of the files under a path, or that fit a pattern, and of the memories in them.
    fn slots_under(&self, path: &str) -> Result<Bitmap> {
        let matcher = path_matcher(&self.inside(path))?;
        let mut found = self.store.slots_of_documents(|uri, _| matcher(uri))?;
        found.unite(&self.store.slots_of_mirrored(|file| matcher(file))?);
        Ok(found)
    }

    /// Returns a path or pattern as the index writes it: from the workspace on, where it names a place in it.
    fn inside(&self, path: &str) -> String {
        let given = Path::new(path);
        let real = given.canonicalize().ok().filter(|_| given.is_absolute());
        let inside =
            given.strip_prefix(&self.root).ok().or_else(|| real.as_ref()?.strip_prefix(&self.root).ok());
        inside.and_then(Path::to_str).unwrap_or(path).to_owned()
    }

    /// Tells that no indexed file lies where a question looks, where that is so.
    pub(super) fn nothing_under(&self, request: &Recall) -> Result<Option<String>> {
        let Some(path) = &request.path else { return Ok(None) };
        let none = self.slots_under(path)?.is_empty();
        Ok(none.then(|| format!("no file of the index is `{path}`, lies under it or fits it")))
    }

    /// Tells the ranking what is known of chunks besides their words.
    pub(super) fn set_priors(&self, view: &mut View, query: &Query, asked: jiff::Timestamp) -> Result<()> {
        let intent = query.intent;
        let strengths = self.strengths(asked)?;
        view.set_prior(Box::new(move |slot, meta, facets| Prior {
            strength: strengths.of(slot, meta, facets),
            confidence: f32::from(facets.confidence) / 255.0,
            layer: boost(facets.layer, intent.how_to, intent.recall),
            cold: facets.tier >= tier_number(Tier::Cold),
            importance: importance(facets.importance),
        }));
        Ok(())
    }
}

/// What a person said on a scale of 1 to 10, as a share; ordinary where nothing was said.
fn importance(said: u8) -> f32 {
    if said == 0 { Prior::default().importance } else { f32::from(said.min(10) - 1) / 9.0 }
}

/// How much a layer counts for a question: procedures for how-to, episodes for recalling.
fn boost(layer: u8, how_to: bool, recall: bool) -> f32 {
    match Layer::ALL.get(usize::from(layer)) {
        Some(Layer::Procedural) if how_to => 1.2,
        Some(Layer::Episodic) if recall => 1.1,
        _ => 1.0,
    }
}

fn all_statuses() -> Vec<String> {
    memoro_core::Status::WORDS.map(str::to_owned).to_vec()
}

/// Tells whether a path is wanted.
type Wanted = Box<dyn Fn(&str) -> bool>;

fn path_matcher(pattern: &str) -> Result<Wanted> {
    if !pattern.contains(['*', '?', '[', '{']) {
        let prefix = pattern.trim_start_matches("./").trim_end_matches('/').to_owned();
        if prefix.is_empty() || prefix == "." {
            return Ok(Box::new(|uri| Path::new(uri).is_relative()));
        }
        return Ok(Box::new(move |uri| {
            uri.strip_prefix(&prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        }));
    }
    let glob =
        globset::Glob::new(pattern).map_err(|why| EngineError::invalid(format!("path `{pattern}`"), why))?;
    let matcher = glob.compile_matcher();
    Ok(Box::new(move |uri| matcher.is_match(uri)))
}

impl HitSource {
    fn numbers(self) -> Vec<u8> {
        match self {
            HitSource::Memory => vec![source_number(Source::Memory)],
            HitSource::Document => vec![source_number(Source::Workspace), source_number(Source::Extra)],
            HitSource::Session => vec![source_number(Source::Transcript)],
        }
    }
}
