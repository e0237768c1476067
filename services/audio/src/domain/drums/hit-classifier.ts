import model from './drum-model.json' with { type: 'json' }

/** Instruments that are told apart, in the order of the model's outputs. */
export const DRUM_NAMES = ['kick', 'snare', 'hat', 'tom', 'cymbal'] as const
export type DrumName = (typeof DRUM_NAMES)[number]

/** A network of one hidden layer: numbers only, made by `bench/train-drums.ts`. */
export interface DrumModel {
  readonly version: string
  readonly mean: readonly number[]
  readonly deviation: readonly number[]
  /** Rows of the hidden layer, each with its bias last. */
  readonly hidden: readonly (readonly number[])[]
  readonly output: readonly (readonly number[])[]
  /** Probability above which each instrument is reported; chosen for the best F on the tuning half. */
  readonly thresholds: readonly number[]
}

export const DRUM_MODEL: DrumModel = model

const layer = (rows: readonly (readonly number[])[], input: ArrayLike<number>): number[] =>
  rows.map((row) => {
    let sum = row[row.length - 1]!
    for (let i = 0; i < row.length - 1; i++) sum += row[i]! * input[i]!
    return sum
  })

/** Probability of each instrument at a hit, 0 to 1, independently: kick and hat may sound at once. */
export function classifyHit(features: ArrayLike<number>, weights: DrumModel = DRUM_MODEL): number[] {
  const scaled = weights.mean.map((mean, i) => (features[i]! - mean) / weights.deviation[i]!)
  const hidden = layer(weights.hidden, scaled).map(Math.tanh)
  return layer(weights.output, hidden).map((x) => 1 / (1 + Math.exp(-x)))
}
