//! What stands in front of everything: host and origin, size, who asks, how often. Nothing behind it runs for a request
//! that does not pass; every answer carries a request id and is counted.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

use axum::body::Body;
use axum::extract::{ConnectInfo, FromRequestParts, MatchedPath, Request, State};
use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, EXPECT, HOST, HeaderName,
    HeaderValue, ORIGIN, RETRY_AFTER,
};
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use memoro_engine::{Access, EngineError, Role, TENANT};

use super::bounded::{Bounded, throw_away};
use super::problem::{Inside, Problem};
use super::service::Service;
use super::tenants::NO_TENANT;
use super::watched::{Credential, watch};
use crate::error::{Code, Failure, Result};

/// The largest body that is taken.
pub(crate) const MAX_BODY: usize = 1 << 20;
/// How large all headers together may be.
const MAX_HEADERS: usize = 32 << 10;
/// Paths that anybody may ask.
const OPEN: [&str; 4] = ["/health", "/ready", "/api/health", "/api/v1/health"];
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const ADMIN_KEY: &str = "x-memory-admin-key";
const TENANT_NAME: &str = "memoro-tenant";

/// What the caller's credential gives; handlers take it as an argument.
#[derive(Debug, Clone)]
pub(crate) struct Granted(pub(crate) Access);

impl<S: Sync> FromRequestParts<S> for Granted {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        parts.extensions.get::<Granted>().cloned().ok_or_else(|| unauthorized().into())
    }
}

/// Lets a request pass to its handler, or answers it.
pub(crate) async fn guard(State(service): State<Arc<Service>>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let id = request_id(request.headers(), &service);
    let method = request.method().clone();
    let path = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let path = path.unwrap_or_else(|| "other".into());
    let (mut parts, body) = request.into_parts();
    // A sender that waits to be asked for its body has sent nothing that could be thrown away.
    let waits = parts.headers.contains_key(EXPECT);
    let admitted = admit(&service, &mut parts);
    let mut response = match admitted {
        Ok(()) => {
            let request = Request::from_parts(parts, Body::new(Bounded::new(body, MAX_BODY)));
            let credential = request.extensions().get::<Credential>().cloned();
            watch(next.run(request).await, &service, credential)
        }
        Err(problem) => {
            if !waits {
                throw_away(body).await;
            }
            problem.into_response()
        }
    };
    let status = response.status().as_u16();
    service.metrics.count(&method, &path, status, began.elapsed());
    if let Some(Inside(why)) = response.extensions().get::<Inside>() {
        let fields: [(&str, &dyn std::fmt::Display); 4] =
            [("request", &id), ("route", &path), ("status", &status), ("why", why)];
        service.options.log.say("request_failed", &fields);
    }
    let headers = response.headers_mut();
    if status == Code::RateLimited.status() {
        let reset = headers.get(RETRY_AFTER).cloned().unwrap_or(HeaderValue::from_static("1"));
        headers.insert("x-ratelimit-limit", HeaderValue::from(service.options.rate));
        headers.insert("x-ratelimit-remaining", HeaderValue::from_static("0"));
        headers.insert("x-ratelimit-reset", reset);
    }
    headers.insert(REQUEST_ID, HeaderValue::from_str(&id).unwrap_or(HeaderValue::from_static("-")));
    headers.insert("x-content-type-options", HeaderValue::from_static("nosniff"));
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

fn admit(service: &Service, parts: &mut Parts) -> Result<(), Problem> {
    check_host(&parts.headers, &parts.uri, &service.options.hosts)?;
    check_origin(&parts.headers, &service.options.origins)?;
    check_single(&parts.headers)?;
    check_encoding(&parts.headers)?;
    let bytes: usize = parts.headers.iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
    if bytes > MAX_HEADERS {
        let message = format!("the headers of a request may have {MAX_HEADERS} bytes");
        return Err(Failure::new(Code::LargeHead, message).into());
    }
    let length =
        parts.headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| length > MAX_BODY as u64) {
        return Err(too_large("body", MAX_BODY).into());
    }
    if !OPEN.contains(&parts.uri.path()) {
        let granted = authenticate(service, parts);
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|peer| peer.0.ip());
        let name = match &granted {
            Ok((access, _)) => format!("{}/{}", access.tenant, access.key.as_deref().unwrap_or_default()),
            Err(_) => peer.map_or_else(|| "unknown".into(), |peer| peer.to_string()),
        };
        service.rates.check(&name, Instant::now()).map_err(|wait| {
            let failure = Failure::new(Code::RateLimited, "too many requests in a minute");
            Problem::retry(failure.hint("wait as long as Retry-After says"), wait.as_secs() + 1)
        })?;
        let (access, credential) = granted?;
        parts.extensions.insert(Granted(access));
        parts.extensions.insert(credential);
    }
    Ok(())
}

/// Tells what the credential of a request gives.
fn authenticate(service: &Service, parts: &Parts) -> Result<(Access, Credential)> {
    let header = |name: &str| parts.headers.get(name).and_then(|value| value.to_str().ok());
    let wanted = header(TENANT_NAME);
    let bearer = header(AUTHORIZATION.as_str()).and_then(|value| {
        let (scheme, token) = value.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
    });
    let key = bearer.map(|token| service.keys.find(token)).transpose()?.flatten();
    // Where there are several tenants, there is none that an admin means who names none.
    let usual = if service.tenants.are_many() { NO_TENANT } else { TENANT };
    let tenant = key.as_ref().map(|(key, _)| key.tenant.as_str()).or(wanted).unwrap_or(usual);
    let presented = [header(ADMIN_KEY), bearer.filter(|_| key.is_none())];
    let admin = presented.into_iter().flatten().find_map(|key| service.admin(key, tenant));
    let access = match (admin, key) {
        (Some((admin, hash)), _) => (admin, Credential::Admin(hash)),
        (None, Some((key, id))) => (key, Credential::Key(id)),
        (None, None) if service.options.open && bearer.is_none() => {
            (Access::local(Role::User), Credential::Open)
        }
        (None, None) => return Err(unauthorized()),
    };
    match wanted {
        Some(wanted) if wanted != access.0.tenant => {
            Err(EngineError::NotFound { what: "tenant", name: wanted.to_owned() }.into())
        }
        _ => Ok(access),
    }
}

/// Refuses a request that was sent under a name that is not ours: a page that lets its name point here.
fn check_host(headers: &HeaderMap, uri: &Uri, allowed: &[String]) -> Result<()> {
    let wrong = || {
        Failure::new(Code::Denied, "the server is not known under this Host")
            .hint("ask it by its address or as localhost; whoever runs the server can allow further names")
    };
    let twice = || Failure::new(Code::Usage, "the request names two hosts");
    if headers.get_all(HOST).iter().count() > 1 {
        return Err(twice());
    }
    let named = headers.get(HOST).map(|value| value.to_str().map_err(|_| wrong())).transpose()?;
    let asked = uri.authority().map(Authority::as_str);
    let known = |host: &str| {
        let name = name_of(host);
        name.eq_ignore_ascii_case("localhost")
            || name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok()
            || allowed.iter().any(|allowed| allowed.eq_ignore_ascii_case(name))
    };
    match (named, asked) {
        (Some(host), Some(other)) if !host.eq_ignore_ascii_case(other) => Err(twice()),
        (Some(host), _) | (None, Some(host)) if known(host) => Ok(()),
        _ => Err(wrong()),
    }
}

/// Refuses a request that a page of another origin makes a browser send.
fn check_origin(headers: &HeaderMap, allowed: &[String]) -> Result<()> {
    let Some(origin) = headers.get(ORIGIN) else { return Ok(()) };
    let wrong = || {
        Failure::new(Code::Denied, "pages of this Origin may not ask this server")
            .hint("whoever runs the server can allow this origin")
    };
    let origin = origin.to_str().map_err(|_| wrong())?;
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let own = origin.split_once("://").is_some_and(|(_, authority)| authority.eq_ignore_ascii_case(host));
    let listed = allowed.iter().any(|allowed| allowed.trim_end_matches('/').eq_ignore_ascii_case(origin));
    if own || listed { Ok(()) } else { Err(wrong()) }
}

/// Refuses a request that says twice who asks: one of the two would be overlooked.
fn check_single(headers: &HeaderMap) -> Result<()> {
    let names = [AUTHORIZATION.as_str(), ADMIN_KEY, TENANT_NAME, CONTENT_TYPE.as_str(), "idempotency-key"];
    match names.into_iter().find(|name| headers.get_all(*name).iter().count() > 1) {
        Some(name) => Err(Failure::new(Code::Usage, format!("the request has the header `{name}` twice"))),
        None => Ok(()),
    }
}

/// Refuses a body that is packed: nothing here unpacks one.
fn check_encoding(headers: &HeaderMap) -> Result<()> {
    let packed = headers.get_all(CONTENT_ENCODING).iter().any(|value| {
        let words = value.to_str().unwrap_or("unknown");
        words.split(',').any(|word| !word.trim().eq_ignore_ascii_case("identity"))
    });
    if packed {
        let failure = Failure::new(Code::MediaType, "the body is sent with a Content-Encoding");
        return Err(failure.hint("send it plain, without `Content-Encoding`"));
    }
    Ok(())
}

/// Returns a host without its port.
fn name_of(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if !port.contains(']') && port.chars().all(|c| c.is_ascii_digit()) => name,
        _ => host,
    }
}

fn request_id(headers: &HeaderMap, service: &Service) -> String {
    let given = headers.get(REQUEST_ID).and_then(|id| id.to_str().ok());
    let plain = |id: &&str| {
        (1..=128).contains(&id.len()) && id.chars().all(|c| c.is_ascii_alphanumeric() || "-_.:".contains(c))
    };
    given.filter(plain).map_or_else(|| service.metrics.next_request(), str::to_owned)
}

fn unauthorized() -> Failure {
    Failure::new(Code::Unauthorized, "a token is needed, and this one is missing or unknown")
        .hint("send `Authorization: Bearer <token>`; `memoro key make` makes one")
}

/// Answers that a part of a request is too large.
pub(crate) fn too_large(part: &str, most: usize) -> Failure {
    Failure::new(Code::TooLarge, format!("too large: the {part} of a request may have {most} bytes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(host: &str, origin: Option<&str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, HeaderValue::from_str(host).unwrap());
        if let Some(origin) = origin {
            headers.insert(ORIGIN, HeaderValue::from_str(origin).unwrap());
        }
        headers
    }

    #[test]
    fn only_addresses_localhost_and_allowed_names_are_ours() {
        let passes = |host: &str| {
            check_host(&headers(host, None), &Uri::from_static("/"), &["memoro.example".into()]).is_ok()
        };
        for ours in [
            "localhost",
            "LOCALHOST:47778",
            "127.0.0.1:47778",
            "[::1]:47778",
            "10.0.0.7",
            "memoro.example:80",
        ] {
            assert!(passes(ours), "{ours}");
        }
        for other in ["evil.example", "localhost.evil.example:47778", "127.0.0.1.nip.io", "", "a:b:c"] {
            assert!(!passes(other), "{other}");
        }
        assert!(check_host(&HeaderMap::new(), &Uri::from_static("/"), &[]).is_err());
        let whole = |uri: &'static str| check_host(&headers("localhost", None), &Uri::from_static(uri), &[]);
        assert!(whole("http://localhost/v1/status").is_ok());
        assert_eq!(whole("http://evil.example/v1/status").unwrap_err().code, Code::Usage);
        let mut two = headers("localhost", None);
        two.append(HOST, HeaderValue::from_static("evil.example"));
        assert_eq!(check_host(&two, &Uri::from_static("/"), &[]).unwrap_err().code, Code::Usage);
    }

    #[test]
    fn a_page_of_another_origin_may_not_ask() {
        let passes = |host: &str, origin: Option<&str>| {
            check_origin(&headers(host, origin), &["https://app.example".into()]).is_ok()
        };
        assert!(passes("localhost:47778", None));
        assert!(passes("localhost:47778", Some("http://localhost:47778")));
        assert!(passes("localhost:47778", Some("https://app.example")));
        for other in [
            "null",
            "http://localhost:8080",
            "http://evil.example",
            "https://app.example.evil",
            "http://127.0.0.1:47778",
        ] {
            assert!(!passes("localhost:47778", Some(other)), "{other}");
        }
    }
}
