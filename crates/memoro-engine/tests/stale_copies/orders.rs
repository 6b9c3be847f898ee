//! Every order in which an editor, a shell, a tool that reads along and Memoro can meet at one file.

use std::fs;

use memoro_engine::Depth;

use super::{House, Save, user};

/// One order of what happens to a file: `R` an editor reads it, `M` Memoro writes, `S` a shell adds a line at its end, `Q`
/// Memoro looks at it, `T` a tool reads it along, `W` the editor saves what it has, with a line of its own.
fn in_order(order: &str, how: Save) -> Result<(), String> {
    let house = House::new();
    house.set("seed", "1");
    let (mut copy, mut memoro, mut editor, mut shell) = (String::new(), Vec::new(), Vec::new(), Vec::new());
    for (n, step) in order.char_indices() {
        // The clock of a file system goes by ticks.
        std::thread::sleep(std::time::Duration::from_millis(12));
        let key = format!("{}{n}", step.to_ascii_lowercase());
        match step {
            'R' => copy = house.open(),
            'M' => {
                house.set(&key, "ของเมโมโร");
                memoro.push(key);
            }
            'S' => {
                let mut file = fs::OpenOptions::new().append(true).open(house.path()).unwrap();
                let lines = format!("- key:{key} | value:外壳\nthe shell's line {n}\n");
                std::io::Write::write_all(&mut file, lines.as_bytes()).unwrap();
                shell.push((n, key));
            }
            'Q' => drop(house.workspace.take_in(&user()).unwrap()),
            'T' => drop(house.open()),
            _ => {
                let mine = format!("- key:{key} | value:บรรณาธิการ\n编辑器的第{n}行\n");
                copy.push_str(&mine);
                house.save(how, &copy);
                editor.push((n, key));
            }
        }
    }
    house.set("end", "1");
    let (values, text) = (house.values(), house.open());
    let shown = |line: &str| text.lines().filter(|found| *found == line).count() == 1;
    let kept = |key: &str| values.contains_key(key) && house.shown(key);
    let lost = memoro.iter().find(|key| !kept(key)).cloned();
    let lost = lost.or_else(|| {
        let gone = |(n, key): &&(usize, String)| !kept(key) || !shown(&format!("编辑器的第{n}行"));
        editor.iter().find(gone).map(|(_, key)| key.clone())
    });
    // Memoro can only keep what it has seen or what stands behind a version of its own that somebody replaced, and only tell
    // a copy from an edit where it wrote after the copy was opened.
    let looks = |steps: &str| steps.contains(['M', 'Q']);
    let known = |n: usize| {
        let (before, after) = order.split_at(n);
        let replaced =
            matches!(how, Save::ByRename) && before.rsplit_once('W').is_none_or(|(_, own)| looks(own));
        replaced || looks(after.split('W').next().unwrap_or_default())
    };
    let stale = order.split('W').next().is_some_and(|first| first.contains('M'));
    // What Memoro has looked at since without writing anything may be the editor's own line, taken out again.
    let unread = |n: usize| {
        let (before, after) = order.split_at(n);
        matches!(how, Save::ByRename)
            && !before.contains('W')
            && !after.split('W').next().is_some_and(|own| own.contains('Q'))
    };
    let lost = lost.or_else(|| {
        let gone = |(n, key): &&(usize, String)| {
            (stale && known(*n) || unread(*n)) && (!kept(key) || !shown(&format!("the shell's line {n}")))
        };
        shell.iter().find(gone).map(|(_, key)| key.clone())
    });
    let holds = house.workspace.check(Depth::Full, &user()).unwrap();
    if let Some(bad) = holds.iter().find(|one| !one.holds()) {
        return Err(format!("{order} {how:?}: {bad:?}"));
    }
    lost.map_or(Ok(()), |key| Err(format!("{order} {how:?}: {key} is lost: {values:?}\n{text}")))
}

/// Returns all orders of these steps up to a length.
fn orders(steps: &str, most: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut last = all.clone();
    for _ in 0..most {
        last = last.iter().flat_map(|o| steps.chars().map(move |step| format!("{o}{step}"))).collect();
        all.extend(last.iter().cloned());
    }
    all
}

#[test]
fn in_every_order_of_reading_writing_adding_and_saving_nobody_loses_anything() {
    let most = std::env::var("MEMORO_ORDERS").ok().and_then(|most| most.parse().ok()).unwrap_or(3);
    if House::where_reading_shows().is_none() {
        return;
    }
    let mut cases: Vec<String> = orders("MSQ", most).iter().map(|between| format!("R{between}W")).collect();
    cases.extend(orders("MTQ", most + 1).iter().map(|between| format!("R{between}W")));
    for first in orders("MT", most) {
        cases.extend(orders("MT", most.saturating_sub(1)).iter().map(|then| format!("R{first}W{then}W")));
        cases.extend(orders("MT", most.saturating_sub(1)).iter().map(|then| format!("R{first}WQR{then}W")));
    }
    // A copy that is saved once more, unread, over the shell's lines that were put back cannot be told from a wish.
    let around = most.saturating_sub(2).min(1);
    for first in orders("MSQ", around) {
        cases.extend(orders("MSQ", around).iter().map(|then| format!("R{first}W{then}W")));
        cases.extend(orders("MSQ", around).iter().map(|then| format!("R{first}WQR{then}W")));
    }
    let cases: Vec<(String, Save)> = cases
        .iter()
        .flat_map(|case| [Save::ByRename, Save::InPlace].map(|how| (case.clone(), how)))
        .collect();
    let next = std::sync::atomic::AtomicUsize::new(0);
    let wrong = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                loop {
                    let n = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    let Some((order, how)) = cases.get(n) else { break };
                    if let Err(why) = in_order(order, *how) {
                        wrong.lock().unwrap().push(why);
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}
