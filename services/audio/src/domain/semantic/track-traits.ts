import { EMOTIONS } from '../emotion/emotion-model.ts'
import { HEARD_AXES, type HeardAxis } from './heard-axes.ts'
import { type Axis, MEASURED_AXES, type MeasuredAxis, trackAxes } from './track-axes.ts'
import type { TrackMeasures } from './track-measures.ts'
import fitted from './trait-weights.json' with { type: 'json' }

/**
 * Traits that people ask for when they describe how music should feel. The first nine are the dimensions of the
 * contract.
 */
export const TRAITS = [
  ...EMOTIONS,
  'calm',
  'darkness',
  'danceability',
  'trance',
  'acoustic',
  'melody',
] as const
/** Name of a trait. */
export type Trait = (typeof TRAITS)[number]

/** Weights of the axes in each trait. */
export type TraitWeights = Readonly<Record<Trait, Readonly<Partial<Record<Axis, number>>>>>

/**
 * Signed weights of the measured axes in each trait. Mode and tempo dominate valence, density and level arousal
 * (Eerola, Friberg and Bresin, Emotional expression in music, 2013); drums, syncopation and a clear pulse make groove
 * (Madison et al. 2011; Witek et al., Syncopation, body-movement and pleasure in groove music, 2014). The sizes were
 * fitted by `lab/search/fit-traits.ts` on the tuning pieces and tuning queries; they have not been validated with
 * listeners.
 */
export const TRAIT_WEIGHTS: TraitWeights = fitted

/** A sum of this size is near the end of the scale. */
const FULL = 1.6

/** Returns how much a track has of every trait, −1 to 1: the hyperbolic tangent of its weighted axes. */
export function trackTraits(
  axes: Readonly<Record<Axis, number>>,
  weights: TraitWeights = TRAIT_WEIGHTS,
): Record<Trait, number> {
  return Object.fromEntries(
    TRAITS.map((trait) => {
      let sum = 0
      for (const [axis, weight] of Object.entries(weights[trait])) sum += weight * axes[axis as Axis]
      return [trait, Math.tanh(sum / FULL)]
    }),
  ) as Record<Trait, number>
}

/** Measurements that a text may ask for directly; pace is used only by traits. */
type Fact = Exclude<MeasuredAxis, 'pace'> | HeardAxis
const FACTS: readonly Fact[] = [...MEASURED_AXES.filter((axis) => axis !== 'pace'), ...HEARD_AXES]

/**
 * Closeness to the middle of a trait. Without it, a linear score could not express "slightly sad" or "neither happy nor
 * sad".
 */
type Middle = `middle ${Trait}`
const middleOf = (trait: Trait): Middle => `middle ${trait}`

/** Named dimension of a search vector. */
export type Coordinate = Trait | Fact | Middle
/** All coordinates, in the order of the search vector. */
export const COORDINATES: readonly Coordinate[] = [...TRAITS, ...FACTS, ...TRAITS.map(middleOf)]

/** Computes traits and facts from measured axes; see `trackCoordinates`. */
export function coordinatesOf(
  axes: Readonly<Record<Axis, number>>,
  weights: TraitWeights = TRAIT_WEIGHTS,
): Record<Coordinate, number> {
  const traits = trackTraits(axes, weights)
  return Object.fromEntries([
    ...FACTS.map((fact) => [fact, axes[fact]]),
    ...TRAITS.map((trait) => [trait, traits[trait]]),
    ...TRAITS.map((trait) => [middleOf(trait), 1 - 2 * traits[trait] ** 2]),
  ]) as Record<Coordinate, number>
}

/**
 * Returns the position of a track on every coordinate that a text can ask for; traits and middles −1 to 1, facts −1.6
 * to 1.6.
 */
export const trackCoordinates = (track: TrackMeasures): Record<Coordinate, number> =>
  coordinatesOf(trackAxes(track))
