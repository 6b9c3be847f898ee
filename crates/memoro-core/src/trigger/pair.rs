//! Two things that somebody likes, dislikes or uses in one breath: "coffee and tea", ชาและกาแฟ, 茶和咖啡. Takes them apart only where
//! each is a thing by itself: "fish and chips" are one dish, "Tom and Jerry" one show.

use crate::text::{is_han, is_thai};

/// Pairs that are one thing.
const ONE: &str = "fish and chips|mac and cheese|macaroni and cheese|rock and roll|rhythm and blues|drum and bass|salt and pepper|salt and vinegar|bread and butter|peanut butter and jelly|peanut butter and jam|black and white|arts and crafts|dungeons and dragons|bubble and squeak|ham and cheese|ham and eggs|bacon and eggs|eggs and bacon|biscuits and gravy|cookies and cream|strawberries and cream|gin and tonic|rum and coke|vodka and tonic|sweet and sour|surf and turf|rice and beans|beans and rice|track and field|peace and quiet|cream and sugar|milk and sugar|milk and cookies|bangers and mash|pen and paper|trial and error|research and development|supply and demand|hide and seek|song and dance|horror and gore|wine and cheese|cheese and wine|cheese and onion|chips and salsa|chips and dip|bed and breakfast|cut and paste|copy and paste|ups and downs|pros and cons|chicken and rice|chicken and waffles|oil and vinegar|law and order|sex and the city|pride and prejudice|war and peace|crime and punishment|science and technology|science fiction and fantasy|pork and beans|soup and salad|steak and eggs|tea and biscuits|tea and toast";
/// Words of a kind: what stands behind both is told of both, as in "hot and sour soup".
const QUALITIES: &str = "hot|cold|warm|spicy|sour|sweet|salty|bitter|big|small|short|long|simple|clear|clean|quiet|loud|old|new|red|blue|green|yellow|white|black|fast|slow|easy|hard|soft|light|dark|dry|wet|thick|thin|rich|poor|good|bad|nice|kind|honest|direct|brief|plain|fresh|raw|modern|classic|local|foreign|early|late|both|either";
/// What begins to tell what somebody does.
const DOING: &str = "going|getting|doing|making|having|being|sitting|standing|coming";

/// Returns the two things of a value that names two; `None` where it names one, or something longer.
pub(super) fn apart(value: &str) -> Option<[&str; 2]> {
    let value = value.trim();
    if ONE.split('|').any(|one| value.eq_ignore_ascii_case(one)) {
        return None;
    }
    let join = if value.chars().any(is_thai) {
        "และ"
    } else if value.chars().any(is_han) {
        "和"
    } else {
        " and "
    };
    let (first, second) = value.split_once(join)?;
    let (first, second) = (first.trim(), second.trim());
    (fits(first) && fits(second) && !goes_with(first, second)).then_some([first, second])
}

/// Tells whether words are the name of a thing.
fn fits(words: &str) -> bool {
    const CLAUSE: &str = "i|i'm|we|my|our|it|it's|the|a|an|this|that|these|those|he|she|they|his|her|their|you|your|is|are|was|to|of|in|on|at|for|with|from|by|not|no|don't|hate|love|like|when|who|which|but|or|and|only|then|so|me|him|them|us|all|other|others|everything|anything|stuff|things|more|such|each|every|live|lives|work|works|use|uses";
    let letters = words.chars().count();
    if words.chars().any(|c| is_thai(c) || is_han(c)) {
        let open = [
            "的",
            "我",
            "你",
            "他",
            "她",
            "是",
            "在",
            "不",
            "讨厌",
            "喜欢",
            "爱",
            "一起",
            "ที่",
            "ของ",
            "กับ",
            "ไม่",
            "ชอบ",
            "เกลียด",
            "และ",
            "和",
            "，",
            "、",
            " ",
        ];
        return (1..=12).contains(&letters) && !open.iter().any(|word| words.contains(word));
    }
    let plain = |word: &str| CLAUSE.split('|').all(|one| !word.eq_ignore_ascii_case(one));
    let marked = words.contains([',', ';', ':', '(', ')', '"', '&', '/']);
    (1..=2).contains(&words.split_whitespace().count())
        && letters >= 2
        && !marked
        && words.split_whitespace().all(plain)
}

/// Tells whether the second word goes with the first, or both are one name.
fn goes_with(first: &str, second: &str) -> bool {
    let first_of = |words: &str, list: &str| {
        let word = words.split_whitespace().next().unwrap_or_default();
        list.split('|').any(|one| word.eq_ignore_ascii_case(one))
    };
    let does = first_of(first, DOING) || first_of(second, DOING);
    let capital = |words: &str| words.starts_with(|c: char| c.is_ascii_uppercase());
    let (one, two) = (first.split_whitespace().count(), second.split_whitespace().count());
    // "spicy and sour food", "hill and mountain views": what stands behind may be told of both.
    does || one == 1 && first_of(first, QUALITIES)
        || two == 1 && first_of(second, QUALITIES)
        || one == 1 && two > 1 && !capital(second)
        || capital(first) && capital(second)
}

#[cfg(test)]
mod tests {
    use super::super::understand;
    use super::apart;

    #[test]
    fn two_things_are_two_and_what_is_one_stays_one() {
        for (value, parts) in [
            ("coffee and tea", ["coffee", "tea"]),
            ("green tea and coffee", ["green tea", "coffee"]),
            ("cats and dogs", ["cats", "dogs"]),
            ("ชาและกาแฟ", ["ชา", "กาแฟ"]),
            ("茶和咖啡", ["茶", "咖啡"]),
        ] {
            assert_eq!(apart(value), Some(parts), "{value}");
        }
        for value in [
            "fish and chips",
            "Tom and Jerry",
            "spicy and sour food",
            "hot and cold",
            "coffee, but only in the morning",
            "going out and dancing",
            "cats and I hate dogs",
            "coffee",
            "เที่ยวกับเพื่อน",
            "ดูหนังและกินข้าวกับแม่",
            "和朋友聊天",
            "我和他的故事",
        ] {
            assert_eq!(apart(value), None, "{value}");
        }
    }

    #[test]
    fn each_of_two_things_has_a_key_of_its_own() {
        for (message, keys) in [
            ("remember I like coffee and tea", ["likes.coffee", "likes.tea"]),
            ("remember that I hate mushrooms and olives", ["dislikes.mushrooms", "dislikes.olives"]),
            ("จำไว้ว่าฉันชอบชาและกาแฟ", ["likes.ชา", "likes.กาแฟ"]),
            ("记住我喜欢茶和咖啡", ["likes.茶", "likes.咖啡"]),
            ("remember I no longer like tea and coffee", ["dislikes.tea", "dislikes.coffee"]),
        ] {
            let found: Vec<_> = understand(message).into_iter().filter_map(|one| one.key).collect();
            assert_eq!(found, keys, "{message}");
        }
    }
}
