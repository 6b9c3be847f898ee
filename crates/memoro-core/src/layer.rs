//! The memory layer, derived from scope and content and never stored.

use crate::content::Shape;
use crate::scope::ScopeKind;
use crate::words::words;

/// A layer of memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layer {
    /// Who the agent is.
    Soul,
    /// Who the user is (L1).
    UserModel,
    /// How things are done (L2).
    Procedural,
    /// What is known (L3).
    Semantic,
    /// What happened (L4).
    Episodic,
    /// What is going on now (L5).
    Working,
    /// Rules of the admin, outside the layers.
    Policy,
}

words!(Layer, "layer", {
    Soul => "soul",
    UserModel => "user_model" | "profile" | "user-model",
    Procedural => "procedural",
    Semantic => "semantic",
    Episodic => "episodic",
    Working => "working",
    Policy => "policy",
});

impl Layer {
    /// Derives the layer of a memory of this scope and shape.
    pub const fn of(scope: ScopeKind, shape: Shape) -> Layer {
        match (scope, shape) {
            (ScopeKind::Policy, _) => Layer::Policy,
            (ScopeKind::Session, _) => Layer::Working,
            (_, Shape::Procedure) => Layer::Procedural,
            (_, Shape::Episode) => Layer::Episodic,
            (ScopeKind::User, Shape::Entry) => Layer::UserModel,
            (ScopeKind::Agent, Shape::Entry) => Layer::Soul,
            (_, Shape::Entry | Shape::Note | Shape::Decision) => Layer::Semantic,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_scope_and_shape_has_the_layer_of_the_model() {
        assert_eq!(Layer::of(ScopeKind::Session, Shape::Procedure), Layer::Working);
        assert_eq!(Layer::of(ScopeKind::User, Shape::Entry), Layer::UserModel);
        assert_eq!(Layer::of(ScopeKind::User, Shape::Note), Layer::Semantic);
        assert_eq!(Layer::of(ScopeKind::Project, Shape::Entry), Layer::Semantic);
        assert_eq!(Layer::of(ScopeKind::Agent, Shape::Entry), Layer::Soul);
        assert_eq!(Layer::of(ScopeKind::Agent, Shape::Procedure), Layer::Procedural);
        assert_eq!(Layer::of(ScopeKind::User, Shape::Episode), Layer::Episodic);
        assert_eq!(Layer::of(ScopeKind::Policy, Shape::Entry), Layer::Policy);
    }

    #[test]
    fn profile_is_another_word_for_the_user_model() {
        assert_eq!("profile".parse::<Layer>().unwrap(), Layer::UserModel);
    }
}
