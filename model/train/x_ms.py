# usage: x_ms.py MIRROR RAW   (MIRROR: folder with bare clones named owner+name/repo, see README; RAW: output folder)
# paragraph-aligned courses (microsoft/*-For-Beginners, MIT): translations/<lang>/path.md, aligned block by block with English
import subprocess, re, json, os, sys, collections

M = os.path.join(sys.argv[1], "")
R = [
    "microsoft+Web-Dev-For-Beginners",
    "microsoft+AI-For-Beginners",
    "microsoft+ai-agents-for-beginners",
    "microsoft+Data-Science-For-Beginners",
    "microsoft+IoT-For-Beginners",
    "microsoft+AZD-for-beginners",
    "microsoft+edgeai-for-beginners",
    "microsoft+Security-101",
]
L = {
    "th": "th",
    "zh-CN": "zh",
    "zh": "zh",
    "zh-TW": "zht",
    "tw": "zht",
    "ja": "ja",
    "ko": "ko",
    "fr": "fr",
    "de": "de",
    "es": "es",
}


def cat(repo, paths):
    g = M + repo + "/repo"
    p = subprocess.Popen(
        ["git", "--git-dir=" + g, "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    import threading

    def w():
        for x in paths:
            p.stdin.write(("HEAD:" + x + "\n").encode())
        p.stdin.close()

    threading.Thread(target=w, daemon=True).start()
    for x in paths:
        h = p.stdout.readline().split()
        if len(h) < 3:
            yield x, None
            continue
        d = p.stdout.read(int(h[2]))
        p.stdout.read(1)
        yield x, d.decode("utf-8", "replace")


def ls(repo):
    return (
        subprocess.run(
            ["git", "--git-dir=" + M + repo + "/repo", "ls-tree", "-r", "-z", "--name-only", "HEAD"],
            stdout=subprocess.PIPE,
        )
        .stdout.decode("utf-8", "replace")
        .split("\0")
    )


def inline(s):
    s = re.sub(r"!\[[^\]]*\]\([^)]*\)", "", s)
    s = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", s)
    s = re.sub(r"<[^>]+>", "", s)
    s = re.sub(r"https?://\S+", "", s)
    s = re.sub(r"[*`]+|^#+\s*|^>\s?|^\s*[-*+]\s+|^\s*\d+\.\s+|\|", "", s, flags=re.M)
    s = re.sub(r"\[![A-Z]+\]", "", s)
    return re.sub(r"\s+", " ", s).strip()


def blocks(t):
    t = re.sub(r"<!--.*?-->", "", t, flags=re.S)
    t = re.sub(r"\A---\n.*?\n---\n", "", t, flags=re.S)
    out = []
    code = False
    cur = []

    def flush():
        if cur:
            out.append("\n".join(cur))
            cur.clear()

    for ln in t.split("\n"):
        if ln.lstrip().startswith("```"):
            flush()
            if not code:
                out.append("```")
            code = not code
            continue
        if code:
            continue
        if not ln.strip():
            flush()
            continue
        if re.match(r"\s*(#|[-*+] |\d+\. |\|)", ln):
            flush()
            out.append(ln)
            continue
        cur.append(ln)
    flush()
    return out


def kind(b):
    m = re.match(r"\s*(#+|[-*+] |\d+\. |\||>|```)", b)
    return m.group(1).strip()[:4] if m else "p"


if __name__ == "__main__":
    out = open(os.path.join(sys.argv[2], "ms.jsonl"), "w")
    n = collections.Counter()
    for r in R:
        F = set(ls(r))
        tr = [x for x in F if re.match(r"translations/[^/]+/.*\.md$", x)]
        by = collections.defaultdict(dict)
        for x in tr:
            _, l, rest = x.split("/", 2)
            if l in L:
                by[rest][L[l]] = x
        want = []
        for rest, d in by.items():
            base = rest if rest in F else None
            if base is None:
                continue
            want += [base] + list(d.values())
        txt = dict(cat(r, list(dict.fromkeys(want))))
        for rest, d in by.items():
            en = txt.get(rest)
            if not en:
                continue
            eb = blocks(en)
            rows = [dict(en=inline(b)) for b in eb]
            heads = []
            h = ""
            for b in eb:
                if b.startswith("#"):
                    h = inline(b)
                heads.append(h)
            for l, x in d.items():
                t = txt.get(x)
                if not t:
                    continue
                tb = blocks(t)
                # translators append a disclaimer block at the end; align only when the block kinds agree from the start
                k = min(len(tb), len(eb))
                same = sum(kind(a) == kind(b) for a, b in zip(eb[:k], tb[:k]))
                if abs(len(tb) - len(eb)) > 3 or same < 0.95 * k:
                    n["skip_" + l] += 1
                    continue
                for i in range(k):
                    if kind(eb[i]) != kind(tb[i]):
                        break
                    s = inline(tb[i])
                    if s and s != rows[i]["en"]:
                        rows[i][l] = s
            for i, row in enumerate(rows):
                if len(row["en"]) >= 4 and len(row) > 1:
                    row["_h"] = heads[i]
                    row["_f"] = r + "/" + rest
                    out.write(json.dumps(row, ensure_ascii=False) + "\n")
                    for l in row:
                        n[l] += 1
        print(r, dict(n), flush=True)
