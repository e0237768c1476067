import type { SpanFeatures } from './span-features.ts'

/** The nine emotional dimensions of the contract. */
export const EMOTIONS = [
  'energy',
  'brightness',
  'tension',
  'warmth',
  'groove',
  'aggression',
  'atmosphere',
  'melancholy',
  'euphoria',
] as const
/** Name of an emotional dimension. */
export type Emotion = (typeof EMOTIONS)[number]

/** Version of the model, part of every answer. Raise it whenever a weight or a scale changes. */
const EMOTION_MODEL_VERSION = 'emotion-sums-3'

/** Statement about the model, part of every answer. */
export const EMOTION_MODEL_STATEMENT =
  'Documented sums of measured features; directions follow published listening studies, the numbers are not validated on listeners.'

type FeatureName = keyof SpanFeatures

/**
 * Centre and spread for standardising each feature: rounded mean and standard deviation over the 22 tuning pieces of
 * the corpus and 57 tracks of freely licensed game music (measured by `lab/emotion-scales.ts`), so that 5 is the
 * average of such music. Only mode has its centre at 0: neither major nor minor.
 */
export const FEATURE_SCALES: Readonly<
  Record<FeatureName, { readonly middle: number; readonly spread: number }>
> = {
  loudnessLufs: { middle: -16.6, spread: 2.8 },
  fullnessLu: { middle: -14.9, spread: 2.8 },
  tempoBpm: { middle: 126, spread: 28 },
  onsetRate: { middle: 4.1, spread: 1.7 },
  percussiveness: { middle: 3.5, spread: 1.3 },
  brightnessOctaves: { middle: -2.1, spread: 0.4 },
  bassDb: { middle: -2.8, spread: 2.2 },
  warmthDb: { middle: -4.6, spread: 2.4 },
  presenceDb: { middle: -26.4, spread: 4.6 },
  airDb: { middle: -37.8, spread: 8.6 },
  noisiness: { middle: 0.047, spread: 0.032 },
  dynamicsLu: { middle: 4.1, spread: 1.9 },
  width: { middle: 0.22, spread: 0.14 },
  majorness: { middle: 0, spread: 0.57 },
  tonalClarity: { middle: 0.46, spread: 0.34 },
  pulseClarity: { middle: 0.8, spread: 0.23 },
}

/**
 * Signed weights of the standardised features in each dimension. None of the features depends on the playback level: how
 * loud a track was made is judged by its level below its own peak. Directions from Juslin and Laukka, Expression,
 * perception, and induction of musical emotions, 2004 (tempo, level, articulation, brightness, mode), Eerola, Friberg
 * and Bresin, Emotional expression in music, 2013 (mode and tempo dominate valence, level and timbre arousal), and
 * Madison et al., Modeling the tendency for music to induce movement, 2011 (pulse clarity and event density in groove).
 */
const EMOTION_WEIGHTS: Readonly<Record<Emotion, Readonly<Partial<Record<FeatureName, number>>>>> = {
  energy: { fullnessLu: 0.8, tempoBpm: 0.5, onsetRate: 0.5, percussiveness: 0.5, dynamicsLu: -0.2 },
  brightness: { brightnessOctaves: 0.9, airDb: 0.5, presenceDb: 0.3, bassDb: -0.3, majorness: 0.2 },
  tension: {
    noisiness: 0.4,
    presenceDb: 0.4,
    majorness: -0.4,
    tonalClarity: -0.5,
    onsetRate: 0.3,
    tempoBpm: 0.2,
  },
  warmth: { warmthDb: 0.8, brightnessOctaves: -0.5, noisiness: -0.4, majorness: 0.2, percussiveness: -0.2 },
  groove: { pulseClarity: 0.8, bassDb: 0.4, percussiveness: 0.4, onsetRate: 0.3 },
  aggression: {
    fullnessLu: 0.5,
    noisiness: 0.5,
    presenceDb: 0.5,
    onsetRate: 0.3,
    percussiveness: 0.4,
    majorness: -0.3,
  },
  atmosphere: { width: 0.6, percussiveness: -0.7, onsetRate: -0.5, pulseClarity: -0.3, dynamicsLu: 0.2 },
  melancholy: {
    majorness: -0.8,
    tempoBpm: -0.5,
    fullnessLu: -0.3,
    onsetRate: -0.3,
    brightnessOctaves: -0.3,
  },
  euphoria: {
    majorness: 0.7,
    tempoBpm: 0.4,
    fullnessLu: 0.3,
    pulseClarity: 0.4,
    brightnessOctaves: 0.3,
    onsetRate: 0.2,
  },
}

/** Contribution of a feature to one dimension, in units of the sum before the logistic function. */
interface Contribution {
  readonly feature: FeatureName
  readonly value: number
  readonly standardised: number
  readonly contribution: number
}

/** Emotional dimensions with their contributions. */
export interface EmotionResult {
  /** Dimensions, 0 to 10; 5 is neutral. */
  readonly emotions: Readonly<Record<Emotion, number>>
  readonly contributions: Readonly<Record<Emotion, readonly Contribution[]>>
  /** Dimension furthest above neutral; `neutral` when none is above it. */
  readonly dominant: Emotion | 'neutral'
  readonly modelVersion: string
}

/** Largest distance from the centre that counts, in spreads. */
const LIMIT = 3

/**
 * Returns the distance of a feature from its centre in spreads, −3 to 3; 0 when unknown, so that a missing measurement
 * has no effect.
 */
export function standardise(feature: FeatureName, value: number | null): number {
  if (value === null || !Number.isFinite(value)) return 0
  const { middle, spread } = FEATURE_SCALES[feature]
  return Math.max(-LIMIT, Math.min(LIMIT, (value - middle) / spread))
}

/**
 * Computes the nine dimensions of a part of a track, 0 to 10: ten times the logistic function of the weighted sum of
 * standardised features.
 */
export function feel(features: SpanFeatures): EmotionResult {
  const emotions = {} as Record<Emotion, number>
  const contributions = {} as Record<Emotion, Contribution[]>
  for (const emotion of EMOTIONS) {
    let sum = 0
    contributions[emotion] = []
    for (const [name, weight] of Object.entries(EMOTION_WEIGHTS[emotion]) as [FeatureName, number][]) {
      const value = features[name]
      if (value === null) continue
      const standardised = standardise(name, value)
      sum += weight * standardised
      contributions[emotion].push({ feature: name, value, standardised, contribution: weight * standardised })
    }
    contributions[emotion].sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))
    emotions[emotion] = 10 / (1 + Math.exp(-sum))
  }
  const top = EMOTIONS.reduce((a, b) => (emotions[b] > emotions[a] ? b : a))
  return {
    emotions,
    contributions,
    dominant: emotions[top] > 5 ? top : 'neutral',
    modelVersion: EMOTION_MODEL_VERSION,
  }
}
