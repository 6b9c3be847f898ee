//! Where the code of something by a name lies: "the foxglove repo lives at …", รีโปของ lotus อยู่ที่…, bamboo 的仓库地址是…. Only projects have
//! one, so that the word project need not be said.

use super::super::keys;
use super::super::slot::{Found, tidy};
use super::super::text::Piece;

/// Words for it, and what joins it and where it lies.
const REPO: &str = "repo|repository|codebase|รีโป|仓库地址|代码仓库|仓库";
const AT: &str =
    "lives at|lives on|is hosted at|is hosted on|is at|is on|is|อยู่ที่|อยู่ใน|อยู่|คือ|是在|地址是|是|在|：|:";

pub(super) fn find(content: Piece<'_>) -> Option<Found> {
    let (head, tail) = content.split(REPO)?;
    let lead = tidy(head.strip_all("the|that|our|my|我们的|我们").strip_ends("'s|的"));
    // In Thai it stands before the name: รีโปของ lotus.
    let (name, place) = if lead.is_empty() {
        tail.strip("ของ| ของ")?.split("อยู่ที่|อยู่ใน|คือ")?
    } else {
        (lead, tail.trim_start())
    };
    let (name, place) = (tidy(name), tidy(place.strip_all(AT)));
    let plain = name
        .strip("this|that|a|an|your|his|her|their|in|on|at|for|clone|push|which|what|这|那|你|他|นี้|นั้น")
        .is_none();
    let fits = plain && name.seen().split_whitespace().count() <= 2 && name.seen().chars().count() <= 24;
    let address = place
        .seen()
        .split_whitespace()
        .next()
        .is_some_and(|word| word.contains('/') && word.contains(['.', ':']));
    let name = keys::slug(name.written());
    if !fits || !address || name.is_empty() {
        return None;
    }
    let place = place.split(" |，|。|；").map_or(place, |(address, _)| address);
    Found::known(keys::shorten(&format!("project.{name}.repo")), place.trim_matches(|c| c == ','))
}
