# student vocabulary: USE pieces lower-cased and merged, plus whole words (th, zh, en), pruned to NROWS
# usage: vocab.py --use-sp SP.MODEL --train TRAIN.JSON --out-dir DIR [--exclude po] [--rows 90000]
import json, re, collections, math, random, argparse, os, tempfile
import sentencepiece as sp
from sentencepiece import sentencepiece_model_pb2 as pb

ap = argparse.ArgumentParser()
ap.add_argument("--use-sp", required=True, help="sp.model of the multilingual USE teacher")
ap.add_argument("--train", required=True, help="train.json written by assemble.py")
ap.add_argument("--out-dir", required=True, help="student.model and init.json.xz are written here")
ap.add_argument("--exclude", default="", help="comma separated source names to leave out")
ap.add_argument("--rows", type=int, default=90000)
A = ap.parse_args()
NROWS = A.rows
EXC = set(filter(None, A.exclude.split(",")))
os.makedirs(A.out_dir, exist_ok=True)
TMP = tempfile.mkdtemp()
random.seed(3)
src = A.use_sp
m = pb.ModelProto()
m.ParseFromString(open(src, "rb").read())
var = collections.defaultdict(list)
for i, p in enumerate(m.pieces):
    if p.type == 1:
        var[p.piece.lower()].append((i, p.score))
base = {k: math.log(sum(math.exp(s) for _, s in v)) for k, v in var.items()}
print("merged pieces", len(base))


def write(pieces, fn):
    o = pb.ModelProto()
    o.CopyFrom(m)
    del o.pieces[:]
    for q in m.pieces[:3]:
        o.pieces.add().CopyFrom(q)
    for k, s in pieces:
        q = o.pieces.add()
        q.piece = k
        q.score = s
    o.trainer_spec.vocab_size = len(o.pieces)
    open(fn, "wb").write(o.SerializeToString())


write(list(base.items()), TMP + "/m0.model")
s0 = sp.SentencePieceProcessor(model_file=TMP + "/m0.model")
D = json.load(open(A.train))
for k, i in (("docs", 3), ("groups", 0), ("rows", 0)):
    D[k] = [x for x in D[k] if x[i] not in EXC]
T = collections.defaultdict(list)
for l, h, u, s in D["docs"]:
    T[l] += u
for s, g in D["groups"]:
    for l, c in g.items():
        T[l] += [x for x in c if x]
for s, r in D["rows"]:
    for l, t in r.items():
        T[l].append(t)
for l in T:
    random.shuffle(T[l])


def viterbi(w):
    ids = s0.encode(w)
    return ids


sc = lambda ids: sum(s0.get_score(i) for i in ids)
new = {}


def add(w, ids):
    new[w] = max(min(sc(ids) + 1.0, -5.0), -17.0)


# Thai
from pythainlp.tokenize import word_tokenize

C = collections.Counter()
n = 0
for t in T["th"]:
    C.update(
        x
        for x in word_tokenize(t.lower(), engine="newmm", keep_whitespace=False)
        if re.fullmatch("[\u0e01-\u0e4e]{2,}", x)
    )
    n += len(t)
    if n > 3.5e6:
        break
from pythainlp.corpus import thai_words

TW = thai_words()
k = 0
for w, c in C.most_common():
    if w in base or ("▁" + w) in base and False:
        continue
    if w not in TW or c < 3 or len(w) > 16:
        continue
    ids = [i for i in s0.encode(w) if s0.id_to_piece(i) != "▁"]
    if len(ids) > 1:
        add(w, ids)
        k += 1
    if k >= 10000:
        break
print("thai new", k, "of", len(C), flush=True)
# Chinese
import jieba
from opencc import OpenCC

J = {}
for ln in open(
    jieba.get_dict_name() if hasattr(jieba, "get_dict_name") else jieba.__path__[0] + "/dict.txt",
    encoding="utf8",
):
    w, f, *_ = ln.split(" ")
    J[w] = int(f)
C = collections.Counter()
n = 0
cc = OpenCC("t2s")
s2t = OpenCC("s2t")
jieba.setLogLevel(60)
for t in T["zh"] + T["zht"][: len(T["zh"]) // 2]:
    C.update(x for x in jieba.cut(cc.convert(t)) if re.fullmatch("[\u4e00-\u9fff]{2,4}", x))
    n += len(t)
    if n > 2.0e6:
        break
k = 0
R = sorted(J, key=lambda w: -(math.log1p(J[w]) + 2 * math.log1p(C.get(w, 0))))
for w in R:
    if not re.fullmatch("[\u4e00-\u9fff]{2,4}", w):
        continue
    for v in (w, s2t.convert(w)):
        if v in base or v in new:
            continue
        ids = [i for i in s0.encode(v) if s0.id_to_piece(i) != "▁"]
        if len(ids) > 1 and (v == w or k < 9000):
            add(v, ids)
            k += 1
    if k >= 15000:
        break
print("zh new", k, flush=True)
# English words
C = collections.Counter()
n = 0
for t in T["en"]:
    C.update(re.findall(r"[a-z]{3,}", t.lower()))
k = 0
for w, c in C.most_common(60000):
    if "▁" + w in base or c < 15:
        continue
    ids = s0.encode(w)
    if len(ids) > 1:
        add("▁" + w, ids)
        k += 1
    if k >= 7000:
        break
print("en new words", k, "last count", c)
# likely first names: a capitalised word in mid-sentence followed by at least 3 different capitalised words
FN = collections.defaultdict(set)
CAP = collections.Counter()
for t in T["en"]:
    for x, y in re.findall(r"(?<=[a-z,] )([A-Z][a-z]{2,11})(?= ([A-Z][a-z]+))", t):
        FN[x.lower()].add(y)
        CAP[x.lower()] += 1
k2 = 0
for w in sorted(FN, key=lambda w: -len(FN[w])):
    if len(FN[w]) < 3 or "▁" + w in base or "▁" + w in new or CAP[w] < 0.2 * C[w]:
        continue
    ids = s0.encode(w)
    if len(ids) > 1:
        add("▁" + w, ids)
        k2 += 1
    if k2 >= 2500:
        break
print("names", k2, flush=True)
# usage of the enlarged vocabulary on training text
full = dict(base)
full.update(new)
write(list(full.items()), TMP + "/m1.model")
s1 = sp.SentencePieceProcessor(model_file=TMP + "/m1.model")
U = {}
for l, t in T.items():
    x = [y.lower() for y in t[: 150000 if l in ("en", "th", "zh", "zht") else 60000]]
    c = collections.Counter()
    for i in range(0, len(x), 20000):
        for ids in s1.encode(x[i : i + 20000], num_threads=2):
            c.update(ids)
    U[l] = c
    print(l, len(x), sum(c.values()), len(c), flush=True)


def script(p):
    p = p.replace("▁", "")
    if not p:
        return "sp"
    for nm_, r in (
        ("thai", "[\u0e00-\u0e7f]"),
        ("kana", "[\u3040-\u30ff]"),
        ("hangul", "[\uac00-\ud7af\u1100-\u11ff]"),
        ("han", "[\u3400-\u9fff\uf900-\ufaff]"),
        ("arabic", "[\u0600-\u06ff]"),
        ("cyr", "[\u0400-\u04ff]"),
    ):
        if re.search(r, p):
            return nm_
    if re.fullmatch(r"[\x00-\x7f]+", p):
        return "ascii" if re.search("[a-z]", p) else "num"
    return "latin" if re.search("[a-z\u00c0-\u024f]", p) else "other"


tot = collections.Counter()
for l, c in U.items():
    for i, n in c.items():
        tot[i] += n * (3 if l in ("th", "zh", "zht", "en") else 1)
P = [(s1.id_to_piece(i), s1.get_score(i), tot[i]) for i in range(3, s1.vocab_size())]
quota = dict(
    thai=10**6,
    han=10**6,
    ascii=38500,
    latin=6500,
    kana=4200,
    hangul=4000,
    cyr=4000,
    arabic=2500,
    num=2600,
    other=350,
    sp=10,
)
by = collections.defaultdict(list)
for p, s, n in P:
    by[script(p)].append((p, s, n))
keep = []
for k, v in by.items():
    one = [x for x in v if len(x[0].replace("▁", "")) == 1]
    rest = [x for x in v if len(x[0].replace("▁", "")) != 1]
    if k in ("cyr", "arabic", "latin", "other"):
        rest.sort(key=lambda x: -x[1])
    else:
        rest.sort(key=lambda x: -(math.log(1 + x[2]) + 0.35 * (x[1] + 18)))
    if k == "num":
        rest = [x for x in rest if len(x[0].replace("▁", "")) <= 4]
    q = quota[k]
    sel = one[: max(0, q)] + rest[: max(0, q - len(one))]
    if k in ("thai", "han"):
        sel = [x for x in sel if len(x[0].replace("▁", "")) == 1 or x[2] > 0 or x[0] in base and x[1] > -16.5]
    keep += sel
    print(k, len(v), "->", len(sel))
print("total", len(keep))
if len(keep) > NROWS:
    h = [x for x in keep if script(x[0]) in ("thai", "han", "ascii") and x[0] in new]
    h.sort(key=lambda x: x[2])
    dropset = {x[0] for x in h[: len(keep) - NROWS]}
    keep = [x for x in keep if x[0] not in dropset]
keep.sort(key=lambda x: -x[1])
print("rows", len(keep), "new words kept", sum(x[0] in new for x in keep))
write([(p, s) for p, s, _ in keep], A.out_dir + "/student.model")
# initialisation recipe: for each row the USE token sequences and weights
so = sp.SentencePieceProcessor(model_file=src)
ini = []
for p, s, _ in keep:
    if p in var:
        ini.append([([i], math.exp(sc_)) for i, sc_ in var[p]])
    else:
        w = p.replace("▁", "")
        ids = [i for i in so.encode(w) if so.id_to_piece(i) != "▁"]
        r = [(ids, 1.0)]
        if p.startswith("▁") and w.isascii():
            r.append((so.encode(w.capitalize()), 1.0))
        ini.append(r)
import lzma

lzma.open(A.out_dir + "/init.json.xz", "w").write(json.dumps(ini).encode())
s2 = sp.SentencePieceProcessor(model_file=A.out_dir + "/student.model")
for l in ("en", "th", "zh", "zht", "ja", "ko", "fr"):
    x = [y.lower() for y in T[l][:3000]]
    e = s2.encode(x)
    a = sum(map(len, e))
    b = sum(map(len, so.encode(T[l][:3000])))
    print(l, "tokens student", a, "USE", b, "unk %.4f" % (sum(i == 0 for z in e for i in z) / a))
print(
    s2.encode("caroline went to the museum with melanie yesterday", out_type=str),
    s2.encode("ฉันชอบกินข้าวผัดกะเพราและเล่นฟุตบอลทุกวันเสาร์", out_type=str),
    s2.encode("我喜欢周末去博物馆看展览", out_type=str),
)
