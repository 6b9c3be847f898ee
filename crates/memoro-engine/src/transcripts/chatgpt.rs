//! The export of `ChatGPT`: conversations as trees. Takes the branch that ends in the current node; regenerated answers
//! on other branches are left out.

use std::collections::HashMap;

use serde::Deserialize;

use super::json::{Content, Str, When};
use super::record::{Said, role};

#[derive(Deserialize)]
struct Conversation<'a> {
    #[serde(borrow, rename = "conversation_id")]
    own_id: Option<Str<'a>>,
    #[serde(borrow)]
    id: Option<Str<'a>>,
    #[serde(borrow)]
    title: Option<Str<'a>>,
    #[serde(borrow)]
    current_node: Option<Str<'a>>,
    #[serde(borrow)]
    mapping: HashMap<Str<'a>, Node<'a>>,
}

#[derive(Deserialize)]
struct Node<'a> {
    #[serde(borrow)]
    message: Option<Message<'a>>,
    #[serde(borrow)]
    parent: Option<Str<'a>>,
}

#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow)]
    id: Option<Str<'a>>,
    #[serde(borrow)]
    author: Option<Author<'a>>,
    create_time: Option<When>,
    #[serde(borrow)]
    content: Option<Parts<'a>>,
    #[serde(borrow)]
    recipient: Option<Str<'a>>,
    metadata: Option<Metadata>,
}

#[derive(Deserialize)]
struct Author<'a> {
    #[serde(borrow)]
    role: Option<Str<'a>>,
}

#[derive(Deserialize)]
struct Parts<'a> {
    #[serde(borrow)]
    content_type: Option<Str<'a>>,
    #[serde(borrow)]
    parts: Option<Content<'a>>,
}

#[derive(Deserialize)]
struct Metadata {
    is_visually_hidden_from_conversation: Option<bool>,
}

/// Reads one conversation.
pub(super) fn parse(element: &[u8]) -> serde_json::Result<Vec<Said>> {
    let mut conversation: Conversation = serde_json::from_slice(element)?;
    let named = [conversation.own_id.take(), conversation.id.take(), conversation.title.take()];
    let session = named.into_iter().flatten().find_map(Str::into_id);
    let mut branch = branch(&mut conversation);
    for said in &mut branch {
        said.session.clone_from(&session);
    }
    Ok(branch)
}

/// Follows the parents of the current node; a tree without one is taken in the order of its times.
fn branch(conversation: &mut Conversation) -> Vec<Said> {
    let mut branch = Vec::new();
    let mut at = conversation.current_node.take().filter(|node| conversation.mapping.contains_key(node));
    if at.is_none() {
        branch.extend(conversation.mapping.drain().filter_map(|(_, node)| said(node.message?)));
        branch.sort_by_key(|said| said.at);
        return branch;
    }
    while let Some(node) = at.and_then(|id| conversation.mapping.remove(&id)) {
        branch.extend(node.message.and_then(said));
        at = node.parent;
    }
    branch.reverse();
    branch
}

fn said(message: Message) -> Option<Said> {
    let role = role(message.author?.role?.as_str())?;
    let content = message.content?;
    let readable =
        content.content_type.is_none_or(|kind| matches!(kind.as_str(), "text" | "multimodal_text"));
    let to_all = message.recipient.is_none_or(|to| to.as_str() == "all");
    let hidden = message.metadata.and_then(|metadata| metadata.is_visually_hidden_from_conversation);
    if !readable || !to_all || hidden == Some(true) {
        return None;
    }
    Some(Said {
        at: message.create_time.and_then(|when| when.0),
        id: message.id.and_then(Str::into_id),
        ..Said::new(role, content.parts.unwrap_or_default().0)
    })
}
