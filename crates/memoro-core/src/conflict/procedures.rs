//! When two procedures are one: how similar their triggers are.

use super::{Meaning, evidence};
use crate::text::{normalised, simplified};

/// The similarity of triggers above which two procedures are merged.
pub const MERGE_ABOVE: f64 = 0.85;

/// The cosine of the embedded model at which two triggers are as likely one as not: 0.80 and above are the same
/// situation in other words, 0.79 and below another situation (`tests/data/triggers.tsv`, three languages).
const BORDER: f64 = 0.805;

/// Returns how similar two triggers are, in 0..=1, calibrated so that [`MERGE_ABOVE`] is the border in any language.
pub fn trigger_similarity(new: &str, old: &str, meaning: &Meaning<'_>) -> f64 {
    if normalised(new).trim() == normalised(old).trim() {
        return 1.0;
    }
    let evidence = evidence(new, old, meaning);
    let cosine = evidence.cosine.max(0.0);
    let calibrated = if cosine > BORDER {
        MERGE_ABOVE + (cosine - BORDER) / (1.0 - BORDER) * (1.0 - MERGE_ABOVE)
    } else {
        cosine / BORDER * MERGE_ABOVE
    };
    let other = evidence.denies || evidence.differs_in_fact || undoes(new, old);
    if other { calibrated.min(MERGE_ABOVE) } else { calibrated.min(1.0) }
}

/// Acts of which one undoes the other, or goes the other way.
const UNDONE: [(&str, &str); 22] = [
    ("lock", "unlock"),
    ("mount", "unmount"),
    ("subscribe", "unsubscribe"),
    ("install", "uninstall"),
    ("encrypt", "decrypt"),
    ("compress", "decompress"),
    ("accept", "reject"),
    ("approve", "reject"),
    ("import", "export"),
    ("upload", "download"),
    ("backup", "restore"),
    ("back", "restore"),
    ("deploy", "roll"),
    ("attach", "detach"),
    ("connect", "disconnect"),
    ("加密", "解密"),
    ("导入", "导出"),
    ("上传", "下载"),
    ("备份", "恢复"),
    ("เข้ารหัส", "ถอดรหัส"),
    ("นำเข้า", "ส่งออก"),
    ("อัปโหลด", "ดาวน์โหลด"),
];

/// Tells whether one trigger is the undoing of the other.
fn undoes(new: &str, old: &str) -> bool {
    let plain = |text: &str| -> String { normalised(text).chars().map(simplified).collect() };
    let (new, old) = (plain(new), plain(old));
    let has = |text: &str, act: &str| {
        if act.is_ascii() {
            text.split(|c: char| !c.is_alphanumeric()).any(|word| word == act)
        } else {
            text.contains(act)
        }
    };
    let one = |a: &str, b: &str| has(&new, a) && has(&old, b) && !has(&new, b) && !has(&old, a);
    UNDONE.iter().any(|(a, b)| one(a, b) || one(b, a))
}

/// Tells whether two triggers are similar enough to merge.
pub fn same_trigger(new: &str, old: &str, meaning: &Meaning<'_>) -> bool {
    trigger_similarity(new, old, meaning) > MERGE_ABOVE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_undoes_another_is_another_procedure() {
        for (one, other) in [
            ("lock the account", "unlock the account"),
            ("export data to csv", "import data from csv"),
            ("加密磁盘", "解密磁盘"),
            ("导入数据", "導出數據"),
            ("เข้ารหัสดิสก์", "ถอดรหัสดิสก์"),
        ] {
            assert!(undoes(one, other) && undoes(other, one), "{one} / {other}");
            assert!(!undoes(one, one), "{one}");
        }
        assert!(!undoes("back up the database", "back up the disk"));
    }
}
