//! What the list of tools costs a model, in tokens: the part that clients put into the prompt, and all of it.

use memoro_core::pack::count;
use serde_json::json;

use super::profiles::Profile;

/// The cost of one profile.
#[derive(Debug, serde::Serialize)]
pub(crate) struct Cost {
    /// The profile.
    pub(crate) profile: &'static str,
    /// Tokens of names, descriptions and input schemas: what a model reads.
    pub(crate) prompt_tokens: usize,
    /// Tokens of the whole list, with titles, hints and output schemas.
    pub(crate) list_tokens: usize,
    /// The tools.
    pub(crate) tools: Vec<ToolCost>,
}

/// The cost of one tool.
#[derive(Debug, serde::Serialize)]
pub(crate) struct ToolCost {
    /// Its name.
    pub(crate) name: &'static str,
    /// What it does.
    pub(crate) title: &'static str,
    /// Tokens of name, description and input schema.
    pub(crate) prompt_tokens: usize,
}

/// Counts what each profile costs.
pub(crate) fn costs(profiles: &[Profile]) -> Vec<Cost> {
    profiles.iter().map(|profile| cost(*profile)).collect()
}

fn cost(profile: Profile) -> Cost {
    let offers: Vec<_> = profile.tools().iter().map(|tool| (tool, tool.offer())).collect();
    let tools = offers.iter().map(|(tool, offer)| {
        let read = json!({ "name": offer.name, "description": offer.description, "input_schema": offer.input_schema });
        ToolCost { name: tool.name, title: tool.title, prompt_tokens: count(&read.to_string()) }
    });
    let tools: Vec<ToolCost> = tools.collect();
    let list: Vec<_> = offers.iter().map(|(_, offer)| offer).collect();
    Cost {
        profile: profile.as_str(),
        prompt_tokens: tools.iter().map(|tool| tool.prompt_tokens).sum(),
        list_tokens: count(&json!({ "tools": list }).to_string()),
        tools,
    }
}
