"""Learns the network that reads conversations (crates/memoro-core/src/extract/reading.*) and measures it on authors left out.

    cargo build --release -p memoro-evals
    python3 model/reading/learn.py target/release/memoro-evals --leave-out /tmp/chances.jsonl
    target/release/memoro-evals --reading-score --given /tmp/chances.jsonl SETS...
    python3 model/reading/learn.py target/release/memoro-evals --write

The conversations are those beside this file, one file an author, and those of crates/memoro-core/tests/extraction but
held-out.txt. `memoro-evals --reading` cuts them into sentences and lists the signs of each. With `--leave-out` the authors of
each fold are read by a network that learned from the others, and the chances that it gives are written down: what they are
worth is told by the whole reading, not by this program. With `--write` it learns from all. Sentences that only repeat or
accept a labelled one are left out of the learning: both would be right. Needs numpy and torch.
"""

import argparse
import json
import math
import pathlib
import subprocess
import sys
from collections import Counter, OrderedDict

import numpy as np
import torch
from torch import nn

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import refenc  # noqa: E402
from halves import halves  # noqa: E402

HOME = pathlib.Path(__file__).parents[2]
OUT = HOME / "crates/memoro-core/src/extract"
PIECES, DIMS, WIDTH, WHOLE, BESIDE, DEEP, PLACE = 40, 256, 64, 128, 2, 2, 6
RARE = 8  # signs of fewer sentences are not learned
KINDS = {"decision": 1, "architecture": 1, "taken back": 1, "rule": 2, "remember": 3, "action": 4, "question": 5, "lesson": 6}
FIRST = [1, 2, 3, 6, 4, 5]  # which kind counts where a sentence has two labels
NAMES = ["none", "decision", "rule", "remember", "action", "question", "lesson"]
ROLES = {"User": 0, "Assistant": 1, "Other": 2}
LATE = 0.3  # how often a conversation is learned from a later sentence on
IDLE = 3  # how often talk counts of a set in which nothing stays
# The sets of first.txt to nineteenth.txt, and held-out.txt, are by one author; each other file is by its own.
ONE_AUTHOR = {"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh"}
ONE_AUTHOR |= {"twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth"}
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


class Net(nn.Module):
    """As in extract/net.rs."""

    def __init__(self, table, signs, drop=0.4, lost=0.05, unread=0.15):
        super().__init__()
        self.register_buffer("table", table, persistent=False)
        self.lost, self.unread, self.drop, self.few = lost, unread, nn.Dropout(drop), nn.Dropout(0.4)
        self.alone, self.near = nn.Linear(DIMS, WIDTH), nn.Conv1d(WIDTH, WIDTH, 3)
        self.sentence, self.signs = nn.Linear(2 * WIDTH, WHOLE), nn.Linear(signs, WHOLE, bias=False)
        self.place = nn.Linear(PLACE, WHOLE)
        width = 2 * BESIDE + 1
        self.beside = nn.ModuleList([nn.Conv1d(WHOLE, WHOLE, width, padding=BESIDE) for _ in range(DEEP)])
        self.turns = nn.ModuleList([nn.Linear(3 * WHOLE, WHOLE, bias=False) for _ in range(DEEP)])
        self.last = nn.Linear(WHOLE, len(NAMES))

    def read(self, pieces, gap, at):
        """Reads the pieces of all sentences, laid one behind the other with a gap and an empty piece between them."""
        rows = self.table[pieces]
        if self.training:
            rows = rows * (torch.rand(pieces.shape, device=pieces.device) > self.lost).float().unsqueeze(-1)
        alone = torch.relu(self.alone(self.drop(rows))) * gap.unsqueeze(-1)
        near = self.near(alone.t().unsqueeze(0)).squeeze(0).t()
        made = torch.cat([alone[1:-1] + torch.relu(near), alone.new_zeros(1, WIDTH)])[at]
        count = (at < len(alone) - 2).sum(1, keepdim=True).clamp(min=1)
        read = torch.cat([made.max(1)[0], made.sum(1) / count**0.5], 1)
        if self.training:
            read = read * (torch.rand(len(read), 1, device=read.device) > self.unread).float()
        return read

    def forward(self, pieces, gap, at, signs, place, turn, owner):
        read = self.read(pieces, gap, at)
        made = torch.relu(self.sentence(self.drop(read)) + self.signs(self.few(signs)) + self.place(place))
        there = (owner >= 0).unsqueeze(-1).float()
        made, turn = made[owner.clamp(min=0)] * there, turn[owner.clamp(min=0)].unsqueeze(-1).expand(-1, -1, WHOLE)
        for beside, turns in zip(self.beside, self.turns):
            some = self.drop(made)
            highest = made.new_zeros(len(made), int(turn.max()) + 3, WHOLE)
            highest = highest.scatter_reduce(1, turn + 1, some * there, "amax")
            around = torch.cat([highest.gather(1, turn + at) for at in range(3)], -1)
            made = (made + torch.relu(beside(some.transpose(1, 2)).transpose(1, 2) + turns(around))) * there
        return self.last(self.drop(made))


def load(evals, sets):
    lines = subprocess.run([evals, "--reading", *map(str, sets)], check=True, capture_output=True, text=True).stdout
    rows = [json.loads(line) for line in lines.splitlines()]
    model, cut, talks = refenc.Model(HOME / "crates/memoro-embed/model/model.bin"), {}, OrderedDict()
    for row in rows:
        talks.setdefault((row["set"], row["title"]), []).append(row)
    count = Counter(name for row in rows for name in row["signs"])
    names = sorted((name for name, n in count.items() if n >= RARE), key=str.encode)
    place = {name: at for at, name in enumerate(names)}
    for row in rows:
        if row["text"] not in cut:
            cut[row["text"]] = [piece + 1 for piece in model.encode_ids(row["text"])][:PIECES]
    table = model.tab.astype(np.float32) * model.scale[:, None]
    table = np.concatenate([np.zeros((1, DIMS), np.float32), table])
    norm = float(np.linalg.norm(table[1:], axis=1).mean())
    talks = [prepare(key, talk, cut, place) for key, talk in talks.items()]
    return talks, names, torch.tensor(table / norm).to(DEVICE), norm


def prepare(key, talk, cut, place):
    kinds = [{KINDS[kind] for kind in row["kinds"]} for row in talk]
    label = [next((kind for kind in FIRST if kind in found), 0) for found in kinds]
    settles = [1 in found for found in kinds]
    where, last, at = [], None, 0
    for row in talk:
        own = [0.0] * PLACE
        own[ROLES[row["role"]]] = 1.0
        at = at + 1 if last is not None and last["turn"] == row["turn"] else 0
        own[3] = float(at == 0)
        own[4] = float(last is not None and last["turn"] == row["turn"])
        own[5] = float(last is not None and last["role"] == row["role"])
        row["at"], last = at, row
        where.append(own)
    return {
        "key": key,
        "spot": [(row["turn"], row["at"]) for row in talk],
        "pieces": [cut[row["text"]] for row in talk],
        "signs": [[place[name] for name in row["signs"] if name in place] for row in talk],
        "place": where,
        "turn": [row["turn"] for row in talk],
        "label": [kind if kind or not is_beside(row, talk, settles) else -100 for row, kind in zip(talk, label)],
    }


def is_beside(row, talk, settles):
    """Tells whether a sentence that is not labelled repeats or accepts one that is, or is what that one accepts."""
    if row["touched"]:
        return True
    signs, repeats = set(row["signs"]), {"shares before half", "shares before all"}
    before = any(yes and other["turn"] == row["turn"] - 1 for other, yes in zip(talk, settles))
    if before and ({"bare agreement", "no matter"} & signs or ("answers agrees" in signs and repeats & signs)):
        return True
    after = [set(other["signs"]) for other, yes in zip(talk, settles) if yes and other["turn"] == row["turn"] + 1]
    open_to = {"asks", "cue proposals"} & signs or row["role"] != "Assistant"
    return bool(open_to) and any((repeats | {"answers agrees"}) & other for other in after)


def batch(talks, signs):
    pieces, gap, at, seen, place, turn = [0], [0.0], [], [], [], []
    owner = np.full((len(talks), max(len(talk["pieces"]) for talk in talks)), -1)
    label = np.full(owner.shape, -100)
    for row, talk in enumerate(talks):
        for i, own in enumerate(talk["pieces"]):
            owner[row, i], label[row, i] = len(at), talk["label"][i]
            at.append(list(range(len(pieces) - 1, len(pieces) - 1 + len(own))))
            # Behind the last piece stands an empty one, unless there is no room; then nothing, for the next.
            pieces += [*own, 0, 0]
            gap += [1.0] * len(own) + [float(len(own) < PIECES), 0.0]
            one = np.zeros(signs, np.float32)
            one[talk["signs"][i]] = 1
            seen.append(one)
            place.append(talk["place"][i])
            turn.append(talk["turn"][i])
    longest, nothing = max(1, max(map(len, at))), len(pieces) - 2
    at = [own + [nothing] * (longest - len(own)) for own in at]
    fields = [np.array(pieces), np.array(gap, np.float32), np.array(at), np.array(seen), np.array(place, np.float32)]
    return [torch.tensor(field).to(DEVICE) for field in [*fields, np.array(turn), owner, label]]


def late(talk, order):
    """Returns a conversation, or sometimes only its later sentences: what stands far before them tells nothing of them."""
    count = len(talk["pieces"])
    if order.random() >= LATE or count <= 4:
        return talk
    first = order.integers(1, count // 2 + 1)
    return {**talk, **{name: talk[name][first:] for name in ("pieces", "signs", "place", "turn", "label")}}


def learn(talks, signs, table, epochs, seed=0, rate=2e-3, size=48):
    torch.manual_seed(seed)
    stays = {talk["key"][0] for talk in talks if any(kind > 0 for kind in talk["label"])}
    talks = [talk for talk in talks for _ in range(1 if talk["key"][0] in stays else IDLE)]
    order, net = np.random.default_rng(seed), Net(table, signs).to(DEVICE)
    optimizer = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.1)
    steps = epochs * math.ceil(len(talks) / size)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps, pct_start=0.15)
    for _ in range(epochs):
        shuffled = order.permutation(len(talks))
        for at in range(0, len(talks), size):
            *fields, label = batch([late(talks[i], order) for i in shuffled[at : at + size]], signs)
            told = net(*fields).reshape(-1, len(NAMES))
            loss = nn.functional.cross_entropy(told, label.reshape(-1), ignore_index=-100, label_smoothing=0.05)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            schedule.step()
    return net.eval()


def chances(net, talks, signs):
    with torch.no_grad():
        for at in range(0, len(talks), 64):
            some = talks[at : at + 64]
            *fields, _ = batch(some, signs)
            told = net(*fields).softmax(-1).cpu().numpy()
            yield from zip(some, told)


def folds(talks):
    """Returns what is left out together: some authors of each language."""
    sets = sorted({talk["key"][0] for talk in talks} - ONE_AUTHOR)
    return [sets[at::4] for at in range(4)]


def leave_out(talks, signs, table, epochs, path):
    with open(path, "w", encoding="utf-8") as file:
        for left in folds(talks):
            net = learn([talk for talk in talks if talk["key"][0] not in left], signs, table, epochs)
            for talk, told in chances(net, [talk for talk in talks if talk["key"][0] in left], signs):
                for (turn, at), own in zip(talk["spot"], told):
                    place = {"set": talk["key"][0], "title": talk["key"][1], "turn": turn, "at": at}
                    file.write(json.dumps({**place, "chances": [round(float(x), 4) for x in own]}) + "\n")


def rounded(state):
    """Returns numbers as they are written: their upper halves."""
    return {name: halves(value.cpu().numpy()) for name, value in state.items()}


def write(net, names, norm):
    state = dict(net.state_dict())
    state["alone.weight"] = state["alone.weight"] / norm
    short = rounded(state)
    whole = {name: torch.tensor((value.astype(np.uint32) << 16).view(np.float32)) for name, value in short.items()}
    layers = ["alone", "near", "sentence", "signs", "place", *(f"beside.{at}" for at in range(DEEP)), "last"]
    with open(OUT / "reading.bf16", "wb") as file:
        for layer in layers:
            weight = short[f"{layer}.weight"]
            # Neighbours lie one behind the other, and signs one a row.
            weight = weight.transpose(0, 2, 1).reshape(len(weight), -1) if weight.ndim == 3 else weight
            if layer.startswith("beside."):
                weight = np.concatenate([weight, short[layer.replace("beside", "turns") + ".weight"]], 1)
            (weight.T if layer == "signs" else weight).tofile(file)
            if f"{layer}.bias" in short:
                short[f"{layer}.bias"].tofile(file)
    (OUT / "reading.signs.txt").write_text("".join(name + "\n" for name in names), encoding="utf-8")
    lines = [" ".join(f"{x:.5f}" for x in own) for own in expected(whole, len(names))]
    (OUT / "reading.expected.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def expected(state, signs):
    """Reads the five sentences of the test in extract/net.rs."""
    counts = [3, 1, 0, 7, PIECES + 2]
    rows, talk = [np.zeros(DIMS, np.float32)], {"pieces": [], "signs": [], "place": [], "label": [0] * len(counts)}
    talk["turn"] = [0, 0, 2, 3, 3]
    for at, pieces in enumerate(counts):
        own = [[((i * 7 + at * 13) % 23) / 11.0 - 1.0 for i in range(p * DIMS, (p + 1) * DIMS)] for p in range(pieces)]
        talk["pieces"].append(list(range(len(rows), len(rows) + min(pieces, PIECES))))
        rows += [np.array(row, np.float32) for row in own]
        talk["signs"].append([sign for sign in range(signs) if sign % (11 + at) == 0])
        talk["place"].append([float(i == at % 3 or i == 3 + at % 3) for i in range(PLACE)])
    net = Net(torch.tensor(np.array(rows)).to(DEVICE), signs).to(DEVICE)
    net.load_state_dict(state)
    with torch.no_grad():
        return net.eval()(*batch([talk], signs)[:-1]).softmax(-1)[0].cpu().numpy()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("evals")
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--leave-out", metavar="FILE")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    known = sorted((HOME / "crates/memoro-core/tests/extraction").glob("*.txt"))
    sets = [path for path in known if path.stem != "held-out"] + sorted((HOME / "model/reading").glob("*.txt"))
    talks, names, table, norm = load(given.evals, sets)
    print(f"{len(talks)} conversations, {sum(len(talk['pieces']) for talk in talks)} sentences, {len(names)} signs")
    if given.leave_out:
        leave_out(talks, len(names), table, given.epochs, given.leave_out)
    if given.write:
        write(learn(talks, len(names), table, given.epochs), names, norm)


if __name__ == "__main__":
    main()
