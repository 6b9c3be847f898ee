# distil a static multilingual student on one GPU
# DATA_DIR holds: use.npz sp.model minilm.npz minilm_tokenizer.json (pack_teachers.py), student.model init.json.xz (vocab.py),
# train.json.xz (assemble.py), eval.json.xz (mkeval.py)
import sys, os, json, lzma, time, math, random, argparse, numpy as np, torch, torch.nn.functional as F

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from teachers import USE, MiniLM
import sentencepiece as sp
from tokenizers import Tokenizer

ap = argparse.ArgumentParser()
ap.add_argument("data")
ap.add_argument("out")
ap.add_argument("--configs", required=True)
ap.add_argument("--runs", default="", help="comma separated names from the configs file; default all")
ap.add_argument("--exclude", default="", help="comma separated source names to leave out")
ap.add_argument(
    "--group-rows", action="store_true", help="use the aligned course blocks as translation rows too"
)
ap.add_argument("--tag", default="")
ap.add_argument("--keep", type=int, default=3)
ap.add_argument("--stop", type=float, default=1e9, help="seconds after which no further run is started")
ap.add_argument("--smoke", action="store_true")
A = ap.parse_args()
D, OUT, SMOKE = A.data, A.out, A.smoke
EXC = set(filter(None, A.exclude.split(",")))
CFG = json.loads(open(A.configs).read())
dev = "cuda" if torch.cuda.is_available() else "cpu"
dt = torch.bfloat16 if dev == "cuda" else torch.float32
if dev == "cuda":
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.backends.cudnn.allow_tf32 = True
    torch.backends.cudnn.benchmark = False
NT = os.cpu_count()
T0 = time.time()


def log(*a):
    print("[%6.1f]" % (time.time() - T0), *a, flush=True)


rng = np.random.default_rng(5)
random.seed(5)
torch.manual_seed(5)
J = json.loads(lzma.open(D + "/train.json.xz").read())
for k, i in (("docs", 3), ("groups", 0), ("rows", 0)):
    J[k] = [x for x in J[k] if x[i] not in EXC]
log("loaded", len(J["docs"]), len(J["groups"]), len(J["rows"]))
if SMOKE:
    J["docs"] = random.sample(J["docs"], 600)
    J["groups"] = J["groups"][:6]
    J["rows"] = random.sample(J["rows"], 60)
LANG = ["en", "th", "zh", "zht", "ja", "ko", "fr", "de", "es"]
LI = {l: i for i, l in enumerate(LANG)}
# ---------- units
U = []
UL = []
docs = []
src = []
for l, h, u, s in J["docs"]:
    hi = -1
    if h:
        hi = len(U)
        U.append(h)
        UL.append(LI[l])
    a = len(U)
    U += u
    UL += [LI[l]] * len(u)
    docs.append((a, len(U), hi, LI[l]))
    src.append(s)
groups = []
for s, g in J["groups"]:
    d = {}
    for l, c in g.items():
        d[LI[l]] = len(U)
        U += c
        UL += [LI[l]] * len(c)
    groups.append((d, len(next(iter(g.values())))))
rows = []
for s, r in J["rows"]:
    d = {}
    for l, t in r.items():
        d[LI[l]] = len(U)
        U.append(t)
        UL.append(LI[l])
    rows.append(d)
if A.group_rows:
    for d, m in groups:
        for i in range(m):
            r = {l: a + i for l, a in d.items() if len(U[a + i]) >= 4 and (l < 4 or random.random() < 0.4)}
            if len(r) > 1 and 0 in r:
                rows.append(r)
UL = np.array(UL)
docs = np.array(docs)
del J
log("units", len(U), "docs", len(docs), "groups", len(groups), "rows", len(rows))
stu = sp.SentencePieceProcessor(model_file=D + "/student.model")
use_sp = sp.SentencePieceProcessor(model_file=D + "/sp.model")
NV = stu.vocab_size()
mt = Tokenizer.from_file(D + "/minilm_tokenizer.json")
mt.no_truncation()
mt.no_padding()


def flat(lists):
    n = np.fromiter(map(len, lists), np.int64, len(lists))
    off = np.zeros(len(n) + 1, np.int64)
    np.cumsum(n, out=off[1:])
    f = np.fromiter((t for x in lists for t in x), np.int32, off[-1])
    return f, off


CH = 200000


def tok_all(fn):
    A = []
    O = [np.zeros(1, np.int64)]
    for i in range(0, len(U), CH):
        f, o = flat(fn(i, min(i + CH, len(U))))
        A.append(f)
        O.append(o[1:] + O[-1][-1])
    return np.concatenate(A), np.concatenate(O)


fs, os_ = tok_all(lambda a, b: stu.encode([x.lower() for x in U[a:b]], num_threads=NT))
log("student tokens", len(fs))
fu, ou = tok_all(lambda a, b: use_sp.encode(U[a:b], num_threads=NT))
log("use tokens", len(fu))
fm, om = tok_all(
    lambda a, b: [
        e.ids
        for e in mt.encode_batch(
            [x if UL[a + i] == 0 else "" for i, x in enumerate(U[a:b])], add_special_tokens=False
        )
    ]
)
log("minilm tokens", len(fm))
FS, FU, FM = (torch.from_numpy(x).to(dev) for x in (fs, fu, fm))
# ---------- pool of pairs (unit ranges)
nl = os_[1:] - os_[:-1]


def ict(n, lp):
    by = [
        np.flatnonzero((docs[:, 3] == i) & ((docs[:, 1] - docs[:, 0] >= 2) | (docs[:, 2] >= 0)))
        for i in range(len(LANG))
    ]
    p = np.array([lp.get(LANG[i], 0) * (len(by[i]) > 0) for i in range(len(LANG))])
    p /= p.sum()
    out = []
    ls = rng.choice(len(LANG), n, p=p)
    # documents are drawn in proportion to their number of units (capped)
    pw = [None if len(b) == 0 else np.minimum(docs[b, 1] - docs[b, 0], 30).astype(float) for b in by]
    cum = [None if w is None else np.cumsum(w) / w.sum() for w in pw]
    r = rng.random((n, 6))
    for k in range(n):
        b = by[ls[k]]
        a, e, h, l = docs[b[min(np.searchsorted(cum[ls[k]], r[k, 0]), len(b) - 1)]]
        tgt = 20 + r[k, 1] ** 1.5 * 200
        i = a + int(r[k, 2] * (e - a))
        if e - i < 2 and i > a:
            i -= 1
        j = i + 1
        while j < e and os_[j] - os_[i] < tgt:
            j += 1
        inc = 0
        if h >= 0 and (r[k, 3] < 0.3 or j - i < 2):
            q = (h, h + 1)
            inc = 2
        elif j - i < 2:
            continue
        elif r[k, 3] < 0.6:
            q = (i, i + 1)
            i += 1
        else:
            x = i + int(r[k, 4] * (j - i))
            q = (x, x + 1)
            inc = 1
        if os_[q[1]] - os_[q[0]] < 2 or os_[j] - os_[i] < 4:
            continue
        out.append((q[0], q[1], i, j, l, l, inc))
    return np.array(out)


XL = [
    (0, 1, 0.36),
    (0, 2, 0.18),
    (0, 3, 0.08),
    (1, 2, 0.12),
    (1, 3, 0.04),
    (2, 3, 0.04),
    (0, 4, 0.04),
    (0, 5, 0.04),
    (0, 6, 0.03),
    (0, 7, 0.03),
    (0, 8, 0.04),
]


def xict(n):
    w = np.array([g[1] for g in groups], float)
    gi = rng.choice(len(groups), n, p=w / w.sum())
    pi = rng.choice(len(XL), n, p=np.array([x[2] for x in XL]) / sum(x[2] for x in XL))
    r = rng.random((n, 4))
    out = []
    for k in range(n):
        d, m = groups[gi[k]]
        a, b, _ = XL[pi[k]]
        if r[k, 0] < 0.5:
            a, b = b, a
        if a not in d or b not in d:
            continue
        i = int(r[k, 1] * m)
        q = d[a] + i
        if nl[q] < 3 or nl[d[b] + i] < 1:
            continue
        tgt = 8 + r[k, 2] ** 2 * 160
        s = i - int(r[k, 3] * 3)
        s = max(0, s)
        e = i + 1
        while e < m and os_[d[b] + e] - os_[d[b] + s] < tgt:
            e += 1
        out.append((q, q + 1, d[b] + s, d[b] + e, a, b, 3))
    return np.array(out)


n1, n2 = (150, 60) if SMOKE else (520000, 200000)
PL = ict(n1, dict(en=0.38, th=0.22, zh=0.13, zht=0.11, ja=0.04, ko=0.04, fr=0.04, de=0.02, es=0.02))
PX = xict(n2)
PR = np.concatenate([PL, PX])
log("pairs", len(PL), len(PX))
rc = []
ri = []  # row cells
for r in rows:
    if len(r) > 1:
        ri.append((len(rc), len(rc) + len(r)))
        rc += sorted(r.values())
rc = np.array(rc)
ri = np.array(ri)
# ---------- teachers
use = USE(D + "/use.npz", dev, dt)
ml = MiniLM(D + "/minilm.npz", dev, dt)
bud = 60000 if dev == "cpu" else 400000


def teach(a, b):
    return use.encode(FU, ou[a], ou[b], budget=bud)


def uniq(a, b):
    k, inv = np.unique(a * (len(U) + 1) + b, return_inverse=True)
    return k // (len(U) + 1), k % (len(U) + 1), inv


def teach_pairs(a, b):
    x, y, inv = uniq(a, b)
    return teach(x, y)[torch.from_numpy(inv).to(dev)]


TQ, TP = teach_pairs(PR[:, 0], PR[:, 1]), teach_pairs(PR[:, 2], PR[:, 3])
TR = teach(rc, rc + 1)
log("use vectors", TQ.shape, TR.shape)


def mlm(a, b, lang):
    o = torch.zeros(len(a), 384, dtype=torch.float16, device=dev)
    s = np.flatnonzero(lang == 0)
    x, y, inv = uniq(a[s], b[s])
    o[torch.from_numpy(s).to(dev)] = ml.encode(FM, om[x], om[y], cap=126, budget=bud)[
        torch.from_numpy(inv).to(dev)
    ]
    return o


MQ, MP = mlm(PR[:, 0], PR[:, 1], PR[:, 4]), mlm(PR[:, 2], PR[:, 3], PR[:, 5])
log("minilm vectors")
# ---------- initial table
ini = json.load(lzma.open(D + "/init.json.xz"))
seqs = []
wts = []
row = []
for i, r in enumerate(ini):
    for s, w in r:
        seqs.append(s or [0])
        wts.append(w)
        row.append(i)
f, o = flat(seqs)
V = (
    use.encode(torch.from_numpy(f).to(dev), o[:-1], o[1:], budget=bud).float()
    if not SMOKE
    else torch.randn(len(seqs), 512)
)
w = torch.tensor(wts, device=dev)
ri_ = torch.tensor(row, device=dev)
n = len(ini)
den = torch.zeros(n, device=dev).index_add_(0, ri_, w)
V0 = torch.zeros(n, 512, device=dev).index_add_(0, ri_, V * w[:, None]) / den[:, None]
samp = torch.cat(
    [TQ[torch.randperm(len(TQ), device=dev)[:60000]], TP[torch.randperm(len(TP), device=dev)[:60000]]]
).float()
mu = samp.mean(0)
_, sv, Vt = torch.linalg.svd((samp - mu)[: min(len(samp), 40000)], full_matrices=False)
P = Vt[:256].T.contiguous()
proj = lambda t: F.normalize((t.float() - mu) @ P, dim=-1)
score = torch.tensor([stu.get_score(i) for i in range(3, NV)], device=dev)
pr = score.exp()
sif = 1e-3 / (1e-3 + pr)
E0 = torch.zeros(NV, 256, device=dev)
E0[3:] = ((V0 - V0.mean(0)) @ P) * sif[:, None]
E0 /= E0[3:].norm(dim=1).mean()
log("init table", E0.shape)
# ---------- question words that carry no content; speaker names
TPL = {
    "en": [
        "what",
        "when",
        "where",
        "who",
        "which",
        "why",
        "how many",
        "how",
        "what is",
        "what was the",
        "when did",
        "where did",
        "who was",
        "what kind of",
        "how long",
        "what did",
        "does",
        "do you know",
    ],
    "th": [
        "อะไร",
        "เมื่อไหร่",
        "ที่ไหน",
        "ใคร",
        "อย่างไร",
        "ทำไม",
        "กี่",
        "เท่าไร",
        "คืออะไร",
        "สิ่งใด",
        "ใครเป็น",
        "ปีใด",
        "ประเภทใด",
    ],
    "zh": [
        "什么",
        "什么时候",
        "哪里",
        "谁",
        "怎么",
        "为什么",
        "多少",
        "是什么",
        "哪一年",
        "哪个",
        "何时",
        "有几个",
        "什么样的",
    ],
    "zht": [
        "什麼",
        "什麼時候",
        "哪裡",
        "誰",
        "怎麼",
        "為什麼",
        "多少",
        "是什麼",
        "哪一年",
        "哪個",
        "何時",
        "有幾個",
    ],
}
K = 6


def pad(ls):
    a = np.zeros((len(ls), K), np.int64)
    for i, x in enumerate(ls):
        x = x[:K]
        a[i, : len(x)] = x
    return torch.from_numpy(a).to(dev)


TT = {LI[l]: pad(stu.encode(v)) for l, v in TPL.items()}
NAMES = pad(
    stu.encode(
        [
            x.lower()
            for x in (
                "Alice Bob Carol David Emma Frank Grace Henry Irene Jack Karen Liam Mia Noah Olivia Paul Quinn Rachel Sam Tina Victor Wendy Xavier Yara Zoe Kevin Laura Mark Nina Oscar Peter Rosa Steve Tracy Uma Vera Walter Anna Brian Chloe Daniel Ella George Hannah Ivan Julia Kate Leo Megan Nathan Owen Priya Ryan Sofia Thomas Ursula Vincent William Amy Ben"
            ).split()
        ]
        + [
            "สมชาย",
            "สมหญิง",
            "มานี",
            "ปิติ",
            "วิชัย",
            "นิดา",
            "ธนา",
            "พิมพ์",
            "อรุณ",
            "กมล",
            "张伟",
            "王芳",
            "李娜",
            "刘洋",
            "陈静",
            "杨帆",
            "赵敏",
            "小明",
            "小红",
            "阿强",
        ]
    )
)
COL = stu.encode("a:")[-1:]
chat = np.flatnonzero((nl >= 7) & (nl <= 60) & np.isin(UL, [0, 1, 2, 3]))
cw = np.where(UL[chat] == 0, 0.6, 0.4 / 3) / np.bincount(UL[chat], minlength=9)[UL[chat]]
chat_cum = np.cumsum(cw) / cw.sum()
log("chat units", len(chat))


# ---------- student pooling
def bag(E, a, b, cap, drop=0.0, extra=None, keepmask=None):
    """a,b: token start/end tensors; returns summed vectors"""
    L = int(min((b - a).max().item(), cap))
    ar = torch.arange(L, device=dev)[None]
    p = a[:, None] + ar
    m = p < b[:, None]
    if drop > 0:
        m = m & ((torch.rand(m.shape, device=dev) > drop) | (m.sum(1, keepdim=True) < 4))
    t = torch.where(m, FS[p.clamp(max=len(FS) - 1)].long(), 0)
    if extra is not None:
        t = torch.cat([t, extra], 1)
    return (
        F.embedding(t, E, padding_idx=0).sum(1)
        if dev == "cpu"
        else F.embedding_bag(t, E, mode="sum", padding_idx=0)
    )


OS = torch.from_numpy(os_).to(dev)
PRt = torch.from_numpy(PR).to(dev)
RIt = torch.from_numpy(ri).to(dev)
RCt = torch.from_numpy(rc).to(dev)
ULt = torch.from_numpy(UL).to(dev)
qlang = PRt[:, 4]
NP_ = len(PL)


def nce(a, b, tau, tsim=None, lab_mask=None, soft=None, ws=0.5):
    s = a @ b.T / tau
    n = len(a)
    lab = torch.arange(n, device=dev)
    if lab_mask is not None:
        s = s.masked_fill(lab_mask, -1e4)
    return 0.5 * (F.cross_entropy(s, lab) + F.cross_entropy(s.T, lab))


# ---------- evaluation
EV = json.loads(lzma.open(D + "/eval.json.xz").read())


def enc_texts(E, X, ids=False):
    f, o = flat([t for t in stu.encode([x.lower() for x in X], num_threads=NT)])
    f = torch.from_numpy(f).to(dev).long()
    o = torch.from_numpy(o).to(dev)
    out = torch.zeros(len(X), E.shape[1], device=dev)
    seg = torch.repeat_interleave(torch.arange(len(X), device=dev), o[1:] - o[:-1])
    k = f > 0
    out.index_add_(0, seg[k], E[f[k]])
    return F.normalize(out, dim=-1)


EVT = {}


def ev(E, dims=256):
    E = E[:, :dims]
    X = {
        l: (
            enc_texts(E, EV["xq"][l]["Q"]),
            enc_texts(E, EV["xq"][l]["P"]),
            torch.tensor(EV["xq"][l]["G"], device=dev),
        )
        for l in ("en", "th", "zh")
    }
    r = {}
    for a, b in (
        ("en", "en"),
        ("th", "th"),
        ("zh", "zh"),
        ("th", "en"),
        ("zh", "en"),
        ("en", "th"),
        ("en", "zh"),
    ):
        S = X[a][0] @ X[b][1].T
        g = S.gather(1, X[a][2][:, None])
        rk = (S > g).sum(1)
        r[a + "-" + b] = (
            round(100 * (rk < 1).float().mean().item(), 1),
            round(100 * (rk < 5).float().mean().item(), 1),
        )
    for nm in ("tha", "cmn"):
        a, b = enc_texts(E, EV["tt"][nm][0]), enc_texts(E, EV["tt"][nm][1])
        S = a @ b.T
        rk = (S > S.diagonal()[:, None]).sum(1)
        r["tt-" + nm] = round(100 * (rk < 1).float().mean().item(), 1)
    h5 = []
    h10 = []
    for T, Q, G in EV["lo"]:
        o = (enc_texts(E, Q) @ enc_texts(E, T).T).topk(10, 1).indices.tolist()
        for x, g in zip(o, G):
            h5.append(bool(set(x[:5]) & set(g)))
            h10.append(bool(set(x) & set(g)))
    r["lo5"], r["lo10"] = round(100 * float(np.mean(h5)), 1), round(100 * float(np.mean(h10)), 1)
    r["score"] = round(
        float(np.mean([r[k][1] for k in ("en-en", "th-th", "zh-zh", "th-en", "zh-en")])) + 2 * r["lo5"], 2
    )
    return r


def int8(E):
    s = E.abs().amax(1, keepdim=True).clamp(min=1e-9) / 127
    return (E / s).round().clamp(-127, 127), s


def int4q(E):
    """symmetric 4-bit rows; the scale is the one of 9 with the least squared error"""
    m = E.abs().amax(1, keepdim=True).clamp(min=1e-9) / 7
    best = None
    for f in (1, 0.96, 0.92, 0.88, 0.84, 0.8, 0.76, 0.72, 0.68):
        s = m * f
        q = (E / s).round().clamp(-7, 7)
        e = ((q * s - E) ** 2).sum(1, keepdim=True)
        if best is None:
            best = [e, q, s]
        else:
            k = e < best[0]
            best = [torch.where(k, x, y) for x, y in zip((e, q, s), best)]
    return best[1], best[2]


def int4(E):
    q, s = int4q(E)
    return q * s


log("init eval", ev(E0))


# ---------- training
def train(name, c):
    g = torch.Generator(device=dev)
    torch.manual_seed(c.get("seed", 1))
    E = torch.nn.Parameter(E0.clone())
    opt = torch.optim.Adam([E], lr=c["lr"], betas=(0.9, 0.99), eps=1e-8)
    N = c["steps"] if not SMOKE else 4
    B, BX, BR, BC = (c["b_ict"], c["b_x"], c["b_row"], c["b_chat"]) if not SMOKE else (32, 16, 32, 32)
    t0 = time.time()
    tau = c["tau"]
    for it in range(N):
        lr = c["lr"] * min(1, (it + 1) / 200) * (0.5 * (1 + math.cos(math.pi * it / N)) * 0.97 + 0.03)
        opt.param_groups[0]["lr"] = lr
        i = torch.cat(
            [torch.randint(0, NP_, (B,), device=dev), torch.randint(NP_, len(PRt), (BX,), device=dev)]
        )
        R = PRt[i]
        inc = R[:, 6]
        # clean student vectors for distillation, augmented queries for the contrastive part
        q = bag(E, OS[R[:, 0]], OS[R[:, 1]], 96)
        p = bag(E, OS[R[:, 2]], OS[R[:, 3]], 256)
        ex = torch.zeros(len(i), K, dtype=torch.long, device=dev)
        for l, t in TT.items():
            s = (R[:, 4] == l) & (torch.rand(len(i), device=dev) < c["p_tpl"])
            k = int(s.sum())
            if k:
                ex[s] = t[torch.randint(0, len(t), (k,), device=dev)]
        qa = bag(E, OS[R[:, 0]], OS[R[:, 1]], 96, drop=c["drop"], extra=ex)
        tq, tp = TQ[i].float(), TP[i].float()
        k = torch.randint(0, len(RIt), (BR,), device=dev)
        lo, hi = RIt[k, 0], RIt[k, 1]
        a = lo + (torch.rand(BR, device=dev) * (hi - lo)).long().clamp(max=9)
        a = torch.minimum(a, hi - 1)
        b = lo + (a - lo + 1 + (torch.rand(BR, device=dev) * (hi - lo - 1)).long()) % (hi - lo)
        # half of the row pairs are forced to start from the English cell (always first)
        a = torch.where(torch.rand(BR, device=dev) < 0.5, lo, a)
        b = torch.where(a == b, hi - 1, b)
        ua, ub = RCt[a], RCt[b]
        va, vb = bag(E, OS[ua], OS[ua + 1], 96), bag(E, OS[ub], OS[ub + 1], 96)
        ta, tb = TR[a].float(), TR[b].float()
        loss = 0
        st = {}
        allv = torch.cat([q, p, va, vb])
        tgt = torch.cat([proj(tq), proj(tp), proj(ta), proj(tb)])
        lw = torch.cat([R[:, 4], R[:, 5], ULt[ua], ULt[ub]])
        lw = torch.where(lw == 0, c["reg_en"], 1.0)
        lreg = ((1 - (F.normalize(allv, dim=-1) * tgt).sum(1)) * lw).sum() / lw.sum()
        loss = loss + c["reg"] * lreg
        with torch.no_grad():
            sim = tq @ tp.T
            mq, mp = MQ[i].float(), MP[i].float()
            e1 = R[:, 4] == 0
            e2 = R[:, 5] == 0
            en = e1[:, None] & e2[None]
            tsim = torch.where(en, (1 - c["ml"]) * sim + c["ml"] * (mq @ mp.T), sim)
            same = (
                (R[:, 2][None] < R[:, 3][:, None])
                & (R[:, 3][None] > R[:, 2][:, None])
                & ~torch.eye(len(i), dtype=torch.bool, device=dev)
            )  # overlapping paragraphs
            hard = ((tsim > c["mask"]) & ~torch.eye(len(i), dtype=torch.bool, device=dev)) | same
            tt = F.softmax(tsim / c["ttau"], 1)
            tt2 = F.softmax(tsim.T / c["ttau"], 1)
            rsim = ta @ tb.T
            rhard = (rsim > c["mask"]) & ~torch.eye(BR, dtype=torch.bool, device=dev)
        if BC:
            u = torch.from_numpy(
                chat[np.minimum(np.searchsorted(chat_cum, np.random.rand(BC)), len(chat) - 1)]
            ).to(dev)
            nmi = (
                torch.randint(0, len(NAMES), (BC,), device=dev)
                if it % 2
                else torch.randint(0, len(NAMES), (12,), device=dev)[torch.randint(0, 12, (BC,), device=dev)]
            )
            nm = NAMES[nmi]
            colon = torch.full((BC, 1), COL[0], device=dev, dtype=torch.long)
            cd = bag(E, OS[u], OS[u + 1], 64, extra=torch.cat([nm, colon], 1))
            ul = ULt[u]
            ex2 = torch.zeros(BC, K, dtype=torch.long, device=dev)
            for l, t in TT.items():
                s = ul == l
                k2 = int(s.sum())
                if k2:
                    ex2[s] = t[torch.randint(0, len(t), (k2,), device=dev)]
            cq = bag(E, OS[u], OS[u + 1], 64, drop=c["cdrop"], extra=torch.cat([nm, ex2], 1))
        for d, wd in c["mrl"]:
            n_ = lambda x: F.normalize(x[:, :d], dim=-1)
            q_, p_, qa_ = n_(q), n_(p), n_(qa)
            s = q_ @ p_.T / c["stau"]
            lk = 0.5 * (
                F.kl_div(F.log_softmax(s, 1), tt, reduction="batchmean")
                + F.kl_div(F.log_softmax(s.T, 1), tt2, reduction="batchmean")
            )
            ln = nce(qa_, p_, tau, lab_mask=hard)
            lrw = nce(n_(va), n_(vb), tau, lab_mask=rhard)
            loss = loss + wd * (c["kl"] * lk + c["nce"] * ln + c["row"] * lrw)
            if BC:
                lc = nce(n_(cq), n_(cd), tau)
                loss = loss + wd * c["chat"] * lc
        opt.zero_grad(set_to_none=True)
        loss.backward()
        opt.step()
        if it % c.get("log", 1000) == c.get("log", 1000) - 1 or it == N - 1:
            log(
                name,
                it + 1,
                "loss %.3f reg %.3f kl %.3f nce %.3f row %.3f chat %.3f"
                % (loss.item(), lreg.item(), lk.item(), ln.item(), lrw.item(), lc.item() if BC else 0),
                "%.1f ms/step" % ((time.time() - t0) * 1e3 / (it + 1)),
            )
        if it % c.get("evry", 3000) == c.get("evry", 3000) - 1 and it != N - 1:
            log(name, "eval", it + 1, ev(E.detach()))
    E = E.detach()
    E[:3] = 0
    return E


res = {}
tabs = {}
for name, c in CFG["runs"].items():
    if A.runs and name not in A.runs.split(","):
        continue
    c = {**CFG["base"], **c}
    if time.time() - T0 > A.stop - c.get("est", 60):
        log("no time for", name)
        continue
    E = train(name, c)
    name += A.tag
    tabs[name] = E
    q, s = int8(E)
    r = dict(cfg=c, f32=ev(E), i8=ev(q * s), i4=ev(int4(E)), i4_128=ev(int4(E), 128), i4_64=ev(int4(E), 64))
    res[name] = r
    for k in ("f32", "i8", "i4", "i4_128"):
        log(name, k, r[k])
    json.dump(res, open(f"{OUT}/results{A.tag}.json", "w"), default=float)
# averages of runs (all start from the same table) and of a run with the starting table
nz = lambda E: E / E[3:].norm(dim=1).mean()
names = list(tabs)


def cand(n, E):
    tabs[n] = E
    res[n] = dict(i4=ev(int4(E)))
    log(n, res[n]["i4"])


if len(names) > 1:
    cand("avg" + A.tag, sum(nz(tabs[n]) for n in names) / len(names))
    o = sorted(names, key=lambda n: -res[n]["i4"]["score"])
    if len(names) > 2:
        cand("avg2" + A.tag, (nz(tabs[o[0]]) + nz(tabs[o[1]])) / 2)
for n in list(tabs):
    for w in (0.15, 0.3):
        cand(f"{n}-start{int(w*100)}", (1 - w) * nz(tabs[n]) + w * nz(E0))
json.dump(res, open(f"{OUT}/results{A.tag}.json", "w"), default=float)
top = sorted(tabs, key=lambda n: -res[n]["i4"]["score"])[: A.keep]
for n in top:
    q, s = int4q(tabs[n])
    q = (q + 8).to(torch.uint8).cpu().numpy()
    np.savez(
        f"{OUT}/{n}.i4.npz", q=q[:, 0::2] | (q[:, 1::2] << 4), s=s[:, 0].cpu().numpy().astype(np.float32)
    )
log("done", [(n, res[n]["i4"]["score"]) for n in top])
