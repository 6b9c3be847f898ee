//! The guard against memory that feeds on itself: what Memoro put into a prompt is no news when it comes back through a door of
//! the write path, whoever brings it. Words of their own around it are kept.

use memoro_core::pack::repeated;
use memoro_core::{Content, Why};

use crate::draft::Draft;

/// Takes what Memoro itself had written out of a draft; tells whether there was some, or why nothing is left to write.
pub(super) fn leave_out_own(draft: &mut Draft) -> Result<bool, Why> {
    let mut found = false;
    for text in texts(&mut draft.content) {
        if let Some(left) = repeated(text) {
            *text = left;
            found = true;
        }
    }
    if let Content::Episode(episode) = &mut draft.content
        && found
    {
        let told = episode.summary.to_lowercase();
        episode.topics.retain(|topic| told.contains(&topic.to_lowercase()));
    }
    if let Content::Procedure(procedure) = &mut draft.content {
        procedure.steps.retain(|step| !found || !step.trim().is_empty());
    }
    let left = match &draft.content {
        Content::Decision(decision) => &decision.title,
        Content::Procedure(procedure) => procedure.steps.first().map_or("", String::as_str),
        Content::Entry(entry) => &entry.value,
        Content::Note(note) => &note.text,
        Content::Episode(episode) => &episode.summary,
    };
    if found && left.trim().is_empty() {
        return Err(own_words());
    }
    Ok(found)
}

/// Says that a text is what memory gave.
pub(crate) fn own_words() -> Why {
    Why::new("own_words", "this is what memory itself gave; it is there already, and nothing of it is new")
}

fn texts(content: &mut Content) -> Vec<&mut String> {
    match content {
        Content::Entry(entry) => vec![&mut entry.value],
        Content::Note(note) => vec![&mut note.text],
        Content::Episode(episode) => vec![&mut episode.summary],
        Content::Procedure(procedure) => procedure.steps.iter_mut().collect(),
        Content::Decision(d) => {
            vec![&mut d.title, &mut d.why, &mut d.finding, &mut d.conclusion, &mut d.impact]
        }
    }
}
