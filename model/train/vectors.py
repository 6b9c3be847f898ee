# test_vectors.json: 100 texts with normalised text, ids and the first 8 dimensions.  usage: vectors.py MODEL.BIN TEXTS.JSON OUT.JSON [STUDENT.MODEL]
import sys, os, json

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from refenc import Model

m = Model(sys.argv[1])
T = [x["text"] if isinstance(x, dict) else x for x in json.load(open(sys.argv[2]))]
o = [
    dict(
        text=t,
        normalized=m.normalize(t),
        ids=m.encode_ids(t),
        first8=[round(float(x), 6) for x in m.encode([t])[0][:8]],
    )
    for t in T
]
json.dump(o, open(sys.argv[3], "w"), ensure_ascii=False, indent=0)
print(len(o), "vectors")
if len(sys.argv) > 4:
    import sentencepiece as sp

    s = sp.SentencePieceProcessor(model_file=sys.argv[4])
    b = [[i - 3 for i in k if i > 2] for k in s.encode([t.lower() for t in T])]
    print("ids differ from sentencepiece:", sum(x["ids"] != y for x, y in zip(o, b)))
