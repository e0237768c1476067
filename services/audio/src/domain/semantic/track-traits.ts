import { EMOTIONS } from '../emotion/emotion-model.ts'
import { type Axis, MEASURED_AXES, type MeasuredAxis, trackAxes } from './track-axes.ts'
import type { TrackMeasures } from './track-measures.ts'
import fitted from './trait-weights.json' with { type: 'json' }

/** What people ask for when they say how music should feel. The first nine are the contract's dimensions. */
export const TRAITS = [
  ...EMOTIONS,
  'calm',
  'darkness',
  'danceability',
  'trance',
  'acoustic',
  'melody',
] as const
export type Trait = (typeof TRAITS)[number]

export type TraitWeights = Readonly<Record<Trait, Readonly<Partial<Record<Axis, number>>>>>

/**
 * Weights of the measured axes in each trait, signed. Mode and tempo lead valence, density and level arousal (Eerola,
 * Friberg and Bresin, Emotional expression in music, 2013); drums, syncopation and a clear pulse make groove (Madison et
 * al. 2011; Witek et al., Syncopation, body-movement and pleasure in groove music, 2014). The sizes are fitted by
 * `lab/search/fit-traits.ts` on the tuning pieces and tuning queries; nobody's ears validated them.
 */
export const TRAIT_WEIGHTS: TraitWeights = fitted

/** A sum of this size is most of the way to the end of the scale. */
const FULL = 1.6

/** How much a track has of every trait, −1 to 1: the hyperbolic tangent of its weighted axes. */
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

/** Facts that a text may ask for directly; pace only serves traits. */
type Fact = Exclude<MeasuredAxis, 'pace'>
const FACTS: readonly Fact[] = MEASURED_AXES.filter((axis) => axis !== 'pace')

/** Nearness to the middle of a trait: a linear score could otherwise not ask for "slightly sad" or "neither happy nor sad". */
type Middle = `middle ${Trait}`
const middleOf = (trait: Trait): Middle => `middle ${trait}`

/** One dimension of the part of a search vector that can be named. */
export type Coordinate = Trait | Fact | Middle
export const COORDINATES: readonly Coordinate[] = [...TRAITS, ...FACTS, ...TRAITS.map(middleOf)]

/** Traits and facts from measured axes; see `trackCoordinates`. */
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

/** Where a track lies on every coordinate that a text can ask for; traits and middles −1 to 1, facts −1.6 to 1.6. */
export const trackCoordinates = (track: TrackMeasures): Record<Coordinate, number> =>
  coordinatesOf(trackAxes(track))
