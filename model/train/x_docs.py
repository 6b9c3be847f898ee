# usage: x_docs.py MIRROR RAW EVAL_DATA WORDNET_DIR   (WORDNET_DIR: the folder with data.noun, data.verb, data.adj, data.adv of WordNet 3.0)
# monolingual documents (heading + blocks) and small parallel tables -> docs.jsonl, rows.jsonl
import subprocess, re, json, os, sys, collections, zipfile, io, random, glob, html

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
MIRROR, RAW, EVAL, WN = sys.argv[1:5]
from x_ms import cat, ls, blocks, inline, kind, M

random.seed(7)
DO = open(RAW + "/docs.jsonl", "w")
RO = open(RAW + "/rows.jsonl", "w")
N = collections.Counter()


def doc(l, h, b, src):
    b = [re.sub(r"\s+", " ", x).strip() for x in b]
    b = [x for x in b if len(x) >= 8]
    if b:
        DO.write(
            json.dumps(dict(l=l, h=re.sub(r"\s+", " ", h or "").strip(), b=b, s=src), ensure_ascii=False)
            + "\n"
        )
        N[src + "." + l] += sum(map(len, b))


def row(src, **k):
    RO.write(json.dumps(dict(s=src, **k), ensure_ascii=False) + "\n")
    N[src + ".rows"] += 1


def show(repo, p):
    g = M + repo + "/repo"
    g = g + "/.git" if os.path.isdir(g + "/.git") else g
    return subprocess.run(["git", "--git-dir=" + g, "show", "HEAD:" + p], stdout=subprocess.PIPE).stdout


# --- Thai government news (public domain)
for repo, pat, keep in (
    ("PyThaiNLP+thaigov-v2-corpus", r"data/.*\.txt$", 26000),
    ("PyThaiNLP+thaigov-corpus", r"thaigov2.*\.txt$", 9000),
):
    F = [x for x in ls(repo) if re.match(pat, x)]
    random.shuffle(F)
    for x, t in cat(repo, F[:keep]):
        if not t:
            continue
        L = [y.strip() for y in t.replace("\u200b", "").replace("\xa0", " ").split("\n")]
        L = [y for y in L if y and not re.match(r"https?:|-{3,}|\d\d?/\d\d?/\d", y)]
        L = [re.sub(r"https?://\S+", "", y) for y in L]
        if len(L) < 2:
            continue
        doc("th", L[0][:200], L[1:25], "thaigov")
# --- Thai social text (CC0)
for f in ("neu.txt", "neg.txt", "pos.txt"):
    for ln in show("PyThaiNLP+wisesight-sentiment", f).decode("utf8", "replace").split("\n"):
        if len(ln) > 12:
            doc("th", "", [re.sub(r"https?://\S+|#\S+|@\S+", "", ln)[:600]], "wisesight")
# --- Common Voice (CC0)
for d, l in (
    ("th", "th"),
    ("zh-CN", "zh"),
    ("zh-TW", "zht"),
    ("zh-HK", "zht"),
    ("en", "en"),
    ("ja", "ja"),
    ("ko", "ko"),
    ("fr", "fr"),
    ("de", "de"),
    ("es", "es"),
):
    for x, t in cat(
        "common-voice+common-voice",
        [
            x
            for x in ls("common-voice+common-voice")
            if x.startswith("server/data/" + d + "/") and x.endswith(".txt")
        ],
    ):
        if not t:
            continue
        L = [y for y in t.split("\n") if len(y) >= 8]
        random.shuffle(L)
        for y in L[: 60000 if l in ("en", "zh") else 15000]:
            doc(l, "", [y], "commonvoice")


# --- UD treebanks
def ud(repo, l, src):
    o = {}
    for x, t in cat(repo, [x for x in ls(repo) if x.endswith(".conllu")]):
        if not t:
            continue
        sid = None
        for ln in t.split("\n"):
            if ln.startswith("# sent_id"):
                sid = ln.split("=", 1)[1].strip()
            elif ln.startswith("# text ="):
                o[sid] = ln.split("=", 1)[1].strip()
    return o


P = {
    l: ud(r, l, "ud")
    for r, l in (
        ("UniversalDependencies+UD_English-PUD", "en"),
        ("UniversalDependencies+UD_Thai-PUD", "th"),
        ("UniversalDependencies+UD_Chinese-PUD", "zht"),
        ("UniversalDependencies+UD_Japanese-PUD", "ja"),
    )
}
key = lambda s: re.sub(r"\D", "", s or "")
Q = {l: {key(k): v for k, v in P[l].items()} for l in P}
for k, v in Q["en"].items():
    row("ud-pud", en=v, **{l: Q[l][k] for l in Q if l != "en" and k in Q[l]})
for r, l in (
    ("UD_Chinese-GSDSimp", "zh"),
    ("UD_Chinese-GSD", "zht"),
    ("UD_English-EWT", "en"),
    ("UD_Thai-TUD", "th"),
):
    for v in ud("UniversalDependencies+" + r, l, "ud").values():
        doc(l, "", [v], "ud")
# --- FLORES sentences through SIB-200 (CC BY-SA)
S = {}
for d, l in (
    ("eng_Latn", "en"),
    ("tha_Thai", "th"),
    ("zho_Hans", "zh"),
    ("zho_Hant", "zht"),
    ("jpn_Jpan", "ja"),
    ("kor_Hang", "ko"),
    ("fra_Latn", "fr"),
    ("deu_Latn", "de"),
    ("spa_Latn", "es"),
):
    S[l] = {}
    for f in ("train", "dev", "test"):
        for ln in show("dadelani+sib-200", f"data/annotated/{d}/{f}.tsv").decode().split("\n")[1:]:
            c = ln.split("\t")
            if len(c) >= 3:
                S[l][c[0]] = c[2].strip('"')
for k in S["en"]:
    row("sib200", **{l: S[l][k] for l in S if k in S[l]})
# --- Tatoeba pairs without the LASER test sentences
D = EVAL + "/tatoeba."
norm = lambda s: re.sub(r"[\W_]+", "", s.lower())
test = set(norm(x) for f in ("cmn-eng.cmn", "cmn-eng.eng", "tha-eng.eng", "tha-eng.tha") for x in open(D + f))
for repo, p, l in (
    ("vivounicorn+attention-seq2seq", "cmn-eng/cmn.txt", "zh"),
    ("Suzanoo+Thailand-Dataset", "tha-eng/tha.txt", "th"),
):
    for ln in show(repo, p).decode("utf8", "replace").split("\n"):
        c = ln.split("\t")
        if len(c) >= 2:
            if norm(c[0]) in test or norm(c[1]) in test:
                N["tatoeba dropped as test " + l] += 1
                continue
            row("tatoeba", **{"en": c[0], l: c[1]})
# --- CLDR names (Unicode licence)
C = {
    "en": "en",
    "th": "th",
    "zh-Hans": "zh",
    "zh-Hant": "zht",
    "zh": "zh",
    "ja": "ja",
    "ko": "ko",
    "fr": "fr",
    "de": "de",
    "es": "es",
}


def cl(path, pick):
    o = collections.defaultdict(dict)
    for d, l in C.items():
        try:
            j = json.loads(show("unicode-org+cldr-json", path.format(d)))
        except Exception:
            continue
        for k, v in pick(j, d):
            o[k].setdefault(l, v)
    for k, v in o.items():
        if "en" in v and len(v) > 1:
            row("cldr", **v)


cl(
    "cldr-json/cldr-subdivisions-full/subdivisions/{}/subdivisions.json",
    lambda j, d: (
        j["subdivisions"][d]["localeDisplayNames"]["subdivisions"].items()
        if "localeDisplayNames" in j["subdivisions"][d]
        else j["subdivisions"][d]["subdivisions"].items()
    ),
)
for k in ("territories", "languages"):
    cl(
        "cldr-json/cldr-localenames-full/main/{}/" + k + ".json",
        lambda j, d: j["main"][d]["localeDisplayNames"][k].items(),
    )


def ann(j, d):
    a = j["annotations"]["annotations"]
    for e, v in a.items():
        yield e, (v.get("tts") or [""])[0] + ", " + ", ".join(v.get("default") or [])


cl("cldr-json/cldr-annotations-full/annotations/{}/annotations.json", ann)
# --- Thai transliteration dictionary
for ln in show("wannaphong+thai-english-transliteration-dictionary", "dict.tsv").decode().split("\n")[1:]:
    c = ln.split("\t")
    if len(c) >= 2 and re.search("[\u0e00-\u0e7f]", c[0] + c[1]):
        a, b = (c[0], c[1]) if re.search("[\u0e00-\u0e7f]", c[0]) else (c[1], c[0])
        row("translit", en=b, th=a)
# --- dialogues (CC BY-SA 4.0)
F = [
    x
    for x in ls("google-research-datasets+dstc8-schema-guided-dialogue")
    if re.match(r"(train|dev|test)/dialogues.*json", x)
]
random.shuffle(F)
for x, t in cat("google-research-datasets+dstc8-schema-guided-dialogue", F[:70]):
    if t:
        for d in json.loads(t):
            doc("en", "", [u["utterance"] for u in d["turns"]], "sgd")
for f in ("val", "test"):
    try:
        z = zipfile.ZipFile(io.BytesIO(show("thu-coai+CrossWOZ", f"data/crosswoz/{f}.json.zip")))
        for d in json.loads(z.read(z.namelist()[0])).values():
            doc("zh", "", [m["content"] for m in d["messages"]], "crosswoz")
    except Exception as e:
        print("crosswoz", e)


# --- k8s, MDN
def md(repo, pat, l, src, cap):
    F = [x for x in ls(repo) if re.match(pat, x)]
    random.shuffle(F)
    n = 0
    for x, t in cat(repo, F):
        if not t:
            continue
        m = re.search(r"^title:\s*(.+)$", t, re.M)
        h = m.group(1).strip("\"'") if m else ""
        t = re.sub(r'\{\{[^}]*?"([^"]*)"[^}]*\}\}', r"\1", t)
        t = re.sub(r"\{\{.*?\}\}", "", t)
        cur = []
        hh = h
        for b in blocks(t):
            if b == "```":
                continue
            s = inline(b)
            if b.startswith("#"):
                if cur:
                    doc(l, hh, cur, src)
                    n += sum(map(len, cur))
                cur = []
                hh = h + " " + s
            else:
                cur.append(s)
        if cur:
            doc(l, hh, cur, src)
            n += sum(map(len, cur))
        if n > cap:
            break


md("kubernetes+website", r"content/zh-cn/.*\.md$", "zh", "k8s", 2.0e6)
md("kubernetes+website", r"content/en/.*\.md$", "en", "k8s", 2.0e6)
md("mdn+translated-content", r"files/zh-cn/.*\.md$", "zh", "mdn", 2.5e6)
md("mdn+translated-content", r"files/zh-tw/.*\.md$", "zht", "mdn", 1.5e6)
md("mdn+content", r"files/en-us/.*\.md$", "en", "mdn", 3e6)
for r in ("ja", "ko", "fr", "es"):
    md("mdn+translated-content", r"files/" + r + r"/.*\.md$", r, "mdn", 1.2e6)
# --- WordNet glosses
if True:
    t = "\n".join(
        open(f"{WN}/data.{p}", encoding="utf8", errors="replace").read()
        for p in ("noun", "verb", "adj", "adv")
    )
    en = {}
    for ln in t.split("\n"):
        if " | " not in ln or not ln[:1].isdigit():
            continue
        a, g = ln.split(" | ", 1)
        f = a.split()
        w = int(f[3], 16)
        ws = [f[4 + 2 * i].replace("_", " ").split("(")[0] for i in range(w)]
        en[f[0] + "-" + f[2].replace("s", "a")] = (ws, g.strip())
    C = collections.defaultdict(list)
    for ln in show("omwn+omw-data", "wns/cow/wn-data-cmn.tab").decode().split("\n"):
        c = ln.split("\t")
        if len(c) == 3 and c[1].endswith("lemma"):
            C[c[0].replace("-s", "-a")].append(c[2].replace("+", ""))
    for k, (ws, g) in en.items():
        if random.random() < 0.5:
            doc("en", ", ".join(ws), [g], "wordnet")
        if k in C:
            row("omw-cow", en=", ".join(ws), zh=", ".join(dict.fromkeys(C[k])))
for k, v in sorted(N.items()):
    print(k, v)
