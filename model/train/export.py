# 4-bit table written by train.py (NAME.i4.npz) + student.model -> STEMB001 file.  usage: export.py NAME.i4.npz STUDENT.MODEL OUT.BIN
import sys, os, struct, numpy as np
from sentencepiece import sentencepiece_model_pb2 as pb

tab, model, fn = sys.argv[1:4]
z = np.load(tab)
q, s = z["q"][3:], z["s"][3:]  # the first three rows are <unk> <s> </s>
m = pb.ModelProto()
m.ParseFromString(open(model, "rb").read())
P = m.pieces[3:]
assert len(P) == len(q) == len(s) and q.dtype == np.uint8
cm = m.normalizer_spec.precompiled_charsmap
st = [p.piece.encode() for p in P]
sc = np.array([p.score for p in P], "<f4")
with open(fn, "wb") as f:
    f.write(
        b"STEMB001"
        + struct.pack("<IIIIIf", len(P), 2 * q.shape[1], 4, len(cm), sum(map(len, st)), float(sc.min()) - 10)
    )
    f.write(cm)
    f.write(np.array([len(x) for x in st], "<u2").tobytes())
    f.write(b"".join(st))
    f.write(sc.tobytes())
    f.write(s.astype("<f4").tobytes())
    f.write(np.ascontiguousarray(q).tobytes())
print(fn, len(P), "rows", os.path.getsize(fn), "bytes")
