//! Where somebody works and as what, told in one breath: "I work at Acme as a welder", ทำงานเป็นช่างเชื่อมที่บริษัทสยามเหล็ก,
//! 我在腾讯当产品经理. Both are facts of their own.

use super::firms::is_firm;
use super::slot::{Found, tidy};
use super::text::{Piece, Text};

/// Returns a fact about work with the other one that the statement tells beside it.
pub(super) fn both(statement: Piece<'_>, found: Found) -> Vec<Found> {
    if !found.known || found.ends.is_some() {
        return vec![found];
    }
    if let Some(employer) = named_like_a_role(statement, &found) {
        return vec![employer];
    }
    match found.key.as_str() {
        "role" => with_employer(statement, found),
        "employer" => {
            let role = role_behind(statement, &found.value);
            std::iter::once(found).chain(role).collect()
        }
        _ => vec![found],
    }
}

/// 我在麦当劳工作 is no work as 劳工: the word for "as" stands inside a name.
fn named_like_a_role(statement: Piece<'_>, found: &Found) -> Option<Found> {
    let works = ["工作", "上班", "打工"].iter().any(|word| found.value.ends_with(word));
    let (_, place) = statement.split("在").filter(|_| works && found.key == "role")?;
    Found::known("employer", tidy(place.strip_ends("工作|上班|打工")))
}

/// Reads "backend developer at Agoda" as a role and an employer.
fn with_employer(statement: Piece<'_>, found: Found) -> Vec<Found> {
    let named = |firm: &str| is_firm(Text::of(firm).whole());
    let latin =
        found.value.split_once(" at ").filter(|(_, firm)| firm.starts_with(|c: char| c.is_uppercase()));
    let thai = || found.value.split_once("ที่").filter(|(role, firm)| !role.is_empty() && named(firm.trim()));
    let han =
        || found.value.split_once('的').map(|(firm, role)| (role, firm)).filter(|(_, firm)| named(firm));
    if let Some((role, firm)) = latin.or_else(thai).or_else(han) {
        let employer = Found::known("employer", Text::of(firm.trim()).whole());
        let role = Found { value: role.trim().to_owned(), ..found.clone() };
        return std::iter::once(role).chain(employer).collect();
    }
    // A place tells where, whether or not it is known whose it is.
    let latin =
        found.value.split_once(" in ").filter(|(_, place)| place.starts_with(|c: char| c.is_uppercase()));
    if let Some((role, place)) = latin {
        let place = Found::known("place.work", first_part(Text::of(place.trim()).whole()));
        let role = Found { value: role.trim().to_owned(), ..found.clone() };
        return std::iter::once(role).chain(place).collect();
    }
    let employer = employer_beside(statement, &found.value);
    std::iter::once(found).chain(employer).collect()
}

/// The employer behind a role, or in Chinese before it: "as a welder at Acme", 在腾讯当产品经理.
fn employer_beside(statement: Piece<'_>, role: &str) -> Option<Found> {
    let at = statement.written().find(role)?;
    let behind = statement.from(at + role.len());
    let latin = behind.trim_start().strip("at|for|with").map(|firm| first_part(firm.trim_start()));
    if let Some(firm) =
        latin.filter(|firm| firm.written().starts_with(|c: char| c.is_uppercase() || !c.is_ascii()))
    {
        return Found::known("employer", firm);
    }
    let thai = behind.trim_start().strip("อยู่ที่|ประจำที่|ที่|ให้กับ|ให้|ของ").map(first_part);
    if let Some(firm) = thai.filter(|firm| is_firm(*firm)) {
        return Found::known("employer", firm);
    }
    let there = behind.trim_start().strip("อยู่ที่|ประจำที่|ที่").map(first_part);
    if let Some(place) = there.filter(|place| {
        (2..=30).contains(&place.seen().chars().count()) && place.strip("บ้าน|นี่|นั่น|ไหน|ชอบ|ดี|เก่ง|ไม่").is_none()
    }) {
        return Found::known("place.work", place);
    }
    let before = statement.cut(0, at);
    let before = before.strip_ends("一名|一个|一位|个|名").strip_ends("担任|当|做");
    let (_, place) = before.split("在").filter(|_| before.seen().len() < at)?;
    let place = tidy(place).strip_all("一家叫|一家名叫|一家").strip_ends("的公司|那里|那边|里");
    let firm = place.seen().chars().count() <= 12 && (is_firm(place) || before_company(statement, place));
    let there =
        (2..=12).contains(&place.seen().chars().count()) && place.strip("家|学|这|那|里|外面|网上").is_none();
    if firm {
        Found::known("employer", place)
    } else if there {
        Found::known("place.work", place)
    } else {
        None
    }
}

/// Tells whether a name is said to be that of a company: 一家叫蓝天的公司.
fn before_company(statement: Piece<'_>, place: Piece<'_>) -> bool {
    let end = place.before().seen().len() + place.seen().len() - statement.before().seen().len();
    statement.from(end).strip("的公司").is_some()
}

/// The role behind an employer: "at Acme as a welder", ที่ปตทเป็นวิศวกร, 在腾讯上班，当产品经理.
fn role_behind(statement: Piece<'_>, employer: &str) -> Option<Found> {
    let at = statement.written().find(employer)?;
    let behind = statement.from(at + employer.len());
    let role = behind.trim_start().strip("as a|as an|as the|as|ในตำแหน่ง|ตำแหน่ง|เป็น")?;
    let role = first_part(role.trim_start());
    let short = role.seen().split_whitespace().count() <= 5 && role.seen().chars().count() <= 40;
    let long_ago = role.strip("long as|well|of|usual|of now|คน|ประจำ|เวลา|หลัก").is_some();
    if short && !long_ago { Found::known("role", role) } else { None }
}

/// The words up to the next clause.
fn first_part(words: Piece<'_>) -> Piece<'_> {
    let words =
        words.split(", |，|;|。| and | but | since | because |และ|แต่").map_or(words, |(head, _)| head);
    tidy(words)
}

#[cfg(test)]
mod tests {
    use super::super::understand;

    #[test]
    fn where_and_as_what_somebody_works_are_both_kept() {
        for (message, role, employer) in [
            ("remember I work at Acme as a welder", "welder", "Acme"),
            ("remember I work as a welder at Acme", "welder", "Acme"),
            ("I work for Acme as a senior welder, remember that", "senior welder", "Acme"),
            ("จำไว้ว่าผมทำงานเป็นช่างเชื่อมที่บริษัทสยามเหล็ก", "ช่างเชื่อม", "บริษัทสยามเหล็ก"),
            ("จำไว้ว่าผมทำงานที่บริษัทสยามเหล็กเป็นช่างเชื่อม", "ช่างเชื่อม", "บริษัทสยามเหล็ก"),
            ("记住我在腾讯当产品经理", "产品经理", "腾讯"),
            ("記住我在台積電做工程師", "工程師", "台積電"),
        ] {
            let found = understand(message);
            let value = |key: &str| {
                found
                    .iter()
                    .find(|command| command.key.as_deref() == Some(key))
                    .map(|command| command.value.as_str())
            };
            assert_eq!((value("role"), value("employer")), (Some(role), Some(employer)), "{message}");
        }
        for (message, employer) in [
            ("remember I work at Acme as of Monday", "Acme"),
            ("请记住我在麦当劳工作", "麦当劳"),
            ("จำไว้ว่าผมย้ายมาทำงานที่บริษัทสยามเหล็ก", "บริษัทสยามเหล็ก"),
        ] {
            let found = understand(message);
            let told: Vec<_> = found.iter().map(|one| (one.key.as_deref(), one.value.as_str())).collect();
            assert_eq!(told, [(Some("employer"), employer)], "{message}");
        }
    }
}
