//! What the server tells whoever runs it: one line on stderr, a time, a word and fields. Never what is remembered, never
//! a token.

use std::fmt::{Display, Write as _};
use std::io::Write as _;

/// Writes lines.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Log {
    /// Lines are written.
    #[default]
    On,
    /// Nothing is said.
    Off,
}

impl Log {
    /// Tells something.
    pub(crate) fn say(self, what: &str, fields: &[(&str, &dyn Display)]) {
        if self == Log::Off {
            return;
        }
        let mut line = format!("{:.3} {what}", memoro_engine::embed::present());
        for (name, value) in fields {
            let value = value.to_string().replace(char::is_control, " ");
            let quoted = value.contains(' ') || value.is_empty();
            let value = if quoted { format!("{value:?}") } else { value };
            let _ = write!(line, " {name}={value}");
        }
        line.push('\n');
        // Nobody may be reading.
        let _ = std::io::stderr().lock().write_all(line.as_bytes());
    }
}
