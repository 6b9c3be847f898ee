# usage: EVAL_DATA=DIR final_eval.py MODEL.BIN STUDENT.MODEL OUT.JSON [--dims 256] [--hybrid] [--extra DIR]
# --extra DIR: DIR/{iapp,cmrc2018-dev,drcd-dev}/docs.jsonl (id, text) and queries*.jsonl (text, relevant ids)
import sys, json, re, os, argparse, numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from evalset import *
from evalset import D as DATA
from refenc import Model
import sentencepiece as sp

ap = argparse.ArgumentParser()
ap.add_argument("model")
ap.add_argument("student")
ap.add_argument("out")
ap.add_argument("--dims", type=int, default=256)
ap.add_argument("--hybrid", action="store_true")
ap.add_argument("--extra")
ARGS = ap.parse_args()
s = sp.SentencePieceProcessor(model_file=ARGS.student)
fn, dims, full = ARGS.model, ARGS.dims, ARGS.hybrid
m = Model(fn)
E = np.vstack([np.zeros((3, 256), np.float32), m.tab.astype(np.float32) * m.scale[:, None]])[:, :dims]


def enc(X):
    o = np.zeros((len(X), dims), np.float32)
    for i, k in enumerate(s.encode([x.lower() for x in X], num_threads=2)):
        k = [t for t in k if t > 2]
        if k:
            v = E[k].sum(0)
            o[i] = v / (np.linalg.norm(v) + 1e-12)
    return o


R = {}
X = {l: (lambda t: (enc(t[1]), enc(t[0]), t[2]))(xquad(l)) for l in ("en", "th", "zh")}
for a, b in (
    ("en", "en"),
    ("th", "th"),
    ("zh", "zh"),
    ("th", "en"),
    ("zh", "en"),
    ("en", "th"),
    ("en", "zh"),
    ("th", "zh"),
):
    r = ranks(X[a][0] @ X[b][1].T, X[a][2])
    R[f"xquad {a}-{b}"] = "%.1f/%.1f" % (100 * (r < 1).mean(), 100 * (r < 5).mean())
for n in ("tha", "cmn"):
    A, B = [enc([x.strip() for x in open(DATA + f"tatoeba.{n}-eng.{q}")]) for q in (n, "eng")]
    S = A @ B.T
    r = ranks(S, np.arange(len(A)))
    r2 = ranks(S.T, np.arange(len(A)))
    R["tatoeba " + n] = "->en %.1f en-> %.1f" % (100 * (r < 1).mean(), 100 * (r2 < 1).mean())
LO = locomo()
dev = [0, 1, 2, 3, 4]
SS = [enc(Q) @ enc(T).T for T, Q, G, C in LO]
mm = lambda S: (S - S.min(1, keepdims=True)) / (np.ptp(S, 1)[:, None] + 1e-9) if hasattr(np, "ptp") else S
rr = lambda S: 1 / (60 + np.argsort(np.argsort(-S, 1), 1))


def hit(L, idx, k):
    h = []
    for i in idx:
        o = np.argsort(-L[i], 1)[:, :k]
        h += [len(g & set(o[j].tolist())) > 0 for j, g in enumerate(LO[i][2])]
    return 100 * np.mean(h)


f = lambda L: " ".join(
    "%s %.1f/%.1f" % (nm, hit(L, ix, 5), hit(L, ix, 10))
    for nm, ix in (("all", range(10)), ("dev", dev), ("test", range(5, 10)))
)
R["locomo vec hit@5/10"] = f(SS)
if full:
    BM = [bm25(T, Q) for T, Q, G, C in LO]
    R["locomo bm25"] = f(BM)
    R["locomo rrf"] = f([rr(a) + rr(b) for a, b in zip(SS, BM)])
    for w in (0.3, 0.5):
        R[f"locomo minmax vec {w}"] = f([w * mm(a) + (1 - w) * mm(b) for a, b in zip(SS, BM)])
    for l in ("en", "th", "zh"):
        P, Q, G = xquad(l)
        b = bm25(P, Q)
        S = X[l][0] @ X[l][1].T
        R[f"xquad {l} bm25 | rrf | minmax .3 (R@1/R@5)"] = " | ".join(
            "%.1f/%.1f" % (100 * (r < 1).mean(), 100 * (r < 5).mean())
            for r in (ranks(b, G), ranks(rr(S) + rr(b), G), ranks(0.3 * mm(S) + 0.7 * mm(b), G))
        )
if ARGS.extra:
    for ds, qf in (("iapp", "queries.dev"), ("cmrc2018-dev", "queries"), ("drcd-dev", "queries")):
        d = os.path.join(ARGS.extra, ds)
        try:
            docs = [json.loads(x) for x in open(d + "/docs.jsonl")]
            q = [json.loads(x) for x in open(f"{d}/{qf}.jsonl")]
            pos = {x["id"]: i for i, x in enumerate(docs)}
            De = enc([x["text"] for x in docs])
            Qe = enc([x.get("text") or x.get("query") or x.get("question") for x in q])
            sc = Qe @ De.T
            o = np.argsort(-sc, 1)[:, :5]
            h1 = []
            h5 = []
            for i, x in enumerate(q):
                g = {pos[y] for y in x["relevant"] if y in pos}
                h1.append(int(o[i, 0]) in g)
                h5.append(len(g & set(o[i].tolist())) / max(1, len(g)))
            R[ds] = "hit@1 %.1f R@5 %.1f n=%d" % (100 * np.mean(h1), 100 * np.mean(h5), len(q))
        except Exception as e:
            R[ds] = "err " + repr(e)[:100]
for k, v in R.items():
    print(k, ":", v)
json.dump(R, open(ARGS.out, "w"), indent=1)
