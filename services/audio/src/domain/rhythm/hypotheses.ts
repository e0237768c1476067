import type { BarRepetition } from './repetition.ts'

/** Evidence for a beat sequence, from the sound on and between its beats. */
export interface BeatEvidence {
  readonly bpm: number
  /** Share of onset strength on the beats relative to the points midway, 0 to 1. */
  readonly onBeatShare: number
  /**
   * How much more a beat resembles the one 2, 3 or 4 later than the next one, because kick and snare alternate. −1 to
   * 1.
   */
  readonly alternation: number
  /** Similarity of beats one 4/4 bar apart, 0 to 1. */
  readonly barLikeness: number
  /** Strength of the weaker of even and odd beats below 2 kHz divided by the stronger, 0 to 1. */
  readonly balance: number
  /** Mean of the onset curve on the beats, in units of its deviation. */
  readonly strength: number
  readonly repetition: BarRepetition
}

const STRENGTH_WEIGHTS = [1, 1, 1, 0.5, 0.25]
/** Beats lie within ±30 ms of their onset. */
const REACH_FRAMES = 3
/** Below this, a beat has no sound to compare. */
const LEAST_STRENGTH = 0.5

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, x) => sum + x, 0) / values.length

const cosine = (a: readonly number[], b: readonly number[]): number => {
  let dot = 0
  let aa = 0
  let bb = 0
  for (let i = 0; i < a.length; i++) {
    dot += a[i]! * b[i]!
    aa += a[i]! * a[i]!
    bb += b[i]! * b[i]!
  }
  return dot / Math.sqrt(aa * bb + 1e-9)
}

/** Returns the largest onset of each group within ±30 ms of a frame. */
export function onsetsNear(groups: readonly Float32Array[], frame: number, reach = REACH_FRAMES): number[] {
  const centre = Math.round(frame)
  const frames = groups[0]!.length
  return groups.map((values) => {
    let highest = 0
    for (let t = Math.max(0, centre - reach); t <= Math.min(frames - 1, centre + reach); t++) {
      if (values[t]! > highest) highest = values[t]!
    }
    return highest
  })
}

const strengthOf = (onsets: readonly number[]): number =>
  onsets.reduce((sum, x, g) => sum + x * STRENGTH_WEIGHTS[g]!, 0)

/** Measures the evidence for beats at the given frames (10 ms), sorted; at least two. */
export function measureEvidence(
  groups: readonly Float32Array[],
  curve: Float32Array,
  beatFrames: readonly number[],
  bpm: number,
  repetition: BarRepetition,
): BeatEvidence {
  const on = beatFrames.map((frame) => onsetsNear(groups, frame))
  const between = beatFrames.slice(1).map((frame, i) => onsetsNear(groups, (frame + beatFrames[i]!) / 2))
  const likeness = (apart: number): number => {
    const values: number[] = []
    for (let i = 0; i + apart < on.length; i++) {
      if (strengthOf(on[i]!) > LEAST_STRENGTH && strengthOf(on[i + apart]!) > LEAST_STRENGTH) {
        values.push(cosine(on[i]!, on[i + apart]!))
      }
    }
    return mean(values)
  }
  const [one, two, three, four] = [likeness(1), likeness(2), likeness(3), likeness(4)]
  const low = on.map((onsets) => onsets[0]! + onsets[1]! + onsets[2]!)
  const even = mean(low.filter((_, i) => i % 2 === 0))
  const odd = mean(low.filter((_, i) => i % 2 === 1))
  const onMean = mean(on.map(strengthOf))
  const offMean = mean(between.map(strengthOf))
  return {
    bpm,
    onBeatShare: onMean + offMean > 0 ? onMean / (onMean + offMean) : 0.5,
    alternation: Math.max(two!, three!, four!) - one!,
    barLikeness: four!,
    balance: Math.min(even, odd) / (Math.max(even, odd) + 1e-9),
    strength: mean(beatFrames.map((frame) => curve[Math.round(frame)] ?? 0)),
    repetition,
  }
}

/**
 * Hardly any music has a faster beat; found on freely licensed recorded music, because the corpus has no such beats.
 */
const FASTEST_USUAL_BPM = 182

/** Weights of `evidenceTerms`, in their order. */
const WEIGHTS: readonly number[] = [-3.5, 4, 4.5, 0.5, 5, 6.5, 1.7, 4, 3, -12]
/** More balance than this says nothing. */
const ENOUGH_BALANCE = 0.6

/** Returns the terms of the plausibility; the first two are tempo in octaves from 110 BPM, squared and plain. */
export function evidenceTerms(evidence: BeatEvidence): number[] {
  const octaves = Math.log2(evidence.bpm / 110)
  return [
    octaves * octaves,
    octaves,
    evidence.alternation,
    evidence.onBeatShare,
    Math.min(ENOUGH_BALANCE, evidence.balance),
    evidence.barLikeness,
    evidence.strength,
    evidence.repetition.bar,
    evidence.repetition.twoBars,
    Math.max(0, Math.log2(evidence.bpm / FASTEST_USUAL_BPM)),
  ]
}

/**
 * Returns the plausibility of a beat sequence (log odds up to a constant). Slow sequences meet stronger onsets, so
 * speed earns some credit, and tempos far from 160 BPM on that scale cost. Weights from a softmax fit on the tuning
 * half, rounded; those of speed, alternation and repetition from another fit on 141 pieces of the tuning half and of
 * new renderings (leaving out one style at a time costs a hundredth). Unusually fast tempos cost.
 */
export const plausibility = (evidence: BeatEvidence): number =>
  evidenceTerms(evidence).reduce((sum, term, i) => sum + WEIGHTS[i]! * term, 0)
