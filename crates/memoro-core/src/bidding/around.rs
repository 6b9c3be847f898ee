//! What stands around the clauses of a sentence: leads, conditions, marks of quotation, the heading above. Looked for once a
//! sentence, so that one of many clauses takes no more than its share of time.

use super::clause::{Clause, Mark, Sentence};
use super::lists::{ANNOUNCED, DECIDED, LABELS, PLANS, PLANS_ALONE, REPORTS, SAYING};
use super::signs::{Signs, has, length, list_of, starts};

/// Where a sentence has what bears on its other clauses: looked for once, so that many clauses take no more than their share.
#[derive(Debug)]
pub(super) struct Around {
    /// Whether it tells of what is still to be done.
    pub(super) plans: bool,
    asks: bool,
    /// The first lead of a report, an announcement and a decision.
    leads: [Option<usize>; 3],
    /// What the heading above announces of these.
    heads: [bool; 3],
    when: Option<usize>,
    bare: Ends,
    said: Ends,
    label: Option<usize>,
}

/// The first and the last clause of a kind.
type Ends = Option<(usize, usize)>;

/// The leads, by name.
const LEADS: [(&str, &str); 3] = [("report", REPORTS), ("announced", ANNOUNCED), ("decided", DECIDED)];
/// Words that say no more than how firmly something is meant.
const BARE: &str = "please|always|never|ever|no exceptions|from now on|henceforth|เสมอ|ครับ|ค่ะ|ด้วย|请|务必";

impl Around {
    /// Looks at a sentence.
    pub(super) fn of(sentence: &Sentence) -> Self {
        let clauses = &sentence.clauses;
        let first = |is: &dyn Fn(&Clause) -> bool| clauses.iter().position(is);
        let ends =
            |is: &dyn Fn(&Clause) -> bool| -> Ends { Some((first(is)?, clauses.iter().rposition(is)?)) };
        let head = |list: &str| sentence.head.as_ref().is_some_and(|head| starts(head, list));
        let plan = |clause: &Clause| {
            (clause.after == Mark::Colon && starts(clause, PLANS)) || starts(clause, PLANS_ALONE)
        };
        let quotes = clauses.iter().any(|clause| clause.before == Mark::Quote || clause.after == Mark::Quote);
        Self {
            plans: clauses.iter().any(plan) || head(PLANS),
            asks: clauses.last().is_some_and(|last| last.after == Mark::Asks),
            leads: LEADS.map(|(_, list)| first(&|lead| lead.after == Mark::Colon && starts(lead, list))),
            heads: LEADS.map(|(_, list)| head(list)),
            when: first(&is_condition),
            bare: ends(&|clause| length(clause) <= 2 && starts(clause, BARE)),
            said: if quotes { ends(&|clause| has(clause, SAYING)) } else { None },
            label: if quotes { first(&|clause| has(clause, LABELS)) } else { None },
        }
    }

    /// Says what stands before and after a clause, and above it.
    pub(super) fn tell(&self, sentence: &Sentence, at: usize, signs: &mut Signs) {
        let Some(clause) = sentence.clauses.get(at) else { return };
        let before = |first: Option<usize>| first.is_some_and(|first| first < at);
        let beside = |ends: Ends| ends.is_some_and(|(first, last)| first != at || last != at);
        for (((name, _), lead), head) in LEADS.iter().zip(self.leads).zip(self.heads) {
            signs.add_if(&format!("after {name}"), before(lead));
            signs.add_if(&format!("under {name}"), head);
        }
        let next = sentence.clauses.get(at + 1);
        signs.add_if("plan", self.plans);
        signs.add_if("after colon", clause.before == Mark::Colon);
        signs.add_if("after when", before(self.when));
        signs.add_if("label", clause.after == Mark::Colon && length(clause) <= 5);
        signs.add_if("else after", next.is_some_and(|next| starts(next, list_of("else"))));
        signs.add_if("please beside", beside(self.bare));
        signs.add_if("asks", self.asks);
        if clause.before == Mark::Quote || clause.after == Mark::Quote {
            signs.add("quoted");
            signs.add_if("said", beside(self.said));
            let titled = next.is_some_and(|next| starts(next, "这本书|这首歌|这部电影"));
            signs.add_if("label quoted", titled || before(self.label));
        }
    }
}

fn is_condition(clause: &Clause) -> bool {
    starts(clause, list_of("when")) || (clause.text.ends_with(['时', '前', '后']))
}
