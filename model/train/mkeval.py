# usage: EVAL_DATA=DIR mkeval.py OUT/eval.json.xz   (XQuAD, Tatoeba and the first half of LoCoMo, used to choose between runs)
import sys, json, lzma
from evalset import *
from evalset import D as DATA

d = {"xq": {}, "tt": {}, "lo": []}
for l in ("en", "th", "zh"):
    P, Q, G = xquad(l)
    d["xq"][l] = dict(P=P, Q=Q, G=G.tolist())
for n in ("tha", "cmn"):
    d["tt"][n] = [[x.strip() for x in open(DATA + f"tatoeba.{n}-eng.{s}")] for s in (n, "eng")]
raw = json.load(open(DATA + "locomo10.json"))
DEV = {"conv-26", "conv-30", "conv-41", "conv-42", "conv-43"}
for c, (T, Q, G, C) in zip(raw, locomo()):
    if c["sample_id"] in DEV:
        d["lo"].append([T, Q, [sorted(g) for g in G]])
print([c["sample_id"] for c in raw], len(d["lo"]), sum(len(x[1]) for x in d["lo"]))
lzma.open(sys.argv[1], "w").write(json.dumps(d, ensure_ascii=False).encode())
