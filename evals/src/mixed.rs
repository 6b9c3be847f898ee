//! Stores that mix languages or kinds, made from the plain sets: what a person's real store looks like.

use crate::load::{Doc, Question, load};
use crate::measure::Bench;
use crate::store::Set;
use anyhow::Result;
use memoro_embed::LocalModel;
use std::path::Path;

const LANGUAGES: [&str; 3] = ["en", "th", "zh"];

/// Builds the mixed stores that are wanted.
pub(crate) fn benches(data: &Path, model: &LocalModel, wanted: impl Fn(&str) -> bool) -> Result<Vec<Bench>> {
    let mut benches = Vec::new();
    if wanted("mixed-languages") {
        let (docs, questions) = languages(data)?;
        benches.push(bench("mixed-languages", "mixed", &docs, &questions, model));
    }
    if wanted("mixed-chat") {
        let (docs, questions) = chats_and_documents(data)?;
        for (name, questions) in questions {
            benches.push(bench(&name, "mixed", &docs, &questions, model));
        }
    }
    Ok(benches)
}

fn bench(
    name: &str,
    family: &'static str,
    docs: &[Doc],
    questions: &[Question],
    model: &LocalModel,
) -> Bench {
    let set = Set::build(docs, model);
    let (asked, filters) = set.ask(questions, model);
    Bench { name: name.to_owned(), family, set, asked, filters }
}

/// Each passage in one of three languages, asked for in all three.
fn languages(data: &Path) -> Result<(Vec<Doc>, Vec<Question>)> {
    let (mut docs, mut questions) = (Vec::new(), Vec::new());
    for (turn, language) in LANGUAGES.iter().enumerate() {
        let (own_docs, own_questions) =
            load(&data.join(format!("xquad-{language}-{language}")), "queries.jsonl")?;
        for (number, mut doc) in own_docs.into_iter().enumerate() {
            if number % 3 == turn {
                doc.id = passage(&doc.id);
                docs.push(doc);
            }
        }
        for mut question in own_questions {
            question.relevant = question.relevant.iter().map(|id| passage(id)).collect();
            questions.push(question);
        }
    }
    Ok((docs, questions))
}

/// "th-p017" is passage "p017" in any language.
fn passage(id: &str) -> String {
    id.split_once('-').map_or_else(|| id.to_owned(), |(_, p)| p.to_owned())
}

/// Chats of people, messages to an assistant and passages in three languages, all in one store.
#[allow(clippy::type_complexity, reason = "named lists of questions over one list of documents")]
fn chats_and_documents(data: &Path) -> Result<(Vec<Doc>, Vec<(String, Vec<Question>)>)> {
    let (mut docs, mut questions) = (Vec::new(), Vec::new());
    for set in ["locomo-dev", "memdaily-dev", "xquad-en-en", "xquad-th-th", "xquad-zh-zh"] {
        let (own_docs, own_questions) = load(&data.join(set), "queries.jsonl")?;
        docs.extend(own_docs.into_iter().map(|d| Doc { id: format!("{set}/{}", d.id), ..d }));
        let renamed = own_questions
            .into_iter()
            .map(|q| Question { relevant: q.relevant.iter().map(|r| format!("{set}/{r}")).collect(), ..q });
        questions.push((format!("mixed-chat {set}"), renamed.collect()));
    }
    Ok((docs, questions))
}
