//! The configuration keys of the index: what is searched besides the workspace, and in which pieces.

use memoro_core::chunker::Limits;
use memoro_engine::documents::ExtraPath;

use super::{Field, Form, number, words};

/// Sets files.
pub(super) const PATHS: Field = Field {
    name: "index.paths",
    about: "files, folders and patterns that are indexed besides the workspace",
    example: "~/notes,docs/**/*.md",
    form: Form::List,
    put: |config, value| {
        config.index_paths = words(value);
        let root = std::path::Path::new("/");
        config
            .index_paths
            .iter()
            .try_for_each(|path| ExtraPath::new(root, path).map(drop).map_err(|why| why.to_string()))
    },
    show: |config| Some(config.index_paths.join(",")),
};

/// Sets folders outside the workspace that links in it may lead into.
pub(super) const LINKED: Field = Field {
    name: "index.linked",
    about: "folders outside the workspace that links in it may lead into",
    example: "~/shared",
    form: Form::List,
    put: |config, value| {
        config.index_linked = words(value);
        Ok(())
    },
    show: |config| Some(config.index_linked.join(",")),
};

/// Sets folders with transcripts besides sessions/.
pub(super) const TRANSCRIPTS: Field = Field {
    name: "index.transcripts",
    about: "folders with transcripts besides sessions/; known for those of known programs",
    example: "known",
    form: Form::List,
    put: |config, value| {
        config.index_transcripts = words(value);
        Ok(())
    },
    show: |config| Some(config.index_transcripts.join(",")),
};

/// Sets the largest document that is indexed.
pub(super) const MAX_BYTES: Field = Field {
    name: "index.max_bytes",
    about: "the largest document that is indexed, in bytes",
    example: "10485760",
    form: Form::Number,
    put: |config, value| {
        config.index_max_bytes = number(value, 1)?;
        Ok(())
    },
    show: |config| Some(config.index_max_bytes.to_string()),
};

/// Sets the largest chunk of a document.
pub(super) const CHUNK_TOKENS: Field = Field {
    name: "index.chunk_tokens",
    about: "the largest chunk of a document, in tokens",
    example: "400",
    form: Form::Number,
    put: |config, value| {
        config.index_limits.tokens = number(value, Limits::MIN_TOKENS)?;
        Ok(())
    },
    show: |config| Some(config.index_limits.tokens.to_string()),
};

/// Sets how much a chunk repeats of the one before.
pub(super) const CHUNK_OVERLAP: Field = Field {
    name: "index.chunk_overlap",
    about: "how much a chunk repeats of the one before, in tokens",
    example: "80",
    form: Form::Number,
    put: |config, value| {
        config.index_limits.overlap = number(value, 0)?;
        Ok(())
    },
    show: |config| Some(config.index_limits.overlap.to_string()),
};
