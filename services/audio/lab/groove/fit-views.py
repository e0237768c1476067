"""Fit drum networks to the examples of make-hearings.ts: python3 fit-views.py FOLDER VIEWS [OUTPUT].

VIEWS names the windows that the networks get: 0 the mix, 1 its percussive levels, 2 the drum stem; "0,1" is mix and levels.
Trains on train-*.json, chooses the thresholds on validation-*.json and prints the F-measure there (true beats, so a little
higher than with those of the engine). Networks and context are those of ../training/fit-drums.py; ghosts of the snare have no
part in the loss. The last part, `decision`, tells from the whole track whether drums play. Needs numpy only.
HIDDEN (widths of a listener, 64,32) and EPOCHS (25) can be set in the environment.
"""
import glob
import importlib.util
import json
import os
import sys

import numpy as np

here = os.path.dirname(os.path.abspath(__file__))
spec = importlib.util.spec_from_file_location("fit_drums", os.path.join(here, "../training/fit-drums.py"))
base = importlib.util.module_from_spec(spec)
spec.loader.exec_module(base)

WINDOW = 310
EITHER = 2
NAMES = ["kick", "snare", "hat", "tom", "cymbal"]
GHOST = 30
MATCH = 0.05
NEAR = 0.03
SHARDS = 2
HIDDEN = [int(width) for width in os.environ.get("HIDDEN", "64,32").split(",")]
EPOCHS = int(os.environ.get("EPOCHS", "25"))


def load(folder, split, views):
    windows, hearings = [], []
    for path in sorted(glob.glob(f"{folder}/{split}-*.json")):
        part = json.load(open(path))
        count = sum(len(h["steps"]) for h in part)
        raw = np.memmap(path.replace(".json", ".f32"), dtype=np.float32, mode="r").reshape(count, -1)
        windows.append(np.concatenate([raw[:, v * WINDOW : (v + 1) * WINDOW] for v in views], axis=1))
        hearings += part
    ends = np.cumsum([0] + [len(h["steps"]) for h in hearings])
    return np.concatenate(windows), hearings, ends


def labels_of(hearings):
    """1 at the candidate nearest to a hit (within 50 ms: people do not strike two drums at once to the millisecond), 2 (either)
    at other candidates within 30 ms and for ghosts, 0 elsewhere."""
    parts = []
    for h in hearings:
        times = np.array(h["times"])
        labels = np.zeros((len(times), 5), np.float32)
        for loud in (False, True):
            for time, name, velocity in h["hits"]:
                k = NAMES.index(name)
                if loud == (name == "snare" and velocity < GHOST):
                    continue
                away = np.abs(times - time)
                near = (away <= NEAR) & (labels[:, k] == 0)
                labels[near, k] = EITHER
                best = int(np.argmin(away))
                if away[best] <= MATCH and labels[best, k] != 1:
                    labels[best, k] = 1 if loud else EITHER
        parts.append(labels)
    return np.concatenate(parts)


def match(truth, found):
    """Greedy pairs of sorted times; returns which found ones are taken."""
    taken = np.zeros(len(found), bool)
    r = e = 0
    while r < len(truth) and e < len(found):
        d = found[e] - truth[r]
        if abs(d) <= MATCH + 1e-9:
            taken[e] = True
            r += 1
            e += 1
        elif d < 0:
            e += 1
        else:
            r += 1
    return taken


def f_measure(hits, found, name):
    own = [(t, v) for t, n, v in hits if n == name]
    required = sorted(t for t, v in own if not (name == "snare" and v < GHOST))
    optional = sorted(t for t, v in own if name == "snare" and v < GHOST)
    if not required:
        return None
    taken = match(required, found)
    excused = match(optional, found[~taken])
    right, wrong = taken.sum(), (~taken).sum() - excused.sum()
    return 2 * right / (len(required) + right + wrong)


def track_evidence(hearing, odds):
    """What the decision looks at; mirrored by src/domain/drums/whole-track.ts."""
    p = 1 / (1 + np.exp(-np.clip(odds, -20, 20)))
    steps = np.array(hearing["steps"])
    bar = 4 * (hearing["beatsPerBar"] or 4)
    row = np.zeros((steps[-1] - steps[0] + 1, 5))
    for i, step in enumerate(steps):
        row[step - steps[0]] = np.maximum(row[step - steps[0]], p[i])
    out = []
    for k in (0, 1):
        squares = (row[:, k] ** 2).sum()
        again = (row[:-bar, k] * row[bar:, k]).sum() if len(row) > bar else 0
        out.append(again / (squares + 1))
    per_beat = len(row) / 4
    for k in (0, 1, 2, 4):
        out.append(min(1, (row[:, k] ** 4).sum() / per_beat))
    return out


def logistic(x, y, rounds=4000):
    w = np.zeros(x.shape[1] + 1)
    x1 = np.hstack([x, np.ones((len(x), 1))])
    weight = np.where(y == 1, 0.5 / max(1, y.sum()), 0.5 / max(1, (1 - y).sum()))
    for _ in range(rounds):
        g = x1.T @ (weight * (1 / (1 + np.exp(-x1 @ w)) - y)) + 1e-3 * np.append(w[:-1], 0)
        w -= 2.0 * g
    return w


def mean_odds(listeners, judge, windows, hearings):
    return sum(judge.forward(base.context(l, windows, hearings))[-1] for l in listeners) / len(listeners)


def main():
    folder, views = sys.argv[1], [int(v) for v in sys.argv[2].split(",")]
    windows, hearings, ends = load(folder, "train", views)
    labels = labels_of(hearings)
    print(f"{len(hearings)} hearings, {len(labels)} candidates, views {views}", flush=True)
    listeners, contexts, answers, order = [], [], [], []
    for k in range(SHARDS):
        mine = [i for i in range(len(hearings)) if i % SHARDS == k]
        rest = [i for i in range(len(hearings)) if i % SHARDS != k]
        rows = lambda some: np.concatenate([np.arange(ends[i], ends[i + 1]) for i in some])
        x, y = windows[rows(rest)], labels[rows(rest)]
        listener = base.train(x, y, HIDDEN, EPOCHS, 10 * k, True, 0.05)
        listeners.append(listener)
        contexts.append(base.context(listener, windows[rows(mine)], [hearings[i] for i in mine]))
        answers.append(labels[rows(mine)])
        order += mine
    judge = base.train(np.concatenate(contexts), np.concatenate(answers), [48], EPOCHS, 100, False, 0.1)

    odds = judge.forward(np.concatenate(contexts))[-1]
    rows, at = [], 0
    for i in order:
        rows.append(track_evidence(hearings[i], odds[at : at + len(hearings[i]["steps"])]))
        at += len(hearings[i]["steps"])
    has = np.array([float(hearings[i]["hasDrums"]) for i in order])
    decision = logistic(np.array(rows), has)

    tried, later, ends = load(folder, "validation", views)
    odds = mean_odds(listeners, judge, tried, later)
    evidence = np.array([track_evidence(h, odds[ends[i] : ends[i + 1]]) for i, h in enumerate(later)])
    heard = np.hstack([evidence, np.ones((len(later), 1))]) @ decision > 0
    real = np.array([h["hasDrums"] for h in later])
    print(f"decision: {np.sum(heard & real)} of {real.sum()} with drums, {np.sum(heard & ~real)} of {(~real).sum()} without")
    thresholds = []
    for k, name in enumerate(NAMES):
        best = (-1.0, 0.0)
        for threshold in np.arange(-2.5, 2.51, 0.25):
            scores = []
            for i, h in enumerate(later):
                own = odds[ends[i] : ends[i + 1], k]
                found = np.array(h["times"])[own >= threshold] if heard[i] else np.zeros(0)
                score = f_measure(h["hits"], found, name)
                if score is not None:
                    scores.append(score)
            best = max(best, (float(np.mean(scores)), float(threshold)))
        thresholds.append(best[1])
        print(f"{name}: F {best[0]:.3f} at {best[1]}", flush=True)
    if len(sys.argv) > 3:
        model = {
            "version": "3",
            "listeners": [base.packed(network) for network in listeners],
            "judge": base.packed(judge),
            "thresholds": thresholds,
            "decision": [float(f"{w:.6g}") for w in decision],
        }
        with open(sys.argv[3], "w") as file:
            json.dump(model, file, separators=(",", ":"))
            file.write("\n")


main()
