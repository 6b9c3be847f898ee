"""Learns how much each sign says for a clause telling an agent how to behave, and what the meaning of its sentence adds
(crates/memoro-core/src/bidding/weights.txt and meaning.f32).

    SIGNS=/tmp/signs.tsv cargo test -p memoro-embed --test bidding -- --ignored
    python3 model/bidding/learn.py /tmp/signs.tsv              how well it does on sentences left out, in eight parts
    python3 model/bidding/learn.py /tmp/signs.tsv --write      learn from all and write the weights

A text directs where one of its clauses does, and it is not known which: the clause that the weights of the round before
think most of stands for a text that directs, every clause for a text that only tells. Sentences of the router's sets count
less: what is to be done is a procedure, what happened or is known tells. The half of the labelled sentences that is kept
back (`bidding_unseen.tsv`) is never read here. Needs numpy, scipy and scikit-learn.
"""

import pathlib
import sys
from collections import Counter

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold

HERE = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(HERE / "model"))
from refenc import Model  # noqa: E402

PENALTY, MEANING_PENALTY = 1.0, 6.0  # scikit-learn's C
RARE = 4  # signs of fewer texts are not weighed
ROUNDS = 5
ROUTER = 0.15  # the weight of a sentence of the router's sets
SHARE = 0.5  # how much of what the meaning says counts
LEAST = -0.3  # the sum from which on a clause directs
SMALL = 0.02  # smaller weights are dropped


class Row:
    def __init__(self, line, model):
        self.set, self.language, label, seen, self.text = line.rstrip("\n").split("\t")
        self.directs = int(label in ("1", "procedural"))
        self.counts = label != "user_model"
        seen = [clause.split("\x01") for clause in seen.split("\x02") if clause]
        self.clauses = [set(signs.split(",")) for _, _, signs in seen] or [set()]
        self.whole = model.encode([self.text])[0]
        self.vectors = model.encode([sentence for _, sentence, _ in seen] or [self.text])


def read(path):
    model = Model(HERE / "crates/memoro-embed/model/model.bin")
    rows = [Row(line, model) for line in open(path, encoding="utf-8")]
    return [row for row in rows if row.counts]


def weight(row):
    return ROUTER if row.set == "router" else 1.0


def learn(rows):
    meaning = LogisticRegression(C=MEANING_PENALTY, max_iter=3000)
    meaning.fit([row.whole for row in rows], [row.directs for row in rows], [weight(row) for row in rows])
    often = Counter(sign for row in rows for sign in set().union(*row.clauses))
    names = sorted(sign for sign, count in often.items() if count >= RARE)
    place = {sign: at for at, sign in enumerate(names)}
    flat = [(of, clause) for of, row in enumerate(rows) for clause in row.clauses]
    at = [(row, place[sign]) for row, (_, clause) in enumerate(flat) for sign in clause if sign in place]
    matrix = csr_matrix((np.ones(len(at)), tuple(zip(*at))), shape=(len(flat), len(names)))
    of = np.array([of for of, _ in flat])
    labels = np.array([row.directs for row in rows])[of]
    sizes = np.array([len(row.clauses) for row in rows])[of]
    base = np.array([weight(row) for row in rows])[of]
    chosen = np.ones(len(flat), bool)
    for number in range(ROUNDS):
        heavy = base / (sizes if number == 0 else np.where(labels == 1, 1, np.sqrt(sizes)))
        signs = LogisticRegression(C=PENALTY, max_iter=4000)
        signs.fit(matrix[chosen], labels[chosen], heavy[chosen])
        sums = signs.decision_function(matrix)
        chosen = labels == 0
        for row in np.unique(of[labels == 1]):
            own = np.flatnonzero(of == row)
            chosen[own[np.argmax(sums[own])]] = True
    return signs.intercept_[0], dict(zip(names, signs.coef_[0])), meaning


def judge(model, row):
    base, weights, meaning = model
    said = [base + sum(weights.get(sign, 0) for sign in clause) for clause in row.clauses]
    return (np.array(said) + SHARE * meaning.decision_function(row.vectors)).max()


def shares(sums, labels, least):
    return f"{np.mean(sums[labels == 1] >= least):.3f} held {np.mean(sums[labels == 0] < least):.3f} free"


def leave_out(rows):
    own = [row for row in rows if row.set in ("seen", "learn", "acts")]
    rest = [row for row in rows if row.set == "router"]
    labels = np.array([row.directs for row in own])
    sums = np.zeros(len(own))
    for train, test in StratifiedKFold(8, shuffle=True, random_state=1).split(own, labels):
        model = learn([own[at] for at in train] + rest)
        sums[test] = [judge(model, own[at]) for at in test]
    for name in ("seen", "learn", "acts", "en", "th", "zh"):
        which = np.array([name in (row.set, row.language) for row in own])
        print(name, *(f"{least}: {shares(sums[which], labels[which], least)};" for least in (-0.6, LEAST, 0, 0.3)))
    for at in np.argsort(-np.abs(sums)):
        if (sums[at] >= LEAST) != bool(labels[at]) and "-v" in sys.argv:
            print(f"{sums[at]:6.2f} {own[at].set} {labels[at]} {own[at].text}")


def main():
    rows = read(sys.argv[1])
    leave_out(rows)
    model = learn([row for row in rows if row.set != "notes"])
    for row in rows:
        if row.set == "notes" and judge(model, row) >= LEAST:
            print(f"held {judge(model, row):.2f}: {row.text}")
    if "--write" in sys.argv:
        base, weights, meaning = model
        lines = [f"{base:.2f} = base", f"{LEAST} = least"]
        lines += [f"{weight:.2f} {sign}" for sign, weight in weights.items() if abs(weight) >= SMALL]
        folder = HERE / "crates/memoro-core/src/bidding"
        (folder / "weights.txt").write_text("\n".join(lines) + "\n")
        numbers = np.concatenate([meaning.coef_[0], meaning.intercept_]) * SHARE
        numbers.astype("<f4").tofile(folder / "meaning.f32")


main()
