//! Whether a rule or a procedure that is about to be learned says otherwise than one that is known. Warns and names
//! the older one; what to do about it is the person's choice.

use memoro_core::conflict::{MERGE_ABOVE, Relation, Sense, compare, trigger_similarity};
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
            for (step, known) in pairs(new, old) {
                let compared = compare(step, known, sense);
                let Relation::Contradicts { why } = compared.relation else { continue };
                if found.as_ref().is_none_or(|(surest, _)| compared.confidence > *surest) {
                    let excerpt = known.chars().take(self.settings.layers.excerpt).collect();
                    let (id, similarity) = (stored.memory.id.clone(), compared.similarity);
                    found = Some((compared.confidence, Contradiction { id, excerpt, similarity, why }));
                }
            }
        }
        Ok(found.map(|(_, contradiction)| contradiction))
    }
}

/// Tells whether two procedures may apply at the same time.
fn same_case(new: &Trigger, old: &Trigger, meaning: &dyn Fn(&str, &str) -> f64) -> bool {
    match (new, old) {
        (Trigger::When(new), Trigger::When(old)) => trigger_similarity(new, old, meaning) > SAME_CASE,
        _ => true,
    }
}

fn pairs<'a>(new: &'a Procedure, old: &'a Procedure) -> impl Iterator<Item = (&'a str, &'a str)> {
    let old = || old.steps.iter().take(MOST_STEPS).map(String::as_str);
    new.steps.iter().take(MOST_STEPS).flat_map(move |step| old().map(move |known| (step.as_str(), known)))
}
