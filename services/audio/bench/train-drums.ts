/**
 * Makes `src/domain/drums/drum-model.json`: `node bench/train-drums.ts FOLDER [ROOT…]`. Renders the hearings (see
 * `training/hearings.ts`) in two shards, writes their candidates and labels into FOLDER, and has `training/fit-drums.py` (numpy)
 * fit the networks to them. ROOTs hold unpacked Debian packages of drum kits (`dpkg -x`), beside what is installed.
 * `--shard N` writes one shard only and fits nothing, so that shards can be made side by side. Deterministic.
 */
import { execFileSync } from 'node:child_process'
import { closeSync, openSync, writeSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadLevelMeters } from '../src/adapters/kernels/frame-levels.ts'
import { loadTransforms } from '../src/adapters/pffft/create-transform.ts'
import { DRUM_NAMES } from '../src/domain/drums/hit-classifier.ts'
import { gridSteps } from '../src/domain/drums/hit-context.ts'
import { hitWindow, windowLength } from '../src/domain/drums/hit-window.ts'
import { gridCandidates, onsetCandidates } from '../src/domain/drums/onset-candidates.ts'
import { createFeatureExtractor } from '../src/domain/features/feature-extractor.ts'
import {
  compressionTable,
  ONSET_DELAY_SECONDS,
  referenceLevel,
  superFlux,
} from '../src/domain/rhythm/novelty.ts'
import { type Hearing, hear } from './training/hearings.ts'
import { type KitSource, loadKitSources } from './training/sampled-kits.ts'

const HEARINGS_PER_SHARD = 320
const SHARDS = 2
const MATCH_SECONDS = 0.03

const transforms = await loadTransforms()
const levelMeters = await loadLevelMeters()

/** What the fit needs to know of a hearing beside its windows. */
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

async function makeShard(folder: string, shard: number, sources: readonly KitSource[]): Promise<void> {
  const file = openSync(join(folder, `shard-${shard}.f32`), 'w')
  const described = []
  for (let i = shard * HEARINGS_PER_SHARD; i < (shard + 1) * HEARINGS_PER_SHARD; i++) {
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

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const only = process.argv.indexOf('--shard')
const [folder, ...roots] = words.filter((word) => only < 0 || word !== process.argv[only + 1])
if (folder === undefined) throw new Error('usage: node bench/train-drums.ts FOLDER [ROOT…] [--shard N]')
await mkdir(folder, { recursive: true })
const sources = await loadKitSources(['/', ...roots])
console.log(`${sources.length} kits: ${sources.map((source) => source.name).join(', ')}`)
for (let shard = 0; shard < SHARDS; shard++)
  if (only < 0 || Number(process.argv[only + 1]) === shard) await makeShard(folder, shard, sources)
if (only < 0) {
  execFileSync('python3', [join(import.meta.dirname, 'training/fit-drums.py'), folder], { stdio: 'inherit' })
  const model = await readFile(join(folder, 'drum-model.json'), 'utf8')
  await writeFile(join(import.meta.dirname, '../src/domain/drums/drum-model.json'), model)
}
