//! What a person or program is told when a command cannot do its work: one code table, a message and the next step.

use memoro_core::policy::Rule;
use memoro_engine::EngineError;
use memoro_engine::store::StoreError;
use memoro_engine::vault::files::VaultError;

/// The stable word for a kind of failure; the only place where exit codes and HTTP statuses come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Code {
    /// There is no such thing.
    NotFound,
    /// A check did not hold.
    CheckFailed,
    /// What the change was based on has changed meanwhile.
    Conflict,
    /// The command line is wrong.
    Usage,
    /// A value cannot be what it is.
    Invalid,
    /// A cursor does not belong to the query that it comes with.
    Cursor,
    /// Several things fit.
    Ambiguous,
    /// The configuration is wrong.
    Config,
    /// What was named is not of the kind, or not in the state, that this needs.
    Unfit,
    /// An idempotency key was used for another request before.
    KeyReused,
    /// The caller may not do this.
    Denied,
    /// A rule of the admin stands in the way.
    Policy,
    /// There is no workspace here.
    NoWorkspace,
    /// The workspace has no store.
    NoStore,
    /// The workspace was made by a newer version.
    Newer,
    /// The store or a file is damaged.
    Damaged,
    /// The disk has no room.
    DiskFull,
    /// Something cannot be written.
    ReadOnly,
    /// Another process held the store too long.
    Busy,
    /// Reading or writing failed.
    Io,
    /// The caller did not say who it is, or nobody knows it.
    Unauthorized,
    /// What the change was based on is not what is there now.
    Precondition,
    /// The request is larger than anything that is taken.
    TooLarge,
    /// The address of a request is longer than anything that is taken.
    LongAddress,
    /// The head of a request is larger than anything that is taken.
    LargeHead,
    /// The body is not of a kind that is read.
    MediaType,
    /// The path is there, but not for this method.
    Method,
    /// The caller asks too often.
    RateLimited,
    /// There is more to do than can wait.
    Overloaded,
    /// Anything else.
    Internal,
}

impl Code {
    /// Returns the word for programs.
    pub(crate) const fn as_str(self) -> &'static str {
        self.row().0
    }

    /// Returns the exit code.
    pub(crate) const fn exit(self) -> u8 {
        self.row().1
    }

    /// Returns the HTTP status.
    pub(crate) const fn status(self) -> u16 {
        self.row().2
    }

    const fn row(self) -> (&'static str, u8, u16) {
        match self {
            Code::NotFound => ("not_found", 1, 404),
            Code::CheckFailed => ("check_failed", 1, 409),
            Code::Conflict => ("conflict", 1, 409),
            Code::Usage => ("usage", 2, 400),
            Code::Invalid => ("invalid", 2, 422),
            Code::Unfit => ("wrong_state", 2, 409),
            Code::KeyReused => ("key_reused", 2, 409),
            Code::Cursor => ("cursor", 2, 400),
            Code::Ambiguous => ("ambiguous", 2, 409),
            Code::Config => ("config", 2, 500),
            Code::Denied => ("denied", 2, 403),
            Code::Policy => ("policy", 2, 403),
            Code::NoWorkspace => ("no_workspace", 2, 503),
            Code::NoStore => ("no_store", 2, 503),
            Code::Newer => ("newer_version", 2, 503),
            Code::Damaged => ("damaged", 3, 500),
            Code::DiskFull => ("disk_full", 3, 507),
            Code::ReadOnly => ("read_only", 3, 503),
            Code::Busy => ("busy", 3, 503),
            Code::Io => ("io", 3, 500),
            Code::Unauthorized => ("unauthorized", 2, 401),
            Code::Precondition => ("precondition_failed", 1, 412),
            Code::TooLarge => ("too_large", 2, 413),
            Code::LongAddress => ("address_too_long", 2, 414),
            Code::LargeHead => ("head_too_large", 2, 431),
            Code::MediaType => ("unsupported_media_type", 2, 415),
            Code::Method => ("method_not_allowed", 2, 405),
            Code::RateLimited => ("rate_limited", 3, 429),
            Code::Overloaded => ("overloaded", 3, 503),
            Code::Internal => ("internal", 3, 500),
        }
    }
}

/// A command that could not do its work.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub(crate) struct Failure {
    /// The kind.
    pub(crate) code: Code,
    /// What is wrong; names the thing.
    pub(crate) message: String,
    /// The next step.
    pub(crate) hint: Option<String>,
    /// Whether the answer itself was already given on stdout.
    pub(crate) told: bool,
}

/// The result of a command.
pub(crate) type Result<T = (), E = Failure> = std::result::Result<T, E>;

impl Failure {
    /// Starts a failure without a hint.
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), hint: None, told: false }
    }

    /// Adds the next step.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Ends the command with a code after its answer was printed; nothing more is said.
    pub(crate) fn told(code: Code) -> Self {
        Self { told: true, ..Self::new(code, "") }
    }

    /// Says that the command was carried out and its answer could not be written.
    pub(crate) fn of_answer(error: std::io::Error) -> Self {
        if is_broken_pipe(&error) {
            return Self::from(error);
        }
        let hint = "the command itself was carried out; make room where its output goes and ask again";
        Self::new(Code::Io, format!("the answer could not be written: {error}")).hint(hint)
    }

    /// Tells whether the reader of our output has gone away.
    pub(crate) fn is_broken_pipe(&self) -> bool {
        self.code == Code::Io && self.message == BROKEN_PIPE
    }
}

const BROKEN_PIPE: &str = "broken pipe";

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Self::new(Code::Io, BROKEN_PIPE),
            _ => Self::new(Code::Io, error.to_string()),
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::from(EngineError::from(error))
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        let message = error.to_string();
        match error {
            EngineError::Store(error) => of_store(&error, message),
            EngineError::NoWorkspace(root) => Self::new(Code::NoWorkspace, message)
                .hint(format!("run `memoro init {}`", root.display())),
            EngineError::NoStore(_) => Self::new(Code::NoStore, message)
                .hint("run `memoro index --rebuild` to make it from the Markdown files, or `memoro restore <backup>`"),
            EngineError::NotText { file, .. } => {
                Self::new(Code::Invalid, message).hint(format!("move {file} away or save it as UTF-8 text, then try again"))
            }
            EngineError::Restless(_) => {
                Self::new(Code::Busy, message).hint("close it where it is open, or let it rest for a moment, and try again")
            }
            EngineError::Unmirrored { full, .. } => Self::new(if full { Code::DiskFull } else { Code::Io }, message)
                .hint("make room or make the file writable; the next command writes it"),
            EngineError::Invalid { .. } => Self::new(Code::Invalid, message),
            EngineError::Unfit { .. } => Self::new(Code::Unfit, message),
            EngineError::NotFound { what: memoro_engine::UNDOABLE, .. } => {
                Self::new(Code::NotFound, "there is no change left to take back")
                    .hint("run `memoro audit list` to see what was changed, `memoro history NAME` for earlier values")
            }
            EngineError::NotFound { .. } => {
                Self::new(Code::NotFound, message).hint("run `memoro list` to see what there is")
            }
            EngineError::Ambiguous { .. } => {
                Self::new(Code::Ambiguous, message).hint("give more of the id, or run `memoro get --scope <scope> <key>`")
            }
            EngineError::Denied { .. } => Self::new(Code::Denied, message),
            EngineError::Blocked(Rule::Broken) => Self::new(Code::Policy, message).hint(
                "the admin's rules cannot be read, so nothing is allowed: `memoro policy status` names the line; \
                 the admin mends it, and the next command reads it",
            ),
            EngineError::Blocked(_) => {
                Self::new(Code::Policy, message).hint("the admin of this machine decides what is allowed")
            }
            EngineError::File { error, .. } if is_broken_pipe(&error) => Self::from(error),
            EngineError::File { error, .. } => of_file(&error, message),
            EngineError::Provider(_) => Self::new(Code::Io, message)
                .hint("search keeps answering from what is there; run `memoro index` when the provider answers again, or `memoro index --model local`"),
            EngineError::Vault(VaultError::Full { .. }) => Self::new(Code::DiskFull, message)
                .hint("free some space; what the store has taken is kept, and its files follow then"),
            EngineError::Vault(_) => Self::new(Code::Io, message),
        }
    }
}

fn is_broken_pipe(error: &std::io::Error) -> bool {
    error.kind() == std::io::ErrorKind::BrokenPipe
}

fn of_file(error: &std::io::Error, message: String) -> Failure {
    match error.kind() {
        std::io::ErrorKind::NotFound => Failure::new(Code::NotFound, message),
        std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::ReadOnlyFilesystem => {
            Failure::new(Code::ReadOnly, message)
                .hint("make it writable for you, or choose another one with `--workspace`")
        }
        std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => {
            Failure::new(Code::DiskFull, message)
                .hint("free some space and run the command again; nothing was half-written")
        }
        _ => Failure::new(Code::Io, message),
    }
}

fn of_store(error: &StoreError, message: String) -> Failure {
    if let StoreError::KeyReused(key) = error {
        // Whose key it is stands before it; the caller knows it without.
        let key = key.rsplit('\u{1f}').next().unwrap_or_default();
        let message = format!("the idempotency key `{key}` was already used for another request");
        return Failure::new(Code::KeyReused, message).hint("give each request its own `--idempotency-key`");
    }
    let (code, hint) = match error {
        StoreError::Full => {
            (Code::DiskFull, "free some space and run the command again; nothing was half-written")
        }
        StoreError::ReadOnly(_) => (Code::ReadOnly, "make `.memoro/` writable for you"),
        StoreError::Damaged(_) => (
            Code::Damaged,
            "run `memoro index --rebuild`: it puts the store aside, keeps all that can be read of it and says what is lost; \
             or bring a backup back with `memoro restore <backup>`",
        ),
        StoreError::Newer { .. } => (Code::Newer, "install the newer version of memoro; nothing was changed"),
        StoreError::Busy | StoreError::Moved => (Code::Busy, "run the command again"),
        StoreError::Conflict(_) => {
            (Code::Conflict, "run `memoro get` to see it as it is now, then try again")
        }
        StoreError::KeyReused(_) => (Code::KeyReused, ""),
        StoreError::Stopped(_) => (Code::Io, "run `memoro doctor`"),
        StoreError::Gone => (
            Code::NoStore,
            "put it back, or run `memoro index --rebuild` or `memoro restore <backup>`; then start again",
        ),
        StoreError::Io(_) => (Code::Io, "check the disk, then run `memoro check --full`"),
        StoreError::Index(_) => (Code::Damaged, "run `memoro index --rebuild`; memories are not affected"),
        StoreError::Sqlite(_) => {
            (Code::Internal, "run the command again; if that does not help, `memoro restore <backup>`")
        }
    };
    Failure::new(code, message).hint(hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_exits_as_documented() {
        assert_eq!(Code::NotFound.exit(), 1);
        assert_eq!(Code::Denied.exit(), 2);
        assert_eq!(Code::Usage.exit(), 2);
        assert_eq!(Code::Damaged.exit(), 3);
    }

    #[test]
    fn a_missing_workspace_names_the_command_that_makes_one() {
        let failure = Failure::from(EngineError::NoWorkspace("/tmp/x".into()));
        assert_eq!(failure.hint.as_deref(), Some("run `memoro init /tmp/x`"));
    }

    #[test]
    fn a_reader_that_went_away_is_no_failure_of_ours() {
        assert!(Failure::from(std::io::Error::from(std::io::ErrorKind::BrokenPipe)).is_broken_pipe());
    }
}
