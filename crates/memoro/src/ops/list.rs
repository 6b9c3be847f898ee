//! Lists of memories, page by page.

use memoro_core::{Key, Scope};
use memoro_engine::Action;
use memoro_engine::store::Filter;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::call::{hidden, scope, wrong};
use super::page::{Pages, cut};
use super::{Call, LayerWord, Operation, StageWord, StatusWord, all};
use crate::api::MemoryView;
use crate::error::Result;

/// The memories that fit some filters, the last changed first.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListRequest {
    /// Only these layers.
    #[serde(default)]
    pub(crate) layers: Vec<LayerWord>,
    /// Only these kinds: a shape, a kind of entry, a grain of episode or a stage of decision.
    #[serde(default)]
    pub(crate) kinds: Vec<String>,
    /// Only with any of these tags.
    #[serde(default)]
    pub(crate) tags: Vec<String>,
    /// Only these scopes.
    #[serde(default)]
    pub(crate) scopes: Vec<String>,
    /// Only this user's.
    #[serde(default)]
    pub(crate) user: Option<String>,
    /// Only under these keys.
    #[serde(default)]
    pub(crate) keys: Vec<String>,
    /// Only with these statuses; active where it is left out.
    #[serde(default)]
    pub(crate) statuses: Vec<StatusWord>,
    /// Changed at or after this moment.
    #[serde(default)]
    pub(crate) since: Option<String>,
    /// Changed before this moment.
    #[serde(default)]
    pub(crate) until: Option<String>,
    /// What was believed at this moment.
    #[serde(default)]
    pub(crate) as_of: Option<String>,
    /// Also what is sensitive.
    #[serde(default)]
    #[schema(default = false)]
    pub(crate) sensitive: bool,
    /// At most this many.
    #[serde(default = "fifty")]
    #[schema(minimum = 1, maximum = 500, default = 50)]
    pub(crate) limit: usize,
    /// Where the last page ended; from `next` of that page, with the same filters.
    #[serde(default)]
    #[schema(max_length = 2048)]
    pub(crate) cursor: Option<String>,
}

const fn fifty() -> usize {
    50
}

/// A page of memories.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListView {
    /// The memories.
    pub(crate) memories: Vec<MemoryView>,
    /// The cursor of the next page, if there is one.
    pub(crate) next: Option<String>,
}

impl ListRequest {
    /// Returns the filter as the store takes it.
    fn filter(&self, call: &Call<'_>) -> Result<Filter> {
        if !(1..=500).contains(&self.limit) {
            return Err(wrong("limit", &"must be from 1 to 500"));
        }
        let (shapes, kinds): (Vec<_>, Vec<_>) =
            self.kinds.iter().map(|word| word.parse().map_err(|_| word.clone())).partition(Result::is_ok);
        let kinds: Vec<String> = kinds.into_iter().filter_map(Result::err).collect();
        if let Some(unknown) = kinds.iter().find_map(|word| memoro_core::check_kind(word).err()) {
            return Err(wrong("kinds", &unknown.to_string()));
        }
        let key = |key: &String| Key::new(key).map_err(|why| wrong("keys", &why));
        Ok(Filter {
            now: call.now(),
            as_of: call.as_of(self.as_of.as_deref())?,
            statuses: self.statuses.iter().map(|status| status.as_str().to_owned()).collect(),
            layers: all(&self.layers),
            shapes: shapes.into_iter().filter_map(Result::ok).collect(),
            kinds,
            tags: self.tags.clone(),
            scopes: self.scopes(call)?,
            keys: self.keys.iter().map(key).collect::<Result<_>>()?,
            since: call.moment("since", self.since.as_deref())?,
            until: call.moment("until", self.until.as_deref())?,
            sensitive: self.sensitive,
            limit: Some(self.limit + 1),
            after: self.pages(call).after(self.cursor.as_deref())?,
            ..Filter::default()
        })
    }

    fn scopes(&self, call: &Call<'_>) -> Result<Vec<Scope>> {
        let read = |text: &String| scope("scopes", text);
        let mut scopes = self.scopes.iter().map(read).collect::<Result<Vec<_>>>()?;
        if let Some(user) = &self.user {
            scopes.push(Scope::User(call.user(Some(user))?));
        }
        match scopes.iter().find(|scope| !call.reaches(scope)) {
            Some(scope) => Err(hidden("scope", &scope.to_string())),
            None => Ok(scopes),
        }
    }

    /// Identifies the query and who asks it.
    fn pages<'a>(&self, call: &Call<'a>) -> Pages<'a> {
        let bare = (&self.layers, &self.kinds, &self.tags, &self.scopes, &self.user, &self.keys);
        let times = (&self.statuses, &self.since, &self.until, &self.as_of, self.sensitive);
        Pages::of("memories", &(bare, times), call)
    }
}

impl Operation for ListRequest {
    type Answer = ListView;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Lists memories, the last changed first";

    fn act(self, call: &Call<'_>) -> Result<ListView> {
        let filter = self.filter(call)?;
        let mut found = call.workspace.list(&filter, &call.caller)?;
        let last = cut(&mut found, self.limit);
        let next = last.map(|last| self.pages(call).ended_at(&last.memory));
        let then = filter.as_of.unwrap_or_else(|| call.now());
        let memories = found.iter().map(|stored| MemoryView::stored(stored, then)).collect();
        Ok(ListView { memories, next })
    }
}

/// Decisions, the last changed first.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DecisionsRequest {
    /// Only those that have come so far.
    #[serde(default)]
    pub(crate) stage: Option<StageWord>,
    /// Only with any of these tags.
    #[serde(default)]
    pub(crate) tags: Vec<String>,
    /// Only this user's.
    #[serde(default)]
    pub(crate) user: Option<String>,
    /// At most this many.
    #[serde(default = "fifty")]
    #[schema(minimum = 1, maximum = 500, default = 50)]
    pub(crate) limit: usize,
    /// Where the last page ended.
    #[serde(default)]
    #[schema(max_length = 2048)]
    pub(crate) cursor: Option<String>,
}

impl Operation for DecisionsRequest {
    type Answer = ListView;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Lists decisions, the last changed first";

    fn act(self, call: &Call<'_>) -> Result<ListView> {
        let stage = self.stage.map(|stage| memoro_core::Stage::from(stage).as_str().to_owned());
        let list = ListRequest {
            kinds: std::iter::once("decision".to_owned()).chain(stage).collect(),
            tags: self.tags,
            user: self.user,
            limit: self.limit,
            cursor: self.cursor,
            ..ListRequest::default()
        };
        call.run(list)
    }
}

/// Learnings, the last changed first.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LearningsRequest {
    /// Only with any of these tags.
    #[serde(default)]
    pub(crate) tags: Vec<String>,
    /// Only this user's.
    #[serde(default)]
    pub(crate) user: Option<String>,
    /// At most this many.
    #[serde(default = "fifty")]
    #[schema(minimum = 1, maximum = 500, default = 50)]
    pub(crate) limit: usize,
    /// Where the last page ended.
    #[serde(default)]
    #[schema(max_length = 2048)]
    pub(crate) cursor: Option<String>,
}

impl Operation for LearningsRequest {
    type Answer = ListView;
    const ACTION: Action = Action::Read;
    const ABOUT: &'static str = "Lists learnings, the last changed first";

    fn act(self, call: &Call<'_>) -> Result<ListView> {
        let list = ListRequest {
            layers: vec![LayerWord::Semantic],
            kinds: vec!["note".into()],
            tags: self.tags,
            user: self.user,
            limit: self.limit,
            cursor: self.cursor,
            ..ListRequest::default()
        };
        call.run(list)
    }
}
