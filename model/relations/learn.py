"""Learns the network that tells duplicates and contradictions (crates/memoro-core/src/conflict/net.bf16).

    SIGNALS=/tmp/signals.tsv cargo test --release -p memoro-embed --test conflict -- --ignored
    python3 model/relations/learn.py /tmp/signals.tsv [EPOCHS]

Prints, for authors whose pairs were left out of the learning, how many duplicates and contradictions are found where nine of
ten that are called so are right; then learns from all pairs but those that are kept back for good and writes the weights. The
statements are those of tests/data/pairs*.tsv, and of pairs.tsv and groups.tsv beside this file. Needs numpy and torch; about
four minutes on one data-centre GPU, some forty on two cores.
"""

import math
import pathlib
import sys

import numpy as np
import torch
from torch import nn

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import refenc  # noqa: E402
from halves import halves  # noqa: E402

HOME = pathlib.Path(__file__).parents[2]
LABELS = {"same": 0, "contradicts": 1, "related": 2, "unrelated": 2}
# Sets by number: nothing is learned from half of the first and from the tenth; the eighth is across languages.
FIRST, ACROSS, KEPT_BACK = 0, 7, 9
# Sets and authors that are left out together: each language has others left to learn from.
TOGETHER = [
    [10, 14, 17, 20, 24, 0, 1, 18, 23],
    [13, 11, 25, 12, 2, 3, 4, 22, 27],
    [15, 16, 21, 5, 6, 8, 9, 26, 19],
]
PIECES, DIMS, WIDTH, WHOLE, SHARP, EQUAL = 60, 256, 128, 96, 8.0, 0.98
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


class Net(nn.Module):
    """As in conflict/net.rs."""

    def __init__(self, rows, signals, drop=0.35, lost=0.05):
        super().__init__()
        self.register_buffer("rows", rows, persistent=False)
        self.lost, self.drop = lost, nn.Dropout(drop)
        self.piece, self.neighbours = nn.Linear(DIMS, WIDTH), nn.Conv1d(WIDTH, WIDTH, 3, padding=1)
        self.beside, self.whole = nn.Linear(4 * WIDTH + 2, WIDTH), nn.Linear(4 * WIDTH + signals, WHOLE)
        self.last = nn.Linear(WHOLE, 3)

    def made(self, ids):
        rows = self.rows[ids]
        if self.training:
            rows = rows * (torch.rand(ids.shape, device=ids.device) > self.lost).float().unsqueeze(-1)
        made = torch.relu(self.piece(self.drop(rows)))
        return made + torch.relu(self.neighbours(made.transpose(1, 2)).transpose(1, 2))

    def read(self, made, counterpart, there, closest):
        two = torch.stack([closest, (closest > EQUAL).float()], -1)
        seen = torch.cat([made, counterpart, (made - counterpart).abs(), made * counterpart, two], -1)
        seen = torch.relu(self.beside(self.drop(seen))) * there.unsqueeze(-1).float()
        return seen.max(1)[0], seen.sum(1) / there.sum(1, keepdim=True).clamp(min=1) ** 0.5

    def forward(self, new, old, signals):
        in_new, in_old, made_new, made_old = new > 0, old > 0, self.made(new), self.made(old)
        unit = [nn.functional.normalize(self.rows[ids], dim=-1) for ids in (new, old)]
        close = torch.einsum("bik,bjk->bij", *unit)
        by_new = close.masked_fill(~in_old.unsqueeze(1), -1.0)
        by_old = close.masked_fill(~in_new.unsqueeze(2), -1.0)
        sharp_new = (close * SHARP).masked_fill(~in_old.unsqueeze(1), -1e4).softmax(2)
        sharp_old = (close * SHARP).masked_fill(~in_new.unsqueeze(2), -1e4).softmax(1).transpose(1, 2)
        a = self.read(made_new, sharp_new @ made_old, in_new, by_new.max(2)[0])
        b = self.read(made_old, sharp_old @ made_new, in_old, by_old.max(1)[0])
        known = [a[0] + b[0], a[1] + b[1], torch.maximum(a[0], b[0]), (a[1] - b[1]).abs(), signals]
        return self.last(self.drop(torch.relu(self.whole(self.drop(torch.cat(known, 1))))))


def load(path):
    model, cut = refenc.Model(HOME / "crates/memoro-embed/model/model.bin"), {}

    def ids(text):
        if text not in cut:
            found = [piece + 1 for piece in model.encode_ids(text)][:PIECES]
            cut[text] = np.pad(found, (0, PIECES - len(found)))
        return cut[text]

    lines = [line.rstrip("\n").split("\t") for line in open(path, encoding="utf-8")]
    lines = [line for line in lines if int(line[0]) != ACROSS]
    table = model.tab.astype(np.float32) * model.scale[:, None]
    return {
        "set": np.array([int(line[0]) for line in lines]),
        "kept": np.array([line[0] == str(KEPT_BACK) or line[:2] == [str(FIRST), "1"] for line in lines]),
        "label": np.array([LABELS[line[3]] for line in lines]),
        "signals": np.array([[float(x) for x in line[6].split(",")] for line in lines], np.float32),
        "new": np.array([ids(line[7]) for line in lines]),
        "old": np.array([ids(line[8]) for line in lines]),
        "table": np.concatenate([np.zeros((1, DIMS), np.float32), table]),
    }


def learn(data, among, epochs, batch=256, rate=2e-3):
    norm = float(np.linalg.norm(data["table"][1:], axis=1).mean())
    mean, deviation = data["signals"][among].mean(0), data["signals"][among].std(0) + 1e-6
    signals = torch.tensor(np.clip((data["signals"] - mean) / deviation, -4, 4))
    fields = [torch.tensor(data["new"]), torch.tensor(data["old"]), signals, torch.tensor(data["label"])]
    fields = [field.to(DEVICE) for field in fields]
    torch.manual_seed(0)
    net = Net(torch.tensor(data["table"] / norm), signals.shape[1]).to(DEVICE)
    use = torch.tensor(np.where(among)[0]).to(DEVICE)
    steps = epochs * math.ceil(len(use) / batch)
    optimizer = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.05)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps, pct_start=0.15)
    for _ in range(epochs):
        order = use[torch.randperm(len(use), device=DEVICE)]
        for at in range(0, len(use), batch):
            new, old, seen, label = [field[order[at : at + batch]] for field in fields]
            loss = nn.functional.cross_entropy(net(new, old, seen), label, label_smoothing=0.1)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            schedule.step()
    net.eval()
    with torch.no_grad():
        likely = [net(*[f[at : at + 512] for f in fields[:3]]).softmax(1) for at in range(0, len(fields[0]), 512)]
    return net, norm, mean, deviation, torch.cat(likely).cpu().numpy()


def at_nine_of_ten(likely, label, kind):
    right = np.cumsum(label[np.argsort(-likely[:, kind])] == kind)
    enough = np.where(right / np.arange(1, len(label) + 1) >= 0.9)[0]
    return right[enough[-1]] / max(1, (label == kind).sum()) if len(enough) else 0.0


def write(net, norm, mean, deviation):
    state = {name: value.cpu().numpy() for name, value in net.state_dict().items()}
    state["piece.weight"] = state["piece.weight"] / norm
    state["neighbours.weight"] = state["neighbours.weight"].transpose(0, 2, 1)
    layers = ["piece", "neighbours", "beside", "whole", "last"]
    parts = [state[f"{layer}.{part}"] for layer in layers for part in ("weight", "bias")]
    numbers = np.concatenate([np.ravel(part) for part in [*parts, mean, 1 / deviation]])
    halves(numbers).tofile(HOME / "crates/memoro-core/src/conflict/net.bf16")


def main():
    data, epochs = load(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 60
    label, likely = data["label"], np.zeros((len(data["label"]), 3))
    for together in TOGETHER:
        out = np.isin(data["set"], together)
        likely[out] = learn(data, ~out, epochs)[-1][out]
    names = {"earlier sets": range(10), "pairs": range(10, 16), "groups": range(16, 28)}
    for name, sets in names.items():
        among = np.isin(data["set"], sets)
        same, against = [at_nine_of_ten(likely[among], label[among], kind) for kind in (0, 1)]
        print(f"left out, {name}: duplicates {same:.3f}, contradictions {against:.3f} of {among.sum()}")
    net, norm, mean, deviation, told = learn(data, ~data["kept"], epochs)
    same, against = [at_nine_of_ten(told[data["kept"]], label[data["kept"]], kind) for kind in (0, 1)]
    print(f"kept back: duplicates {same:.3f}, contradictions {against:.3f} of {data['kept'].sum()}")
    write(net, norm, mean, deviation)


main()
