/**
 * Trains a drum model: `node lab/training/train-drums.ts FOLDER [ROOT…]`. Renders the mixes (see
 * `training/hearings.ts`) in two shards, writes their candidates and labels into FOLDER, runs `training/fit-drums.py`
 * (numpy) to fit the networks, and compares the model with the shipped one on the tuning half. The model stays in
 * FOLDER; `--ship` copies it to `src/domain/drums/drum-model.json`. ROOTs contain unpacked Debian packages of drum kits
 * (`dpkg -x`), in addition to installed ones. `--small` tests the process with 24 of the 640 mixes and six pieces.
 * `--shard N` writes one shard only and fits nothing, so that shards can be made in parallel; `--fit` uses existing
 * shards. Deterministic; takes about 35 minutes on a busy core, six with `--small`, mostly for the kits.
 */
import { execFileSync } from 'node:child_process'
import { closeSync, openSync, writeSync } from 'node:fs'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadLevelMeters } from '../../src/adapters/kernels/frame-levels.ts'
import { loadTransforms } from '../../src/adapters/pffft/create-transform.ts'
import { DRUM_MODEL, DRUM_NAMES, type DrumModel } from '../../src/domain/drums/hit-classifier.ts'
import { gridSteps } from '../../src/domain/drums/hit-context.ts'
import { hitWindow, windowLength } from '../../src/domain/drums/hit-window.ts'
import { gridCandidates, onsetCandidates } from '../../src/domain/drums/onset-candidates.ts'
import { createFeatureExtractor } from '../../src/domain/features/feature-extractor.ts'
import {
  compressionTable,
  ONSET_DELAY_SECONDS,
  referenceLevel,
  superFlux,
} from '../../src/domain/features/novelty.ts'
import { type Hearing, hear } from './hearings.ts'
import { type KitSource, loadKitSources } from './sampled-kits.ts'
import { scoreDrums } from './score-drums.ts'

const HEARINGS_PER_SHARD = 320
const HEARINGS_PER_SMALL_SHARD = 12
/** After a small training, one tuning piece in this many is scored. */
const SMALL_STRIDE = 4
const SHARDS = 2
const MATCH_SECONDS = 0.03

const transforms = await loadTransforms()
const levelMeters = await loadLevelMeters()

/** Writes what the fit needs of a mix besides its windows. */
function describe(hearing: Hearing, write: (window: Float32Array) => void) {
  const extractor = createFeatureExtractor({
    createTransform: transforms,
    createLevelMeter: levelMeters,
    channels: 1,
    withLoudness: false,
    withPitch: false,
  })
  extractor.push(hearing.samples)
  const features = extractor.finish()
  const novelty = superFlux(features)
  const onsets = onsetCandidates(novelty)
  const added = new Set(gridCandidates(novelty, onsets, hearing.beats))
  const frames = [...onsets, ...added].sort((a, b) => a - b)
  const times = frames.map((frame) => frame / 100 - ONSET_DELAY_SECONDS)
  const table = compressionTable(referenceLevel(features))
  const window = new Float32Array(windowLength(features.bandCount))
  for (const frame of frames) write(hitWindow(features, table, frame, window))
  return {
    kit: hearing.kitName,
    steps: gridSteps(times, hearing.beats),
    beatsPerBar: hearing.beatsPerBar,
    onGrid: frames.map((frame) => (added.has(frame) ? 1 : 0)),
    labels: times.map((time) =>
      DRUM_NAMES.map((name) =>
        hearing.drumHits.some(
          (hit) => hit.instrument === name && Math.abs(hit.timeSeconds - time) <= MATCH_SECONDS,
        )
          ? 1
          : 0,
      ),
    ),
  }
}

async function makeShard(
  folder: string,
  shard: number,
  hearings: number,
  sources: readonly KitSource[],
): Promise<void> {
  const file = openSync(join(folder, `shard-${shard}.f32`), 'w')
  const described = []
  for (let i = shard * hearings; i < (shard + 1) * hearings; i++) {
    described.push(
      describe(await hear(i, sources), (window) => {
        writeSync(file, new Uint8Array(window.buffer))
      }),
    )
    if (i % 20 === 0) console.log(`hearing ${i}: ${described.at(-1)!.kit}`)
  }
  closeSync(file)
  await writeFile(join(folder, `shard-${shard}.json`), JSON.stringify(described))
}

/** Fits the networks to the shards of the folder and compares them with the shipped ones. */
async function fitAndCompare(folder: string, stride: number): Promise<void> {
  execFileSync('python3', [join(import.meta.dirname, 'fit-drums.py'), folder], { stdio: 'inherit' })
  const made = JSON.parse(await readFile(join(folder, 'drum-model.json'), 'utf8')) as DrumModel
  const { pieces, scores } = await scoreDrums({ shipped: DRUM_MODEL, new: made }, stride)
  console.log(`F on ${pieces} tuning pieces`.padEnd(26), DRUM_NAMES.map((name) => name.padStart(7)).join(''))
  for (const [name, row] of Object.entries(scores))
    console.log(name.padEnd(26), DRUM_NAMES.map((drum) => row[drum].toFixed(3).padStart(7)).join(''))
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    shard: { type: 'string' },
    small: { type: 'boolean', default: false },
    fit: { type: 'boolean', default: false },
    ship: { type: 'boolean', default: false },
  },
})
const [folder, ...roots] = positionals
if (folder === undefined || (options.small && options.ship))
  throw new Error(
    'usage: node lab/training/train-drums.ts FOLDER [ROOT…] [--small | --ship] [--shard N | --fit]',
  )
await mkdir(folder, { recursive: true })
if (!options.fit) {
  const sources = await loadKitSources(['/', ...roots])
  console.log(`${sources.length} kits: ${sources.map((source) => source.name).join(', ')}`)
  const hearings = options.small ? HEARINGS_PER_SMALL_SHARD : HEARINGS_PER_SHARD
  for (let shard = 0; shard < SHARDS; shard++)
    if (options.shard === undefined || Number(options.shard) === shard)
      await makeShard(folder, shard, hearings, sources)
}
if (options.shard === undefined) {
  await fitAndCompare(folder, options.small ? SMALL_STRIDE : 1)
  if (options.ship)
    await copyFile(
      join(folder, 'drum-model.json'),
      join(import.meta.dirname, '../../src/domain/drums/drum-model.json'),
    )
}
