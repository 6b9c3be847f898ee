//! Texts that begin with a dash: "-5 degrees", "- item". They can be no options, so they are taken as the words that they
//! are; where options follow them, the error says where such a text goes. Nothing that could be an option is guessed at.

use std::ffi::OsString;

use clap::Parser as _;
use clap::error::ErrorKind;

use super::Cli;

/// Reads a command line.
pub(super) fn parse(arguments: &[OsString]) -> Result<Cli, clap::Error> {
    let error = match Cli::try_parse_from(arguments) {
        Err(error) if error.kind() == ErrorKind::UnknownArgument => error,
        read => return read,
    };
    let Some(first) = first_text(arguments) else { return Err(error) };
    let (before, texts) = arguments.split_at(first);
    if texts.iter().any(may_be_option) {
        return Err(error);
    }
    let apart = before.iter().cloned().chain([OsString::from("--")]).chain(texts.iter().cloned());
    Cli::try_parse_from(apart).map_err(|_| error)
}

/// Says where a text that begins with a dash goes, if that is what was refused.
pub(super) fn hint(error: &clap::Error, arguments: &[OsString]) -> Option<String> {
    let refused = error.kind() == ErrorKind::UnknownArgument && !arguments.iter().any(|one| one == "--");
    let spaced = |text: &OsString| text.to_str().is_some_and(|text| text.contains(char::is_whitespace));
    // What follows an option is its value, and no text.
    let follows = |at: usize| at.checked_sub(1).and_then(|at| arguments.get(at)).is_some_and(may_be_option);
    let value = arguments.iter().position(|one| is_dashed_text(one) && spaced(one));
    if let Some((at, value)) = value.zip(value.and_then(|at| arguments.get(at)))
        && refused
        && follows(at)
        && let Some(option) = at.checked_sub(1).and_then(|at| arguments.get(at))
    {
        return Some(format!(
            "write a value that begins with a dash behind `=`, as in `{}=\"{}\"`; a text that is no value goes last, behind ` -- `",
            option.display(),
            value.display()
        ));
    }
    let text = first_text(arguments).is_some_and(|at| !follows(at) || spaced(&arguments[at]))
        || arguments.iter().skip(1).any(|one| may_be_option(one) && spaced(one));
    (refused && text).then(|| "put a text that begins with a dash last, behind ` -- `".to_owned())
}

fn first_text(arguments: &[OsString]) -> Option<usize> {
    let end = arguments.iter().position(|one| one == "--").unwrap_or(arguments.len());
    arguments.iter().take(end).position(is_dashed_text)
}

/// Tells whether an argument begins with a dash and can be no option: no option begins with a space, digit or sign.
fn is_dashed_text(argument: &OsString) -> bool {
    let rest = argument.to_str().map(|text| (text, text.trim_start_matches('-')));
    rest.is_some_and(|(text, rest)| {
        rest.len() < text.len() && rest.chars().next().is_some_and(|first| !first.is_ascii_alphabetic())
    })
}

fn may_be_option(argument: &OsString) -> bool {
    argument.to_string_lossy().starts_with('-') && argument != "-" && !is_dashed_text(argument)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Result<String, clap::Error> {
        let arguments: Vec<OsString> =
            std::iter::once("memoro").chain(words.iter().copied()).map(Into::into).collect();
        parse(&arguments).map(|cli| format!("{:?}", cli.command))
    }

    #[test]
    fn a_text_that_begins_with_a_dash_is_a_text() {
        for words in [
            &["remember", "-5 degrees"][..],
            &["remember", "-5", "degrees"],
            &["note", "- item"],
            &["say", "- จำไว้ว่าฉันชอบชา"],
            &["note", "--tag", "x", "-ข้อหนึ่ง"],
            &["note", "-第一条"],
            &["note", "-- two dashes"],
            &["profile", "set", "temperature", "-5"],
            &["recall", "-40"],
        ] {
            let command = read(words).unwrap();
            let last = words.last().unwrap();
            assert!(command.contains(&format!("{last:?}")), "{words:?}: {command}");
        }
        // As before.
        assert!(read(&["note", "--", "--json"]).unwrap().contains("--json"));
    }

    #[test]
    fn a_value_that_begins_with_a_dash_goes_behind_its_option() {
        for value in ["- item one", "- ข้อ หนึ่ง", "- 第一 条"] {
            let words = ["memoro", "decide", "T", "--why", value];
            let arguments: Vec<OsString> = words.iter().map(Into::into).collect();
            let error = parse(&arguments).unwrap_err();
            let told = hint(&error, &arguments).unwrap();
            assert!(told.contains(&format!("`--why=\"{value}\"`")), "{told}");
            assert!(read(&["decide", "T", &format!("--why={value}")]).is_ok());
        }
    }

    #[test]
    fn what_could_be_an_option_stays_an_error_that_says_where_the_text_goes() {
        for words in [
            &["note", "- item", "--tag", "x"][..],
            &["remember", "-note to self"],
            &["remember", "--tll", "8h", "x"],
            &["list", "-n", "-5"],
        ] {
            let arguments: Vec<OsString> =
                std::iter::once("memoro").chain(words.iter().copied()).map(Into::into).collect();
            let error = parse(&arguments).unwrap_err();
            let dashed = words.iter().any(|word| word.contains(' '));
            assert_eq!(hint(&error, &arguments).is_some(), dashed, "{words:?}");
        }
    }
}
