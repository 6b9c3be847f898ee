"""Learns the weights of src/conflict/model.rs and src/route/layers.f32 anew. Needs numpy and scikit-learn.

  SIGNALS=/tmp/signals.tsv cargo test -p memoro-embed --test conflict -- --ignored
  VECTORS=/tmp/vectors.tsv cargo test -p memoro-embed --test router -- --ignored
  python3 crates/memoro-core/tools/learn_weights.py /tmp/signals.tsv /tmp/vectors.tsv

Prints the rows of WEIGHTS and BIAS for model.rs, and writes layers.f32 beside the router.
"""

import pathlib
import sys

import numpy as np
from sklearn.linear_model import LogisticRegression

RELATIONS = ["same", "contradicts", "related", "unrelated"]
LAYERS = ["user_model", "procedural", "episodic", "semantic"]


def rows(path):
    return [line.rstrip("\n").split("\t") for line in open(path, encoding="utf-8")]


def numbers(text):
    return [float(value) for value in text.split(",")]


def relations(path):
    seen = [row for row in rows(path) if row[2] == "0"]
    signals = np.array([numbers(row[3]) for row in seen])
    labels = [RELATIONS.index(row[1]) for row in seen]
    model = LogisticRegression(C=0.5, max_iter=5000).fit(signals, labels)
    for weights in model.coef_:
        print("    [" + ", ".join(f"{weight:.4f}" for weight in weights) + "],")
    print("BIAS: [" + ", ".join(f"{bias:.4f}" for bias in model.intercept_) + "]")


def layers(path):
    data = rows(path)
    vectors = np.array([numbers(row[1]) for row in data])
    labels = [LAYERS.index(row[0]) for row in data]
    model = LogisticRegression(C=3, max_iter=3000).fit(vectors, labels)
    weights = np.concatenate([model.coef_.astype("<f4").ravel(), model.intercept_.astype("<f4")])
    weights.tofile(pathlib.Path(__file__).parent.parent / "src" / "route" / "layers.f32")


relations(sys.argv[1])
layers(sys.argv[2])
