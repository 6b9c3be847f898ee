//! How strongly a text points to each layer, and the strongest sign of it. Only adds up.

use crate::layer::Layer;

/// The points of each layer and the sign that gave the most of them.
#[derive(Debug, Default)]
pub(super) struct Scores {
    user: Points,
    procedural: Points,
    episodic: Points,
}

#[derive(Debug, Default)]
struct Points {
    sum: u32,
    best: u32,
    sign: Option<String>,
}

impl Points {
    /// Adds points where there is a sign.
    fn add(&mut self, points: u32, sign: Option<&str>) {
        let Some(sign) = sign else { return };
        self.sum += points;
        if points > self.best {
            self.best = points;
            self.sign = Some(sign.to_owned());
        }
    }
}

impl Scores {
    pub(super) fn user<'s>(&mut self, points: u32, sign: impl Into<Option<&'s str>>) {
        self.user.add(points, sign.into());
    }

    pub(super) fn procedural<'s>(&mut self, points: u32, sign: impl Into<Option<&'s str>>) {
        self.procedural.add(points, sign.into());
    }

    pub(super) fn episodic<'s>(&mut self, points: u32, sign: impl Into<Option<&'s str>>) {
        self.episodic.add(points, sign.into());
    }

    /// Returns the points of the user model, of procedures and of episodes.
    pub(super) fn points(&self) -> [u32; 3] {
        [self.user.sum, self.procedural.sum, self.episodic.sum]
    }

    /// Returns the strongest sign of a layer, where there is one.
    pub(super) fn sign(self, layer: Layer) -> Option<String> {
        match layer {
            Layer::UserModel => self.user.sign,
            Layer::Procedural => self.procedural.sign,
            Layer::Episodic => self.episodic.sign,
            _ => None,
        }
    }
}
