//! What an agent sees of its folder: two levels of names with sizes, and numbered lines of a file.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// The most lines that are shown at once.
const MOST_LINES: usize = 999_999;

/// Lists a folder two levels deep, hidden items apart.
pub(super) fn listing(path: &str, folder: &Path) -> String {
    let shown = if path.len() > 1 { path.trim_end_matches('/') } else { path };
    let mut text = format!(
        "Here're the files and directories up to 2 levels deep in {shown}, excluding hidden items:\n"
    );
    let _ = write!(text, "{}\t{shown}", size(bytes_below(folder)));
    list(folder, shown, 1, &mut text);
    text
}

fn list(folder: &Path, shown: &str, depth: usize, text: &mut String) {
    for (name, file) in children(folder) {
        let is_folder = file.is_dir();
        let bytes =
            if is_folder { bytes_below(&file) } else { file.metadata().map_or(0, |found| found.len()) };
        let mark = if is_folder { "/" } else { "" };
        let _ = write!(text, "\n{}\t{shown}/{name}{mark}", size(bytes));
        if is_folder && depth < 2 {
            list(&file, &format!("{shown}/{name}"), depth + 1, text);
        }
    }
}

/// Returns what lies in a folder, by name; hidden items and links are left out.
fn children(folder: &Path) -> Vec<(String, std::path::PathBuf)> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut found: Vec<_> = entries
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_ok_and(|kind| !kind.is_symlink()))
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path()))
        .filter(|(name, _)| !name.starts_with('.') && name != "node_modules")
        .collect();
    found.sort();
    found
}

fn bytes_below(folder: &Path) -> u64 {
    let of = |file: &Path| {
        if file.is_dir() { bytes_below(file) } else { file.metadata().map_or(0, |found| found.len()) }
    };
    children(folder).iter().map(|(_, file)| of(file)).sum()
}

/// Writes a size as people read it: `0B`, `512B`, `1.5K`, `2M`.
fn size(bytes: u64) -> String {
    let units = ["B", "K", "M", "G"];
    let mut unit = 0;
    let mut tenths = bytes * 10;
    while tenths >= 10_240 && unit < units.len() - 1 {
        tenths /= 1_024;
        unit += 1;
    }
    match (tenths / 10, tenths % 10) {
        (whole, 0) => format!("{whole}{}", units[unit]),
        (whole, tenth) => format!("{whole}.{tenth}{}", units[unit]),
    }
}

/// Shows a file, or a range of its lines.
pub(super) fn lines(path: &str, text: &str, range: Option<(i64, i64)>) -> Result<String, String> {
    let all: Vec<&str> = text.lines().collect();
    if all.len() > MOST_LINES {
        return Err(format!("File {path} exceeds maximum line limit of 999,999 lines."));
    }
    let (from, to) = match range {
        None => (1, all.len()),
        Some(asked) => within(asked, all.len())?,
    };
    let shown = all.get(from.saturating_sub(1)..to).unwrap_or_default();
    Ok(format!("Here's the content of {path} with line numbers:\n{}", numbered(shown, from)))
}

fn within((from, to): (i64, i64), of: usize) -> Result<(usize, usize), String> {
    let last = i64::try_from(of).unwrap_or(i64::MAX);
    let end = if to == -1 { last } else { to };
    if from < 1 || from > last.max(1) || end < from.min(last) {
        return Err(format!(
            "Invalid `view_range` parameter: [{from}, {to}]. It should be within the range of lines of the file: [1, {of}]"
        ));
    }
    Ok((usize::try_from(from).unwrap_or(1), usize::try_from(end.min(last)).unwrap_or(of)))
}

fn numbered(lines: &[&str], from: usize) -> String {
    let rows = lines.iter().zip(from..).map(|(line, n)| format!("{n:>6}\t{line}"));
    rows.collect::<Vec<_>>().join("\n")
}

/// Shows the lines around a change; `line` is counted from 0.
pub(super) fn snippet(text: &str, line: usize) -> String {
    let all: Vec<&str> = text.lines().collect();
    let from = line.saturating_sub(2);
    let to = (line + 3).min(all.len());
    numbered(all.get(from..to).unwrap_or_default(), from + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_read_as_people_write_them() {
        for (bytes, told) in
            [(0, "0B"), (512, "512B"), (1024, "1K"), (1536, "1.5K"), (1_048_576, "1M"), (5_368_709_120, "5G")]
        {
            assert_eq!(size(bytes), told);
        }
    }

    #[test]
    fn lines_are_numbered_from_the_one_that_was_asked_for() {
        let text = "one\nสอง\n三\n";
        assert_eq!(
            lines("/memories/a", text, Some((2, -1))).unwrap(),
            "Here's the content of /memories/a with line numbers:\n     2\tสอง\n     3\t三"
        );
        assert_eq!(
            lines("/memories/a", "", None).unwrap(),
            "Here's the content of /memories/a with line numbers:\n"
        );
        for wrong in [(0, 2), (4, 5), (3, 1)] {
            assert!(lines("/memories/a", text, Some(wrong)).unwrap_err().contains("[1, 3]"), "{wrong:?}");
        }
        assert_eq!(snippet("a\nb\nc\nd\ne\nf\n", 3), "     2\tb\n     3\tc\n     4\td\n     5\te\n     6\tf");
    }
}
