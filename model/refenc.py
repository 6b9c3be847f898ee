"""Reference reader/encoder for the static embedding file model.bin (numpy only).

File, little-endian:
  magic 8s b"STEMB001" | u32 rows N | u32 dims D | u32 bits (8 or 4) | u32 charsmap bytes C | u32 string bytes S
  f32 unk_score
  C bytes   SentencePiece nmt_nfkc precompiled charsmap (u32 trie_bytes, darts-clone units u32[], NUL-terminated strings)
  N u16     byte length of each piece; then S bytes: the pieces, UTF-8, back to back (U+2581 stands for a space)
  N f32     piece scores (log-probabilities for the Viterbi)
  N f32     row scales
  N*D i8 (bits=8), or N*D/2 bytes (bits=4: low nibble = even dim, high nibble = odd dim, value-8)
Row i vector = table[i]*scale[i].  Text vector = L2-normalised sum over the pieces found (unknown characters add nothing).
Text steps: (1) Unicode lower-case (str.lower / to_lowercase); (2) charsmap: longest prefix match in the trie at each byte, else
copy one UTF-8 character; (3) strip leading/trailing spaces, squeeze runs of spaces, put one U+2581 in front, spaces -> U+2581;
(4) unigram Viterbi over pieces, strict '>' so that the earlier start wins ties; a character with no one-character piece may be
skipped at unk_score.  Use the first 128 or 64 dims and re-normalise for a smaller index (Matryoshka order).
"""

import struct, sys, numpy as np


class Model:
    def __init__(s, fn):
        b = open(fn, "rb").read()
        assert b[:8] == b"STEMB001"
        N, D, bits, C, S, s.unk = struct.unpack("<IIIIIf", b[8:32])
        p = 32
        cm = b[p : p + C]
        p += C
        t = struct.unpack("<I", cm[:4])[0]
        s.units = np.frombuffer(cm[4 : 4 + t], "<u4").tolist()
        s.rep = cm[4 + t :]
        ln = np.frombuffer(b, "<u2", N, p)
        p += 2 * N
        o = np.concatenate([[0], np.cumsum(ln, dtype=np.int64)]).tolist()
        st = b[p : p + S]
        p += S
        s.score = np.frombuffer(b, "<f4", N, p).tolist()
        p += 4 * N
        s.scale = np.frombuffer(b, "<f4", N, p)
        p += 4 * N
        if bits == 8:
            s.tab = np.frombuffer(b, "i1", N * D, p).reshape(N, D)
        else:
            x = np.frombuffer(b, "u1", N * D // 2, p).reshape(N, D // 2)
            s.tab = np.empty((N, D), np.int8)
            s.tab[:, 0::2] = (x & 15).astype(np.int8) - 8
            s.tab[:, 1::2] = (x >> 4).astype(np.int8) - 8
        s.ids = {}
        s.pre = set()
        s.max = 0
        for i in range(N):
            w = st[o[i] : o[i + 1]].decode()
            s.ids[w] = i
            s.max = max(s.max, len(w))
            s.pre.update(w[:k] for k in range(1, len(w)))

    def normalize(s, text):
        raw = text.lower().encode("utf-8", "replace")
        out = bytearray()
        i = 0
        n = len(raw)
        U = s.units
        while i < n:
            u = U[0]
            node = (u >> 10) << ((u & 0x200) >> 6)
            best = 0
            val = 0
            j = i
            while j < n:
                node ^= raw[j]
                u = U[node]
                if (u & 0x800000FF) != raw[j]:
                    break
                node ^= (u >> 10) << ((u & 0x200) >> 6)
                j += 1
                if u & 0x100:
                    best = j - i
                    val = U[node] & 0x7FFFFFFF
            if best:
                out += s.rep[val : s.rep.index(0, val)]
                i += best
            else:
                c = raw[i]
                k = 1 if c < 0x80 else 2 if c >> 5 == 6 else 3 if c >> 4 == 14 else 4
                out += raw[i : i + k]
                i += k
        w = [x for x in out.decode("utf-8", "replace").split(" ") if x]
        return "\u2581" + "\u2581".join(w) if w else ""

    def encode_ids(s, text):
        t = s.normalize(text)
        L = len(t)
        best = [0.0] + [-1e30] * L
        frm = [0] * (L + 1)
        pid = [-1] * (L + 1)
        for i in range(L):
            one = False
            for j in range(i + 1, min(L, i + s.max) + 1):
                w = t[i:j]
                k = s.ids.get(w)
                if k is not None:
                    v = best[i] + s.score[k]
                    if v > best[j]:
                        best[j], frm[j], pid[j] = v, i, k
                    one |= j == i + 1
                elif w not in s.pre:
                    break
            if not one and best[i] + s.unk > best[i + 1]:
                best[i + 1], frm[i + 1], pid[i + 1] = best[i] + s.unk, i, -1
        r = []
        p = L
        while p > 0:
            if pid[p] >= 0:
                r.append(pid[p])
            p = frm[p]
        return r[::-1]

    def encode(s, texts, dims=None):
        d = dims or s.tab.shape[1]
        out = np.zeros((len(texts), d), np.float32)
        for i, t in enumerate(texts):
            k = s.encode_ids(t)
            if k:
                v = (s.tab[k, :d].astype(np.float32) * s.scale[k][:, None]).sum(0)
                out[i] = v / (np.linalg.norm(v) + 1e-12)
        return out


if __name__ == "__main__":
    m = Model(sys.argv[1])
    v = m.encode(sys.argv[2:])
    print([m.encode_ids(t) for t in sys.argv[2:]])
    print(v @ v.T)
