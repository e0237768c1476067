import { type HeardTags, meanProbabilities, TAG_SOURCES } from './hear-tags.ts'
import model from './music-model.json' with { type: 'json' }

/** Decision whether a track is music. */
export interface MusicDecision {
  readonly heard: boolean
  /** Probability that the track is music, 0 to 1. */
  readonly probability: number
}

/** Measurements besides the tags that the decision uses. */
export interface MusicContext {
  /** Confidence of the beat, 0 to 1. */
  readonly beatConfidence: number
  /** Confidence of the key, 0 to 1; 0 without a key. */
  readonly keyConfidence: number
  /** 0 (tone) to 1 (noise). */
  readonly noisiness: number
}

/** Probabilities are limited to this distance from 0 and 1 before their logarithm is taken. */
const LEAST = 1e-4
const logit = (p: number): number => {
  const bounded = Math.min(1 - LEAST, Math.max(LEAST, p))
  return Math.log(bounded / (1 - bounded))
}

/** Returns the inputs of the decision: the logits of all mean tags, then the context. */
export function musicInputs(tags: HeardTags, context: MusicContext): number[] {
  return [
    ...TAG_SOURCES.flatMap((source) => [...(meanProbabilities(tags, source) ?? [])].map(logit)),
    context.beatConfidence,
    context.keyConfidence,
    context.noisiness,
  ]
}

/** Weights of the decision. */
export interface MusicModel {
  readonly middles: readonly number[]
  readonly spreads: readonly number[]
  readonly weights: readonly number[]
  readonly bias: number
  /** Least probability of music. */
  readonly threshold: number
}

/** Largest distance of an input from its middle, in spreads. */
const LIMIT = 3

/** Returns the probability of music, 0 to 1, of the inputs: logistic regression. */
export function musicProbability(
  inputs: readonly number[],
  { middles, spreads, weights, bias }: MusicModel,
): number {
  let sum = bias
  for (let i = 0; i < weights.length; i++) {
    const standard = (inputs[i]! - middles[i]!) / spreads[i]!
    sum += weights[i]! * Math.max(-LIMIT, Math.min(LIMIT, standard))
  }
  return 1 / (1 + Math.exp(-sum))
}

/** Confidence from which a beat alone makes music. No sound without music that was fitted on reached half of it. */
export const CLEAR_BEAT = 0.4

/** Returns the decision: a clear beat is always music, whatever the tags. */
export function judge(
  inputs: readonly number[],
  { beatConfidence }: MusicContext,
  weights: MusicModel,
): MusicDecision {
  const fromTags = musicProbability(inputs, weights)
  const probability = beatConfidence >= CLEAR_BEAT ? Math.max(beatConfidence, fromTags) : fromTags
  return { heard: probability >= weights.threshold, probability }
}

/**
 * Decides whether a track is music: by its beat, or by logistic regression on what the networks heard and on beat, key
 * and noisiness. It was fitted by `lab/tags/fit-music.ts` on recordings of music, speech and other sounds. Music is
 * refused its name only when that is clear: a missing tempo hurts more than one too many.
 */
export const decideMusic = (tags: HeardTags, context: MusicContext): MusicDecision =>
  judge(musicInputs(tags, context), context, model)
