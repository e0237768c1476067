"""Writes `embedding-projection.json`: the directions of the embeddings that the output layers of the tag networks weigh
most (singular vectors of their weights, 20 for each network). Nothing is fitted to any recording. Run it again when the
networks change: `python3 lab/search/write-embedding-projection.py` (needs numpy)."""

import json
import pathlib

import numpy as np

TAGS, SIZE, DIRECTIONS = 50, 200, 20
ROOT = pathlib.Path(__file__).resolve().parents[2]
rows = []
for source in ["mtt", "msd"]:
    floats = np.frombuffer((ROOT / f"models/musicnn-{source}.bin").read_bytes(), "<f4")
    weights = floats[-(TAGS * SIZE + TAGS) : -TAGS].reshape(TAGS, SIZE)
    _, _, vectors = np.linalg.svd(weights - weights.mean(0), full_matrices=False)
    # The sign of a singular vector is arbitrary: its largest number is positive.
    signs = np.sign(vectors[np.arange(len(vectors)), np.abs(vectors).argmax(1)])
    rows.append((vectors * signs[:, None])[:DIRECTIONS])
vectors = np.concatenate(rows)
largest = float(np.abs(vectors).max())
packed = np.round(vectors / largest * 127).astype(np.int8)
out = {
    "model": "musicnn",
    "dimensions": SIZE,
    "largest": largest,
    "vectors": [row.tobytes().hex() for row in packed],
}
(ROOT / "src/domain/semantic/embedding-projection.json").write_text(json.dumps(out, indent=2) + "\n")
