"""Learns what layer the words and the meaning of a text point to (crates/memoro-core/src/route/layers.f32 and layers.i8).

    VECTORS=/tmp/vectors.tsv cargo test -p memoro-embed --test router -- --ignored
    python3 model/routing/learn.py /tmp/vectors.tsv

Prints how many sentences of each author are put into the right layer by weights that have learned from other authors
alone, without and with the points of the rules; then learns from all sets but the one that is kept back for good, and
writes the weights. Needs numpy, scipy and scikit-learn.
"""

import pathlib
import sys

import numpy as np
from scipy.sparse import csr_matrix, hstack
from sklearn.linear_model import LogisticRegression

LAYERS = ["user_model", "procedural", "episodic", "semantic"]
# The set that nothing is learned from, and where the sentences begin that were written to learn from.
KEPT_BACK, WRITTEN = 9, 10
# Authors that are left out together: each language has others left to learn from.
TOGETHER = [[18, 11, 16, 0, 2], [10, 14, 20, 8, 3], [13, 19, 12, 1, 5, 4], [15, 17, 6, 7, 9, 21, 22, 23]]
BUCKETS, GRAMS, STRENGTH = 1 << 16, 3.5, 5
# As in route.rs: how much a point of the rules adds, and up to how many.
POINT, MOST_POINTS = 0.3, 9


def read(path):
    sets, layers, points, vectors, grams = [], [], [], [], ([], [], [0])
    for line in open(path, encoding="utf-8"):
        number, _language, layer, rules, vector, _text, runs = line.rstrip("\n").split("\t")
        sets.append(int(number))
        layers.append(LAYERS.index(layer))
        points.append([float(value) for value in rules.split(",")] + [0.0])
        vectors.append([float(value) for value in vector.split(",")])
        for run in runs.split(","):
            bucket, value = run.split(":")
            grams[0].append(float(value))
            grams[1].append(int(bucket))
        grams[2].append(len(grams[0]))
    words = csr_matrix(grams, shape=(len(sets), BUCKETS))
    x = hstack([csr_matrix(np.array(vectors)), words * GRAMS]).tocsr()
    return np.array(sets), np.array(layers), np.array(points), x


def learn(x, layers):
    return LogisticRegression(C=STRENGTH, max_iter=3000).fit(x, layers)


def main():
    sets, layers, points, x = read(sys.argv[1])
    bonus = np.minimum(points, MOST_POINTS) * POINT
    found, with_rules = np.zeros(len(sets), int), np.zeros(len(sets), int)
    for together in TOGETHER:
        out = np.isin(sets, together)
        likely = learn(x[~out], layers[~out]).predict_log_proba(x[out])
        found[out], with_rules[out] = likely.argmax(1), (likely + bonus[out]).argmax(1)
    for number in sorted(set(sets)) + [None]:
        among = sets >= WRITTEN if number is None else sets == number
        right = [np.mean(f[among] == layers[among]) for f in (found, with_rules)]
        print(f"left out {number}: {right[0]:.3f}, with the rules {right[1]:.3f} of {among.sum()}")
    model = learn(x[sets != KEPT_BACK], layers[sets != KEPT_BACK])
    meaning, words = model.coef_[:, :256], model.coef_[:, 256:] * GRAMS
    step = np.abs(words).max() / 127
    here = pathlib.Path(__file__).parents[2] / "crates/memoro-core/src/route"
    np.concatenate([meaning.ravel(), model.intercept_, [step]]).astype("<f4").tofile(here / "layers.f32")
    # The four numbers of a bucket lie side by side.
    np.rint(words / step).astype("i1").T.tofile(here / "layers.i8")


main()
