//! Where a memory came from and how far it may be believed.

use crate::words::words;

/// Who or what said it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// The user said so.
    UserExplicit,
    /// It was concluded from what the user said.
    UserInferred,
    /// Memoro itself or the agent's runtime.
    System,
    /// The admin.
    Admin,
    /// A person, through a tool.
    Human,
    /// The owner's main agent.
    Mother,
    /// The user corrected the agent.
    Correction,
    /// Extracted without a person.
    Auto,
    /// Taken over from elsewhere.
    Import,
    /// A person edited a file.
    UserEdit,
}

words!(Origin, "origin", {
    UserExplicit => "user_explicit",
    UserInferred => "user_inferred",
    System => "system",
    Admin => "admin",
    Human => "human",
    Mother => "mother",
    Correction => "correction",
    Auto => "auto",
    Import => "import",
    UserEdit => "user_edit",
});

/// How far a source is trusted; set by the server from credential and channel, never by the caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Trust {
    /// Web pages, tool output, imports.
    Untrusted,
    /// An agent on its own.
    Agent,
    /// The user.
    User,
    /// The admin.
    Admin,
}

words!(Trust, "trust", {
    Untrusted => "untrusted",
    Agent => "agent",
    User => "user",
    Admin => "admin",
});

/// How sure a memory is, from 0 to 1 in steps of a thousandth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Confidence(u16);

impl Confidence {
    /// Full confidence.
    pub const FULL: Confidence = Confidence(1000);

    /// Wraps a number from 0 to 1, rounded to a thousandth; `None` outside or if it is not a number.
    pub fn new(value: f64) -> Option<Self> {
        if !(0.0..=1.0).contains(&value) {
            return None;
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "0..=1000 by the check above"
        )]
        let thousandths = (value * 1000.0).round() as u16;
        Some(Self(thousandths))
    }

    /// Wraps a number of thousandths, capped at 1000.
    pub const fn from_thousandths(value: u16) -> Self {
        Self(if value > 1000 { 1000 } else { value })
    }

    /// Returns the number of thousandths.
    pub const fn thousandths(self) -> u16 {
        self.0
    }

    /// Returns the number.
    pub fn get(self) -> f64 {
        f64::from(self.0) / 1000.0
    }

    /// Returns the confidence that an origin deserves where the caller says nothing.
    pub const fn of_origin(origin: Origin, reference: Reference) -> Self {
        Self(match origin {
            Origin::Human | Origin::UserExplicit | Origin::UserEdit => 950,
            Origin::Admin | Origin::Mother => 900,
            Origin::Correction => 850,
            Origin::System | Origin::UserInferred => 800,
            Origin::Auto | Origin::Import => match reference {
                Reference::Given => 800,
                Reference::None => 600,
            },
        })
    }
}

impl std::fmt::Display for Confidence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.get())
    }
}

/// Whether a claim names where it can be checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reference {
    /// A link or reference is given.
    Given,
    /// None is given.
    None,
}

/// Where the words stand.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Source {
    /// The session in which it was said.
    pub session: Option<String>,
    /// The file, or a URL.
    pub path: Option<String>,
    /// The messages, for example `12-14`.
    pub range: Option<String>,
}

/// Where a memory came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provenance {
    /// Who said it.
    pub origin: Origin,
    /// How far the source is trusted.
    pub trust: Trust,
    /// How sure it is.
    pub confidence: Confidence,
    /// Where the words stand.
    pub source: Source,
    /// The words that show it.
    pub evidence: Vec<String>,
}

impl Provenance {
    /// Starts a provenance with the confidence of its origin, nothing else known.
    pub fn new(origin: Origin, trust: Trust) -> Self {
        Self {
            origin,
            trust,
            confidence: Confidence::of_origin(origin, Reference::None),
            source: Source::default(),
            evidence: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn confidence_follows_the_origin() {
        let of = |origin| Confidence::of_origin(origin, Reference::None).get();
        assert!((of(Origin::Human) - 0.95).abs() < 1e-9);
        assert!((of(Origin::Mother) - 0.90).abs() < 1e-9);
        assert!((of(Origin::Correction) - 0.85).abs() < 1e-9);
        assert!((of(Origin::Auto) - 0.60).abs() < 1e-9);
        assert!((Confidence::of_origin(Origin::Auto, Reference::Given).get() - 0.80).abs() < 1e-9);
    }

    #[test]
    fn confidence_outside_zero_to_one_is_refused() {
        assert!(
            Confidence::new(1.01).is_none()
                && Confidence::new(-0.1).is_none()
                && Confidence::new(f64::NAN).is_none()
        );
        assert_eq!(Confidence::new(0.1234).unwrap().to_string(), "0.123");
    }

    #[test]
    fn trust_is_ordered_from_the_web_to_the_admin() {
        assert!(Trust::Untrusted < Trust::Agent && Trust::Agent < Trust::User && Trust::User < Trust::Admin);
    }
}
