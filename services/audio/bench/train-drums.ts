/**
 * Makes `src/domain/drums/drum-model.json` from the tuning half alone: `node bench/train-drums.ts`. Each piece is heard
 * with its own kit and with random synthetic kits at random balances, half a minute each, so that the model
 * learns what instruments have in common. Deterministic.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadTransforms } from '../src/adapters/pffft/create-transform.ts'
import { classifyHit, DRUM_NAMES, type DrumModel } from '../src/domain/drums/hit-classifier.ts'
import { HIT_FEATURE_COUNT, hitFeatures, poolBands } from '../src/domain/drums/hit-features.ts'
import { onsetCandidates } from '../src/domain/drums/onset-candidates.ts'
import { createFeatureExtractor, type TrackFeatures } from '../src/domain/features/feature-extractor.ts'
import { compressionTable, referenceLevel, superFlux } from '../src/domain/rhythm/novelty.ts'
import { composePiece, STEM_NAMES, type StemName } from './corpus/compose-piece.ts'
import { playKit, randomKit } from './corpus/drum-synth.ts'
import type { DrumHit, PieceSpec } from './corpus/piece.ts'
import { PIECES } from './corpus/pieces.ts'
import { createRandom, gaussian } from './corpus/random.ts'
import { renderPiece } from './corpus/render.ts'
import { readWav } from './corpus/wav.ts'

const HIDDEN = 64
const EPOCHS = 30
const MATCH_SECONDS = 0.03
/** Hearings of each piece: five with its own kit, the rest with random ones. */
const ROUNDS = 10
const EXCERPT_SECONDS = 25
const RATE = 44_100

interface Example {
  readonly x: Float32Array
  readonly y: Float32Array
}

const transforms = await loadTransforms()
const random = createRandom(7)

function featuresOf(samples: Float32Array): TrackFeatures {
  const extractor = createFeatureExtractor({
    createTransform: transforms,
    channels: 1,
    withLoudness: false,
    withPitch: false,
  })
  extractor.push(samples)
  return extractor.finish()
}

function examplesFrom(samples: Float32Array, hits: readonly DrumHit[], fromSeconds: number): Example[] {
  const features = featuresOf(samples)
  const table = compressionTable(referenceLevel(features))
  const pool = poolBands(features.bandCentreHz)
  return onsetCandidates(superFlux(features)).map((frame) => {
    const y = new Float32Array(DRUM_NAMES.length)
    for (const hit of hits) {
      if (Math.abs(hit.timeSeconds - fromSeconds + 0.006 - frame / 100) <= MATCH_SECONDS) {
        y[DRUM_NAMES.indexOf(hit.instrument)] = 1
      }
    }
    return { x: hitFeatures(features, table, pool, frame), y }
  })
}

/** Half a minute of the piece from a random place, with the given drums (mono) against the other stems at random gains. */
async function examplesOf(spec: PieceSpec): Promise<Example[]> {
  const piece = await renderPiece(spec)
  const read = async (name: StemName) => {
    const { samples } = await readWav(piece.stemPaths[name])
    return Float32Array.from(
      { length: samples.length / 2 },
      (_, i) => (samples[2 * i]! + samples[2 * i + 1]!) / 2,
    )
  }
  const [drums, bass, other, vocals] = await Promise.all(STEM_NAMES.map(read))
  const { notes } = composePiece(spec).stems.drums[0]!
  const out: Example[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const own = round < 5
    const from = Math.floor(random() * Math.max(0, piece.truth.durationSeconds - EXCERPT_SECONDS))
    const start = from * RATE
    const length = Math.min(EXCERPT_SECONDS * RATE, drums!.length - start)
    const source = own ? drums! : playKit(randomKit(random), notes, drums!.length)
    const gains = [own ? 1 : 0.35, ...[1, 1, 1].map(() => 10 ** ((random() * 24 - 14) / 20))]
    if (round === 0) gains.fill(1)
    const mixed = Float32Array.from({ length }, (_, i) => {
      const t = start + i
      return gains[0]! * source[t]! + gains[1]! * bass![t]! + gains[2]! * other![t]! + gains[3]! * vocals![t]!
    })
    out.push(...examplesFrom(mixed, piece.truth.drumHits, from))
  }
  return out
}

function standardise(examples: readonly Example[]): { mean: number[]; deviation: number[] } {
  const mean = new Array<number>(HIT_FEATURE_COUNT).fill(0)
  const squares = new Array<number>(HIT_FEATURE_COUNT).fill(0)
  for (const { x } of examples) {
    for (let i = 0; i < HIT_FEATURE_COUNT; i++) {
      mean[i]! += x[i]! / examples.length
      squares[i]! += x[i]! ** 2 / examples.length
    }
  }
  return { mean, deviation: mean.map((m, i) => Math.sqrt(Math.max(1e-6, squares[i]! - m * m))) }
}

/** Rows of `[weights…, bias]` as one flat array with its Adam moments. */
const createLayer = (rows: number, columns: number) => ({
  rows,
  columns,
  w: Float64Array.from({ length: rows * (columns + 1) }, (_, i) =>
    i % (columns + 1) === columns ? 0 : gaussian(random) / Math.sqrt(columns),
  ),
  m: new Float64Array(rows * (columns + 1)),
  v: new Float64Array(rows * (columns + 1)),
  g: new Float64Array(rows * (columns + 1)),
})
type Layer = ReturnType<typeof createLayer>

const step = (layer: Layer, rate: number, t: number, batch: number) => {
  for (let i = 0; i < layer.w.length; i++) {
    const g = layer.g[i]! / batch + 1e-4 * layer.w[i]!
    layer.m[i] = 0.9 * layer.m[i]! + 0.1 * g
    layer.v[i] = 0.999 * layer.v[i]! + 0.001 * g * g
    layer.w[i]! -=
      (rate * (layer.m[i]! / (1 - 0.9 ** t))) / (Math.sqrt(layer.v[i]! / (1 - 0.999 ** t)) + 1e-8)
    layer.g[i] = 0
  }
}

const forward = (layer: Layer, input: Float64Array, out: Float64Array) => {
  for (let r = 0; r < layer.rows; r++) {
    const at = r * (layer.columns + 1)
    let sum = layer.w[at + layer.columns]!
    for (let c = 0; c < layer.columns; c++) sum += layer.w[at + c]! * input[c]!
    out[r] = sum
  }
}

function train(examples: Example[]): DrumModel {
  const { mean, deviation } = standardise(examples)
  const hidden = createLayer(HIDDEN, HIT_FEATURE_COUNT)
  const output = createLayer(DRUM_NAMES.length, HIDDEN)
  const x = new Float64Array(HIT_FEATURE_COUNT)
  const h = new Float64Array(HIDDEN)
  const o = new Float64Array(DRUM_NAMES.length)
  const BATCH = 64
  let t = 0
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (let i = examples.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1))
      ;[examples[i], examples[j]] = [examples[j]!, examples[i]!]
    }
    let loss = 0
    for (let i = 0; i < examples.length; i++) {
      const example = examples[i]!
      // A smooth random equaliser: other kits and masters are brighter, darker or thicker than this one.
      const tilt = random() * 0.5 - 0.25
      const bend = random() * 0.5 - 0.25
      for (let f = 0; f < HIT_FEATURE_COUNT; f++) {
        const position = (f % 15) / 7 - 1
        const moved =
          f < 30 || f >= 45
            ? example.x[f]! * Math.max(0.3, 1 + tilt * position + bend * (position * position - 0.4))
            : example.x[f]!
        x[f] = (moved - mean[f]!) / deviation[f]! + 0.35 * (random() - 0.5)
      }
      forward(hidden, x, h)
      for (let k = 0; k < HIDDEN; k++) h[k] = Math.tanh(h[k]!)
      forward(output, h, o)
      const back = new Float64Array(HIDDEN)
      for (let k = 0; k < DRUM_NAMES.length; k++) {
        const p = 1 / (1 + Math.exp(-o[k]!))
        const y = example.y[k]!
        loss -= y * Math.log(p + 1e-9) + (1 - y) * Math.log(1 - p + 1e-9)
        const at = k * (HIDDEN + 1)
        for (let j = 0; j < HIDDEN; j++) {
          output.g[at + j]! += (p - y) * h[j]!
          back[j]! += (p - y) * output.w[at + j]!
        }
        output.g[at + HIDDEN]! += p - y
      }
      for (let j = 0; j < HIDDEN; j++) {
        const d = back[j]! * (1 - h[j]! ** 2)
        const at = j * (HIT_FEATURE_COUNT + 1)
        for (let f = 0; f < HIT_FEATURE_COUNT; f++) hidden.g[at + f]! += d * x[f]!
        hidden.g[at + HIT_FEATURE_COUNT]! += d
      }
      if ((i + 1) % BATCH === 0) {
        t++
        const rate = 0.003 * (1 - epoch / EPOCHS) + 0.0002
        step(hidden, rate, t, BATCH)
        step(output, rate, t, BATCH)
      }
    }
    if (epoch % 5 === 4) console.log(`epoch ${epoch + 1}: loss ${(loss / examples.length).toFixed(4)}`)
  }
  const round = (value: number): number => Number(value.toFixed(4))
  const rows = (layer: Layer): number[][] =>
    Array.from({ length: layer.rows }, (_, r) =>
      [...layer.w.subarray(r * (layer.columns + 1), (r + 1) * (layer.columns + 1))].map(round),
    )
  return {
    version: '1',
    mean: mean.map(round),
    deviation: deviation.map(round),
    hidden: rows(hidden),
    output: rows(output),
    thresholds: [0.5, 0.5, 0.5, 0.5, 0.5],
  }
}

/** Threshold of each instrument with the best F over the candidates. */
function chooseThresholds(model: DrumModel, examples: readonly Example[]): number[] {
  const answers = examples.map(({ x }) => classifyHit(x, model))
  return DRUM_NAMES.map((name, k) => {
    let best = { threshold: 0.5, f: 0 }
    for (let threshold = 0.2; threshold < 0.85; threshold += 0.05) {
      let hit = 0
      let said = 0
      let real = 0
      for (const [i, { y }] of examples.entries()) {
        const yes = answers[i]![k]! >= threshold
        if (yes) said++
        if (y[k] === 1) real++
        if (yes && y[k] === 1) hit++
      }
      const f = (2 * hit) / Math.max(1, said + real)
      if (f > best.f) best = { threshold: Number(threshold.toFixed(2)), f }
    }
    console.log(`${name}: threshold ${best.threshold}, F over candidates ${best.f.toFixed(3)}`)
    return best.threshold
  })
}

const examples: Example[] = []
for (const spec of PIECES) {
  if (spec.half !== 'tuning') continue
  for (const example of await examplesOf(spec)) examples.push(example)
  console.log(`${spec.id}: ${examples.length} candidates so far`)
}
console.log(`${examples.length} candidates`)
const model = train(examples)
const thresholds = chooseThresholds(model, examples)
await writeFile(
  join(import.meta.dirname, '../src/domain/drums/drum-model.json'),
  `${JSON.stringify({ ...model, thresholds })}\n`,
)
