"""Learns what layer the meaning of a text points to (crates/memoro-core/src/route/layers.f32).

    VECTORS=/tmp/vectors.tsv cargo test -p memoro-embed --test router -- --ignored
    python3 model/routing/learn.py /tmp/vectors.tsv

Prints how many sentences of each set the router gets right, words and meaning together, with a meaning that has not
learned from that set; then learns from all but the last one, which is kept back for good, and writes the weights. Needs
numpy and scikit-learn.
"""

import pathlib
import sys

import numpy as np
from sklearn.linear_model import LogisticRegression

LAYERS = ["user_model", "procedural", "episodic", "semantic"]
SETS = ["seen", "unseen", "fresh", "third", "fourth", "fifth", "sixth", "eighth", "ninth"]
STRENGTH = 3
# As in route.rs and scores.rs.
SURE, BEYOND_DOUBT, FAINT, ENOUGH = [0.6, 0.7, 0.6, 0.0], 0.9, 5, 3


def read(path):
    rows = [line.rstrip("\n").split("\t") for line in open(path, encoding="utf-8")]
    rows = [row for row in rows if int(row[0]) < len(SETS)]
    numbers = lambda text: [float(value) for value in text.split(",")]
    return (
        np.array([int(row[0]) for row in rows]),
        np.array([LAYERS.index(row[2]) for row in rows]),
        np.array([numbers(row[3]) for row in rows]),
        np.array([numbers(row[4]) for row in rows]),
    )


def learn(vectors, layers):
    return LogisticRegression(C=STRENGTH, max_iter=3000).fit(vectors, layers)


def choose(points, likely):
    meant, best = likely.argmax(), None
    for layer in (1, 2, 0):
        if points[layer] >= ENOUGH and (best is None or points[layer] > points[best]):
            best = layer
    if best is None:
        return meant if likely[meant] > SURE[meant] else 3
    return meant if points[best] <= FAINT and likely[meant] >= BEYOND_DOUBT else best


def main():
    of, layers, points, vectors = read(sys.argv[1])
    for number, name in enumerate(SETS):
        out = of == number
        likely = learn(vectors[~out], layers[~out]).predict_proba(vectors[out])
        right = [choose(p, l) == y for p, l, y in zip(points[out], likely, layers[out], strict=True)]
        print(f"left out {name}: {np.mean(right):.3f} of {out.sum()}")
    model = learn(vectors, layers)
    weights = np.concatenate([model.coef_.astype("<f4").ravel(), model.intercept_.astype("<f4")])
    weights.tofile(pathlib.Path(__file__).parents[2] / "crates/memoro-core/src/route/layers.f32")


main()
