import { FRAMES_PER_SECOND } from '../features/bands.ts'
import type { TrackFeatures } from '../features/feature-extractor.ts'
import { type Novelty, ONSET_DELAY_SECONDS, onsetCurve, superFlux } from '../features/novelty.ts'
import { median } from '../median.ts'
import { type Chroma, foldChroma } from '../tonality/chroma.ts'
import { beatPath } from './beat-path.ts'
import { createCorrelationRows, regularCurve, sharpenGroups } from './group-weights.ts'
import { type BeatEvidence, measureEvidence } from './hypotheses.ts'
import { metricalBeats, snapBeats } from './metrical-beats.ts'
import { shiftBeats } from './phase-features.ts'
import { chooseShift } from './phase-model.ts'
import { barRepetition, beatRepetition, beatRises, firstHeardBeat, highRise } from './repetition.ts'
import { steadyBeats, strengthsNear } from './steady-beats.ts'
import { createGroupCorrelation, tempoFeatures } from './tempo-features.ts'
import { withinRange } from './tempo-level.ts'
import { learnedPlausibility } from './tempo-model.ts'
import { tempoPath } from './tempo-path.ts'
import { prevailingBpm, type TempoRegion, tempoRegions } from './tempo-regions.ts'

/** Tempo that the track may have. */
export interface TempoCandidate {
  readonly bpm: number
  /** Plausibility relative to all candidates, 0 to 1. */
  readonly weight: number
}

/** Beats of a track, and the other candidates. */
export interface BeatTrack {
  /** Tempo that lasts longest; 0 when no beat was found. */
  readonly tempoBpm: number
  /** Times in seconds, sorted. */
  readonly beats: readonly number[]
  /** Confidence, 0 to 1: how clearly repeated onsets support these beats and this metrical level. Not a probability. */
  readonly confidence: number
  readonly candidates: readonly TempoCandidate[]
  readonly regions: readonly TempoRegion[]
  /** Sharpened onsets by frequency group, for later steps. */
  readonly groups: readonly Float32Array[]
}

/**
 * Ratios to the tempo path that are tried. Those with a three have a cost, because they are seldom right but often fit.
 */
const RATIOS: readonly { ratio: number; cost: number }[] = [
  { ratio: 1, cost: 0 },
  { ratio: 2, cost: 0 },
  { ratio: 1 / 2, cost: 0 },
  { ratio: 3 / 2, cost: 1 },
  { ratio: 2 / 3, cost: 1 },
  { ratio: 3, cost: 1 },
  { ratio: 1 / 3, cost: 1 },
  { ratio: 4 / 3, cost: 1 },
  { ratio: 3 / 4, cost: 1 },
]
const MIN_BEAT_BPM = 50
const MAX_BEAT_BPM = 220

/** Returns the peak of the parabola through a frame and its neighbours, in frames. */
const refine = (curve: Float32Array, frame: number): number => {
  const before = curve[frame - 1]
  const here = curve[frame]
  const after = curve[frame + 1]
  if (before === undefined || here === undefined || after === undefined) return frame
  const bend = before - 2 * here + after
  if (bend >= 0) return frame
  return frame + Math.max(-0.5, Math.min(0.5, (0.5 * (before - after)) / bend))
}

/** Strength of the curve within ±40 ms for a beat to be supported, and the share of that of the median beat. */
const LEAST_SUPPORT = 0.5
const LEAST_SUPPORT_SHARE = 0.2

/** Removes beats before the first and after the last supported one, because the tracker continues in silence. */
function trimUnsupported(curve: Float32Array, beatFrames: readonly number[], share = 0): number[] {
  const strengths = strengthsNear(curve, beatFrames)
  const least = Math.max(LEAST_SUPPORT, share * median(strengths))
  const supported = strengths.map((strength) => strength > least)
  const first = supported.indexOf(true)
  return first < 0 ? [] : beatFrames.slice(first, supported.lastIndexOf(true) + 1)
}

/** Beats at one of the tempos that are tried. */
export interface TempoHypothesis {
  readonly evidence: BeatEvidence
  /** See `tempoFeatures`. */
  readonly features: readonly number[]
  /** What its ratio to the tempo path costs. */
  readonly cost: number
  readonly frames: readonly number[]
  readonly curve: Float32Array
  readonly periods: Float32Array
}

/** Yields the best beats of each tempo that is metrically related to the tempo path of the onset curve `plain`. */
export function* tempoHypotheses(
  groups: readonly Float32Array[],
  plain: Float32Array,
): Generator<TempoHypothesis> {
  const path = tempoPath(plain)
  const pathBpm = (60 * FRAMES_PER_SECOND) / median([...path])
  const rows = createCorrelationRows(groups)
  const correlation = createGroupCorrelation(groups)
  for (const { ratio, cost } of RATIOS) {
    const bpm = pathBpm * ratio
    if (bpm < MIN_BEAT_BPM || bpm > MAX_BEAT_BPM) continue
    const periods = path.map((period) =>
      withinRange(period / ratio, MIN_BEAT_BPM, MAX_BEAT_BPM, 60 * FRAMES_PER_SECOND),
    )
    const curve = regularCurve(groups, periods, rows)
    const frames = trimUnsupported(curve, beatPath(curve, periods))
    if (frames.length < 4) continue
    const evidence = measureEvidence(groups, curve, frames, bpm, barRepetition(plain, frames))
    const features = tempoFeatures(groups, correlation, frames, (60 * FRAMES_PER_SECOND) / bpm)
    yield { evidence, features, cost, frames, curve, periods }
  }
}

/** Hypothesis with its score. */
type ScoredHypothesis = TempoHypothesis & { readonly score: number }

/** Returns the most plausible hypothesis, and the evidence and score of all, best first; null when there is none. */
export function chooseTempo(
  groups: readonly Float32Array[],
  plain: Float32Array,
): { best: ScoredHypothesis; tried: { score: number; evidence: BeatEvidence }[] } | null {
  const tried: { score: number; evidence: BeatEvidence }[] = []
  // Only the best curve is kept: for two hours each takes three megabytes.
  let best: ScoredHypothesis | undefined
  for (const hypothesis of tempoHypotheses(groups, plain)) {
    const score = learnedPlausibility(hypothesis.evidence, hypothesis.features) - hypothesis.cost
    tried.push({ score, evidence: hypothesis.evidence })
    if (best === undefined || score > best.score) best = { ...hypothesis, score }
  }
  tried.sort((a, b) => b.score - a.score)
  return best === undefined ? null : { best, tried }
}

/**
 * Tracks the beats of a track, in seconds. An empty or silent track has no beats.
 *
 * 1. Find one tempo path and its metrically related tempos as hypotheses.
 * 2. Find the best beat sequence of each by dynamic programming.
 * 3. Choose the most plausible sequence.
 * 4. Track its tempo again at the positions that the metre of the whole track implies.
 * 5. Move the beats by quarters if sounds and harmony clearly say so.
 */
export function trackBeats(
  features: TrackFeatures,
  novelty: Novelty = superFlux(features),
  chroma: Chroma = foldChroma(features),
): BeatTrack {
  const groups = sharpenGroups(novelty)
  const plain = onsetCurve(novelty, [1, 1, 1, 1, 1])
  const nothing = {
    tempoBpm: 0,
    beats: [],
    confidence: 0,
    candidates: [],
    regions: [],
    groups,
  }
  if (features.frames < 300 || !plain.some((x) => x > 0)) return nothing
  const chosen = chooseTempo(groups, plain)
  if (chosen === null) return nothing
  const { best, tried } = chosen
  const metrical = metricalBeats(groups, best.curve, best.periods, best.frames)
  const shift = chooseShift(groups, chroma, metrical.frames)
  const inPhase =
    shift === 0
      ? metrical.frames
      : snapBeats(best.curve, metrical.periods, shiftBeats(metrical.frames, shift))
  const inTime = metrical.steady
    ? inPhase
    : steadyBeats(best.curve, best.periods, trimUnsupported(best.curve, inPhase))
  const supported = trimUnsupported(best.curve, inTime, LEAST_SUPPORT_SHARE)
  const rises = beatRises(novelty, supported)
  const frames = supported.slice(firstHeardBeat(rises))
  const beats = frames.map((frame) =>
    Math.max(0, refine(best.curve, frame) / FRAMES_PER_SECOND - ONSET_DELAY_SECONDS),
  )
  const regions = tempoRegions(beats)
  const total = tried.reduce((sum, t) => sum + Math.exp(t.score - best.score), 0)
  const candidates = tried.map((t) => ({
    bpm: t.evidence.bpm,
    weight: Math.exp(t.score - best.score) / total,
  }))
  return {
    tempoBpm: prevailingBpm(beats, regions),
    beats,
    confidence:
      confidenceOf(best.evidence, candidates[0]!.weight) *
      rhythmicity(beatRepetition(plain, frames), highRise(rises)),
    candidates,
    regions,
    groups,
  }
}

/**
 * Returns the metrical certainty times the strength of the beats on the curve: 1 deviation is noise, 4 is a clear beat.
 */
function confidenceOf(evidence: BeatEvidence, weight: number): number {
  const clarity = Math.max(0, Math.min(1, (evidence.strength - 1) / 3))
  return Math.sqrt(weight * clarity)
}

/**
 * Limits of repetition and rise: below the first (noise and drones) there is no rhythm, above the second (music) there
 * is certainly one.
 */
const NO_REPETITION = 0.1
const CLEAR_REPETITION = 0.4
const NO_RISE = 3
const CLEAR_RISE = 10

/** Returns whether there is a rhythm at all, 0 to 1: sounds must rise at the beats, and they must repeat. */
function rhythmicity(repetition: number, rise: number): number {
  const between = (x: number, low: number, high: number): number =>
    Math.max(0, Math.min(1, (x - low) / (high - low)))
  return between(repetition, NO_REPETITION, CLEAR_REPETITION) * between(rise, NO_RISE, CLEAR_RISE)
}
