"""Train the listener on the frames of make-frames.ts: python3 train.py FOLDER OUTPUT [MINUTES].

A temporal convolutional network over band levels (100 frames a second) says for every frame how likely a beat, a downbeat and each
of five drums begin there (Davies and Böck, Temporal convolutional networks for musical audio beat tracking, EUSIPCO 2019; Böck and
Davies, Deconstruct, analyse, reconstruct, ISMIR 2020). Reads all train-* and programmed-* of FOLDER anew in every epoch, chooses the
epoch and the thresholds on validation-*, and keeps OUTPUT.pt (state) and OUTPUT.json (weights) up to date, so that it can be
stopped at any time and goes on where it was. Needs torch and numpy. One thread.
"""
import glob
import json
import math
import os
import sys
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.set_num_threads(1)
BANDS = 53
NAMES = ["kick", "snare", "hat", "tom", "cymbal"]
OUTPUTS = 2 + len(NAMES)
WIDTH = int(os.environ.get("WIDTH", "32"))
FIRST = 7
TAPS = 5
DILATIONS = [1, 2, 4, 8, 16, 32, 64, 128, 256]
CROP = 1600
BATCH = 8
GHOST = 30
STEPS_PER_DB = 256
FLOOR_DB = 50
RATE = float(os.environ.get("RATE", "0.003"))
# Weight of a frame with a beat, a downbeat and a hit of each drum, against one without.
POSITIVE = torch.tensor([2.0, 3.0, 3.0, 3.0, 2.0, 3.0, 3.0])
PART = torch.tensor([1.0, 1.0, 1.5, 1.5, 1.5, 0.4, 0.4])


class Listener(nn.Module):
    """A convolution over all bands, then residual blocks of growing dilation; their outputs are added up and read."""

    def __init__(self):
        super().__init__()
        self.first = nn.Conv1d(BANDS, WIDTH, FIRST, padding=FIRST // 2)
        self.wide = nn.ModuleList(
            nn.Conv1d(WIDTH, WIDTH, TAPS, dilation=d, padding=d * (TAPS // 2)) for d in DILATIONS
        )
        self.mix = nn.ModuleList(nn.Conv1d(WIDTH, WIDTH, 1) for _ in DILATIONS)
        self.read = nn.ModuleList(nn.Conv1d(WIDTH, OUTPUTS, 1) for _ in DILATIONS)
        for layer in self.mix:
            layer.weight.data *= 0.4
        for layer in self.read:
            layer.weight.data *= 0.3
            layer.bias.data.fill_(-3.0 / len(DILATIONS))

    def forward(self, x, drop=0.0):
        x = F.leaky_relu(self.first(x), 0.1)
        out = 0
        for wide, mix, read in zip(self.wide, self.mix, self.read):
            y = F.leaky_relu(wide(x), 0.1)
            if drop > 0:
                y = F.dropout1d(y, drop)
            x = x + mix(y)
            out = out + read(F.leaky_relu(x, 0.1))
        return out


class Piece:
    def __init__(self, levels, truth):
        self.levels, self.frames, self.reference = levels, truth["frames"], truth["reference"]
        self.beats = np.array(truth["beats"])
        self.downbeats = np.array(truth["downbeats"])
        self.hits = truth["hits"]


def load(path):
    pieces, at = [], 0
    raw = np.memmap(path.replace(".json", ".u16"), dtype=np.uint16, mode="r").reshape(-1, BANDS)
    for truth in json.load(open(path)):
        pieces.append(Piece(raw[at : at + truth["frames"]], truth))
        at += truth["frames"]
    return pieces


def compressed(db):
    """ln(1 + x), x = 1 at 50 dB below the reference: as compressionTable in src/domain/features/novelty.ts."""
    return np.log1p(10 ** ((db + FLOOR_DB) / 20)).astype(np.float32)


def targets(piece, frames, stretch, start):
    """Values 0 to 1 and weights of every frame and output, from frame `start` of the stretched piece on."""
    y = np.zeros((OUTPUTS, frames), np.float32)
    w = np.ones((OUTPUTS, frames), np.float32)
    place = lambda t: t * 100 * stretch - start

    def mark(k, t, values=((0, 1.0), (-1, 0.6), (1, 0.6))):
        f = int(round(place(t)))
        for o, v in values:
            if 0 <= f + o < frames:
                y[k, f + o] = max(y[k, f + o], v)

    for k, times in ((0, piece.beats), (1, piece.downbeats)):
        for t in times:
            mark(k, t, ((0, 1.0), (-1, 0.7), (1, 0.7), (-2, 0.3), (2, 0.3)))
    if len(piece.beats):
        # Where nobody plays there is no truth about beats.
        a, b = place(piece.beats[0]) - 30, place(piece.beats[-1]) + 30
        w[:2, : max(0, int(a))] = 0
        w[:2, max(0, int(b)) :] = 0
    for t, name, velocity in piece.hits:
        k = 2 + NAMES.index(name)
        f = int(round(place(t)))
        if name == "snare" and velocity < GHOST:
            w[k, max(0, f - 3) : max(0, f + 4)] = 0
        else:
            mark(k, t)
    for t, name, velocity in piece.hits:
        if name == "snare" and velocity >= GHOST:
            f = int(round(place(t)))
            w[3, max(0, f - 1) : max(0, f + 2)] = 1
    return y, w


def crop(piece, rng):
    stretch = float(np.exp(rng.uniform(-0.2, 0.2))) if rng.random() < 0.5 else 1.0
    need = CROP / stretch
    start = rng.uniform(0, max(1, piece.frames - need))
    db = (np.asarray(piece.levels, np.float32) - piece.reference) / STEPS_PER_DB
    if stretch == 1.0:
        start = int(start)
        part = db[start : start + CROP]
    else:
        at = start + np.arange(CROP) / stretch
        at = at[at < piece.frames - 1]
        low = at.astype(int)
        share = (at - low)[:, None].astype(np.float32)
        part = db[low] * (1 - share) + db[low + 1] * share
    part = part.copy()
    if rng.random() < 0.6:
        knots = rng.normal(0, 3.0, 7)
        part += np.interp(np.arange(BANDS), np.linspace(0, BANDS - 1, 7), knots).astype(np.float32)
    part += rng.normal(0, 2.0)
    if rng.random() < 0.3:
        noise = rng.uniform(-60, -20) + np.linspace(0, rng.uniform(0, 15), BANDS, dtype=np.float32)
        flicker = rng.gamma(4.0, 0.25, part.shape).astype(np.float32)
        part = 10 * np.log10(10 ** (part / 10) + flicker * 10 ** (noise / 10)).astype(np.float32)
    x = np.zeros((CROP, BANDS), np.float32)
    x[: len(part)] = compressed(part)
    y, w = targets(piece, CROP, stretch, start * stretch)
    w[:, len(part) :] = 0
    return x.T, y, w


def loss_of(logits, y, w):
    raw = F.binary_cross_entropy_with_logits(logits, y, reduction="none")
    weight = w * (1 + y * (POSITIVE[None, :, None] - 1)) * PART[None, :, None]
    return (raw * weight).sum() / w.shape[0] / w.shape[2]


def peaks(odds, threshold):
    wide = np.lib.stride_tricks.sliding_window_view(np.pad(odds, 3, constant_values=-99), 7).max(1)
    return np.nonzero((odds >= threshold) & (odds >= wide))[0] / 100


def match(truth, found, window):
    taken = np.zeros(len(found), bool)
    r = e = 0
    while r < len(truth) and e < len(found):
        d = found[e] - truth[r]
        if abs(d) <= window + 1e-9:
            taken[e] = True
            r += 1
            e += 1
        elif d < 0:
            e += 1
        else:
            r += 1
    return taken


def f_drum(hits, found, name):
    own = [(t, v) for t, n, v in hits if n == name]
    required = sorted(t for t, v in own if not (name == "snare" and v < GHOST))
    optional = sorted(t for t, v in own if name == "snare" and v < GHOST)
    if not required:
        return None
    taken = match(required, found, 0.05)
    excused = match(optional, found[~taken], 0.05)
    right, wrong = taken.sum(), (~taken).sum() - excused.sum()
    return 2 * right / (len(required) + right + wrong)


def judge(model, pieces):
    """F of every output by peaks above the best threshold, on whole pieces."""
    model.eval()
    odds = []
    with torch.no_grad():
        for piece in pieces:
            db = (np.asarray(piece.levels, np.float32) - piece.reference) / STEPS_PER_DB
            odds.append(model(torch.from_numpy(compressed(db).T[None]))[0].numpy())
    rows, thresholds = [], []
    for k in range(OUTPUTS):
        best = (-1.0, 0.0)
        for threshold in np.arange(-2.0, 2.01, 0.25):
            scores = []
            for piece, own in zip(pieces, odds):
                found = peaks(own[k], threshold)
                if k < 2:
                    real = [piece.beats, piece.downbeats][k]
                    taken = match(real, found, 0.07)
                    scores.append(2 * taken.sum() / max(1, len(real) + len(found)))
                elif (score := f_drum(piece.hits, found, NAMES[k - 2])) is not None:
                    scores.append(score)
            best = max(best, (float(np.mean(scores)), float(threshold)))
        rows.append(best[0])
        thresholds.append(best[1])
    model.train()
    return rows, thresholds


def packed(model, thresholds):
    layer = lambda l: {"weights": [float(f"{x:.5g}") for x in l.weight.detach().permute(0, 2, 1).reshape(-1)],
                       "bias": [float(f"{x:.5g}") for x in l.bias.detach()]}
    return {
        "width": WIDTH,
        "dilations": DILATIONS,
        "thresholds": thresholds,
        "first": layer(model.first),
        "blocks": [{"wide": layer(a), "mix": layer(b), "read": layer(c)} for a, b, c in zip(model.wide, model.mix, model.read)],
    }


def main():
    folder, output = sys.argv[1:3]
    minutes = float(sys.argv[3]) if len(sys.argv) > 3 else 1e9
    until = time.time() + 60 * minutes
    total = int(os.environ.get("STEPS", "6000"))
    model = Listener()
    average = Listener()
    average.load_state_dict(model.state_dict())
    optimiser = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=0.01)
    step, best = 0, -1.0
    if os.path.exists(f"{output}.pt"):
        saved = torch.load(f"{output}.pt")
        model.load_state_dict(saved["model"])
        average.load_state_dict(saved["average"])
        optimiser.load_state_dict(saved["optimiser"])
        step, best = saved["step"], saved["best"]
    tried = [p for path in sorted(glob.glob(f"{folder}/validation-*.json")) for p in load(path)]
    known, pieces = {}, []
    running = []
    print(f"{sum(p.numel() for p in model.parameters())} weights, step {step}", flush=True)
    while step < total and time.time() < until:
        if step % 100 == 0 or not pieces:
            for path in sorted(glob.glob(f"{folder}/train-*.json") + glob.glob(f"{folder}/programmed-*.json")):
                if path not in known:
                    known[path] = load(path)
            pieces = [p for part in known.values() for p in part]
        rng = np.random.default_rng(step)
        rate = RATE * min(1, (step + 1) / 100) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * min(1, step / total))))
        for group in optimiser.param_groups:
            group["lr"] = rate
        made = [crop(pieces[rng.integers(len(pieces))], rng) for _ in range(BATCH)]
        x, y, w = (torch.from_numpy(np.stack(part)) for part in zip(*made))
        loss = loss_of(model(x, 0.05), y, w)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        step += 1
        with torch.no_grad():
            share = min(0.995, step / (step + 10))
            for a, b in zip(average.parameters(), model.parameters()):
                a.mul_(share).add_(b, alpha=1 - share)
        running.append(loss.item())
        if step % 250 == 0 or time.time() >= until:
            rows, thresholds = judge(average, tried)
            line = " ".join(f"{x:.3f}" for x in rows)
            print(f"{time.strftime('%H:%M:%S')} step {step} of {total}, {len(pieces)} pieces, loss {np.mean(running):.4f}: {line}", flush=True)
            running = []
            if sum(rows[:5]) > best:
                best = sum(rows[:5])
                json.dump(packed(average, thresholds), open(f"{output}.json", "w"), separators=(",", ":"))
            torch.save({"model": model.state_dict(), "average": average.state_dict(), "optimiser": optimiser.state_dict(),
                        "step": step, "best": best}, f"{output}.pt")


main()
