"""
Converts the networks of the Python package `musicnn` and records what the original answers.

    python3.11 -m venv ENV && ENV/bin/pip install --no-deps musicnn==0.1.0
    ENV/bin/pip install tensorflow-cpu==2.21.0 librosa==0.11.0 soundfile && ENV/bin/pip install --no-deps tf_keras
    node lab/tags/reference-signals.ts SIGNALS
    ENV/bin/python lab/tags/convert-musicnn.py SIGNALS

Writes models/musicnn-mtt.bin, models/musicnn-msd.bin (see ADR 103 for the layout) and lab/tags/reference-outputs.json.
"""
import json
import os
import sys
import warnings

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["TF_USE_LEGACY_KERAS"] = "1"
# An overflow of the half-precision input would make the reference meaningless.
warnings.filterwarnings("error", message="overflow encountered")

import musicnn
import numpy as np
import tensorflow as tf
from musicnn import configuration
from musicnn.extractor import extractor

HERE = os.path.dirname(os.path.abspath(__file__))
EPSILON = 1e-3
CONVOLUTIONS = ["conv2d", "conv2d_1", "conv2d_2", "conv2d_3", "conv2d_4", "conv2d_5", "conv2d_6", "conv2d_7"]


def affine(reader, number):
    """Batch normalisation at inference as scale and shift."""
    name = "batch_normalization" + (f"_{number}" if number else "")
    get = lambda part: reader.get_tensor(f"{name}/{part}").astype(np.float64)
    scale = get("gamma") / np.sqrt(get("moving_variance") + EPSILON)
    return scale.astype(np.float32), (get("beta") - get("moving_mean") * scale).astype(np.float32)


def convert(model, path):
    """Writes all weights as 32-bit floats, layer by layer. 16 bits moved tags by up to 1.5e-4."""
    reader = tf.compat.v1.train.NewCheckpointReader(os.path.join(os.path.dirname(musicnn.__file__), model, ""))
    parts = []

    def layer(name):
        kernel = reader.get_tensor(f"{name}/kernel")
        parts.extend([kernel.reshape(-1, kernel.shape[-1]).T, reader.get_tensor(f"{name}/bias")])

    parts.extend(affine(reader, 0))
    for number, name in enumerate(CONVOLUTIONS):
        layer(name)
        parts.extend(affine(reader, number + 1))
    parts.extend(affine(reader, 9))
    layer("dense")
    parts.extend(affine(reader, 10))
    layer("dense_1")
    with open(path, "wb") as file:
        for part in parts:
            file.write(np.ascontiguousarray(part).astype("<f4").tobytes())


def rounded(values):
    return [round(float(x), 7) for x in values]


def main(folder):
    outputs = {}
    for model, name in [("MTT_musicnn", "mtt"), ("MSD_musicnn", "msd")]:
        convert(model, os.path.join(HERE, "../../models", f"musicnn-{name}.bin"))
        labels = configuration.MTT_LABELS if name == "mtt" else configuration.MSD_LABELS
        files = {}
        for file in sorted(os.listdir(folder)):
            taggram, _, features = extractor(os.path.join(folder, file), model=model)
            files[file.removesuffix(".wav").replace("-", " ")] = {
                "patches": len(taggram),
                "tags": rounded(taggram.mean(axis=0)),
                # The package repeats the first patch's row for every patch.
                "first_penultimate": rounded(features["penultimate"][0]),
            }
        outputs[name] = {"labels": labels, "files": files}
    with open(os.path.join(HERE, "reference-outputs.json"), "w") as file:
        json.dump(outputs, file)
        file.write("\n")


main(sys.argv[1])
