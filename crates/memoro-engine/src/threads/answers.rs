//! What Memoro itself said in a thread: an answer tells memories, an item each. What is forgotten goes from it; what others said
//! stays as they said it.

use super::Line;

/// Who Memoro is in a thread.
const ORACLE: &str = "oracle";

/// Takes items out of a line of a thread where that is an answer: nothing is left of one that told nothing else. Any other line
/// stays as it is.
pub(crate) fn answer_without(line: &str, goes: impl Fn(&str) -> bool) -> Option<String> {
    let Ok(said) = serde_json::from_str::<Line>(line) else { return Some(line.to_owned()) };
    let ours = said.role == "assistant" && said.speaker == ORACLE && said.by.as_deref() == Some(ORACLE);
    let item = |told: &str| told.strip_prefix("- ").is_some_and(&goes);
    if !ours || !said.content.lines().any(item) {
        return Some(line.to_owned());
    }
    let mut kept: Vec<&str> = Vec::new();
    for told in said.content.lines().filter(|told| !item(told)) {
        // A heading under which nothing is left.
        if !told.starts_with("- ") && kept.last().is_some_and(|last| !last.starts_with("- ")) {
            kept.pop();
        }
        kept.push(told);
    }
    if kept.last().is_some_and(|last| !last.starts_with("- ")) {
        kept.pop();
    }
    let content = kept.join("\n");
    let end = if line.ends_with('\n') { "\n" } else { "" };
    let written = serde_json::to_string(&Line { content, ..said }).ok().map(|text| text + end);
    written.filter(|_| !kept.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(speaker: &str, content: &str) -> String {
        let said = Line {
            role: if speaker == ORACLE { "assistant" } else { "user" }.into(),
            speaker: speaker.into(),
            content: content.into(),
            ts: String::new(),
            session: "thread-1".into(),
            id: "2".into(),
            by: (speaker == ORACLE).then(|| ORACLE.to_owned()),
            run: None,
        };
        serde_json::to_string(&said).expect("a line can be written") + "\n"
    }

    #[test]
    fn an_answer_loses_what_is_forgotten_and_others_keep_their_words() {
        let goes = |item: &str| item.contains("รหัส") || item.contains("密码");
        let both = line(ORACLE, "Principles:\n- รหัสตู้คือ 7\nPatterns:\n- otters swim\n- 密码是七");
        assert_eq!(answer_without(&both, goes), Some(line(ORACLE, "Patterns:\n- otters swim")));
        assert_eq!(answer_without(&line(ORACLE, "แบบแผน:\n- รหัสตู้คือ 7"), goes), None);
        for stays in [line("human", "- รหัสตู้คือ 7"), line(ORACLE, "- otters swim"), "no line\n".into()]
        {
            assert_eq!(answer_without(&stays, goes), Some(stays.clone()));
        }
    }
}
