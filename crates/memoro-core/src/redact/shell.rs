//! Passwords that are given to a program: `ssh admin:PASSWORD@10.0.0.1`, `curl -u bob:PASSWORD`, `sshpass -p PASSWORD`. An address
//! of an image, a package or a person (`nginx:1.25@sha256:…`, `npm:left@1.3`, `mailto:a@b.co`) has none.

use std::ops::Range;

use super::around::secret_at;
use super::bare::is_mixed;
use super::stated::{placeholder, shortly_before};
use super::{Secret, SecretKind};

/// What says before `user:password@host` that somebody logs in there.
const LOGS_IN: &str = "mysql|psql|redis|mongo|connect|credentials|creds|server|router|host|box|jump|vpn|proxy|เข้า|เซิร์ฟเวอร์|เราเตอร์|连接|連接|服务器|伺服器|路由器|连";
/// The same, also before a host without a dot.
const LOGS_IN_ANYWHERE: &str =
    "ssh|sftp|scp|ftp|rsync|telnet|smb|rdp|vnc|mosh|login|log in|log into|ล็อกอิน|登录|登入";
/// Options behind which the user and the password stand.
const PAIRED: &str = " -u | --user | --user=| --proxy-user | -a | --auth ";
/// Programs and the options behind which their password stands.
const OPTIONS: &[(&str, &str)] = &[
    ("sshpass", "-p"),
    ("mysql", "-p"),
    ("mysqldump", "-p"),
    ("mariadb", "-p"),
    ("docker login", "-p"),
    ("net use", "/user:"),
];

/// Finds them.
pub(super) fn shells(text: &str, lower: &str) -> Vec<Secret> {
    let signs = text.match_indices('@');
    let mut found: Vec<Range<usize>> = signs.filter_map(|(at, _)| before_host(text, lower, at)).collect();
    for option in PAIRED.split('|') {
        let places = lower.match_indices(option);
        let web = |at: &usize| ["curl", "http"].iter().any(|word| shortly_before(lower, *at).contains(word));
        let places = places.map(|(at, _)| at).filter(web);
        found.extend(places.filter_map(|at| behind_user(text, at + option.len())));
    }
    for (program, option) in OPTIONS {
        let places = lower.match_indices(program);
        found.extend(places.filter_map(|(at, _)| behind_option(text, lower, at + program.len(), option)));
    }
    found.into_iter().map(|range| Secret { range, kind: SecretKind::Password }).collect()
}

/// The password of `user:password@host`.
fn before_host(text: &str, lower: &str, at: usize) -> Option<Range<usize>> {
    let belongs = |c: &char| c.is_ascii_graphic() && !"\"'`,;<>()[]{}|/@".contains(*c);
    let run: usize = text.get(..at)?.chars().rev().take(100).take_while(belongs).map(char::len_utf8).sum();
    let start = at - run;
    let colon = text.get(start..at)?.find(':').map(|colon| start + colon)?;
    let user = text.get(start..colon)?;
    let value = text.get(colon + 1..at)?;
    let named = (1..=32).contains(&user.len())
        && user.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-\\".contains(&b));
    let host = host_at(text.get(at + 1..)?);
    let address = text.get(..start)?.ends_with("//") || host.is_none();
    if !named || address || value.len() < 4 || placeholder(value) || lower.get(start..colon)? == "mailto" {
        return None;
    }
    let before = shortly_before(lower, start);
    let said = |list: &str| list.split('|').any(|word| before.contains(word));
    let logs_in = said(LOGS_IN_ANYWHERE) || host == Some(Host::Full) && said(LOGS_IN);
    let digits = text.get(at + 1..)?.starts_with(|c: char| c.is_ascii_digit());
    (logs_in || digits && is_mixed(value)).then_some(colon + 1..at)
}

/// How a machine is named.
#[derive(PartialEq, Eq)]
enum Host {
    /// By its number or with its domain.
    Full,
    /// By one word.
    Plain,
}

/// Returns how the machine is named with which a text begins.
fn host_at(text: &str) -> Option<Host> {
    let length = text.bytes().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-')).count();
    let name = text.get(..length).unwrap_or_default().trim_end_matches('.');
    let parts: Vec<&str> = name.split('.').collect();
    let number = parts.len() == 4 && parts.iter().all(|part| part.parse::<u8>().is_ok());
    let last = parts.last().copied().unwrap_or_default();
    let domain = parts.len() > 1 && last.len() > 1 && last.bytes().all(|b| b.is_ascii_alphabetic());
    let plain = parts.len() == 1 && last.bytes().any(|b| b.is_ascii_alphabetic()) && !last.starts_with("sha");
    let full = (number || domain).then_some(Host::Full);
    full.or(plain.then_some(Host::Plain))
}

/// The password of `bob:password`.
fn behind_user(text: &str, from: usize) -> Option<Range<usize>> {
    let rest = text.get(from..)?;
    let open = rest.len() - rest.trim_start_matches([' ', '"', '\'']).len();
    let user =
        rest.get(open..)?.bytes().take_while(|b| b.is_ascii_alphanumeric() || b"._-@".contains(b)).count();
    let colon = from + open + user;
    if user == 0 || !text.get(colon..)?.starts_with(':') {
        return None;
    }
    let length = text
        .get(colon + 1..)?
        .bytes()
        .take(128)
        .take_while(|b| b.is_ascii_graphic() && !b"\"'`;|<>".contains(b))
        .count();
    let value = text.get(colon + 1..colon + 1 + length)?;
    let secret = value.len() >= 4 && !placeholder(value) && !value.bytes().all(|b| b.is_ascii_digit());
    secret.then_some(colon + 1..colon + 1 + length)
}

/// The password behind an option of a program, on the same line.
fn behind_option(text: &str, lower: &str, from: usize, option: &str) -> Option<Range<usize>> {
    let window: usize =
        lower.get(from..)?.chars().take(120).take_while(|c| *c != '\n').map(char::len_utf8).sum();
    let line = lower.get(from..from + window)?;
    let place = line.find(&format!(" {option}"))? + 1 + option.len();
    let place = from + place;
    // `-p` alone asks for the password, and `-port` or `-p 3306` is none.
    let glued = !text.get(place..)?.starts_with(' ');
    let value = secret_at(text, place, 4)?;
    (glued || lower.get(..from)?.ends_with("sshpass") || lower.get(..from)?.ends_with("login"))
        .then_some(value)
}
