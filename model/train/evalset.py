# evaluation sets.  EVAL_DATA = folder with xquad.{en,th,zh}.json, locomo10.json, tatoeba.{tha,cmn}-eng.{tha,cmn,eng}
import json, numpy as np, math, re, os
from collections import Counter

D = os.path.join(os.environ.get("EVAL_DATA", "eval_data"), "")


def xquad(l):
    d = json.load(open(D + f"xquad.{l}.json"))["data"]
    P, Q, G = [], [], []
    for a in d:
        for p in a["paragraphs"]:
            P.append(p["context"])
            for q in p["qas"]:
                Q.append(q["question"])
                G.append(len(P) - 1)
    return P, Q, np.array(G)


def locomo():
    out = []
    for c in json.load(open(D + "locomo10.json")):
        ids, T = [], []
        conv = c["conversation"]
        for k in sorted(
            [k for k in conv if re.fullmatch(r"session_\d+", k)], key=lambda s: int(s.split("_")[1])
        ):
            for t in conv[k]:
                ids.append(t["dia_id"])
                T.append(
                    t["speaker"]
                    + ": "
                    + t["text"]
                    + ((" [image: " + t["blip_caption"] + "]") if t.get("blip_caption") else "")
                )
        pos = {x: i for i, x in enumerate(ids)}
        Q, G, C = [], [], []
        for q in c["qa"]:
            if q["category"] == 5:
                continue
            ev = set()
            for e in q["evidence"]:
                for x in re.findall(r"D\d+:\d+", e):
                    if x in pos:
                        ev.add(pos[x])
            if ev:
                Q.append(q["question"])
                G.append(ev)
                C.append(q["category"])
        out.append((T, Q, G, C))
    return out


def ranks(S, G):
    g = S[np.arange(len(G)), G]
    return (S > g[:, None]).sum(1)


def rep(r):
    return f"R@1 {100*(r<1).mean():.1f} R@5 {100*(r<5).mean():.1f} MRR {(1/(r+1)).mean():.3f}"


def evalx(
    enc,
    pairs=(("en", "en"), ("th", "th"), ("zh", "zh"), ("th", "en"), ("zh", "en"), ("en", "th"), ("en", "zh")),
):
    E = {}
    res = {}
    for l in ("en", "th", "zh"):
        P, Q, G = xquad(l)
        E[l] = (enc(Q), enc(P), G)
    for a, b in pairs:
        r = ranks(E[a][0] @ E[b][1].T, E[a][2])
        res[f"{a}->{b}"] = rep(r)
    return res


def evallo(enc, ks=(5, 10)):
    hit = {k: [] for k in ks}
    rec = {k: [] for k in ks}
    for T, Q, G, C in locomo():
        S = enc(Q) @ enc(T).T
        o = np.argsort(-S, 1)
        for i, g in enumerate(G):
            for k in ks:
                h = len(g & set(o[i, :k].tolist()))
                hit[k].append(h > 0)
                rec[k].append(h / len(g))
    return (
        " ".join(f"hit@{k} {100*np.mean(hit[k]):.1f} rec@{k} {100*np.mean(rec[k]):.1f}" for k in ks)
        + f" (n={len(hit[ks[0]])})"
    )


def toks(s):
    s = s.lower()
    out = []
    for m in re.finditer(
        r"[a-z0-9]+|[\u4e00-\u9fff]+|[\u0e00-\u0e7f]+|[^\W_a-z0-9\u4e00-\u9fff\u0e00-\u0e7f]+", s
    ):
        w = m.group()
        c = w[0]
        if "\u4e00" <= c <= "\u9fff":
            out += [w[i : i + 2] for i in range(max(1, len(w) - 1))]
        elif "\u0e00" <= c <= "\u0e7f":
            out += [w[i : i + 3] for i in range(max(1, len(w) - 2))]
        else:
            out.append(w)
    return out


def bm25(P, Q, k1=1.2, b=0.75, tok=toks):
    D = [Counter(tok(p)) for p in P]
    L = np.array([sum(d.values()) for d in D], float)
    av = L.mean()
    df = Counter(t for d in D for t in d)
    N = len(P)
    inv = {}
    for i, d in enumerate(D):
        for t, f in d.items():
            inv.setdefault(t, []).append((i, f))
    S = np.zeros((len(Q), N))
    for qi, q in enumerate(Q):
        for t in tok(q):
            if t in inv:
                idf = math.log(1 + (N - df[t] + 0.5) / (df[t] + 0.5))
                for i, f in inv[t]:
                    S[qi, i] += idf * f * (k1 + 1) / (f + k1 * (1 - b + b * L[i] / av))
    return S


if __name__ == "__main__":
    for l in ("en", "th", "zh"):
        P, Q, G = xquad(l)
        print("BM25", l, len(P), len(Q), rep(ranks(bm25(P, Q) + 1e-9 * np.random.rand(len(Q), len(P)), G)))
    ks = (5, 10)
    hit = {k: [] for k in ks}
    rec = {k: [] for k in ks}
    for T, Q, G, C in locomo():
        o = np.argsort(-bm25(T, Q), 1)
        for i, g in enumerate(G):
            for k in ks:
                h = len(g & set(o[i, :k].tolist()))
                hit[k].append(h > 0)
                rec[k].append(h / len(g))
    print(
        "BM25 locomo",
        " ".join(f"hit@{k} {100*np.mean(hit[k]):.1f} rec@{k} {100*np.mean(rec[k]):.1f}" for k in ks),
        len(hit[5]),
    )
