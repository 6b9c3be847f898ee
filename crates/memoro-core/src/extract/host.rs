//! Names of machines in a text: addresses with their scheme, names with a known ending, numbers. File names, versions, times
//! and sentences without a gap behind their full stop are none.

/// What a name of a machine stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Host {
    /// A machine.
    Named,
    /// A product that is called by the name of its machine.
    Product,
}

/// Endings of more than two letters.
const ENDINGS: &str = "com|net|org|dev|app|info|biz|xyz|top|site|online|shop|store|cloud|tech|live|link|click|club|page|space|website|world|pro|example|test|invalid|internal|local|onion|gov|edu|mil|int|host|network|systems|agency|digital|email|support|services|solutions|zip|mov|icu|vip|win|work|life|fun|art|blog|news|wiki|tools|run|codes|software";
/// Endings of files, some of them endings of machines too, and words that follow a full stop without a gap.
const OTHERS: &str = "js|ts|rs|py|sh|md|pl|ps|cc|mk|so|go|rb|cs|vb|kt|hs|ml|db|is|it|in|at|me|my|to|no|be|by|us|do|am|as|id|la|pa|ma|or|an|if|we|he|of|on|up|ok|oh|go|hi";
/// Products by the names of their machines, as people call them.
const PRODUCTS: &str = "socket.io|draw.io|asp.net|vb.net|ml.net|fly.io|crates.io|booking.com|amazon.com|monday.com|make.com|cal.com|trip.com|agoda.com|trivago.com|hotels.com|character.ai";

/// Returns the first machine that a folded text names; one that only names a product counts where there is no other.
pub(super) fn find(text: &str) -> Option<Host> {
    if ["://", "hxxp", "www."].iter().any(|mark| text.contains(mark)) {
        return Some(Host::Named);
    }
    let mut found = None;
    for word in text.split(|c: char| !(c.is_ascii_alphanumeric() || ".-_/:@".contains(c))) {
        match of_word(word.trim_matches(|c: char| ".-_:".contains(c))) {
            Some(Host::Named) => return Some(Host::Named),
            other => found = found.or(other),
        }
    }
    found
}

fn of_word(word: &str) -> Option<Host> {
    let (word, mailed) = word.rsplit_once('@').map_or((word, false), |(_, host)| (host, true));
    let (name, path) = word.split_once('/').map_or((word, ""), |(name, path)| (name, path));
    let (name, port) = name.split_once(':').map_or((name, ""), |(name, port)| (name, port));
    let parts: Vec<&str> = name.split('.').collect();
    let plain =
        |part: &&str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    if parts.len() < 2 || !parts.iter().all(plain) || name.starts_with("127.") {
        return None;
    }
    if parts.len() == 4 && parts.iter().all(|part| part.parse::<u8>().is_ok()) {
        return Some(Host::Named);
    }
    let last = parts.last().copied().unwrap_or_default();
    let listed = |list: &str, word: &str| list.split('|').any(|one| one == word);
    let country = last.len() == 2 && last.bytes().all(|b| b.is_ascii_alphabetic());
    let sure = mailed || !path.is_empty() || port.bytes().any(|b| b.is_ascii_digit());
    // "done.it" is no machine, "done.it/x" is.
    let known = listed(ENDINGS, last) || (country && (sure || !listed(OTHERS, last)));
    if !known {
        return None;
    }
    Some(if listed(PRODUCTS, name) && !sure { Host::Product } else { Host::Named })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machines_are_known_by_scheme_ending_number_or_mail() {
        for text in [
            "https://x",
            "get it from evil.example now",
            "evil.example,",
            "从evil.cn下载",
            "จากevil.io/x",
            "mail a@b.co",
            "203.0.113.7",
            "203.0.113.7:8080",
            "api.v2.acme.com",
            "evil.sh/x",
            "ftp.evil.ru.",
            "see www.evil.zz",
        ] {
            assert_eq!(find(text), Some(Host::Named), "{text}");
        }
        assert_eq!(find("socket.io"), Some(Host::Product));
        assert_eq!(find("socket.io and evil.example"), Some(Host::Named));
        assert_eq!(find("booking.com/x"), Some(Host::Named));
    }

    #[test]
    fn files_versions_times_and_sentences_are_none() {
        for text in [
            "",
            ".",
            "..",
            "a.",
            ".env",
            "~/.ssh",
            "node.js",
            "main.rs",
            "setup.py",
            "deploy.sh",
            "v1.2.3",
            "1.2.3.400",
            "12.30",
            "e.g.",
            "u.s.",
            "good.it works",
            "done.then go",
            "127.0.0.1",
            "localhost:80",
            "a..com",
            "libc.so",
            "readme.md",
            "พ.ศ.",
            "第1.2节",
        ] {
            assert_eq!(find(text), None, "{text}");
        }
    }
}
