/**
 * Makes the examples that drum models are fitted to: `node lab/groove/make-hearings.ts FOLDER train|validation FROM
 * COUNT`. Renders recipes of the split (see `training-recipes.ts`), and writes for each candidate the windows of three
 * views side by side: the mix, the percussive levels of the mix, and the drum stem of the DSP engine. `fit-views.py`
 * chooses the views. Files: `SPLIT-FROM.f32` and `SPLIT-FROM.json`. Deterministic.
 */
import { closeSync, openSync, writeSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DRUM_NAMES } from '../../src/domain/drums/hit-classifier.ts'
import { gridSteps } from '../../src/domain/drums/hit-context.ts'
import { hitWindow, windowLength } from '../../src/domain/drums/hit-window.ts'
import { gridCandidates, onsetCandidates } from '../../src/domain/drums/onset-candidates.ts'
import { percussiveLevels } from '../../src/domain/drums/percussive-levels.ts'
import {
  compressionTable,
  ONSET_DELAY_SECONDS,
  referenceLevel,
  superFlux,
} from '../../src/domain/features/novelty.ts'
import { GHOST_VELOCITY } from './drum-score.ts'
import { drumStem, levelFeatures } from './drum-stem.ts'
import { type GrooveTruth, makeMix } from './render-recipe.ts'
import { drawRecipe } from './training-recipes.ts'

const BEATS_PER_BAR = 4
const MATCH_SECONDS = 0.03
/** Label of a drum that may or may not be reported: a ghost. */
const EITHER = 2

/** Returns 1 for a drum that is struck at a time, 2 for a ghost that may be reported, 0 otherwise. */
function labelsAt({ drumHits }: GrooveTruth, time: number): number[] {
  const near = drumHits.filter((hit) => Math.abs(hit.timeSeconds - time) <= MATCH_SECONDS)
  return DRUM_NAMES.map((name) => {
    const own = near.filter(({ instrument }) => instrument === name)
    if (own.length === 0) return 0
    return name === 'snare' && own.every(({ velocity }) => velocity < GHOST_VELOCITY) ? EITHER : 1
  })
}

const [folder, split, from, count] = process.argv.slice(2)
if (folder === undefined || (split !== 'train' && split !== 'validation'))
  throw new Error('usage: node lab/groove/make-hearings.ts FOLDER train|validation FROM COUNT')
await mkdir(folder, { recursive: true })
const name = join(folder, `${split}-${from}`)
const file = openSync(`${name}.f32`, 'w')
const described = []
for (let i = Number(from); i < Number(from) + Number(count); i++) {
  const recipe = await drawRecipe(split, i)
  const { samples, truth } = await makeMix(recipe)
  const features = levelFeatures(samples)
  const novelty = superFlux(features)
  const onsets = onsetCandidates(novelty)
  const added = new Set(gridCandidates(novelty, onsets, truth.beats))
  const frames = [...onsets, ...added].sort((a, b) => a - b)
  const times = frames.map((frame) => frame / 100 - ONSET_DELAY_SECONDS)
  const table = compressionTable(referenceLevel(features))
  const views = [
    features,
    { ...features, levels: percussiveLevels(features) },
    { ...features, levels: levelFeatures(drumStem(samples)).levels },
  ]
  const length = windowLength(features.bandCount)
  const windows = new Float32Array(views.length * length)
  for (const frame of frames) {
    for (const [v, view] of views.entries())
      hitWindow(view, table, frame, windows.subarray(v * length, (v + 1) * length))
    writeSync(file, new Uint8Array(windows.buffer))
  }
  described.push({
    id: recipe.id,
    hasDrums: truth.drumHits.length > 0,
    beatsPerBar: BEATS_PER_BAR,
    times: times.map((time) => Math.round(time * 1e4) / 1e4),
    steps: gridSteps(times, truth.beats),
    onGrid: frames.map((frame) => (added.has(frame) ? 1 : 0)),
    labels: times.map((time) => labelsAt(truth, time)),
    hits: truth.drumHits.map(({ timeSeconds, instrument, velocity }) => [timeSeconds, instrument, velocity]),
  })
  if (i % 10 === 0) console.log(`${recipe.id}: ${frames.length} candidates`)
}
closeSync(file)
await writeFile(`${name}.json`, JSON.stringify(described))
