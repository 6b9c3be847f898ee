"""Learns the network that hears what a message wants of memory (crates/memoro-core/src/trigger/heard/ear.i8 and gate.bin).

    python3 model/say/learn.py [EPOCHS] [--last]

Prints, unless only the last learning is wanted, for each author whose messages were left out of the learning, how well what is wanted and its slot are found by the
network alone; then learns from all and writes the weights. The messages are those of messages.tsv beside this file, which
were written for it, and of the tests of understanding (tests/data/utterances.tsv and heard.tsv); each is also read with other
values and other marks, and inside frames that make talk of it (frames.py). Needs numpy, scipy, scikit-learn and torch; about
a minute for each learning on one data-centre GPU.
"""

import math
import pathlib
import random
import sys

import numpy as np
import torch
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression
from torch import nn

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import refenc  # noqa: E402
from frames import DENY, ONCE, TASK  # noqa: E402

HOME = pathlib.Path(__file__).parents[2]
HEARD = HOME / "crates/memoro-core/src/trigger/heard"
DATA = HOME / "crates/memoro-core/tests/data"
INTENTS = ["none", "remember", "set_preference", "update", "forget", "show", "confirm", "reject"]
WRITES = INTENTS[1:5]
SLOTS = (HEARD / "slots.txt").read_text().split()
FAMILIES = ["expertise", "likes", "dislikes", "uses", "preferred", "project", "deadline", "allergy"]
PIECES, DIMS, SEEN, WIDTH, WHOLE, ROUNDS, TAGS, UNKNOWN = 64, 256, 12, 128, 256, (1, 2, 4), 5, -100
LISTS = {name: words.split("|") for name, words in (line.split("\t") for line in (HEARD / "words.txt").read_text().splitlines())}
CLASSES = len(LISTS)
WORDS = {}
for _class, _words in enumerate(LISTS.values()):
    for _word in _words:
        WORDS.setdefault(_word[0], []).append((_word, _class))
VARIANTS, FRAMED, SEED = 4, 0.12, 2
ONCE_TOLD = ("utterances.tsv",)  # messages that count once
TOLD = 2  # how often a message that was written to learn from counts
SURE = 0.9  # as in heard.rs
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


class Cutter:
    """Cuts a text as LocalModel::cut does: each piece with its bytes in the text."""

    def __init__(self):
        self.model = refenc.Model(HOME / "crates/memoro-embed/model/model.bin")

    def normal(self, text):
        raw, origin, at = bytearray(), [], 0
        for c in text:
            lower = c.lower().encode()
            raw += lower
            origin += [at] * len(lower)
            at += len(c.encode())
        out, places, gap, i = bytearray(), [], True, 0
        units, replacements = self.model.units, self.model.rep

        def children(unit):
            return (unit >> 10) << ((unit & 0x200) >> 6)

        while i < len(raw):
            node, length, start, j = children(units[0]), 0, 0, i
            while j < len(raw):
                node ^= raw[j]
                unit = units[node]
                if (unit & 0x800000FF) != raw[j]:
                    break
                node ^= children(unit)
                j += 1
                if unit & 0x100:
                    length, start = j - i, units[node] & 0x7FFFFFFF
            width = 1 if raw[i] < 0x80 else 2 if raw[i] < 0xE0 else 3 if raw[i] < 0xF0 else 4
            new = replacements[start : replacements.index(b"\0", start)] if length else raw[i : i + width]
            for byte in new:
                if byte == 32:
                    gap = True
                    continue
                if gap:
                    out += "\u2581".encode()
                    gap = False
                out.append(byte)
                places += [origin[i]] * (len(out) - len(places))
            i += length or width
        return bytes(out).decode("utf-8", "replace"), [*places, at]

    def cut(self, text):
        """Returns (piece or -1, start, end, whether a gap stands before it) for each piece."""
        model, (normal, places) = self.model, self.normal(text)
        best, origin, piece = [0.0] + [-1e30] * len(normal), [0] * (len(normal) + 1), [-1] * (len(normal) + 1)
        for i in range(len(normal)):
            covered = False
            for j in range(i + 1, min(len(normal), i + model.max) + 1):
                number = model.ids.get(normal[i:j])
                if number is not None:
                    if best[i] + model.score[number] > best[j]:
                        best[j], origin[j], piece[j] = best[i] + model.score[number], i, number
                    covered |= j == i + 1
                elif normal[i:j] not in model.pre:
                    break
            if not covered and best[i] + model.unk > best[i + 1]:
                best[i + 1], origin[i + 1], piece[i + 1] = best[i] + model.unk, i, -1
        bytes_before = np.concatenate([[0], np.cumsum([len(c.encode()) for c in normal])]).astype(int)
        path, at = [], len(normal)
        while at > 0:
            path.append((origin[at], at, piece[at]))
            at = origin[at]
        raw, out = text.encode(), []
        for start, end, number in reversed(path):
            begins = normal[start] == "\u2581"
            first = start + begins
            if first < end:
                a, b = places[bytes_before[first]], places[bytes_before[end]]
                out.append((number, a, a + len(raw[a:b].decode("utf-8", "ignore").rstrip().encode()), begins))
        return out[:PIECES]


def class_of(c):
    if c.isnumeric() and not "\u3400" <= c <= "\u9fff":
        return 3
    if "\u0e00" <= c <= "\u0e7f":
        return 1
    if "\u3400" <= c <= "\u9fff":
        return 2
    if c.isalpha():
        return 0
    return 5 if "\u2190" <= c <= "\u2bff" or c >= "\U0001f000" else 4


def sights(text, cuts):
    """As in sight.rs."""
    raw, seen = text.encode(), np.zeros((PIECES, SEEN), np.float32)
    for at, (number, start, end, begins) in enumerate(cuts):
        word = raw[start:end].decode("utf-8", "ignore")
        if word:
            seen[at, class_of(word[0])] = 1
            seen[at, 6], seen[at, 11] = word[0].isupper(), len(word) > 1 and word.isupper()
        seen[at, 7:11] = begins, number < 0, at == 0, at + 1 == len(cuts)
    return seen


def classes(text):
    """As in words.rs: which classes of words stand at each character."""
    low = "".join((c.lower() or c)[0] for c in text.replace("\u2019", "'"))
    joins = lambda c: c.isascii() and c.isalnum()  # noqa: E731
    out = np.zeros((len(text), CLASSES), np.float32)
    for at, c in enumerate(low):
        for word, number in WORDS.get(c, ()):
            end = at + len(word)
            inside = joins(c) and at > 0 and joins(low[at - 1]) or joins(word[-1]) and end < len(low) and joins(low[end])
            if low.startswith(word, at) and not inside:
                out[at:end, number] = 1
    return out


def classed(text, cuts):
    """The classes of each piece, and those of the whole."""
    by, at, places = classes(text), 0, {}
    for number, c in enumerate(text):
        places[at], at = number, at + len(c.encode())
    places[at] = len(text)
    out = np.zeros((PIECES, CLASSES), np.float32)
    for number, (_, start, end, _) in enumerate(cuts):
        while start not in places:
            start -= 1
        while end not in places:
            end += 1
        if places[end] > places[start]:
            out[number] = by[places[start] : places[end]].max(0)
    return out, by.max(0) if len(text) else np.zeros(CLASSES, np.float32)


def place(text, words):
    at = text.find(words) if words not in ("", "-") else -1
    return None if at < 0 else (len(text[:at].encode()), len(text[: at + len(words)].encode()))


def slot_of(key):
    family = key.split(".")[0]
    if key in SLOTS or key == "*":
        return "all" if key == "*" else key
    if family in FAMILIES and "." in key:
        return family
    return None if key == "-" else "rule" if family == "response" else "free"


def written():
    """The messages that were written to learn from, with the words that count."""
    for line in (pathlib.Path(__file__).parent / "messages.tsv").read_text().splitlines()[1:]:
        author, _, text, intent, slot, thing, value = line.split("\t")
        intent = "set_preference" if slot == "rule" and intent in ("remember", "set_preference") else intent
        intent = "remember" if slot == "assistant.name" and intent not in ("update", "forget") else intent
        slot = slot if slot in SLOTS and not (slot == "-" and intent == "forget") else "free"
        value, thing = place(text, value), place(text, thing)
        yield {"author": author, "text": text, "intent": intent, "slot": slot, "value": value, "thing": thing, "placed": True}


def tested(name):
    """The messages of the tests: a value that does not stand there literally says nothing of the words."""
    for line in (DATA / name).read_text().splitlines()[1:]:
        _, _, split, text, intent, _, _, key, value, _ = line.split("\t")
        text = text.replace("\\n", "\n")
        slot, value = slot_of(key), place(text, value)
        thing = place(text, key.split(".", 1)[1].replace("_", " ")) if slot in FAMILIES and "." in key else None
        if slot in ("likes", "dislikes", "uses", "allergy"):
            value = value or thing
        if slot and slot.startswith("response."):
            value = None
        placed = intent not in WRITES[:3] or value is not None
        yield {"author": name, "text": text, "intent": intent, "slot": slot, "value": value, "thing": thing, "placed": placed}


def script(text):
    counts = [sum(belongs(c) for c in text) for belongs in (lambda c: "\u0e00" <= c <= "\u0e7f", lambda c: "\u3400" <= c <= "\u9fff", lambda c: c.isascii() and c.isalpha())]
    return ("th", "zh", "en")[counts.index(max(counts))] if sum(counts) else "-"


def varied(row, pool, rng):
    """The same message with other values of its slot, or with other marks."""
    raw, new, parts = row["text"].encode(), dict(row), []
    swaps = row["slot"] not in ("free", "rule", "expertise", None) and not row["slot"].startswith("response.")
    if row["placed"] and swaps and rng.random() < 0.6:
        for name in ("value", "thing"):
            if row[name]:
                old = raw[slice(*row[name])].decode()
                parts.append((row[name], name, rng.choice(pool.get((name, row["slot"], script(old)), [old]))))
    parts.sort()
    if parts and all(one[0][1] <= next_[0][0] for one, next_ in zip(parts, parts[1:])):
        out, at = b"", 0
        for span, name, words in parts:
            out += raw[at : span[0]]
            new[name] = (len(out), len(out) + len(words.encode()))
            out, at = out + words.encode(), span[1]
        raw = out + raw[at:]
    text, how = raw.decode(), rng.random()
    if how < 0.15 and len(text.lower().encode()) == len(text.encode()):
        text = text.lower()
    elif how < 0.3:
        text = "".join(" " * len(c.encode()) if c in ",，。!！;；" else c for c in text)
    new["text"] = text
    return new


def framed(row, rng):
    """The same message as what somebody has translated, quotes, denies or wants once."""
    if row["intent"] not in WRITES or len(row["text"]) > 160:
        return
    lang = {"th": "th", "zh": "zh"}.get(script(row["text"]), "en")
    frames = [rng.choice(TASK[lang])]
    if row["intent"] == "remember" and rng.random() < 0.35:
        frames.append(rng.choice(DENY[lang]))
    lasting = any(word in row["text"].lower() for word in LISTS["lasting"])
    if row["intent"] == "set_preference" and row["slot"] and row["slot"].startswith("response.") and not lasting:
        frames.append(rng.choice(ONCE[lang]))
    for frame in frames:
        yield {**row, "text": frame.format(row["text"].strip()), "intent": "none", "slot": None, "value": None, "thing": None, "placed": False}


def cut(cutter, row):
    cuts = cutter.cut(row["text"])
    row["ids"] = np.pad([number + 1 for number, *_ in cuts], (0, PIECES - len(cuts))).astype(int)
    pieces, row["told"] = classed(row["text"], cuts)
    row["seen"], row["tags"] = np.concatenate([sights(row["text"], cuts), pieces], 1), np.full(PIECES, UNKNOWN)
    if row["thing"] == row["value"]:
        row["thing"] = None
    if row["placed"]:
        row["tags"][: len(cuts)] = 0
        for span, first in ((row["thing"], 3), (row["value"], 1)):
            inside = [at for at, (_, a, b, _) in enumerate(cuts) if span and covers(span, a, b)]
            for nth, at in enumerate(inside):
                row["tags"][at] = first + (nth > 0)
    return row


def load():
    cutter = Cutter()
    rows = [cut(cutter, row) for row in [*written(), *tested("utterances.tsv"), *tested("heard.tsv")]]
    table = cutter.model.tab.astype(np.float32) * cutter.model.scale[:, None]
    return cutter, rows, np.concatenate([np.zeros((1, DIMS), np.float32), table])


def others(cutter, rows):
    """Variants of each row, and talk made of the rows, which take nothing from rows that are left out."""
    pool, rng = {}, random.Random(7)
    for row in rows:
        for name in ("value", "thing"):
            if row[name] and row["placed"]:
                words = row["text"].encode()[slice(*row[name])].decode()
                pool.setdefault((name, row["slot"], script(words)), []).append(words)
    talk = [cut(cutter, one) for row in rows for one in framed(row, rng)]
    return [[cut(cutter, varied(row, pool, rng)) for row in rows] for _ in range(VARIANTS)], talk


def covers(span, start, end):
    inside = min(span[1], end) - max(span[0], start)
    return inside * 2 > end - start or (end > start and inside == span[1] - span[0])


class Net(nn.Module):
    """As in heard/net.rs."""

    def __init__(self, table, drop=0.2, lost=0.06):
        super().__init__()
        self.register_buffer("table", table, persistent=False)
        self.lost, self.drop, self.less = lost, nn.Dropout(drop), nn.Dropout(0.15)
        self.piece, self.sight = nn.Linear(DIMS, WIDTH), nn.Linear(SEEN + CLASSES, WIDTH, bias=False)
        self.rounds = nn.ModuleList([nn.Conv1d(WIDTH, WIDTH, 3, padding=away, dilation=away) for away in ROUNDS])
        self.whole, self.intent = nn.Linear(2 * WIDTH + CLASSES, WHOLE), nn.Linear(WHOLE + DIMS + CLASSES, len(INTENTS))
        self.about, self.slot = nn.Linear(WIDTH, WHOLE), nn.Linear(2 * WHOLE + DIMS, len(SLOTS))
        self.tagged, self.tag = nn.Linear(WIDTH + WHOLE, WIDTH), nn.Linear(WIDTH, TAGS)

    def forward(self, ids, seen, told):
        there = (seen[..., :SEEN].sum(-1) > 0).float().unsqueeze(-1)
        rows = self.table[ids]
        if self.training:
            rows = rows * (torch.rand(ids.shape, device=ids.device) > self.lost).float().unsqueeze(-1)
        made = torch.relu(self.piece(self.drop(rows)) + self.sight(seen)) * there
        for beside in self.rounds:
            made = (made + torch.relu(beside(self.drop(made).transpose(1, 2)).transpose(1, 2))) * there
        root = there.sum(1).clamp(min=1) ** 0.5
        mean = rows.sum(1) / root
        whole = torch.relu(self.whole(self.drop(torch.cat([made.max(1)[0], made.sum(1) / root, told], 1))))
        about = (torch.relu(self.about(self.drop(made))) * there).max(1)[0]
        beside = torch.cat([made, whole.unsqueeze(1).expand(-1, made.shape[1], -1)], -1)
        tags = self.tag(self.less(torch.relu(self.tagged(self.less(beside)))))
        return self.intent(self.drop(torch.cat([whole, mean, told], 1))), self.slot(self.drop(torch.cat([about, whole, mean], 1))), tags


def fields(rows):
    said = [SLOTS.index(r["slot"]) if r["slot"] and r["intent"] in WRITES else UNKNOWN for r in rows]
    intents = [INTENTS.index(r["intent"]) for r in rows]
    columns = [[r["ids"] for r in rows], [r["seen"] for r in rows], [r["told"] for r in rows], intents, said, [r["tags"] for r in rows]]
    return [torch.tensor(np.array(column)).to(DEVICE) for column in columns]


def learn(cutter, rows, table, epochs, batch=256, rate=4e-3):
    torch.manual_seed(SEED)
    variants, talk = others(cutter, rows)
    net, loss_of = Net(table).to(DEVICE), nn.functional.cross_entropy
    x, framed_ = [torch.stack(field) for field in zip(*map(fields, [rows, *variants]))], fields(talk)
    again = torch.tensor([at for at, row in enumerate(rows) for _ in range(1 if row["author"] in ONCE_TOLD else TOLD)], device=DEVICE)
    steps = epochs * math.ceil(len(again) / batch)
    optimizer = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps, pct_start=0.15)
    for _ in range(epochs):
        order = again[torch.randperm(len(again), device=DEVICE)]
        for at in range(0, len(order), batch):
            some = order[at : at + batch]
            which = torch.randint(0, len(variants) + 1, some.shape, device=DEVICE)
            which = torch.where(torch.rand(some.shape, device=DEVICE) < 0.4, 0, which)
            drawn = torch.randint(0, len(talk), (int(len(some) * FRAMED),), device=DEVICE)
            ids, seen, told, intents, slots, tags = [torch.cat([one[which, some], other[drawn]]) for one, other in zip(x, framed_)]
            intent, slot, tag = net(ids, seen, told)
            known, placed = (slots >= 0).sum().clamp(min=1), (tags >= 0).sum().clamp(min=1)
            loss = loss_of(intent, intents, label_smoothing=0.05)
            loss = loss + 2 * loss_of(tag.flatten(0, 1), tags.flatten(), ignore_index=UNKNOWN, reduction="sum") / placed
            loss = loss + loss_of(slot, slots, label_smoothing=0.05, ignore_index=UNKNOWN, reduction="sum") / known
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            schedule.step()
    return net.eval()


def measure(net, rows):
    said = meant = right = keyed = placed = talk = wrong = 0
    with torch.no_grad():
        intents, slots, _ = net(*fields(rows)[:3])
    for row, intent, slot in zip(rows, intents.softmax(1).cpu().numpy(), slots.argmax(1).cpu().numpy()):
        got = INTENTS[int(intent[1:].argmax()) + 1] if 1 - intent[0] >= SURE else "none"
        said, meant, right = said + (got != "none"), meant + (row["intent"] != "none"), right + (got == row["intent"] != "none")
        if row["intent"] == "none":
            talk, wrong = talk + 1, wrong + (got in WRITES)
        elif row["intent"] in WRITES and row["slot"]:
            keyed, placed = keyed + 1, placed + (got == row["intent"] and SLOTS[slot] == row["slot"])
    return f"precision {right / max(1, said):.3f}, recall {right / max(1, meant):.3f}, slot {placed / max(1, keyed):.3f}, wrong writes {wrong} of {talk}"


def coarse(weights, bias):
    """As net/coarse.rs reads them: bytes, what one is worth in each row, and what is added."""
    step = np.maximum(np.abs(weights).max(1), 1e-8) / 127
    whole = np.clip(np.round(weights / step[:, None]), -127, 127).astype(np.int8)
    return whole.tobytes() + step.astype("<f4").tobytes() + bias.astype("<f4").tobytes()


def write(net, norm):
    state = {name: value.cpu().numpy().copy() for name, value in net.state_dict().items()}
    state["piece.weight"] /= norm
    state["intent.weight"][:, WHOLE : WHOLE + DIMS] /= norm
    state["slot.weight"][:, -DIMS:] /= norm
    out = coarse(state["piece.weight"], state["piece.bias"]) + state["sight.weight"].T.astype("<f4").tobytes()
    for at in range(len(ROUNDS)):
        weights = state[f"rounds.{at}.weight"].transpose(0, 2, 1)
        out += coarse(weights.reshape(len(weights), -1), state[f"rounds.{at}.bias"])
    for layer in ("whole", "intent", "about", "slot"):
        out += coarse(state[f"{layer}.weight"], state[f"{layer}.bias"])
    own, beside = state["tagged.weight"][:, :WIDTH], state["tagged.weight"][:, WIDTH:]
    out += coarse(own, state["tagged.bias"]) + coarse(beside, 0 * state["tagged.bias"]) + coarse(state["tag.weight"], state["tag.bias"])
    (HEARD / "ear.i8").write_bytes(out)


def write_gate(rows, pieces):
    """A logistic regression over which pieces are there; BASE in gate.rs is its intercept."""
    pairs = [(at, piece) for at, row in enumerate(rows) for piece in set(row["ids"].tolist()) - {0}]
    at, piece = zip(*pairs)
    bag = csr_matrix((np.ones(len(at)), (at, piece)), shape=(len(rows), pieces))
    model = LogisticRegression(max_iter=500).fit(bag, [row["intent"] != "none" for row in rows])
    steps = np.clip(np.round(model.coef_[0] * 32), -127, 127).astype(int)
    with open(HEARD / "gate.bin", "wb") as file:
        for piece in np.nonzero(steps)[0]:
            file.write(int(piece - 1).to_bytes(3, "little") + int(steps[piece]).to_bytes(1, "little", signed=True))
    print(f"gate: {np.count_nonzero(steps)} pieces, BASE {model.intercept_[0]:.3f}")


def main():
    cutter, rows, table = load()
    numbers = [word for word in sys.argv[1:] if word != "--last"]
    epochs = int(numbers[0]) if numbers else 50
    norm = float(np.linalg.norm(table[1:], axis=1).mean())
    table = torch.tensor(table / norm).to(DEVICE)
    authors = set() if "--last" in sys.argv else {row["author"] for row in rows} - set(ONCE_TOLD)
    for author in sorted(authors):
        among = [row for row in rows if row["author"] != author]
        left = [row for row in rows if row["author"] == author]
        print(f"left out, {author}: {measure(learn(cutter, among, table, epochs), left)}", flush=True)
    write(learn(cutter, rows, table, epochs), norm)
    write_gate([row for row in rows for _ in range(1 if row["author"] in ONCE_TOLD else TOLD)], len(table))


main()
