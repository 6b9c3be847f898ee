//! Relatives and animals that people speak of, under one key each in three languages; and whether what is kept is of a being
//! that somebody does not speak of.

use super::text::{Piece, Text};
use super::values::{Table, exact};
use super::whose::{PEOPLE, plain_owner, says_which};
use crate::text::{is_han, is_thai};

/// Keys and the words for them.
const KIN: Table = &[
    ("family.wife", "wife|missus|ภรรยา|เมีย|老婆|妻子|太太|媳妇|爱人"),
    ("family.husband", "husband|hubby|สามี|ผัว|老公|丈夫|先生"),
    (
        "family.partner",
        "partner|girlfriend|boyfriend|fiance|fiancee|spouse|แฟน|คู่หมั้น|女朋友|男朋友|对象|女友|男友|未婚妻|未婚夫|老伴儿|老伴|另一半",
    ),
    ("family.son", "son|ลูกชาย|儿子|仔仔"),
    ("family.daughter", "daughter|ลูกสาว|女儿|闺女"),
    ("family.mother", "mother|mom|mum|mama|mam|mummy|แม่|คุณแม่|มารดา|妈妈|母亲|老妈|阿妈|妈"),
    ("family.father", "father|dad|papa|daddy|พ่อ|คุณพ่อ|บิดา|爸爸|父亲|老爸|老豆|爸"),
    ("family.brother", "brother|younger brother|older brother|พี่ชาย|น้องชาย|哥哥|弟弟|哥|弟"),
    ("family.sister", "sister|younger sister|older sister|พี่สาว|น้องสาว|姐姐|妹妹|姐|妹"),
    ("family.children", "kids|children|kid|child|baby|ลูก|ลูกๆ|孩子|小孩|宝宝"),
    (
        "family.grandmother",
        "grandmother|grandma|nan|nana|gran|granny|ยาย|ย่า|คุณยาย|คุณย่า|奶奶|外婆|姥姥|阿嬷|阿婆|嫲嫲",
    ),
    ("family.grandfather", "grandfather|grandpa|grandad|granddad|ตา|ปู่|คุณตา|คุณปู่|爷爷|外公|姥爷|阿公"),
    ("family.sister_in_law", "sister-in-law|พี่สะใภ้|น้องสะใภ้|嫂子|弟妹|小姨子"),
    ("family.brother_in_law", "brother-in-law|พี่เขย|น้องเขย|姐夫|妹夫|小舅子"),
    ("family.mother_in_law", "mother-in-law|แม่ยาย|แม่สามี|婆婆|岳母|丈母娘"),
    ("family.father_in_law", "father-in-law|พ่อตา|พ่อสามี|公公|岳父|老丈人"),
    ("family.grandson", "grandson|หลานชาย|孙子|外孙"),
    ("family.granddaughter", "granddaughter|หลานสาว|孙女|外孙女"),
    ("family.uncle", "uncle|叔叔|舅舅|伯伯"),
    ("family.aunt", "aunt|auntie|姑姑|姨妈|姑妈"),
    ("family.nephew", "nephew|侄子|外甥"),
    ("family.niece", "niece|侄女|外甥女"),
    ("family.cousin", "cousin|表哥|表姐|表弟|表妹|堂哥|堂姐|堂弟|堂妹|ลูกพี่ลูกน้อง"),
    (
        "pet.dog",
        "dog|dogs|puppy|pup|doggo|pooch|doggy|corgi|labrador|poodle|retriever|spaniel|terrier|beagle|greyhound|husky|dachshund|pug|chihuahua|bulldog|rottweiler|dalmatian|collie|shih tzu|hound|mutt|หมา|สุนัข|น้องหมา|เจ้าตูบ|狗子|毛孩子|狗狗|小狗|金毛|柯基|柴犬|泰迪|哈士奇|拉布拉多|边牧|萨摩耶|狗",
    ),
    ("pet.cat", "cat|cats|kitten|kitty|tabby|moggy|แมว|น้องแมว|猫咪|小猫|英短|布偶|橘猫|美短|猫"),
    ("pet.bird", "bird|parrot|budgie|cockatiel|canary|hen|นก|鹦鹉|鸟"),
    ("pet.rabbit", "rabbit|bunny|กระต่าย|兔子"),
    ("pet.fish", "fish|goldfish|carp|koi|ปลาทอง|ปลากัด|ปลา|鱼"),
    ("pet.hamster", "hamster|仓鼠"),
    ("pet.turtle", "turtle|tortoise|เต่า|乌龟"),
];

/// Returns a word for a relative or an animal in the script of a letter.
pub(super) fn word(key: &str, letter: char) -> Option<&'static str> {
    let (_, words) = KIN.iter().find(|(known, _)| *known == key)?;
    let fits = |word: &&str| match letter {
        c if is_thai(c) => word.chars().any(is_thai),
        c if is_han(c) => word.chars().any(is_han),
        _ => word.is_ascii(),
    };
    words.split('|').find(fits)
}

/// Returns the key of a relative or an animal named by one word.
pub(super) fn named(word: &str) -> Option<String> {
    exact(KIN, word).map(str::to_owned)
}

/// Tells whether a relative is spoken of.
pub(super) fn mentions(piece: Piece<'_>) -> bool {
    let relatives = KIN.iter().filter(|(key, _)| key.starts_with("family."));
    relatives.flat_map(|(_, words)| piece.likely(words)).any(|word| {
        let letters = word.chars().count();
        if word.is_ascii() {
            piece.has(word)
        } else if word.chars().any(is_thai) {
            letters > 2 && piece.holds(word)
        } else {
            // One letter is a part of many words; with whose it is it is a relative: 我哥, 我妈.
            piece.holds(word) && (letters > 1 || piece.holds(&format!("我{word}")))
        }
    })
}

/// Returns the keys of the relatives and animals that are spoken of, each once.
pub(super) fn named_in(piece: Piece<'_>) -> Vec<&'static str> {
    let says = |word: &str| {
        // A short Thai word is a part of many others: ตา in ตาราง.
        let part = word.chars().any(is_thai) && word.chars().count() < 3;
        if word.is_ascii() { piece.has(word) } else { !part && piece.holds(word) }
    };
    KIN.iter().filter(|(_, words)| piece.likely(words).any(says)).map(|(key, _)| *key).collect()
}

/// Tells whether a memory is of a being that words do not name, or words name a being of which it is not: "my birthday" is not the
/// one of my wife, and "my wife's phone" is not mine.
pub fn is_of_another(key: &str, value: &str, words: &str) -> bool {
    let plain = key.replace(['.', '_'], " ");
    let bare = plain.strip_prefix("family ").or_else(|| plain.strip_prefix("pet ")).unwrap_or(&plain);
    let (words, held) = (Text::of(words), Text::of(&format!("{plain} \n {value}")));
    let (named, in_it) = (named_in(words.whole()), named_in(held.whole()));
    let mut parts = key.split('.');
    let owner = match (parts.next(), parts.next()) {
        (Some(family @ ("family" | "pet")), Some(who)) => Some(format!("{family}.{who}")),
        _ => None,
    };
    let (which, owner) = owner.map_or((None, None), |owner| {
        let (which, owner) = plain_owner(&owner);
        (which, Some(owner))
    });
    // "forget Ruth": the value itself is named, and nothing of the speaker's.
    let said = words.whole().strip_all("about|that|เรื่อง|关于");
    let itself = !said.is_empty() && Text::of(value).whole().trim().seen() == said.trim().seen();
    let of_kin = owner.as_deref().is_some_and(|owner| !named.contains(&owner))
        || which.is_some_and(|which| !says_which(words.whole(), which));
    let missing = named.iter().any(|who| owner.as_deref() != Some(who) && !in_it.contains(who));
    of_kin && !itself || missing || of_people(Text::of(bare).whole(), words.whole())
}

/// Tells whether a key names somebody who has no key of their own, and words do not: `boss_passport_number`.
fn of_people(key: Piece<'_>, words: Piece<'_>) -> bool {
    let says =
        |piece: Piece<'_>, word: &str| if word.is_ascii() { piece.has(word) } else { piece.holds(word) };
    let long = |word: &str| word.is_ascii() || word.chars().count() > 1;
    key.likely(PEOPLE).any(|word| long(word) && says(key, word) && !says(words, word))
}

/// Returns the key of the relative or animal at the start of a piece, and what follows.
pub(super) fn at_start(piece: Piece<'_>) -> Option<(&'static str, Piece<'_>)> {
    KIN.iter()
        .filter_map(|(key, words)| piece.strip(words).map(|rest| (*key, rest)))
        .min_by_key(|(_, rest)| rest.seen().len())
}

#[cfg(test)]
mod tests {
    use super::is_of_another;

    #[test]
    fn what_is_of_a_being_is_told_from_what_is_of_the_speaker_or_of_another_one() {
        for (key, value, words) in [
            ("family.wife.birthday", "1 May", "my birthday"),
            ("family.wife.place", "Rome", "where I live"),
            ("family.mother.name", "Ruth", "my name"),
            ("family.partner.birthday", "3 มีนา", "วันเกิดของฉัน"),
            ("family.partner.birthday", "3月3号", "我的生日"),
            ("family.wife.passport_number", "my wife's passport number is X1", "my passport number"),
            ("boss_passport_number", "X1", "my passport number"),
            ("老板护照号", "X1", "我的护照号"),
            ("phone_number", "555 0142", "my wife's phone number"),
            ("phone_number", "555 0142", "เบอร์โทรแม่"),
            ("phone_number", "555 0142", "我妈妈的电话"),
            ("family.other_sister.name", "Beth", "my sister's name"),
        ] {
            assert!(is_of_another(key, value, words), "{key}: {words}");
        }
        for (key, value, words) in [
            ("family.wife.birthday", "1 May", "my wife's birthday"),
            ("family.wife.birthday", "1 May", "วันเกิดภรรยา"),
            ("family.wife.birthday", "1 May", "我老婆的生日"),
            ("family.mother.name", "Ruth", "Ruth"),
            ("pet.dog.name", "Rex", "my dog"),
            ("family.other_sister.name", "Beth", "my other sister's name"),
            ("passport_number", "X1", "my passport number"),
            ("boss_passport_number", "X1", "my boss's passport number"),
            ("likes.fish", "fish", "that I like fish"),
            ("likes.กาแฟ", "กาแฟ", "กาแฟ"),
        ] {
            assert!(!is_of_another(key, value, words), "{key}: {words}");
        }
    }
}
