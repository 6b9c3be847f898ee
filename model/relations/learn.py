"""Learns the weights that tell duplicates and contradictions (crates/memoro-core/src/conflict/model.rs).

    SIGNALS=/tmp/signals.tsv cargo test -p memoro-embed --test conflict -- --ignored
    python3 model/relations/learn.py /tmp/signals.tsv

Prints precision and recall of each set of pairs as a model tells it that has not learned from that set, then the weights
of the model that has learned from all but the half of the first set that is kept back for good. Needs numpy and scikit-learn.
"""

import sys
from collections import defaultdict

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

LABELS = ["same", "contradicts", "related", "unrelated"]
SETS = ["pairs", "fresh", "third", "fourth", "fifth", "sixth", "eighth"]
STRENGTH, SURE_SAME, SURE_CONTRADICTS = 0.01, 0.7, 0.65


def read(path):
    rows = []
    for line in open(path, encoding="utf-8"):
        number, half, language, label, _now, marks, signals, _new, _old = line.rstrip("\n").split("\t")
        if int(number) < len(SETS):
            row = [float(x) for x in signals.split(",")]
            kept_back = int(number) == 0 and half == "1"
            rows.append((int(number), language, label, [mark == "1" for mark in marks], row, kept_back))
    return rows


def learn(x, y):
    scale = StandardScaler().fit(x)
    model = LogisticRegression(C=STRENGTH, max_iter=5000).fit(scale.transform(x), y)
    weights = model.coef_ / scale.scale_
    return weights, model.intercept_ - weights @ scale.mean_


def decide(x, marks, weights, bias):
    scores = np.exp(x @ weights.T + bias)
    likely = scores / scores.sum(1, keepdims=True)
    found = likely.argmax(1)
    found[(found == 0) & (likely[:, 0] < SURE_SAME)] = 2
    found[(found == 1) & (likely[:, 1] < SURE_CONTRADICTS)] = 2
    found[(found == 0) & marks[:, 0]] = 2
    found[(found == 1) & marks[:, 1]] = 2
    return found


def folds(rows):
    """A set is left out as a whole; of the fifth, whose languages tell the same stories, a fifth at a time."""
    count, place = defaultdict(int), []
    for number, language, label, *_ in rows:
        place.append(count[number, language, label])
        count[number, language, label] += 1
    return [
        (row[0], at * 5 // count[row[:3]] if row[0] == 4 else 0) for row, at in zip(rows, place, strict=True)
    ]


def told(found, y, kind):
    right = ((found == kind) & (y == kind)).sum()
    return f"{right / max(1, (found == kind).sum()):.3f} / {right / max(1, (y == kind).sum()):.3f}"


def main():
    rows = read(sys.argv[1])
    x, marks = np.array([row[4] for row in rows]), np.array([row[3] for row in rows])
    y, of = np.array([LABELS.index(row[2]) for row in rows]), np.array([row[0] for row in rows])
    fold = folds(rows)
    found = np.zeros(len(rows), int)
    for out in sorted(set(fold)):
        left_out = np.array([one == out for one in fold])
        known = ~left_out
        found[left_out] = decide(x[left_out], marks[left_out], *learn(x[known], y[known]))
    for number, name in enumerate(SETS + ["all"]):
        among = of == number if number < len(SETS) else of >= 0
        same, against = told(found[among], y[among], 0), told(found[among], y[among], 1)
        print(f"left out {name}: duplicates {same}, contradictions {against} of {among.sum()}")
    seen = np.array([not row[5] for row in rows])
    weights, bias = learn(x[seen], y[seen])
    for row in weights:
        print("    [" + ", ".join(f"{w:.5f}" for w in row) + "],")
    print("bias: [" + ", ".join(f"{b:.4f}" for b in bias) + "]")


main()
