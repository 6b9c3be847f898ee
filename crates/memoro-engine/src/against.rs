//! Whether a rule or a procedure that is about to be learned says otherwise than one that is known. Warns and names
//! the older one; what to do about it is the person's choice.

use memoro_core::conflict::{MERGE_ABOVE, Relation, Sense, compare, other_script, trigger_similarity};
use memoro_core::{Content, Layer, Procedure, Scope, Trigger};

use crate::caller::Caller;
use crate::error::Result;
use crate::learn::Contradiction;
use crate::workspace::Workspace;

/// How many steps of each side are laid beside each other.
const MOST_STEPS: usize = 12;

/// Situations as close as this are the same one as far as their steps may clash.
const SAME_CASE: f64 = MERGE_ABOVE - 0.1;

impl Workspace {
    /// Returns the known rule or procedure that the new one contradicts, if there is one.
    pub(crate) fn against_procedure(
        &self,
        new: &Procedure,
        scope: &Scope,
        caller: &Caller,
    ) -> Result<Option<Contradiction>> {
        let (meaning, rows) = (|a: &str, b: &str| self.meaning(a, b), |text: &str| self.model.rows(text));
        let sense = Sense { meaning: &meaning, rows: &rows };
        let text = Content::Procedure(new.clone()).text();
        let mut found: Option<(f64, Contradiction)> = None;
        for stored in self.near(&text, Layer::Procedural, scope, caller)? {
            let Content::Procedure(old) = &stored.memory.content else { continue };
            if !same_case(&new.trigger, &old.trigger, &meaning) {
                continue;
            }
            for (step, known) in pairs(new, old, &meaning) {
                let compared = compare(step, known, sense);
                let Relation::Contradicts { why } = compared.relation else { continue };
                if other_script(step, known) && !is_against(new, old, sense) {
                    continue;
                }
                if found.as_ref().is_none_or(|(surest, _)| compared.confidence > *surest) {
                    let excerpt = self.one_line(known, self.settings.layers.excerpt);
                    let (id, similarity) = (stored.memory.id.clone(), compared.similarity);
                    found = Some((compared.confidence, Contradiction { id, excerpt, similarity, why }));
                }
            }
        }
        Ok(found.map(|(_, contradiction)| contradiction))
    }
}

impl Contradiction {
    /// Returns the warning that names the older memory.
    pub(crate) fn warning(&self) -> String {
        let Self { id, excerpt, why, .. } = self;
        format!("may contradict {id} ({why}): {excerpt}")
    }
}

/// Tells whether two procedures in different languages say otherwise as a whole: what one of them puts into one step may
/// be two of the other.
fn is_against(new: &Procedure, old: &Procedure, sense: Sense<'_>) -> bool {
    let whole = |procedure: &Procedure| procedure.steps.join("; ");
    let compared = compare(&whole(new), &whole(old), sense);
    matches!(compared.relation, Relation::Contradicts { .. })
}

/// Tells whether two procedures may apply at the same time.
fn same_case(new: &Trigger, old: &Trigger, meaning: &dyn Fn(&str, &str) -> f64) -> bool {
    match (new, old) {
        (Trigger::When(new), Trigger::When(old)) => trigger_similarity(new, old, meaning) > SAME_CASE,
        _ => true,
    }
}

/// Returns the steps that are each other's nearest: no step is laid beside one that another step speaks of.
fn pairs<'a>(
    new: &'a Procedure,
    old: &'a Procedure,
    meaning: &dyn Fn(&str, &str) -> f64,
) -> Vec<(&'a str, &'a str)> {
    let first = |procedure: &'a Procedure| procedure.steps.iter().take(MOST_STEPS).map(String::as_str);
    let near: Vec<Vec<f64>> =
        first(new).map(|step| first(old).map(|known| meaning(step, known)).collect()).collect();
    let mut pairs = Vec::new();
    for (n, step) in first(new).enumerate() {
        for (at, known) in first(old).enumerate() {
            let cosine =
                |n: usize, at: usize| near.get(n).and_then(|row| row.get(at)).copied().unwrap_or(-1.0);
            let here = cosine(n, at);
            let nearest = near.get(n).is_some_and(|row| row.iter().all(|other| *other <= here))
                && (0..near.len()).all(|other| cosine(other, at) <= here);
            if nearest {
                pairs.push((step, known));
            }
        }
    }
    pairs
}
