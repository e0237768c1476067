"""Fit the network of the low band to the scenes that lab/training/train-stems.ts wrote: python3 fit-stems.py FOLDER STEPS.

A temporal convolution network: the levels of three frames -> WIDTH, then residual layers of width three at growing
distances, then log odds of drums and bass against the rest for every place of the grid. The loss is the distortion itself:
for a mask m of the mix X and a stem S, |mX - S|^2 = |X|^2 (m - t)^2 + const with t = Re(S X*) / |X|^2 (the phase-sensitive
mask of Erdogan et al., ICASSP 2015), summed over an excerpt and taken in decibels. Stems of different scenes are mixed at
random levels, colours and places. Adam; needs numpy only. The definitions mirror src/domain/stems/low-band*.ts.
"""
import base64
import copy
import glob
import json
import os
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import numpy as np

GRID, BANDS, STEMS = 64, 12, 4
ROW = 4 * GRID + BANDS
SCENE_FRAMES = 1030
GAIN, DECAY = 200.0, 0.995
FEATURES = GRID + GRID // 2 + BANDS
WIDTH = 64
DISTANCES = [2, 4, 8, 16]
EXCERPT, BATCH = 320, 12
RATE = 2e-3


def features(left, right, bands):
    """Compressed levels relative to the loudest low frame of late: (batch, time, FEATURES)."""
    power = np.abs(left) ** 2 + np.abs(right) ** 2
    side = np.abs(left - right) ** 2
    side = side[..., 0::2] + side[..., 1::2]
    level = np.log(np.sqrt(power.sum(-1)) + 1e-12)
    time = np.arange(level.shape[1]) * -np.log(DECAY)
    reference = np.exp(np.maximum.accumulate(level + time, axis=1) - time)[..., None]
    levels = np.concatenate([np.sqrt(power), np.sqrt(side), np.sqrt(bands)], -1)
    return np.log1p(GAIN * levels / reference).astype(np.float32)


def shifted(x, distance):
    """Each frame with the one `distance` before and after it, silence beyond the ends."""
    past, future = np.zeros_like(x), np.zeros_like(x)
    past[:, distance:] = x[:, :-distance]
    future[:, :-distance] = x[:, distance:]
    return np.concatenate([past, x, future], -1)


def unshifted(g, distance):
    past, now, future = np.split(g, 3, -1)
    out = now.copy()
    out[:, :-distance] += past[:, distance:]
    out[:, distance:] += future[:, :-distance]
    return out


class Network:
    def __init__(self, seed):
        rng = np.random.default_rng(seed)
        sizes = [(3 * FEATURES, WIDTH)] + [(3 * WIDTH, WIDTH)] * len(DISTANCES) + [(WIDTH + FEATURES, 2 * GRID)]
        self.weights = [(rng.normal(0, np.sqrt(1.0 / a), (a, b))).astype(np.float32) for a, b in sizes]
        self.biases = [np.zeros(b, np.float32) for _, b in sizes]
        self.first = [np.zeros_like(p) for p in self.weights + self.biases]
        self.second = [np.zeros_like(p) for p in self.weights + self.biases]
        self.mean, self.deviation = np.zeros(FEATURES, np.float32), np.ones(FEATURES, np.float32)
        self.steps = 0
        self.average = [p.copy() for p in self.weights + self.biases]

    def averaged(self):
        """The network with the running mean of its weights, which generalises better than the last step's."""
        other = copy.copy(self)
        count = len(self.weights)
        other.weights, other.biases = self.average[:count], self.average[count:]
        return other

    def forward(self, raw):
        """Shares of drums and bass, (batch, time, 2, GRID), and what the gradient needs."""
        # Silence beyond the ends is silence before standardisation.
        edge = ((0 - self.mean) / self.deviation).astype(np.float32)
        x = (raw - self.mean) / self.deviation
        kept = []
        taken = shifted(x - edge, 1) + np.tile(edge, 3)
        h = np.maximum(taken @ self.weights[0] + self.biases[0], 0)
        kept.append((taken, h))
        for k, distance in enumerate(DISTANCES, 1):
            taken = shifted(h, distance)
            added = np.maximum(taken @ self.weights[k] + self.biases[k], 0)
            kept.append((taken, added))
            h = h + added
        taken = np.concatenate([h, x], -1)
        kept.append((taken, None))
        z = taken @ self.weights[-1] + self.biases[-1]
        z = z.reshape(*z.shape[:2], 2, GRID)
        top = np.maximum(z.max(2, keepdims=True), 0)
        e = np.exp(z - top)
        return e / (e.sum(2, keepdims=True) + np.exp(-top)), kept

    def backward(self, shares, gradient, kept):
        """Gradients of weights and biases from that of the shares."""
        inner = (gradient * shares).sum(2, keepdims=True)
        g = (shares * (gradient - inner)).reshape(*shares.shape[:2], 2 * GRID)
        gw, gb = [None] * len(self.weights), [None] * len(self.weights)

        def layer(k, g):
            taken = kept[k][0]
            flat = g.reshape(-1, g.shape[-1])
            gw[k] = taken.reshape(-1, taken.shape[-1]).T @ flat
            gb[k] = flat.sum(0)

        layer(-1, g)
        g = (g @ self.weights[-1].T)[..., :WIDTH]
        for k in range(len(DISTANCES), 0, -1):
            inside = g * (kept[k][1] > 0)
            layer(k, inside)
            g = g + unshifted(inside @ self.weights[k].T, DISTANCES[k - 1])
        layer(0, g * (kept[0][1] > 0))
        return gw + gb

    def update(self, gradients, rate):
        self.steps += 1
        norm = np.sqrt(sum(float((g * g).sum()) for g in gradients))
        for k, (p, g) in enumerate(zip(self.weights + self.biases, gradients)):
            g = g * min(1.0, 5.0 / (norm + 1e-9))
            self.first[k] = 0.9 * self.first[k] + 0.1 * g
            self.second[k] = 0.999 * self.second[k] + 0.001 * g * g
            step = self.first[k] / (1 - 0.9**self.steps) / (np.sqrt(self.second[k] / (1 - 0.999**self.steps)) + 1e-8)
            p -= rate * (step + 1e-3 * p)
            self.average[k] += (p - self.average[k]) * max(0.005, 1 / self.steps)


def reshaped(left, right, bands, rng):
    """Dynamics compressed or expanded by the stem's own envelope, so that hits and notes ring longer or shorter."""
    envelope = np.sqrt((np.abs(left) ** 2 + np.abs(right) ** 2).sum(-1))
    envelope = np.maximum(envelope / (envelope.max() + 1e-9), 0.01)
    gain = (envelope ** rng.uniform(-0.35, 0.5)).astype(np.float32)[:, None]
    return left * gain, right * gain, bands * gain**2


def moved(left, right, places):
    out = []
    for x in (left, right):
        y = np.zeros_like(x)
        if places >= 0:
            y[:, places:] = x[:, : GRID - places]
        else:
            y[:, :places] = x[:, -places:]
        out.append(y)
    return out


class Scenes:
    def __init__(self, folder):
        self.parts = []
        for path in sorted(glob.glob(f"{folder}/scenes*.f32")):
            data = np.memmap(path, np.float32, "r")
            self.parts.append(data.reshape(-1, STEMS, SCENE_FRAMES, ROW))
        self.index = [(p, i) for p, part in enumerate(self.parts) for i in range(len(part))]
        self.levels = [np.sqrt((part[:, :, :, : 4 * GRID].astype(np.float32) ** 2).mean((2, 3))) for part in self.parts]

    def stem(self, scene, stem, start):
        part, i = self.index[scene]
        rows = self.parts[part][i, stem, start : start + EXCERPT]
        level = self.levels[part][i, stem]
        spectra = np.ascontiguousarray(rows[:, : 4 * GRID]).view(np.complex64)
        scale = 1 / max(level, 1e-6) if level > 1e-4 else 0.0
        return spectra[:, :GRID] * scale, spectra[:, GRID:] * scale, rows[:, 4 * GRID :] * scale**2

    def excerpt(self, rng):
        """Left and right spectra of drums, bass and the rest, and the bands of the mix."""
        scene = rng.integers(len(self.index))
        start = rng.integers(SCENE_FRAMES - EXCERPT)
        sums = [[0, 0], [0, 0], [0, 0]]
        bands = 0
        mono = rng.random() < 0.2
        for stem, (mean, spread) in enumerate([(0, 4), (0, 4), (-3, 5), (-3, 5)]):
            if rng.random() < (0.06, 0.04, 0.06, 0.15)[stem]:
                continue
            own, at = (scene, start) if rng.random() < 0.6 else (rng.integers(len(self.index)), rng.integers(SCENE_FRAMES - EXCERPT))
            left, right, own_bands = self.stem(own, stem, at)
            gain = 10 ** ((mean + spread * rng.standard_normal()) / 20)
            if mono or (stem >= 2 and rng.random() < 0.25):
                left = right = (left + right) / 2
            elif rng.random() < 0.5:
                left, right = right, left
            if stem < 2:
                left, right, own_bands = reshaped(left, right, own_bands, rng)
            if stem == 0 and rng.random() < 0.5:
                # Another tuning of the kit; a drum has no harmonics that a shift would spoil.
                left, right = moved(left, right, int(rng.integers(-2, 4)))
            place = np.linspace(-1, 1, GRID, dtype=np.float32)
            ripple = np.cos(rng.uniform(2, 12) * place + 6 * rng.random())
            tilt = 10 ** ((4 * rng.standard_normal() * place + 3 * rng.standard_normal() * ripple) / 20)
            colour = (gain * tilt).astype(np.float32)
            k = min(stem, 2)
            sums[k][0] = sums[k][0] + left * colour
            sums[k][1] = sums[k][1] + right * colour
            bands = bands + own_bands * (gain * 10 ** (3 * rng.standard_normal() / 20)) ** 2
        silent = np.zeros((EXCERPT, GRID), np.complex64)
        spectra = np.stack([np.stack([x if not np.isscalar(x) else silent for x in pair]) for pair in sums])
        bands = bands if not np.isscalar(bands) else np.zeros((EXCERPT, BANDS), np.float32)
        if rng.random() < 0.15:
            bands = bands.copy()
            bands[:, rng.integers(5, BANDS) :] = 0
        return spectra, bands

    def batch(self, rng):
        spectra, bands = zip(*(self.excerpt(rng) for _ in range(BATCH)))
        return np.stack(spectra), np.stack(bands)


def targets(spectra):
    """Of (batch, 3, 2, time, GRID): the mix's channels, its power, and drums', bass's and the rest's best shares and energies."""
    mix = spectra.sum(1)
    power = (np.abs(mix) ** 2).sum(1) + 1e-9
    best = (spectra * mix.conj()[:, None]).real.sum(2) / power[:, None]
    energy = (np.abs(spectra) ** 2).sum((2, 3, 4))
    unreachable = energy - (power[:, None] * best**2).sum((2, 3))
    return mix, power, best, energy, unreachable


WEIGHTS = np.array([0.5, 1.0, 0.3], np.float32)


def loss_and_gradient(shares, power, best, unreachable):
    rest = 1 - shares.sum(2)
    all_shares = np.concatenate([shares.transpose(0, 2, 1, 3), rest[:, None]], 1)
    off = all_shares - best
    floor = 0.003 * power.sum((1, 2))[:, None]
    error = (power[:, None] * off**2).sum((2, 3)) + unreachable + floor
    scale = (2 * WEIGHTS / error)[:, :, None, None] * power[:, None] / len(shares)
    g = scale * off
    loss = (WEIGHTS * np.log(error / power.sum((1, 2))[:, None])).sum(1).mean()
    return loss, (g[:, :2] - g[:, 2:]).transpose(0, 2, 1, 3).astype(np.float32)


def packed(network):
    """Weights as bytes with a scale per output, the standardisation made part of the layers that hear the levels."""
    layers = []
    last = len(network.weights) - 1
    for k, (w, b) in enumerate(zip(network.weights, network.biases)):
        w, b = w.copy(), b.copy()
        if k in (0, last):
            heard = slice(0, None) if k == 0 else slice(WIDTH, None)
            copies = 3 if k == 0 else 1
            mean, deviation = np.tile(network.mean, copies), np.tile(network.deviation, copies)
            b -= (mean / deviation) @ w[heard]
            w[heard] /= deviation[:, None]
        scale = np.abs(w).max(0) / 127 + 1e-12
        whole = np.rint(w / scale).T.astype(np.int8)
        layers.append(
            {
                "weights": base64.b64encode(whole.tobytes()).decode(),
                "scale": [float(f"{s:.6g}") for s in scale],
                "bias": [float(f"{x:.6g}") for x in b],
            }
        )
    return {"version": "1", "distances": [1, *DISTANCES], "layers": layers}


def train(folder, steps):
    scenes = Scenes(folder)
    rng = np.random.default_rng(1)
    network = Network(0)
    batches = (scenes.batch(rng) for _ in range(10))
    some = np.concatenate([features(*targets(x)[0].swapaxes(0, 1), y).reshape(-1, FEATURES) for x, y in batches])
    network.mean, network.deviation = some.mean(0), some.std(0) + 1e-2
    running = 0.0
    for step in range(steps):
        spectra, bands = scenes.batch(rng)
        mix, power, best, _, unreachable = targets(spectra)
        shares, kept = network.forward(features(mix[:, 0], mix[:, 1], bands))
        loss, gradient = loss_and_gradient(shares, power, best, unreachable)
        rate = RATE * min(1, (step + 1) / 100) * (1 + np.cos(np.pi * step / steps)) / 2 + 1e-5
        network.update(network.backward(shares, gradient, kept), rate)
        running = loss if step == 0 else 0.99 * running + 0.01 * loss
        if (step + 1) % 100 == 0:
            print(f"step {step + 1} of {steps}: {running:.3f}", flush=True)
    return network.averaged()


if __name__ == "__main__":
    folder = sys.argv[1]
    with open(f"{folder}/low-band-model.json", "w") as file:
        json.dump(packed(train(folder, int(sys.argv[2]))), file, separators=(",", ":"))
        file.write("\n")
