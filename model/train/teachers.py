# the two teachers in plain torch: USE-multilingual-v3 (CNN) and all-MiniLM-L6-v2
import numpy as np, torch, torch.nn.functional as F, math


def ragged(starts, ends, budget, cap):
    """yield index chunks sorted by length, so that padded size stays under budget tokens"""
    L = np.minimum(ends - starts, cap)
    o = np.argsort(L, kind="stable")
    i = 0
    while i < len(o):
        j = i
        while j < len(o) and (j - i + 1) * (L[o[j]] + 2) <= budget:
            j += 1
        if j == i:
            j = i + 1
        yield o[i:j], int(L[o[j - 1]])
        i = j


class USE:
    def __init__(s, fn, dev, dt):
        z = np.load(fn)
        t = lambda k: torch.from_numpy(z[k].astype(np.float32)).to(dev)
        s.dev, s.dt = dev, dt
        n = z["table"].shape[0]
        ch = np.arange(n) % 17
        tab = torch.from_numpy(z["table"]).to(dev)
        sc, lo = t("scale"), t("lo")
        c = torch.from_numpy(ch).to(dev)
        s.E = torch.empty(n, 512, dtype=dt, device=dev)
        for i in range(0, n, 16384):
            s.E[i : i + 16384] = (
                tab[i : i + 16384].float() * sc[c[i : i + 16384], None] + lo[c[i : i + 16384], None]
            ).to(dt)
        s.W = {k: t(k) for k in z.files if k not in ("table", "scale", "lo", "eps")}
        s.eps = float(z["eps"])
        s.cv = []
        for i, n_ in enumerate((2, 3, 5)):
            f = lambda k: s.W[k].reshape(n_, 256, 256).permute(2, 1, 0).contiguous().to(dt)
            s.cv.append(
                (n_, (0, 1, 2)[i], f(f"w1_{i}"), s.W[f"b1_{i}"].to(dt), f(f"w2_{i}"), s.W[f"b2_{i}"].to(dt))
            )

    @torch.no_grad()
    def fwd(s, tok, mask):  # tok [B,L] with bos/eos inside, mask bool
        W = s.W
        emb = s.E[tok]
        m = mask[..., None]
        x = (emb @ W["proj_W"].to(s.dt)).float() + W["proj_b"]
        B, L, _ = x.shape
        y = x.view(B, L, 3, 256)
        y = y - y.mean(-1, keepdim=True)
        y = y * torch.rsqrt((y * y).mean(-1, keepdim=True) + s.eps)
        x = (y.reshape(B, L, 768) * W["ln_g_all"] + W["ln_b_all"]) * m
        out = [emb.float()]
        for i, (n, left, w1, b1, w2, b2) in enumerate(s.cv):
            xs = x[..., i * 256 : (i + 1) * 256].transpose(1, 2).to(s.dt)

            def conv(a, w, b):
                return F.relu(F.conv1d(F.pad(a, (left, n - 1 - left)), w, b))

            h = (conv(xs, w1, b1) + xs) * mask[:, None, :].to(s.dt)
            c = conv(h, w2, b2) + h
            out.append(c.transpose(1, 2).float())
        f = torch.cat(out, -1)
        f = f - f.mean(-1, keepdim=True)
        f = f * torch.rsqrt((f * f).mean(-1, keepdim=True) + s.eps)
        f = (f * W["ln_g"] + W["ln_b"]) * m
        ln = mask.sum(1, keepdim=True).float()
        v = (f.sum(1) @ W["cnn_W"] + ln * W["cnn_b"]) / ln.sqrt()
        y0 = F.relu(v @ W["d0"])
        y1 = F.relu(v @ W["p1"] + y0 @ W["d1"])
        y2 = F.relu(y1 @ W["d2"])
        z = torch.tanh(y1 @ W["p3"] + y2 @ W["d3"])
        return F.normalize(z, dim=-1)

    def encode(s, flat, starts, ends, cap=254, budget=60000):
        out = torch.zeros(len(starts), 512, dtype=torch.float16, device=s.dev)
        st = torch.from_numpy(starts).to(s.dev)
        en = torch.from_numpy(np.minimum(ends, starts + cap)).to(s.dev)
        for o, L in ragged(starts, ends, budget, cap):
            o = torch.from_numpy(o).to(s.dev)
            a = st[o][:, None]
            e = en[o][:, None]
            ar = torch.arange(L + 2, device=s.dev)[None]
            p = a + ar - 1
            n = e - a
            tok = flat[p.clamp(0, len(flat) - 1)]
            tok = torch.where(ar == 0, torch.ones_like(tok), tok)
            tok = torch.where(ar == n + 1, torch.full_like(tok, 2), tok)
            mask = ar <= n + 1
            tok = torch.where(mask, tok, torch.zeros_like(tok))
            out[o] = s.fwd(tok.long(), mask).half()
        return out


class MiniLM:
    def __init__(s, fn, dev, dt):
        z = np.load(fn)
        s.dev, s.dt = dev, dt
        s.W = {}
        for k in z.files:
            if k[:2] == "q:":
                s.W[k[2:]] = torch.from_numpy(z[k].astype(np.float32) * z["s:" + k[2:]]).to(dev, dt)
            elif k[:2] == "f:":
                s.W[k[2:]] = torch.from_numpy(z[k]).to(dev, dt)
        s.p = "bert." if any(k.startswith("bert.") for k in s.W) else ""

    @torch.no_grad()
    def fwd(s, tok, mask):
        W = s.W
        p = s.p
        ln = lambda x, k: F.layer_norm(x, (384,), W[k + ".weight"], W[k + ".bias"], 1e-12)
        li = lambda x, k: F.linear(x, W[k + ".weight"], W[k + ".bias"])
        B, L = tok.shape
        x = (
            W[p + "embeddings.word_embeddings.weight"][tok]
            + W[p + "embeddings.position_embeddings.weight"][:L]
            + W[p + "embeddings.token_type_embeddings.weight"][0]
        )
        x = ln(x, p + "embeddings.LayerNorm")
        for i in range(6):
            a = f"{p}encoder.layer.{i}."
            hd = lambda k: li(x, a + "attention.self." + k).view(B, L, 12, 32).transpose(1, 2)
            q, k, v = hd("query"), hd("key"), hd("value")
            if hasattr(F, "scaled_dot_product_attention"):
                c = F.scaled_dot_product_attention(q, k, v, attn_mask=mask[:, None, None, :])
            else:
                sc = (q @ k.transpose(-1, -2)) / math.sqrt(32)
                sc = sc.masked_fill(~mask[:, None, None, :], -1e9)
                c = torch.softmax(sc, -1) @ v
            x = ln(
                x + li(c.transpose(1, 2).reshape(B, L, 384), a + "attention.output.dense"),
                a + "attention.output.LayerNorm",
            )
            x = ln(
                x + li(F.gelu(li(x, a + "intermediate.dense")), a + "output.dense"), a + "output.LayerNorm"
            )
        m = mask[..., None].float()
        return F.normalize((x.float() * m).sum(1) / m.sum(1), dim=-1)

    def encode(s, flat, starts, ends, cap=254, budget=60000):
        out = torch.zeros(len(starts), 384, dtype=torch.float16, device=s.dev)
        st = torch.from_numpy(starts).to(s.dev)
        en = torch.from_numpy(np.minimum(ends, starts + cap)).to(s.dev)
        for o, L in ragged(starts, ends, budget, cap):
            o = torch.from_numpy(o).to(s.dev)
            a = st[o][:, None]
            e = en[o][:, None]
            ar = torch.arange(L + 2, device=s.dev)[None]
            n = e - a
            tok = flat[(a + ar - 1).clamp(0, len(flat) - 1)]
            tok = torch.where(ar == 0, torch.full_like(tok, 101), tok)
            tok = torch.where(ar == n + 1, torch.full_like(tok, 102), tok)
            mask = ar <= n + 1
            tok = torch.where(mask, tok, torch.zeros_like(tok))
            out[o] = s.fwd(tok.long(), mask).half()
        return out
