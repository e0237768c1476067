import type { Concept } from './lexicon.ts'
import type { TextReading, WordHit } from './read-text.ts'
import { type Coordinate, TRAITS } from './track-traits.ts'

/** One wish of a text about a track. */
export interface Wish {
  /** Word of the text. */
  readonly word: string
  readonly negated: boolean
  /** Concepts of the word. */
  readonly meanings: readonly string[]
  /** Strength above 0; 1 for a plain word. */
  readonly strength: number
  /** Wished direction by coordinate: a unit vector, with negations already applied. */
  readonly weights: ReadonlyMap<Coordinate, number>
}

/** A word weakened to this strength or below ("slightly sad") asks for the middle rather than for more. */
const WEAKENED = 0.75
const WEAKENED_MIDDLE = 0.9
/**
 * "Not happy" does not ask for misery: it also prefers the middle, so that "neither happy nor sad" works. With a
 * quarter, the score still falls over the whole range of the trait; above, it would rise again before the end.
 */
const NEGATED_MIDDLE = 0.25

const isTrait = (name: string): boolean => (TRAITS as readonly string[]).includes(name)

/** Returns the middle of a coordinate, if there is one. */
const middleFor = (name: Coordinate): Coordinate | undefined =>
  isTrait(name) ? (`middle ${name}` as Coordinate) : name === 'tempo' ? 'tempoMiddle' : undefined

/** How concepts are wished for: more of them, a little of them, or none. */
type Manner = 'more' | 'middle' | 'none'

/** Returns the unit vector of a blend of concepts, by coordinate. */
export function wishWeights(
  blend: readonly { readonly concept: Concept; readonly share: number }[],
  manner: Manner = 'more',
): Map<Coordinate, number> {
  const weights = new Map<Coordinate, number>()
  const add = (name: Coordinate, amount: number) => weights.set(name, (weights.get(name) ?? 0) + amount)
  for (const { concept, share } of blend) {
    for (const [name, weight] of Object.entries(concept.wish) as [Coordinate, number][]) {
      const middle = middleFor(name)
      add(name, share * weight * (manner === 'none' ? -1 : manner === 'middle' ? 0.5 : 1))
      if (middle !== undefined && manner !== 'more')
        add(middle, share * Math.abs(weight) * (manner === 'middle' ? WEAKENED_MIDDLE : NEGATED_MIDDLE))
    }
  }
  const length = Math.hypot(...weights.values())
  for (const [name, weight] of weights) weights.set(name, length > 0 ? weight / length : 0)
  return weights
}

function wishOf({ word, concepts, factor, negated }: WordHit): Wish {
  const strength = Math.abs(factor)
  const blend = concepts.map((concept) => ({ concept, share: 1 / concepts.length }))
  return {
    word,
    negated,
    meanings: concepts.map((concept) => concept.name),
    strength,
    weights: wishWeights(blend, negated ? 'none' : strength <= WEAKENED ? 'middle' : 'more'),
  }
}

/** Returns the wishes of a text, in the order of its words. */
export const wishesOf = (reading: TextReading): Wish[] => reading.hits.map(wishOf)
