# usage: assemble.py MIRROR RAW EVAL_DATA BENCH   (BENCH/{iapp,cmrc*,drcd*,locomo*,realtalk*,madial*}/docs*.jsonl: texts that must not be trained on)
# gather everything into docs of sentence units; drop anything that overlaps an evaluation text
import json, re, sys, os, random, collections, glob

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
MIRROR, RAW, EVAL, BENCH = sys.argv[1:5]
from x_ms import cat, ls

random.seed(11)
# ---- evaluation shingles (XQuAD, CMRC, DRCD, iapp, LoCoMo, Tatoeba, ...): never train on them
W = 24
ban = set()
titles = set()


def norm(s):
    return re.sub(r"[\W_]+", "", s.lower())


def addban(s):
    s = norm(s)
    for i in range(0, max(1, len(s) - W + 1)):
        ban.add(hash(s[i : i + W]))


for l in ("en", "th", "zh"):
    for a in json.load(open(f"{EVAL}/xquad.{l}.json"))["data"]:
        titles.add(a["title"].replace("_", " "))
        for p in a["paragraphs"]:
            addban(p["context"])
for f in glob.glob(BENCH + "/*/docs*.jsonl") + glob.glob(BENCH + "/*/corpus*.jsonl"):
    if re.search(r"/(iapp|cmrc|drcd|locomo|realtalk|madial)", f):
        for ln in open(f):
            d = json.loads(ln)
            addban(d.get("text") or "")
            if d.get("title"):
                titles.add(d["title"])
print("ban windows", len(ban), "titles", len(titles), flush=True)


def banned(s):
    s = norm(s)
    if len(s) < W:
        return False
    return any(hash(s[i : i + W]) in ban for i in range(0, len(s) - W + 1, 8))


SENT = {
    "en": r'(?<=[.!?])\s+(?=[A-Z0-9"\'(])',
    "zh": r"(?<=[。！？；])",
    "zht": r"(?<=[。！？；])",
    "ja": r"(?<=[。！？])",
    "ko": r"(?<=[.!?])\s+",
    "fr": r"(?<=[.!?])\s+",
    "de": r"(?<=[.!?])\s+",
    "es": r"(?<=[.!?])\s+",
}


def split(l, t):
    if l == "th":
        w = t.split(" ")
        out = []
        cur = ""
        for x in w:
            cur = (cur + " " + x).strip()
            if len(cur) > 60:
                out.append(cur)
                cur = ""
        if cur:
            out.append(cur)
        return out
    out = []
    for s in re.split(SENT[l], t):
        s = s.strip()
        if not s:
            continue
        m = 500 if l in ("en", "fr", "de", "es") else 200
        out += [s[i : i + m] for i in range(0, len(s), m)]
    return out


N = collections.Counter()
out = []
dropped = 0


def emit(l, h, blocks, src, cap=60):
    global dropped
    u = []
    for b in blocks:
        if banned(b):
            dropped += 1
            N["DROP." + src] += 1
            continue
        u += split(l, b)
    u = u[:cap]
    if u:
        out.append((l, h[:200] if h else "", u, src))
        N[src + "." + l] += sum(map(len, u))


# budgets in characters for the big monolingual sources
bud = {"thaigov": 21e6, "sgd": 3.5e6, "wordnet": 3e6, "k8s": 3e6, "mdn": 8e6}
docs = [json.loads(x) for x in open(RAW + "/docs.jsonl")]
random.shuffle(docs)
used = collections.Counter()
for d in docs:
    k = d["s"]
    if used[k] > bud.get(k, 1e9):
        continue
    n = sum(map(len, d["b"]))
    used[k] += n
    if k == "commonvoice" or k == "ud" and d["l"] in ("fr", "de", "es"):
        if d["l"] in ("de", "fr", "es") and random.random() < 0.6:
            continue
    emit(d["l"], d["h"], d["b"], k)


# Wikipedia (CC BY-SA) from wikiextractor output kept in two repositories
def wiki(repo, pat, l, src, cap):
    F = [x for x in ls(repo) if re.match(pat, x)]
    random.shuffle(F)
    n = 0
    seen = set()
    for x, t in cat(repo, F):
        if not t:
            continue
        for m in re.finditer(r'<doc id="(\d+)"[^>]*title="([^"]*)">\n(.*?)</doc>', t, re.S):
            i, ti, b = m.groups()
            if i in seen or ti in titles:
                continue
            seen.add(i)
            L = [y.strip() for y in b.split("\n")[1:]]
            L = [y for y in L if len(y) > (60 if l == "en" else 25)]
            if not L:
                continue
            L = L[:14]
            ll = l
            if l == "zh":
                s = "".join(L[:3])
                tr = sum(s.count(c) for c in "這個們為來時國於後會與對學電開關東無說點過還發經現實門問間業")
                si = (
                    sum(s.count(c) for c in "这个们为来时国于后会与对学电开关东无说点过还发经现实门问间业")
                    - sum(s.count(c) for c in "個") * 0
                )
                ll = (
                    "zht"
                    if tr
                    > sum(s.count(c) for c in "这们为来时国于后会与对学电开关东无说点过还发经现实门问间业")
                    else "zh"
                )
            emit(ll, ti, L, src)
            n += sum(map(len, L))
        if n > cap:
            break


wiki("overweightbarracuda+science_fair2324", r".*wiki_\d+$", "zh", "wikipedia", 9e6)
wiki("Vibhas-hs-edu+WikiTasks", r"text/AA/wiki_\d+$", "en", "wikipedia", 18e6)
wiki("tusizi+topic-analyzer", r"data/AA/wiki_\d+$", "en", "wikipedia", 3e6)
# aligned courses: one doc per (file, language) with the same number of units, '' where a cell is missing
G = collections.defaultdict(list)
for x in open(RAW + "/ms.jsonl"):
    r = json.loads(x)
    G[r["_f"]].append(r)
grp = []
for f, R in G.items():
    R = [r for r in R if len(r["en"]) < 1500 and not banned(r["en"])]
    if len(R) < 3:
        continue
    g = {}
    for l in ("en", "th", "zh", "zht", "ja", "ko", "fr", "de", "es"):
        c = [r.get(l, "")[:1500] for r in R]
        if sum(bool(x) for x in c) >= 0.5 * len(c):
            g[l] = c
    if len(g) > 1:
        grp.append(("ms", g))
rows = []
for x in open(RAW + "/rows.jsonl"):
    r = json.loads(x)
    s = r.pop("s")
    if banned(r["en"]):
        continue
    r = {k: v[:1200] for k, v in r.items()}
    if len(r) > 1:
        rows.append((s, r))
        N["rows." + s] += 1
json.dump(dict(docs=out, groups=grp, rows=rows), open(RAW + "/train.json", "w"), ensure_ascii=False)
L = collections.Counter()
for l, h, u, s in out:
    L[l] += sum(map(len, u))
print("dropped blocks", dropped)
print("doc chars by language", L)
print("docs", len(out), "groups", len(grp), "rows", len(rows))
for k, v in sorted(N.items()):
    print(k, v)
