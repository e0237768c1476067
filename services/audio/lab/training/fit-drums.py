"""Fit the drum networks to the shards that lab/training/train-drums.ts wrote: python3 fit-drums.py FOLDER.

Two listeners (window -> 64 -> 32 -> 5 log odds), each trained on all shards but one; then one judge (61 -> 48 -> 5) on what
each listener says of the shard that it has not heard. Adam, binary cross-entropy, a random equaliser on every example. Needs
numpy only; about four minutes on a busy core. The definitions mirror src/domain/drums/{track-listener,track-judge}.ts.
"""
import json
import sys
import numpy as np

CLASSES = 5
LIMIT = 6.0
# Best mean of the pieces rendered with csound's kits and of the tuning half, for networks that knew neither's kits fully.
THRESHOLDS = [0.75, -0.5, -0.25, -0.5, -0.75]


def load(folder, shard):
    hearings = json.load(open(f"{folder}/shard-{shard}.json"))
    count = sum(len(h["steps"]) for h in hearings)
    windows = np.fromfile(f"{folder}/shard-{shard}.f32", dtype=np.float32).reshape(count, -1)
    labels = np.concatenate([np.array(h["labels"], np.float32) for h in hearings])
    return windows, labels, hearings


class Network:
    def __init__(self, sizes, seed):
        rng = np.random.default_rng(seed)
        self.weights = [rng.normal(0, np.sqrt(2 / a), (a, b)).astype(np.float32) for a, b in zip(sizes, sizes[1:])]
        self.biases = [np.zeros(b, np.float32) for b in sizes[1:]]
        parameters = self.weights + self.biases
        self.first = [np.zeros_like(p) for p in parameters]
        self.second = [np.zeros_like(p) for p in parameters]
        self.steps = 0

    def forward(self, x, drop=0.0, rng=None):
        outputs = [x]
        for i, (w, b) in enumerate(zip(self.weights, self.biases)):
            x = x @ w + b
            if i < len(self.weights) - 1:
                x = np.maximum(x, 0)
                if drop:
                    x = x * ((rng.random(x.shape, dtype=np.float32) > drop) / (1 - drop))
            outputs.append(x)
        return outputs

    def step(self, x, y, rate, drop, rng):
        outputs = self.forward(x, drop, rng)
        # A label of 2 means that both answers are right.
        delta = np.where(y == 2, 0, 1 / (1 + np.exp(-outputs[-1])) - y).astype(np.float32) / len(x)
        gradients_w, gradients_b = [], []
        for i in range(len(self.weights) - 1, -1, -1):
            gradients_w.insert(0, outputs[i].T @ delta + 1e-5 * self.weights[i])
            gradients_b.insert(0, delta.sum(0))
            if i:
                delta = (delta @ self.weights[i].T) * (outputs[i] > 0) / (1 - drop)
        self.steps += 1
        for k, (p, g) in enumerate(zip(self.weights + self.biases, gradients_w + gradients_b)):
            self.first[k] = 0.9 * self.first[k] + 0.1 * g
            self.second[k] = 0.999 * self.second[k] + 0.001 * g * g
            p -= rate * (self.first[k] / (1 - 0.9**self.steps)) / (np.sqrt(self.second[k] / (1 - 0.999**self.steps)) + 1e-8)


def equalise(x, rng):
    """Smooth random gain over the bands (other kits and masters), in compressed magnitude: quiet cells move less."""
    bands = 31
    position = np.linspace(-1, 1, bands, dtype=np.float32)
    a = rng.standard_normal((len(x), 4), dtype=np.float32)
    gain = a[:, :1] * 0.25 + a[:, 1:2] * 0.35 * position + a[:, 2:3] * 0.6 * (position**2 - 0.33)
    gain = gain + 0.25 * a[:, 3:4] * np.cos(9 * position + a[:, :1] * 5)
    return np.maximum(0, x + np.tile(gain, (1, x.shape[1] // bands)) * (x / (x + 1)))


def train(x, y, hidden, epochs, seed, equaliser, noise):
    mean, deviation = x.mean(0), x.std(0) + 1e-3
    network = Network([x.shape[1], *hidden, CLASSES], seed)
    rng = np.random.default_rng(seed + 1)
    batch = 512
    total = epochs * (len(x) // batch)
    done = 0
    for epoch in range(epochs):
        order = rng.permutation(len(x))
        for i in range(0, len(x) - batch + 1, batch):
            rows = order[i : i + batch]
            part = equalise(x[rows], rng) if equaliser else x[rows]
            part = (part - mean) / deviation + rng.normal(0, noise, part.shape).astype(np.float32)
            network.step(part, y[rows], 2e-3 * (1 + np.cos(np.pi * done / total)) / 2 + 1e-5, 0.1, rng)
            done += 1
        print(f"epoch {epoch + 1} of {epochs}", flush=True)
    # The standardisation becomes part of the first layer.
    network.biases[0] = network.biases[0] - (mean / deviation) @ network.weights[0]
    network.weights[0] = network.weights[0] / deviation[:, None]
    return network


def around(steps, evidence, distances):
    strongest = {}
    for i, step in enumerate(steps):
        strongest[step] = np.maximum(strongest[step], evidence[i]) if step in strongest else evidence[i]
    nothing = np.full(CLASSES, -LIMIT, np.float32)
    out = evidence.copy()
    for i, step in enumerate(steps):
        found = [strongest.get(step + d, nothing) for d in distances if steps[0] <= step + d <= steps[-1]]
        if found:
            out[i] = sum(found) / len(found)
    return out


def context(listener, windows, hearings):
    rows = []
    start = 0
    for hearing in hearings:
        steps = hearing["steps"]
        n = len(steps)
        x = windows[start : start + n]
        start += n
        bar = 4 * (hearing["beatsPerBar"] or 4)
        *_, hidden, answer = listener.forward(x)
        alone = np.clip(answer, -LIMIT, LIMIT)
        first_at = {}
        for i, step in enumerate(steps):
            first_at.setdefault(step, i)
        summed, company = x.copy(), np.ones(n, np.float32)
        for i, step in enumerate(steps):
            for b in (-4, -3, -2, -1, 1, 2, 3, 4):
                j = first_at.get(step + b * bar)
                if j is not None:
                    summed[i] += x[j]
                    company[i] += 1
        together = np.clip(listener.forward(summed / company[:, None])[-1], -LIMIT, LIMIT)
        edge = np.full((1, CLASSES), -LIMIT, np.float32)
        quantiles = np.tile(np.concatenate([np.quantile(alone, q, axis=0) for q in (0.5, 0.8, 0.95)]), (n, 1))
        p = 1 / (1 + np.exp(-answer))
        likeness = np.zeros((n, CLASSES), np.float32)
        for k in range(CLASSES):
            w, v = p[:, k] ** 2, (1 - p[:, k]) ** 2
            own, rest = (w @ hidden) / (w.sum() + 1e-6), (v @ hidden) / (v.sum() + 1e-6)
            axis = own - rest
            likeness[:, k] = ((hidden - (own + rest) / 2) @ axis) / (axis @ axis + 1e-3)
        parts = [alone, together]
        parts += [around(steps, alone, d) for d in ([-2 * bar, -bar, bar, 2 * bar], [-bar // 2, bar // 2], [-4, 4])]
        parts += [np.vstack([edge, alone[:-1]]), np.vstack([alone[1:], edge]), quantiles, np.clip(likeness, -3, 3)]
        parts += [company[:, None] / 9, np.array(hearing["onGrid"])[:, None], np.eye(4)[np.array(steps) % 4]]
        rows.append(np.hstack(parts).astype(np.float32))
    return np.concatenate(rows)


def packed(network):
    """Rows of whole numbers up to 999 with a scale each: three digits are enough and a third of the size."""
    layers = []
    for w, b in zip(network.weights, network.biases):
        scale = np.abs(w).max(0) / 999 + 1e-12
        whole = np.rint(w / scale).T.astype(int)
        layers.append(
            {
                "weights": whole.ravel().tolist(),
                "scale": [float(f"{s:.6g}") for s in scale],
                "bias": [float(f"{x:.6g}") for x in b],
            }
        )
    return {"layers": layers}


def main():
    folder = sys.argv[1]
    shards = [load(folder, s) for s in range(2)]
    listeners, contexts, labels = [], [], []
    for k, (windows, y, hearings) in enumerate(shards):
        others = [shard for j, shard in enumerate(shards) if j != k]
        x = np.concatenate([o[0] for o in others])
        listener = train(x, np.concatenate([o[1] for o in others]), [64, 32], 7, 10 * k, True, 0.05)
        listeners.append(listener)
        contexts.append(context(listener, windows, hearings))
        labels.append(y)
        print(f"listener {k + 1} of {len(shards)}", flush=True)
    judge = train(np.concatenate(contexts), np.concatenate(labels), [48], 8, 100, False, 0.1)
    model = {
        "version": "2",
        "listeners": [packed(network) for network in listeners],
        "judge": packed(judge),
        "thresholds": THRESHOLDS,
    }
    with open(f"{folder}/drum-model.json", "w") as file:
        json.dump(model, file, separators=(",", ":"))
        file.write("\n")


if __name__ == "__main__":
    main()
