"""Fit the tempo model to files of make-tempos.ts (tempos): python3 fit-tempo.py MODEL TRAIN[,TRAIN...] TEST...

A softmax over the tempos that the engine tries for an excerpt. The score of a tempo is the engine's plausibility plus a
correction: a sum over all inputs and a few units. Inputs are left out at random, and the tempo of an excerpt is moved by a
tenth of an octave, so that no single tempo is learned. Prints the share of excerpts whose tempo is right, before and after.
Deterministic; needs numpy only.
"""
import json
import os
import sys

import numpy as np

PLAUSIBILITY = np.array([-3.5, 4, 4.5, 0.5, 5, 6.5, 1.7, 4, 3, -12.0])
FASTEST = np.log2(182 / 110)
RIGHT = 0.05
UNITS = int(os.environ.get("UNITS", "4"))
# Models that are averaged; they differ in their first weights and in what is left out.
MODELS = int(os.environ.get("MODELS", "4"))
DECAY = float(os.environ.get("DECAY", "0.1"))
STEPS = 400
RATE = 0.02
LEFT_OUT = 0.1
MOVED_OCTAVES = 0.12


class Piece:
    def __init__(self, piece):
        self.x = np.array([t["inputs"] for t in piece["tempos"]])
        self.base = self.x[:, : len(PLAUSIBILITY)] @ PLAUSIBILITY - np.array([t["cost"] for t in piece["tempos"]])
        self.ratios = np.array([t["bpm"] for t in piece["tempos"]]) / piece["trueBpm"]
        near = np.abs(np.log(self.ratios)) < RIGHT
        self.right = int(np.argmax(near)) if near.any() else -1


def load(paths):
    lines = [json.loads(line) for path in paths.split(",") for line in open(path)]
    return [Piece(line) for line in lines if line["tempos"]]


def fit(pieces, seed):
    pieces = [piece for piece in pieces if piece.right >= 0]
    raw = np.concatenate([piece.x for piece in pieces])
    means, deviations = raw.mean(0), raw.std(0) + 1e-6
    x = (raw - means) / deviations
    starts = np.cumsum([0] + [len(piece.x) for piece in pieces])[:-1]
    of = np.repeat(np.arange(len(pieces)), [len(piece.x) for piece in pieces])
    base = np.concatenate([piece.base for piece in pieces])
    right = starts + np.array([piece.right for piece in pieces])
    rng = np.random.default_rng(seed)
    n = x.shape[1]
    p = [rng.normal(0, 0.7 / np.sqrt(n), (n, UNITS)), np.zeros(UNITS), rng.normal(0, 0.1, UNITS), np.zeros(n)]
    decay = [DECAY / 100, 0, DECAY / 10, DECAY / 10]
    first, second = [0.0] * 4, [0.0] * 4
    for step in range(1, STEPS + 1):
        z = x.copy()
        octaves = raw[:, 1] + rng.normal(0, MOVED_OCTAVES, len(pieces))[of]
        for at, value in ((0, octaves**2), (1, octaves), (9, np.maximum(0, octaves - FASTEST))):
            z[:, at] = (value - means[at]) / deviations[at]
        z *= (rng.random(n) > LEFT_OUT) / (1 - LEFT_OUT)
        h = np.tanh(z @ p[0] + p[1])
        score = base + h @ p[2] + z @ p[3]
        e = np.exp(score - np.maximum.reduceat(score, starts)[of])
        error = e / np.add.reduceat(e, starts)[of]
        error[right] -= 1
        error /= len(pieces)
        back = np.outer(error, p[2]) * (1 - h * h)
        gradients = [z.T @ back, back.sum(0), h.T @ error, z.T @ error]
        rate = RATE * 0.5 * (1 + np.cos(np.pi * step / STEPS))
        for i in range(4):
            g = gradients[i] + decay[i] * p[i]
            first[i] = 0.9 * first[i] + 0.1 * g
            second[i] = 0.99 * second[i] + 0.01 * g**2
            p[i] = p[i] - rate * (first[i] / (1 - 0.9**step)) / (np.sqrt(second[i] / (1 - 0.99**step)) + 1e-8)
    return means, deviations, p


def packed(pieces):
    """The average of the models, as one with all of their units."""
    fitted = [fit(pieces, seed) for seed in range(MODELS)]
    short = lambda values: [float(f"{v:.4g}") for v in values]
    means, deviations, _ = fitted[0]
    units = [(w[:, u], bias[u], share[u] / MODELS) for _, _, (w, bias, share, _) in fitted for u in range(UNITS)]
    return {
        "means": short(means),
        "deviations": short(deviations),
        "linear": short(np.mean([p[3] for _, _, p in fitted], 0)),
        "units": [{"weights": short(w), "bias": short([b])[0], "share": short([c])[0]} for w, b, c in units],
    }


def scores(model, piece):
    x = (piece.x - np.array(model["means"])) / np.array(model["deviations"])
    out = piece.base + x @ np.array(model["linear"])
    for unit in model["units"]:
        out = out + unit["share"] * np.tanh(x @ np.array(unit["weights"]) + unit["bias"])
    return out


def report(title, pieces, score):
    wrong, good = {}, 0
    for piece in pieces:
        at = int(np.argmax(score(piece)))
        if at == piece.right:
            good += 1
        else:
            ratio = f"{piece.ratios[at]:.2f}" if piece.right >= 0 else "not tried"
            wrong[ratio] = wrong.get(ratio, 0) + 1
    print(f"  {title}: {good} of {len(pieces)}, {good / len(pieces):.3f}; wrong {wrong}")


def main():
    target, train, *tests = sys.argv[1:]
    model = packed(load(train))
    for paths in [train, *tests]:
        print(paths)
        pieces = load(paths)
        report("before", pieces, lambda piece: piece.base)
        report("after", pieces, lambda piece: scores(model, piece))
    with open(target, "w") as file:
        json.dump(model, file, indent=2)
        file.write("\n")


if __name__ == "__main__":
    main()
