//! What can go wrong between a text and its vector. Messages name the provider and never carry a
//! key; what the provider itself says is redacted and shortened before it stands in one.

use std::time::Duration;

/// The reasons why no vector was made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EmbedError {
    /// The provider could not be reached at all.
    #[error("embedding provider {provider} cannot be reached: {reason}")]
    Unreachable {
        /// Is the provider's name.
        provider: String,
        /// Says what the network answered.
        reason: String,
    },
    /// The provider did not answer in time.
    #[error("embedding provider {provider} did not answer within {} ms", after.as_millis())]
    TimedOut {
        /// Is the provider's name.
        provider: String,
        /// Is the time that was given to one request.
        after: Duration,
    },
    /// The connection broke before the answer was complete.
    #[error("embedding provider {provider} broke off its answer: {reason}")]
    Interrupted {
        /// Is the provider's name.
        provider: String,
        /// Says where the answer ended.
        reason: String,
    },
    /// The provider asks for fewer requests.
    #[error("embedding provider {provider} limits the rate of requests: {detail}")]
    RateLimited {
        /// Is the provider's name.
        provider: String,
        /// Is how long the provider asks to wait, if it says.
        retry_after: Option<Duration>,
        /// Is the provider's own message, shortened.
        detail: String,
    },
    /// The provider failed on its side.
    #[error("embedding provider {provider} failed with status {status}: {detail}")]
    ServerFailed {
        /// Is the provider's name.
        provider: String,
        /// Is the HTTP status.
        status: u16,
        /// Is how long the provider asks to wait, if it says.
        retry_after: Option<Duration>,
        /// Is the provider's own message, shortened.
        detail: String,
    },
    /// The provider refused the request: a wrong key, an unknown model, a used-up quota.
    #[error("embedding provider {provider} refused the request with status {status}: {detail}")]
    Refused {
        /// Is the provider's name.
        provider: String,
        /// Is the HTTP status.
        status: u16,
        /// Is the provider's own message, shortened.
        detail: String,
    },
    /// The answer is not what the provider's interface promises.
    #[error("embedding provider {provider} sent an answer that cannot be used: {reason}")]
    BadAnswer {
        /// Is the provider's name.
        provider: String,
        /// Says what is wrong with it.
        reason: String,
    },
    /// A vector has another length than the vectors of this model must have.
    #[error("embedding provider {provider} sent {got} dimensions where {expected} are expected")]
    WrongDimensions {
        /// Is the provider's name.
        provider: String,
        /// Is the length that the model's vectors have.
        expected: usize,
        /// Is the length that came.
        got: usize,
    },
    /// A vector holds NaN or infinity.
    #[error("embedding provider {provider} sent a vector with values that are not finite")]
    NotFinite {
        /// Is the provider's name.
        provider: String,
    },
    /// The configuration of a provider cannot work.
    #[error("embedding provider {provider} is not configured correctly: {reason}")]
    Misconfigured {
        /// Is the provider's name.
        provider: String,
        /// Says which setting is wrong and what it should be.
        reason: String,
    },
    /// No configured provider makes vectors of this model.
    #[error("no configured embedding provider makes vectors of {model}")]
    NoSuchSpace {
        /// Is the id of the wanted model.
        model: String,
    },
}

impl EmbedError {
    /// Tells whether the same request may succeed later without anyone changing anything.
    pub fn is_transient(&self) -> bool {
        match self {
            Self::Unreachable { .. }
            | Self::TimedOut { .. }
            | Self::Interrupted { .. }
            | Self::RateLimited { .. }
            | Self::ServerFailed { .. } => true,
            Self::Refused { .. }
            | Self::BadAnswer { .. }
            | Self::WrongDimensions { .. }
            | Self::NotFinite { .. }
            | Self::Misconfigured { .. }
            | Self::NoSuchSpace { .. } => false,
        }
    }

    /// Returns how long the provider asks to wait.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::RateLimited { retry_after, .. } | Self::ServerFailed { retry_after, .. } => *retry_after,
            _ => None,
        }
    }
}
