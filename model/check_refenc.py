"""Checks that refenc.py reproduces the test vectors from model.bin (numpy only).

usage: check_refenc.py [MODEL.BIN TEST_VECTORS.JSON]   (default: the files of the memoro-embed crate)
"""

import json, os, sys, numpy as np
from refenc import Model

crate = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "crates", "memoro-embed")
default = [os.path.join(crate, "model", "model.bin"), os.path.join(crate, "tests", "data", "test_vectors.json")]
model, vectors = sys.argv[1:3] or default
m = Model(model)
V = json.load(open(vectors, encoding="utf-8"))


def same(x):
    text_and_ids = m.normalize(x["text"]) == x["normalized"] and m.encode_ids(x["text"]) == x["ids"]
    return text_and_ids and np.abs(m.encode([x["text"]])[0][:8] - np.array(x["first8"])).max() < 2e-6


bad = sum(not same(x) for x in V)
print(len(V), "vectors,", bad, "differ")
raise SystemExit(bad > 0)
