//! Behaviour of the ranking as a whole, on small stores held in memory.

use super::*;
use crate::query::Today;
use crate::text::{Profile, Term};
use proptest::prelude::*;
use std::collections::BTreeMap;

#[derive(Default)]
struct Small {
    metas: Vec<ChunkMeta>,
    postings: BTreeMap<Term, Vec<Posting>>,
    speakers: Speakers,
    hidden: Vec<u32>,
    bits: Vec<u64>,
    lengths: Vec<u16>,
    group_of: Vec<u32>,
    alike: Vec<(u32, u32)>,
}

impl Small {
    /// One chunk per line: `session|speaker|text`.
    fn of(lines: &[&str]) -> Self {
        let mut small = Self::default();
        let mut sessions: Vec<&str> = Vec::new();
        for line in lines {
            let mut parts = line.splitn(3, '|');
            let (session, speaker, text) =
                (parts.next().unwrap_or(""), parts.next().unwrap_or(""), parts.next().unwrap_or(""));
            if !sessions.contains(&session) {
                sessions.push(session);
            }
            let group = sessions.iter().position(|s| *s == session).unwrap_or(0);
            let ordinal = small.metas.iter().filter(|m| m.group as usize == group).count();
            let slot = u32::try_from(small.metas.len()).unwrap_or(0);
            let (profile, terms) = Profile::of(text);
            for (term, tf) in terms {
                small.postings.entry(term).or_default().push(Posting { slot, tf });
            }
            small.metas.push(ChunkMeta {
                group: u32::try_from(group).unwrap_or(0),
                ordinal: u32::try_from(ordinal).unwrap_or(0),
                speaker: small.speakers.insert(speaker),
                day: NO_DAY,
                profile,
                role: role_of(speaker),
            });
        }
        small.lengths = small.metas.iter().map(|m| m.profile.len).collect();
        small.group_of = small.metas.iter().map(|m| m.group).collect();
        small.hide(&[]);
        small
    }

    fn hide(&mut self, slots: &[u32]) {
        self.hidden = slots.to_vec();
        self.bits = vec![u64::MAX; self.metas.len().div_ceil(64)];
        for slot in slots {
            self.bits[*slot as usize / 64] &= !(1 << (slot % 64));
        }
    }

    fn ask(&self, question: &str) -> Vec<Ranked> {
        self.ask_with(question, |r| r)
    }

    fn ask_with<'a>(
        &self,
        question: &str,
        change: impl FnOnce(Request<'_>) -> Request<'_> + 'a,
    ) -> Vec<Ranked> {
        let query = Query::analyse(question, Today::new(2026, 11, 15));
        Ranker::default().rank(self, &change(Request::new(&query, None)))
    }

    fn first(&self, question: &str) -> Option<u32> {
        self.ask(question).first().map(|r| r.slot)
    }
}

impl Corpus for Small {
    fn metas(&self) -> &[ChunkMeta] {
        &self.metas
    }

    fn columns(&self) -> Columns<'_> {
        Columns { lengths: &self.lengths, groups: &self.group_of }
    }

    fn postings(&self, term: Term, visit: &mut dyn FnMut(&[Posting])) {
        if let Some(postings) = self.postings.get(&term) {
            visit(postings);
        }
    }

    fn visible(&self) -> Option<&[u64]> {
        (!self.hidden.is_empty()).then_some(&self.bits)
    }

    fn totals(&self) -> Totals {
        Totals::count(&self.metas, self.visible())
    }

    fn groups(&self) -> u32 {
        self.metas.iter().map(|m| m.group + 1).max().unwrap_or(0)
    }

    fn group_tokens(&self, group: u32) -> u32 {
        self.metas.iter().filter(|m| m.group == group).map(|m| u32::from(m.profile.len)).sum()
    }

    fn speakers(&self) -> &Speakers {
        &self.speakers
    }

    fn similarity(&self, a: u32, b: u32) -> Option<f32> {
        Some(if self.alike.contains(&(a, b)) || self.alike.contains(&(b, a)) { 1.0 } else { 0.0 })
    }
}

fn query(text: &str) -> Query {
    Query::analyse(text, Today::new(2026, 11, 15))
}

fn word() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "dog",
        "docker",
        "แมวดำ",
        "部署系统",
        "walk",
        "2024",
        "ปารีส",
        "你好吗",
        "the",
        "E0382",
    ])
    .prop_map(str::to_owned)
}

fn line() -> impl Strategy<Value = String> {
    (0..4u8, prop::sample::select(vec!["user", "assistant", "Ann", ""]), prop::collection::vec(word(), 0..8))
        .prop_map(|(session, speaker, words)| format!("s{session}|{speaker}|{}", words.join(" ")))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_hit_is_scored_in_bounds_and_explains_its_score(
        lines in prop::collection::vec(line(), 0..30),
        question in prop::collection::vec(word(), 0..6),
        cosines in prop::collection::vec(-1.0f32..1.0, 30),
        mode in prop::sample::select(vec![Mode::Learned, Mode::Rrf, Mode::Weighted(0.7), Mode::Lexical, Mode::Vector]),
    ) {
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let small = Small::of(&lines);
        let query = Query::analyse(&question.join(" "), Today::new(2026, 11, 15));
        let request = Request { mode, ..Request::new(&query, Some(&cosines)) };
        let hits = Ranker::default().rank(&small, &request);
        prop_assert!(hits.windows(2).all(|w| w[0].score >= w[1].score));
        for hit in &hits {
            prop_assert!((0.0..=1.0).contains(&hit.score), "{}", hit.score);
            let sum: f32 = hit.signals.shares(hit.score).iter().map(|(_, s)| s).sum();
            prop_assert!((sum - hit.score).abs() < 1e-4, "{sum} is not {}", hit.score);
        }
        let again = Ranker::default().rank(&small, &request);
        prop_assert_eq!(hits, again);
    }

    #[test]
    fn what_may_not_be_seen_is_not_returned_and_changes_nothing(
        lines in prop::collection::vec(line(), 1..20),
        secret in prop::collection::vec(line(), 1..5),
        question in prop::collection::vec(word(), 1..5),
    ) {
        let open: Vec<&str> = lines.iter().map(String::as_str).collect();
        // The hidden chunks stand in a session of their own, as another user's do.
        let hidden: Vec<String> = secret.iter().map(|s| format!("x{s}")).collect();
        let all: Vec<&str> = open.iter().copied().chain(hidden.iter().map(String::as_str)).collect();
        let mut both = Small::of(&all);
        let first = u32::try_from(open.len()).unwrap_or(0);
        both.hide(&(first..u32::try_from(all.len()).unwrap_or(0)).collect::<Vec<_>>());
        let question = question.join(" ");
        prop_assert_eq!(both.ask(&question), Small::of(&open).ask(&question));
    }
}

/// A subject, and sentences that name it, in three languages.
const SUBJECTS: [(&str, [&str; 4]); 3] = [
    (
        "billing",
        [
            "the billing team meets in room",
            "we moved billing to region",
            "a billing alert, number",
            "billing case",
        ],
    ),
    (
        "เรียกเก็บเงิน",
        ["ทีมเรียกเก็บเงินประชุมห้อง", "ย้ายระบบเรียกเก็บเงินไปเขต", "แจ้งเตือนเรียกเก็บเงินเลขที่", "เรียกเก็บเงินกรณีที่"],
    ),
    ("账单", ["账单团队在这个房间开会", "我们把账单系统搬到了那里", "一个账单警报的编号", "账单案例"]),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_subject_that_recurs_is_found_wherever_it_is_named_and_what_is_nowhere_is_not(
        named in 12usize..60,
        others in 0usize..60,
        near in 0.35f32..0.6,
        far in 0.0f32..0.25,
    ) {
        let mut lines: Vec<String> = Vec::new();
        for n in 0..named {
            for (at, (_, texts)) in SUBJECTS.iter().enumerate() {
                lines.push(format!("n{n}-{at}||{} {n}", texts[n % 4]));
            }
        }
        let other = ["the cat likes tuna", "แมวชอบกินปลาทูน่า", "服务器在新加坡"];
        lines.extend((0..others).map(|n| format!("o{n}||{} {n}", other[n % 3])));
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let small = Small::of(&lines);
        let cosines = |of: usize| -> Vec<f32> {
            (0..lines.len()).map(|at| if at < named * 3 && at % 3 == of { near } else { far }).collect()
        };
        for (language, (subject, _)) in SUBJECTS.iter().enumerate() {
            let (query, cosines) = (query(subject), cosines(language));
            let hits = Ranker::default().rank(&small, &Request { limit: 200, min_score: 0.35, ..Request::new(&query, Some(&cosines)) });
            let right = hits.iter().filter(|hit| (hit.slot as usize) < named * 3 && hit.slot as usize % 3 == language);
            prop_assert_eq!((right.count(), hits.len()), (named, named), "{}", subject);
        }
        for question in ["quarterly harvest of barley near the lake", "ราคาทองคำวันนี้เท่าไรกันแน่", "今天黄金的价格到底是多少"] {
            let (query, cosines) = (query(question), vec![far; lines.len()]);
            let hits = Ranker::default().rank(&small, &Request { min_score: 0.35, ..Request::new(&query, Some(&cosines)) });
            prop_assert!(hits.is_empty(), "{question}: {:?}", hits.first());
        }
    }
}

#[test]
fn a_question_without_a_subject_scores_low() {
    let small = Small::of(&["a||x marks y", "b||我的书的", "c||ที่ของและ", "d||tell me what"]);
    for question in ["{x} : y", "的", "\"的\"", "tell me", "ที่"] {
        let best = small.ask(question).first().map_or(0.0, |hit| hit.score);
        assert!(best < 0.35, "{question}: {best}");
    }
}

#[test]
fn a_least_score_means_the_same_however_words_and_meaning_are_put_together() {
    let lines: Vec<String> =
        (0..20).map(|n| format!("s{n}||note {n} about {}", ["cats", "แมวดำ", "部署系统"][n % 3])).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let (small, cosines) = (Small::of(&lines), vec![0.2; 20]);
    for mode in [Mode::Learned, Mode::Rrf, Mode::Weighted(0.7)] {
        let ask = |question: &str| {
            let query = query(question);
            let request = Request { mode, min_score: 0.35, ..Request::new(&query, Some(&cosines)) };
            Ranker::default().rank(&small, &request).len()
        };
        assert_eq!((ask("cats"), ask("แมวดำ"), ask("barley harvest at the lake")), (7, 7, 0), "{mode:?}");
    }
}

#[test]
fn an_identifier_is_not_its_neighbour() {
    let small = Small::of(&[
        "a||The invoice INV-2026-118 was paid",
        "b||แมวกินปลา",
        "c||我们的狗喜欢喝茶",
        "d||iPhone 15 case",
    ]);
    let best = |question: &str, cosines: [f32; 4]| {
        let query = query(question);
        let hits = Ranker::default().rank(&small, &Request::new(&query, Some(&cosines)));
        hits.first().map_or((9, 0.0), |hit| (hit.slot, hit.score))
    };
    let near = [0.9, 0.1, 0.1, 0.1];
    assert!(best("INV-2026-118", near).1 > 0.9);
    assert!(best("INV-2026-119", near).1 < 0.35, "{:?}", best("INV-2026-119", near));
    let (slot, score) = best("iPhone15", [0.1, 0.1, 0.1, 0.5]);
    assert!(slot == 3 && score > 0.35, "written apart it is the same: {score}");
}

#[test]
fn the_time_that_a_question_names_decides_an_order_and_makes_no_answer() {
    let mut small = Small::of(&["a||ฝนตกหนักที่เชียงใหม่", "b||แม่แพ้กุ้งและถั่วลิสง", "c||部署系统在新加坡"]);
    let asked = query("วันนี้หุ้นขึ้นไหม");
    small.metas.iter_mut().for_each(|meta| meta.day = asked.asked_on.unwrap_or(0));
    let cosines = [0.2, 0.15, 0.1];
    let hits = Ranker::default().rank(&small, &Request::new(&asked, Some(&cosines)));
    assert!(hits.iter().all(|hit| hit.score < 0.35), "{hits:?}");
}

#[test]
fn nothing_to_search_and_nothing_to_ask_give_no_hits() {
    assert!(Small::of(&[]).ask("docker").is_empty());
    let small = Small::of(&["a||docker", "b||แมวดำ"]);
    for question in ["", "the of", "🎉", "\"", "NEAR("] {
        assert!(small.ask(question).is_empty(), "{question}");
    }
}

#[test]
fn words_are_found_in_three_languages_and_by_parts_of_identifiers() {
    let small = Small::of(&[
        "a||We deploy with Docker on Fridays",
        "b||ทีมเราใช้ PostgreSQL เก็บข้อมูลลูกค้า",
        "c||我们用Redis做缓存",
        "d||The build fails with ERR_CONN_RESET in src/main.rs",
    ]);
    assert_eq!(small.first("how are we deploying?"), Some(0));
    assert_eq!(small.first("เก็บข้อมูลลูกค้าไว้ที่ไหน"), Some(1));
    assert_eq!(small.first("缓存用什么？"), Some(2));
    assert_eq!(small.first("ERR_CONN_RESET"), Some(3));
    assert_eq!(small.first("main.rs"), Some(3));
}

#[test]
fn the_answer_to_a_matching_question_comes_before_other_turns() {
    let small = Small::of(&[
        "s1|Ann|The weather was grey all day long again",
        "s1|Ben|Where did you spend your holiday in summer?",
        "s1|Ann|Mostly in Porto with my sister and the kids",
        "s1|Ben|That sounds lovely indeed my friend",
        "s2|Ann|I bought bread and cheese at the market",
        "s2|Ben|We played chess until midnight yesterday",
    ]);
    let hits = small.ask("Where did Ann spend her summer holiday?");
    assert_eq!(hits.first().map(|h| h.slot), Some(2), "{hits:?}");
}

#[test]
fn a_named_speaker_comes_before_others_who_say_the_same() {
    let small = Small::of(&["s1|Ann|my favourite food is noodles", "s2|Ben|my favourite food is noodles"]);
    assert_eq!(small.first("What is Ben's favourite food?"), Some(1));
    assert_eq!(small.first("What is Ann's favourite food?"), Some(0));
}

#[test]
fn the_users_words_come_before_the_assistants_unless_those_are_asked_for() {
    let small = Small::of(&[
        "s1|user|My car is a red Volvo",
        "s1|assistant|A red Volvo car is a nice choice",
        "s2|user|I like tea",
        "s2|assistant|Tea is nice",
    ]);
    assert_eq!(small.first("What colour is my Volvo car?"), Some(0));
    let asked = small.ask("What did you say about the nice Volvo choice?");
    assert_eq!(asked.first().map(|h| h.slot), Some(1));
}

#[test]
fn the_answers_to_two_questions_in_one_message_take_turns() {
    let small = Small::of(&[
        "s1|user|音乐节的地点是上海",
        "s1|user|音乐节的规模是两千人",
        "s1|user|音乐节的时间是下周六",
        "s2|user|我用的手机是小米",
        "s2|user|今天天气很好",
    ]);
    let hits = small.ask("音乐节的规模是多少？另外，我的手机是什么牌子？");
    let signals = |slot: u32| hits.iter().find(|h| h.slot == slot).map(|h| h.signals).expect("all are found");
    assert_eq!(hits.first().map(|h| h.slot), Some(1));
    assert_ne!(signals(3).part, signals(1).part);
    assert!((signals(3).turn - 1.0).abs() < f32::EPSILON, "first for its question");
    assert!(signals(2).turn < 1.0, "second for the other");
}

#[test]
fn a_chunk_in_another_script_is_found_by_its_meaning_among_chunks_that_share_words() {
    let mut lines = vec!["a||The Panthers gave up 308 points".to_owned()];
    lines.extend((0..12).map(|n| format!("n{n}||ทีมงานของเราได้คะแนนดีในปีที่ {n}")));
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let small = Small::of(&lines);
    let mut cosines = vec![0.3; 13];
    cosines[0] = 0.75;
    let query = Query::analyse("ทีมแพนเธอร์สเสียคะแนนเท่าไร", Today::new(2026, 11, 15));
    let hits = Ranker::default().rank(&small, &Request::new(&query, Some(&cosines)));
    assert_eq!(hits.first().map(|h| h.slot), Some(0));
}

#[test]
fn limits_least_scores_and_phrases_are_kept() {
    let small = Small::of(&["a||new york is big", "b||york has a new wall", "c||paris"]);
    assert_eq!(small.ask_with("new york", |r| Request { limit: 1, ..r }).len(), 1);
    assert!(small.ask_with("new york", |r| Request { min_score: 1.0, ..r }).is_empty());
    let mut hits = small.ask("\"york has\" new york");
    prefer_phrases(&mut hits, &query("\"york has\""), |hit| hit.slot == 1);
    assert_eq!(hits.first().map(|h| h.slot), Some(1));
    // The one that holds them is never behind the best of the others.
    let mut hits = small.ask("new york is big");
    let (best, before) = (hits[0].slot, hits[0].score);
    prefer_phrases(&mut hits, &query("\"york has\""), |hit| hit.slot != best);
    assert!(hits[0].slot != best && hits[0].score >= before * 0.5, "{hits:?}");
}

#[test]
fn as_many_hits_as_are_wanted_come_where_there_are_as_many() {
    let lines: Vec<String> = (0..600).map(|n| format!("s{n}||docker ครั้งที่ {n} 次")).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let small = Small::of(&lines);
    for wanted in [10, 400] {
        let found = small.ask_with("docker", |r| Request { limit: wanted + wanted / 2 + 8, ..r });
        assert!(found.len() >= wanted, "{} of {wanted}", found.len());
    }
}

#[test]
fn near_copies_of_a_better_hit_move_down() {
    let mut small = Small::of(&["a||docker swarm", "b||docker swarm", "c||docker compose swarm file"]);
    small.alike.push((0, 1));
    let spread = small.ask_with("docker swarm", |r| Request { diversity: 0.9, ..r });
    assert_eq!(spread.iter().map(|h| h.slot).collect::<Vec<_>>(), [0, 2, 1]);
    let plain = small.ask_with("docker swarm", |r| Request { diversity: 0.0, ..r });
    assert_eq!(plain.iter().map(|h| h.slot).collect::<Vec<_>>(), [0, 1, 2]);
}
