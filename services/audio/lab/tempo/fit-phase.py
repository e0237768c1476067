"""Fit the phase model to files of make-tempos.ts (phases): python3 fit-phase.py MODEL TRAIN[,TRAIN...] TEST...

A softmax over the four shifts of the beats by quarters; the score of a shift is a sum over its inputs (phaseFeatures). Pieces
whose beats do not lie on quarters, or lie on different ones, are left out. Prints how many phases are right, before and after,
and how many were mended and broken. Deterministic; needs numpy only.
"""
import json
import os
import sys

import numpy as np

DECAY = float(os.environ.get("DECAY", "0.3"))
# Log odds that a shift needs over the phase that was tracked: a wrong shift is worse than none.
MARGIN = float(os.environ.get("MARGIN", "0.5"))
STEPS = 600
RATE = 0.02
LEFT_OUT = 0.1


def load(paths):
    lines = [json.loads(line) for path in paths.split(",") for line in open(path)]
    clear = [line for line in lines if line["share"] >= 0.7 and line["distance"] <= 0.35]
    return np.array([line["inputs"] for line in clear]), np.array([line["right"] for line in clear])


def fit(raw, right):
    n = raw.shape[2]
    deviations = raw.reshape(-1, n).std(0) + 1e-6
    x = (raw - raw.reshape(-1, n).mean(0)) / deviations
    rng = np.random.default_rng(0)
    weights, first, second = np.zeros(n), 0.0, 0.0
    for step in range(1, STEPS + 1):
        z = x * ((rng.random(n) > LEFT_OUT) / (1 - LEFT_OUT))
        score = z @ weights
        error = np.exp(score - score.max(1, keepdims=True))
        error /= error.sum(1, keepdims=True)
        error[np.arange(len(right)), right] -= 1
        g = np.einsum("ijk,ij->k", z, error) / len(right) + DECAY / 10 * weights
        first, second = 0.9 * first + 0.1 * g, 0.99 * second + 0.01 * g**2
        rate = RATE * 0.5 * (1 + np.cos(np.pi * step / STEPS))
        weights = weights - rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
    weights = weights / deviations
    weights[0] += MARGIN
    return [float(f"{w:.3g}") for w in weights]


def main():
    target, train, *tests = sys.argv[1:]
    weights = fit(*load(train))
    for paths in [train, *tests]:
        x, right = load(paths)
        chosen = np.argmax(x @ np.array(weights), 1)
        mended, broken = np.sum((right != 0) & (chosen == right)), np.sum((right == 0) & (chosen != 0))
        print(f"{paths}: {np.sum(right == 0)}, then {np.sum(chosen == right)} of {len(right)} right; mended {mended}, broken {broken}")
    with open(target, "w") as file:
        json.dump({"weights": weights}, file, indent=2)
        file.write("\n")


if __name__ == "__main__":
    main()
