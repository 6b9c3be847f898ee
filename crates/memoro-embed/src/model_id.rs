//! The name of a vector space. Two vectors may be compared only if their ids are equal; this file offers
//! no way to convert between spaces, because there is none.

use std::borrow::Cow;
use std::fmt;

/// Names the model, its provider and the number of dimensions that made a vector.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ModelId {
    text: Cow<'static, str>,
    dims: usize,
}

impl ModelId {
    /// Is the model that is compiled into the program.
    pub const LOCAL: Self = Self { text: Cow::Borrowed("memoro-static-256-v1"), dims: 256 };

    /// Returns the id of a provider's model, written `provider/model@dims`.
    pub fn remote(provider: &str, model: &str, dims: usize) -> Self {
        Self { text: Cow::Owned(format!("{provider}/{model}@{dims}")), dims }
    }

    /// Reads an id back from its stored text; `None` if it names no dimensions.
    pub fn parse(text: &str) -> Option<Self> {
        if text == Self::LOCAL.as_str() {
            return Some(Self::LOCAL);
        }
        let (name, dims) = text.rsplit_once('@')?;
        let dims = dims.parse().ok().filter(|dims| *dims > 0)?;
        let (provider, model) = name.split_once('/')?;
        let named = !provider.is_empty() && !model.is_empty();
        named.then(|| Self { text: Cow::Owned(text.to_owned()), dims })
    }

    /// Returns the text that is stored beside each vector.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns how many dimensions the vectors of this model have.
    pub fn dims(&self) -> usize {
        self.dims
    }
}

impl fmt::Display for ModelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::ModelId;

    #[test]
    fn an_id_survives_being_stored_as_text() {
        for id in [ModelId::LOCAL, ModelId::remote("openai", "text-embedding-3-small", 1536)] {
            assert_eq!(ModelId::parse(id.as_str()), Some(id));
        }
        let odd = ModelId::remote("ollama", "org/bge-m3@q8", 1024);
        assert_eq!(ModelId::parse(odd.as_str()).map(|id| id.dims()), Some(1024));
    }

    #[test]
    fn text_without_provider_model_or_dimensions_is_no_id() {
        for text in
            ["", "openai", "openai/x", "openai/x@", "openai/x@0", "openai/x@many", "/x@3", "openai/@3"]
        {
            assert_eq!(ModelId::parse(text), None, "{text:?}");
        }
    }
}
