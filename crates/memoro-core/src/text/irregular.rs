//! English forms that no suffix rule reaches: past tenses, participles, plurals. A form that is also a common word
//! of its own ("saw" the tool, "left" the side, "found"ation) is listed only where the verb is meant far more often.

use super::table::WordTable;

macro_rules! forms {
    ($($form:literal $base:literal),* $(,)?) => {
        const FORMS: &[&str] = &[$($form),*];
        const BASES: &[&str] = &[$($base),*];
    };
}

forms! {
    "went" "go", "gone" "go", "goes" "go", "bought" "buy", "brought" "bring", "thought" "think", "taught" "teach",
    "caught" "catch", "fought" "fight", "sought" "seek", "came" "come", "became" "become", "began" "begin",
    "begun" "begin", "ran" "run", "swam" "swim", "swum" "swim", "sang" "sing", "sung" "sing", "rang" "ring",
    "drank" "drink", "drunk" "drink", "gave" "give", "given" "give", "forgave" "forgive", "forgiven" "forgive",
    "took" "take", "taken" "take", "mistook" "mistake", "shook" "shake", "shaken" "shake", "woke" "wake",
    "woken" "wake", "broke" "break", "broken" "break", "spoke" "speak", "spoken" "speak", "stole" "steal",
    "stolen" "steal", "froze" "freeze", "frozen" "freeze", "chose" "choose", "chosen" "choose", "wrote" "write",
    "written" "write", "rode" "ride", "ridden" "ride", "drove" "drive", "driven" "drive", "rose" "rise",
    "risen" "rise", "ate" "eat", "eaten" "eat", "fell" "fall", "fallen" "fall", "knew" "know", "known" "know",
    "grew" "grow", "grown" "grow", "threw" "throw", "thrown" "throw", "flew" "fly", "flown" "fly", "drew" "draw",
    "drawn" "draw", "blew" "blow", "blown" "blow", "saw" "see", "seen" "see", "got" "get", "gotten" "get",
    "forgot" "forget", "forgotten" "forget", "met" "meet", "led" "lead", "fed" "feed", "bred" "breed", "fled" "flee",
    "held" "hold", "told" "tell", "sold" "sell", "stood" "stand", "understood" "understand", "made" "make",
    "said" "say", "paid" "pay", "laid" "lay", "found" "find", "lost" "lose", "won" "win", "sat" "sit",
    "slept" "sleep", "kept" "keep", "wept" "weep", "swept" "sweep", "felt" "feel", "dealt" "deal", "meant" "mean",
    "built" "build", "sent" "send", "spent" "spend", "lent" "lend", "bent" "bend", "heard" "hear", "wore" "wear",
    "worn" "wear", "tore" "tear", "torn" "tear", "bore" "bear", "swore" "swear", "sworn" "swear",
    "hid" "hide", "hidden" "hide", "bit" "bite", "bitten" "bite", "lit" "light", "shot" "shoot", "struck" "strike",
    "stuck" "stick", "hung" "hang", "dug" "dig", "spun" "spin", "taking" "take", "making" "make",
    "shown" "show", "proven" "prove", "sewn" "sew", "dying" "die", "dies" "die", "died" "die", "lying" "lie",
    "lied" "lie", "lies" "lie", "tying" "tie", "tied" "tie", "ties" "tie", "done" "do", "mice" "mouse",
    "men" "man", "women" "woman", "children" "child", "kids" "kid", "feet" "foot", "teeth" "tooth", "geese" "goose",
    "wives" "wife", "lives" "live", "knives" "knife", "leaves" "leave", "halves" "half", "shelves" "shelf",
    "wolves" "wolf", "thieves" "thief", "loaves" "loaf", "calves" "calf", "selves" "self", "better" "good",
    "best" "good", "worse" "bad", "worst" "bad", "movies" "movie", "cookies" "cookie", "news" "news",
    "skis" "ski", "taxis" "taxi", "bus" "bus", "buses" "bus", "gas" "gas", "analyses" "analysis", "crises" "crisis",
    "indices" "index", "criteria" "criterion", "phenomena" "phenomenon", "photos" "photo", "memories" "memory",
    "favourite" "favorite", "favourites" "favorite", "colour" "color", "colours" "color", "neighbour" "neighbor",
    "neighbours" "neighbor", "behaviour" "behavior", "organise" "organize", "organised" "organize",
    "centre" "center", "theatre" "theater", "travelling" "travel", "travelled" "travel", "programme" "program",
    "grey" "gray", "cancelled" "cancel", "cancelling" "cancel", "licence" "license", "mum" "mom", "tyre" "tire",
}

static TABLE: WordTable<512> = WordTable::new(FORMS);

/// Returns the base form of an irregular English word.
#[inline]
pub(super) fn base_form(word: &str) -> Option<&'static str> {
    if word.len() > 13 {
        return None;
    }
    TABLE.find(word).and_then(|i| BASES.get(i).copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn past_tenses_and_plurals_lead_to_their_base() {
        assert_eq!(base_form("went"), Some("go"));
        assert_eq!(base_form("children"), Some("child"));
        assert_eq!(base_form("docker"), None);
    }

    #[test]
    fn no_base_form_is_itself_listed_with_another_base() {
        for base in BASES {
            assert!(base_form(base).is_none_or(|b| b == *base), "{base} leads on");
        }
    }
}
