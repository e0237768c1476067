import type { TrackFeatures } from '../features/feature-extractor.ts'
import {
  compressionTable,
  type Novelty,
  ONSET_DELAY_SECONDS,
  referenceLevel,
  superFlux,
} from '../features/novelty.ts'
import {
  FRAME_OUTPUT_COUNT,
  FRAME_OUTPUTS,
  type FrameNetwork,
  plainFrameNetwork,
} from '../hearing/frame-network.ts'
import {
  DRUM_COUNT,
  DRUM_MODEL,
  DRUM_NAMES,
  type DrumModel,
  type DrumName,
  inputsOf,
} from './hit-classifier.ts'
import { createGrid, gridSteps } from './hit-context.ts'
import { hitWindow, riseOf, windowBandOf, windowBands, windowLength } from './hit-window.ts'
import { gridCandidates, onsetCandidates } from './onset-candidates.ts'
import { percussiveLevels } from './percussive-levels.ts'
import { ofPlayingPassages } from './playing-passages.ts'
import { judge } from './track-judge.ts'
import { listen } from './track-listener.ts'
import { drumsPlay } from './whole-track.ts'

/** Hit of one instrument. */
export interface DrumHit {
  readonly timeSeconds: number
  readonly instrument: DrumName
  /** Strength relative to the hardest hits of the instrument in this track, 0 to 1. */
  readonly velocity: number
  /** Probability given by the model, 0 to 1. */
  readonly confidence: number
}

/** Frequency range in Hz whose rise measures the strength of each instrument. */
const VELOCITY_RANGE_HZ: Record<DrumName, readonly [number, number]> = {
  kick: [0, 110],
  snare: [220, 3500],
  hat: [5500, 20_000],
  tom: [80, 320],
  cymbal: [3500, 20_000],
}

/** Beats of the track, if known. With them, repeated patterns support each other. */
export interface DrumContext {
  /** Times in seconds, sorted. */
  readonly beats: readonly number[]
  /** 3 or 4; 0 when unknown. */
  readonly beatsPerBar: number
}

/** What a caller may already have, or wants to be different. */
export interface DrumOptions {
  readonly novelty?: Novelty
  /** Frames of `onsetCandidates`. */
  readonly onsets?: readonly number[]
  readonly model?: DrumModel
  /** Levels of the drum stem in the layout of the features, for a model of three views. */
  readonly stemLevels?: Uint16Array | undefined
  /** Faster implementation of the frame network. */
  readonly network?: FrameNetwork | undefined
}

/** With fewer beats there is no repetition to learn from. */
const LEAST_BEATS = 8

const probability = (odds: number): number => 1 / (1 + Math.exp(-odds))

/** Returns the first band within a range of frequencies, and the one after the last. */
function bandsWithin(centresHz: Float64Array, [low, high]: readonly [number, number]): [number, number] {
  const inside = [...centresHz.keys()].filter((b) => centresHz[b]! >= low && centresHz[b]! < high)
  return inside.length === 0 ? [0, 0] : [windowBandOf(inside[0]!), windowBandOf(inside.at(-1)!) + 1]
}

/** Outputs of the frame network for each instrument. */
const FRAME_OUTPUT_OF = DRUM_NAMES.map((name) => FRAME_OUTPUTS.indexOf(name))
/** Distance from a candidate within which the frame network is heard: ±20 ms. */
const HEARD_FRAMES = 2

/** Mixes the highest log odds of the frame network near each time (seconds) into `odds`. */
function mixFrames(
  network: FrameNetwork,
  features: TrackFeatures,
  times: readonly number[],
  shares: readonly number[],
  odds: Float32Array,
): void {
  const heard = network.hear(features)
  for (const [i, time] of times.entries()) {
    const centre = Math.round(time * 100)
    const first = Math.max(0, centre - HEARD_FRAMES)
    const last = Math.min(heard.frames - 1, centre + HEARD_FRAMES)
    for (let k = 0; k < DRUM_COUNT; k++) {
      if (shares[k] === 0 || last < first) continue
      let highest = Number.NEGATIVE_INFINITY
      for (let t = first; t <= last; t++)
        highest = Math.max(highest, heard.odds[t * FRAME_OUTPUT_COUNT + FRAME_OUTPUT_OF[k]!]!)
      const at = i * DRUM_COUNT + k
      odds[at] = (1 - shares[k]!) * odds[at]! + shares[k]! * highest
    }
  }
}

/** Returns the views of a model besides the mix: the percussive part of the mix, and the drum stem. */
function otherViews(features: TrackFeatures, count: number, stemLevels?: Uint16Array): TrackFeatures[] {
  if (count < 2) return []
  const percussive = { ...features, levels: percussiveLevels(features) }
  if (count < 3) return [percussive]
  if (stemLevels === undefined) throw new Error('this drum model needs the levels of the drum stem')
  return [percussive, { ...features, levels: stemLevels }]
}

/**
 * Finds the drum hits of a track, sorted by time.
 *
 * 1. Candidates are the onsets of any band and, when beats are known, the empty sixteenths between them.
 * 2. Each candidate is classified alone and together with the same step of the neighbouring bars.
 * 3. The result is compared with the rest of the track, for every instrument at once.
 * 4. The log odds are averaged with those of a network that hears the frames around, without candidates or beats.
 * 5. Passages without any clear hit have no drums; a model with a decision decides for the whole track instead.
 *
 * A model of two views hears the percussive part of the mix, too, and one of three also the drum stem, whose levels are
 * given in the layout of the features.
 *
 * The model was trained on 38 recorded kits and on synthetic ones in rendered music (`lab/training/train-drums.ts`), the
 * frame network also on human drummers (`lab/listener/train.py`). Expect lower accuracy on recorded music.
 */
export function findDrums(
  features: TrackFeatures,
  context: DrumContext,
  options: DrumOptions = {},
): DrumHit[] {
  const { novelty = superFlux(features), model = DRUM_MODEL, stemLevels } = options
  const { onsets = onsetCandidates(novelty), network = plainFrameNetwork() } = options
  const table = compressionTable(referenceLevel(features))
  const hasGrid = context.beats.length >= LEAST_BEATS
  const added = hasGrid ? gridCandidates(novelty, onsets, context.beats) : []
  const frames = [...onsets, ...added].sort((a, b) => a - b)
  if (frames.length === 0) return []
  const onGrid = new Uint8Array(frames.length)
  const addedFrames = new Set(added)
  for (const [i, frame] of frames.entries()) if (addedFrames.has(frame)) onGrid[i] = 1
  const times = frames.map((frame) => frame / 100 - ONSET_DELAY_SECONDS)
  const grid = hasGrid ? createGrid(gridSteps(times, context.beats), context.beatsPerBar) : null

  const bands = windowBands(features.bandCount)
  const length = windowLength(features.bandCount)
  const inputs = new Float32Array(inputsOf(model))
  const views = [features, ...otherViews(features, inputs.length / length, stemLevels)]
  const windows = views.map((_, v) => inputs.subarray(v * length, (v + 1) * length))
  const windowOf = (i: number) => {
    for (let v = 0; v < views.length; v++) hitWindow(views[v]!, table, frames[i]!, windows[v]!)
    return inputs
  }
  const odds = new Float32Array(frames.length * DRUM_COUNT)
  const room = new Float32Array(
    frames.length * Math.max(...model.listeners.map(({ layers }) => layers[0]!.bias.length)),
  )
  for (const { layers } of model.listeners)
    judge(model.judge.layers, listen(layers, frames.length, grid, windowOf, room), grid, onGrid, odds)

  for (let i = 0; i < odds.length; i++) odds[i]! /= model.listeners.length
  if (model.frameShares !== undefined) mixFrames(network, features, times, model.frameShares, odds)
  if (model.decision !== undefined && grid !== null && !drumsPlay(grid, odds, model.decision)) return []

  const hits: DrumHit[] = []
  for (const [k, instrument] of DRUM_NAMES.entries()) {
    const [first, end] = bandsWithin(features.bandCentreHz, VELOCITY_RANGE_HZ[instrument])
    const chosen: { timeSeconds: number; strength: number; confidence: number }[] = []
    for (let i = 0; i < frames.length; i++) {
      const mean = odds[i * DRUM_COUNT + k]!
      if (mean < model.thresholds[k]!) continue
      const strength = riseOf(windowOf(i), bands, first, end)
      chosen.push({ timeSeconds: Math.max(0, times[i]!), strength, confidence: probability(mean) })
    }
    const hardest = chosen.reduce((most, { strength }) => Math.max(most, strength), 1e-9)
    for (const { timeSeconds, strength, confidence } of chosen)
      hits.push({ timeSeconds, instrument, velocity: strength / hardest, confidence })
  }
  hits.sort((a, b) => a.timeSeconds - b.timeSeconds)
  return model.decision === undefined ? ofPlayingPassages(hits, features.durationSeconds) : hits
}
