import { eventScore } from './match-events.ts'

/** Scores of a beat sequence, each 0 to 1. */
export interface BeatScores {
  readonly fMeasure: number
  readonly cmlt: number
  readonly amlt: number
}

/** mir_eval ignores beats before this time. */
export const MIN_BEAT_SECONDS = 5
/** Tolerance of beat and downbeat F-measure, seconds. */
export const BEAT_WINDOW_SECONDS = 0.07
const CONTINUITY_TOLERANCE = 0.175

const trim = (times: readonly number[], fromSeconds: number): number[] =>
  times.filter((t) => t >= fromSeconds)

/**
 * Returns the share of estimated beats that fit phase and period of the reference within 17.5 % (Hainsworth's total
 * continuity).
 */
function totalContinuity(reference: readonly number[], estimated: readonly number[]): number {
  if (reference.length < 2 || estimated.length < 2) return 0
  const used = new Uint8Array(reference.length)
  let successes = 0
  let nearest = 0
  for (let m = 0; m < estimated.length; m++) {
    const time = estimated[m]!
    while (
      nearest + 1 < reference.length &&
      Math.abs(reference[nearest + 1]! - time) < Math.abs(reference[nearest]! - time)
    ) {
      nearest++
    }
    if (used[nearest] === 1) continue
    const forward = m === 0 || nearest === 0
    const from = forward && nearest + 1 < reference.length ? nearest : nearest - 1
    const referenceInterval = reference[from + 1]! - reference[from]!
    const start = forward && m + 1 < estimated.length ? m : m - 1
    const estimatedInterval = estimated[start + 1]! - estimated[start]!
    const phase = Math.abs(time - reference[nearest]!) / referenceInterval
    const period = Math.abs(1 - estimatedInterval / referenceInterval)
    if (phase < CONTINUITY_TOLERANCE && period < CONTINUITY_TOLERANCE) {
      used[nearest] = 1
      successes++
    }
  }
  return successes / Math.max(reference.length, estimated.length)
}

/** Returns the reference as annotated, on the off-beat, at double and at half tempo (both phases). */
function metricalVariants(reference: readonly number[]): number[][] {
  const doubled: number[] = []
  for (let i = 0; i < reference.length; i++) {
    doubled.push(reference[i]!)
    if (i + 1 < reference.length) doubled.push((reference[i]! + reference[i + 1]!) / 2)
  }
  return [
    [...reference],
    doubled.filter((_, i) => i % 2 === 1),
    doubled,
    reference.filter((_, i) => i % 2 === 0),
    reference.filter((_, i) => i % 2 === 1),
  ]
}

/**
 * Computes beat F-measure (±70 ms), CMLt and AMLt of sorted beat times in seconds, after the first `fromSeconds`.
 * Sources: Davies, Degara and Plumbley, Evaluation methods for musical audio beat tracking, 2009; mir_eval.beat.
 */
export function beatScores(
  reference: readonly number[],
  estimated: readonly number[],
  fromSeconds = MIN_BEAT_SECONDS,
): BeatScores {
  const truth = trim(reference, fromSeconds)
  const found = trim(estimated, fromSeconds)
  const variants = metricalVariants(truth).map((variant) => totalContinuity(variant, found))
  return {
    fMeasure: eventScore(truth, found, BEAT_WINDOW_SECONDS).fMeasure,
    cmlt: variants[0]!,
    amlt: Math.max(...variants),
  }
}

const within = (reference: number, estimated: number): boolean =>
  Math.abs(estimated - reference) <= 0.04 * reference

/**
 * Computes tempo accuracy: 1 when within 4 % of the reference; accuracy 2 also allows factors 2, 3, 1/2 and 1/3. BPM
 * above 0. Source: Gouyon et al., IEEE TASLP 14(5), 2006.
 */
export function tempoAccuracy(
  referenceBpm: number,
  estimatedBpm: number,
): { accuracy1: 0 | 1; accuracy2: 0 | 1 } {
  const factors = [1, 2, 3, 1 / 2, 1 / 3]
  return {
    accuracy1: within(referenceBpm, estimatedBpm) ? 1 : 0,
    accuracy2: factors.some((factor) => within(referenceBpm * factor, estimatedBpm)) ? 1 : 0,
  }
}
