//! The difference between two texts, line by line, as `diff -u` shows it.

use std::fmt::Write as _;

/// How many unchanged lines are shown around a change.
const AROUND: usize = 2;
/// How many lines are compared in full; beyond that the middle counts as replaced.
const COMPARED: usize = 3_000;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Keep,
    Drop,
    Add,
}

/// Writes what changed between two texts; nothing where they are equal.
pub fn unified(path: &str, before: &str, after: &str) -> String {
    if before == after {
        return String::new();
    }
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let steps = steps(&old, &new);
    let mut out = format!("--- {}\n+++ {path}\n", if before.is_empty() { "/dev/null" } else { path });
    let near = |at: usize| {
        let from = at.saturating_sub(AROUND);
        steps.iter().skip(from).take(at - from + AROUND + 1).any(|(step, _)| *step != Step::Keep)
    };
    let (mut old_no, mut new_no, mut open) = (1, 1, false);
    for (at, (step, line)) in steps.iter().enumerate() {
        let shown = near(at);
        if shown && !open {
            let _ = writeln!(out, "@@ -{old_no} +{new_no} @@");
        }
        open = shown;
        if shown {
            let mark = match step {
                Step::Keep => ' ',
                Step::Drop => '-',
                Step::Add => '+',
            };
            let _ = writeln!(out, "{mark}{line}");
        }
        old_no += usize::from(*step != Step::Add);
        new_no += usize::from(*step != Step::Drop);
    }
    out
}

fn steps<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<(Step, &'a str)> {
    let head = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let tail = old[head..].iter().rev().zip(new[head..].iter().rev()).take_while(|(a, b)| a == b).count();
    let (middle_old, middle_new) = (&old[head..old.len() - tail], &new[head..new.len() - tail]);
    let mut steps: Vec<(Step, &str)> = old[..head].iter().map(|line| (Step::Keep, *line)).collect();
    if middle_old.len().max(middle_new.len()) > COMPARED {
        steps.extend(middle_old.iter().map(|line| (Step::Drop, *line)));
        steps.extend(middle_new.iter().map(|line| (Step::Add, *line)));
    } else {
        steps.extend(middle(middle_old, middle_new));
    }
    steps.extend(old[old.len() - tail..].iter().map(|line| (Step::Keep, *line)));
    steps
}

/// The longest common lines, by the usual table.
fn middle<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<(Step, &'a str)> {
    let width = new.len() + 1;
    let mut common = vec![0u16; (old.len() + 1) * width];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i * width + j] = if old[i] == new[j] {
                common[(i + 1) * width + j + 1] + 1
            } else {
                common[(i + 1) * width + j].max(common[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j, mut steps) = (0, 0, Vec::new());
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            steps.push((Step::Keep, old[i]));
            (i, j) = (i + 1, j + 1);
        } else if j == new.len()
            || (i < old.len() && common[(i + 1) * width + j] >= common[i * width + j + 1])
        {
            steps.push((Step::Drop, old[i]));
            i += 1;
        } else {
            steps.push((Step::Add, new[j]));
            j += 1;
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_steps_lead_from_one_text_to_the_other(
            old in proptest::collection::vec("[abc]", 0..12),
            new in proptest::collection::vec("[abc]", 0..12),
        ) {
            let (old, new): (Vec<&str>, Vec<&str>) =
                (old.iter().map(String::as_str).collect(), new.iter().map(String::as_str).collect());
            let steps = steps(&old, &new);
            let of = |skip| steps.iter().filter(|(s, _)| *s != skip).map(|(_, l)| *l).collect::<Vec<_>>();
            prop_assert_eq!(of(Step::Add), old);
            prop_assert_eq!(of(Step::Drop), new);
        }
    }

    #[test]
    fn changes_are_shown_with_their_neighbours() {
        let before = "a\nb\nc\nd\ne\nf\n";
        let diff = unified("x.md", before, "a\nb\nc\nd\nE\nf\n");
        assert_eq!(diff, "--- x.md\n+++ x.md\n@@ -3 +3 @@\n c\n d\n-e\n+E\n f\n");
        assert!(unified("x.md", "", "ก\n").starts_with("--- /dev/null\n+++ x.md\n@@ -1 +1 @@\n+ก"));
        assert_eq!(unified("x.md", "a", "a"), "");
    }
}
