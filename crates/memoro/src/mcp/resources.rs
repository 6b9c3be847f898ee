//! Resources: MEMORY.md and the other files of the workspace that the caller may read, and single memories by their
//! id. Private files of others, the admin's rules and Memoro's own folder are not there for anybody.

use rmcp::model::{
    ListResourceTemplatesResult, ListResourcesResult, ReadResourceResult, Resource, ResourceContents,
    ResourceTemplate,
};

use crate::error::{Code, Failure, Result};
use crate::ops::Call;
use crate::ops::knowing::FileRequest;
use crate::ops::memories::GetRequest;
use crate::ops::page::Pages;

const FILES: &str = "memoro://vault/";
const MEMORIES: &str = "memoro://memory/";

/// How many files one page lists.
const PAGE: usize = 100;

/// The largest file that is given as a whole, in bytes.
const LARGEST: usize = 1024 * 1024;

/// Lists a page of files, what every session should read first before the others.
pub(super) fn list(after: Option<&str>, call: &Call<'_>) -> Result<ListResourcesResult> {
    let pages = Pages::of("resources", &(), call);
    let after = pages.began(after)?.map(|(_, path)| path);
    let mut files = call.workspace.readable(&call.user(None)?, &call.caller)?;
    files.sort_by(|a, b| place(a).cmp(&place(b)));
    files.retain(|path| after.as_deref().is_none_or(|after| place(path) > place(after)));
    let page: Vec<Resource> = files.iter().take(PAGE).map(|path| resource(path)).collect();
    let mut listed = ListResourcesResult::with_all_items(page);
    listed.next_cursor = files.get(PAGE - 1).filter(|_| files.len() > PAGE).map(|last| pages.ended(0, last));
    Ok(listed)
}

/// Returns where a file stands in the list: what every session should read first, then the others by name.
fn place(path: &str) -> (usize, &str) {
    const FIRST: [&str; 3] = ["MEMORY.md", "PROFILE.md", "SESSION.md"];
    (FIRST.iter().position(|first| *first == path).unwrap_or(FIRST.len()), path)
}

fn resource(path: &str) -> Resource {
    let resource = Resource::new(format!("{FILES}{}", encoded(path)), path).with_mime_type(mime(path));
    match path {
        "MEMORY.md" => resource.with_title("Memory").with_description("What every session should read first"),
        "PROFILE.md" => {
            resource.with_title("Profile").with_description("The user's preferences, constraints and facts")
        }
        "SESSION.md" => resource.with_title("Session").with_description("What counts in the current session"),
        _ => resource,
    }
}

fn mime(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("md" | "markdown") => "text/markdown",
        _ => "text/plain",
    }
}

/// Lists how further files and memories are named.
pub(super) fn templates() -> ListResourceTemplatesResult {
    let file = ResourceTemplate::new(format!("{FILES}{{+path}}"), "file")
        .with_title("A file of the workspace")
        .with_mime_type("text/markdown");
    let memory = ResourceTemplate::new(format!("{MEMORIES}{{id}}"), "memory")
        .with_title("One memory")
        .with_mime_type("application/json");
    ListResourceTemplatesResult::with_all_items(vec![file, memory])
}

/// Reads a file or a memory.
pub(super) fn read(uri: &str, call: &Call<'_>) -> Result<ReadResourceResult> {
    let missing =
        || Failure::new(Code::NotFound, format!("there is no resource {}", super::tool::one_line(uri, 200)));
    let content = if let Some(path) = uri.strip_prefix(FILES) {
        let path = decoded(path).ok_or_else(missing)?;
        let lines = call.run(FileRequest { path, from: None, to: None, user: None })?;
        if lines.text.len() > LARGEST {
            let message = format!("{} is too large to be given as a whole", lines.path);
            return Err(Failure::new(Code::Invalid, message).hint("read parts of it with the tool `get`"));
        }
        text(uri, mime(&lines.path), lines.text)
    } else if let Some(id) = uri.strip_prefix(MEMORIES) {
        let view = call.run(GetRequest { id: decoded(id).ok_or_else(missing)? })?;
        let json = serde_json::to_string(&view)
            .map_err(|why| Failure::new(Code::Internal, format!("memory as JSON: {why}")))?;
        text(uri, "application/json", json)
    } else {
        return Err(missing());
    };
    Ok(ReadResourceResult::new(vec![content]))
}

fn text(uri: &str, mime: &str, text: String) -> ResourceContents {
    ResourceContents::TextResourceContents {
        uri: uri.to_owned(),
        mime_type: Some(mime.to_owned()),
        text,
        meta: None,
    }
}

/// Writes a path as part of a URI.
fn encoded(path: &str) -> String {
    path.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                char::from(byte).to_string()
            }
            other => format!("%{other:02X}"),
        })
        .collect()
}

/// Reads a part of a URI; nothing where it is none.
fn decoded(part: &str) -> Option<String> {
    let (mut bytes, mut rest) = (Vec::new(), part.bytes());
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || char::from(rest.next()?).to_digit(16);
        let (high, low) = (digit()?, digit()?);
        bytes.push(u8::try_from(high * 16 + low).ok()?);
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_path_comes_back_from_its_uri(path in "\\PC{0,40}") {
            let uri = encoded(&path);
            prop_assert!(uri.is_ascii());
            prop_assert_eq!(decoded(&uri).unwrap(), path);
        }
    }

    #[test]
    fn broken_escapes_are_no_path() {
        for wrong in ["%", "%4", "%zz", "%+1", "%ff", "a%E0%B8"] {
            assert_eq!(decoded(wrong), None, "{wrong}");
        }
        assert_eq!(decoded("memory/%E0%B8%81.md").as_deref(), Some("memory/ก.md"));
    }
}
