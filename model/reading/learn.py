"""Learns how much each sign says for something being settled, and measures it on conversations it was not learned from.

    python learn.py EVALS SETS... --out weights.txt      learn from all sets
    python learn.py EVALS SETS... --leave-out            learn from all but one set, read that one, for each set

EVALS is the built `memoro-evals`; the sets are the labelled conversations of crates/memoro-core/tests/extraction. The
program lists the signs of every sentence (`--reading`); a logistic regression with a square penalty weighs them, and some
pairs of them: what kind of sentence it is with what stands around it, the question before it with its own words, its
length with both. Sentences that only repeat or accept a labelled one are left out of the learning: both would be right.
"""

import argparse
import json
import os
import subprocess
import tempfile
from collections import Counter, defaultdict

from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

SETTLED = {"decision", "architecture", "taken back"}
PENALTY = 0.3  # scikit-learn's C
RARE = 5  # signs of fewer sentences are not weighed
LEAST = 0.42  # the chance from which on something counts as settled
STATED = 0.01  # the chance from which on what is settled in so many words counts
MARGIN = 0.25  # how much less likely a sentence may be than the best of its turn
SMALL = 0.015  # smaller weights are dropped
WORDS = 0.5  # how much a word counts beside a sign, so that few words are learned by heart
IDLE = 3  # how often talk that settles nothing counts
# Signs of the first family are paired with those of the second.
PAIRS = [
    (("type ",), ("next", "later", "before", "answers", "shares", "length", "turn ")),
    (("before asks", "before offers"), ("length", "shares", "starts", "ends", "has")),
    (("length",), ("has", "starts", "ends", "before", "next", "shares")),
]


def read(evals, sets):
    lines = subprocess.run([evals, "--reading", *sets], check=True, capture_output=True, text=True).stdout.splitlines()
    rows = [json.loads(line) for line in lines]
    for row in rows:
        row["settles"] = bool(SETTLED & set(row["kinds"]))
        row["names"] = with_pairs(row["signs"])
    for talk in talks(rows).values():
        for row in talk:
            row["counts"] = not is_beside(row, talk)
    return rows


def talks(rows):
    found = defaultdict(list)
    for row in rows:
        found[row["set"], row["title"]].append(row)
    return found


def with_pairs(signs):
    names = set(signs)
    for first, second in PAIRS:
        for a in signs:
            if a.startswith(first):
                names.update(" & ".join(sorted((a, b))) for b in signs if b.startswith(second) and a != b)
    return names


def is_beside(row, talk):
    """Tells whether a sentence that is not labelled repeats or accepts one that is, or is what that one accepts."""
    if row["settles"]:
        return False
    signs = set(row["signs"])
    repeats = {"shares before half", "shares before all"}
    before = any(other["settles"] and other["turn"] == row["turn"] - 1 for other in talk)
    if before and ({"bare agreement", "no matter"} & signs or ("answers agrees" in signs and repeats & signs)):
        return True
    after = [set(o["signs"]) for o in talk if o["settles"] and o["turn"] == row["turn"] + 1]
    open_to = {"asks", "cue proposals"} & signs or row["role"] != "Assistant"
    return bool(open_to) and any((repeats | {"answers agrees"}) & other for other in after)


def learn(rows):
    rows = [row for row in rows if row["counts"]]
    often = Counter(name for row in rows for name in row["names"])
    names = sorted(name for name, count in often.items() if count >= RARE)
    place = {name: at for at, name in enumerate(names)}
    at, of = [], []
    for row_at, row in enumerate(rows):
        for name in row["names"]:
            if name in place:
                at.append(row_at)
                of.append(place[name])
    scale = [WORDS if name.startswith("says <") else 1.0 for name in names]
    matrix = csr_matrix(([scale[name] for name in of], (at, of)), shape=(len(rows), len(names)))
    model = LogisticRegression(C=PENALTY, max_iter=3000, class_weight={0: 1, 1: 1.5})
    idle = {row["set"] for row in rows} - {row["set"] for row in rows if row["settles"]}
    model.fit(matrix, [int(row["settles"]) for row in rows], [IDLE if row["set"] in idle else 1 for row in rows])
    lines = [f"{model.intercept_[0]:.2f} = base", f"{LEAST} = least", f"{STATED} = stated", f"{MARGIN} = margin"]
    weights = [weight * by for weight, by in zip(model.coef_[0], scale)]
    lines += [f"{weight:.2f} {name}" for name, weight in zip(names, weights) if abs(weight) >= SMALL]
    return "\n".join(lines) + "\n"


def leave_out(evals, sets, rows):
    sums = defaultdict(lambda: [0, 0, 0])
    for left in sets:
        name = os.path.splitext(os.path.basename(left))[0]
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write(learn([row for row in rows if row["set"] != name]))
            file.flush()
            out = subprocess.run([evals, "--reading-score", file.name, left], check=True, capture_output=True, text=True)
        for line in out.stdout.splitlines():
            _, kind, hits, extra, missed, f1 = line.rsplit(" ", 5)
            sums[kind] = [a + int(b) for a, b in zip(sums[kind], (hits, extra, missed))]
            if kind in ("decision", "remember"):
                print(f"{name:12} {kind:9} hits {hits:>3} extra {extra:>3} missed {missed:>3} F1 {f1}")
    for kind, (hits, extra, missed) in sums.items():
        print(f"all {kind:9} hits {hits} extra {extra} missed {missed} F1 {2 * hits / max(1, 2 * hits + extra + missed):.3f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("evals")
    parser.add_argument("sets", nargs="+")
    parser.add_argument("--out")
    parser.add_argument("--leave-out", action="store_true")
    given = parser.parse_args()
    rows = read(given.evals, given.sets)
    if given.leave_out:
        leave_out(given.evals, given.sets, rows)
    if given.out:
        with open(given.out, "w") as file:
            file.write(learn(rows))


if __name__ == "__main__":
    main()
