import { EMBEDDING_DIRECTIONS, projectEmbedding } from './embedding-projection.ts'
import { type ExampleBank, likenessOf } from './example-bank.ts'
import type { Concept } from './lexicon.ts'
import { type Wish, wishesOf, wishWeights } from './query-wishes.ts'
import { readText } from './read-text.ts'
import { projectText, TEXT_DIRECTIONS } from './text-projection.ts'
import type { TrackMeasures } from './track-measures.ts'
import { COORDINATES, type Coordinate, trackCoordinates } from './track-traits.ts'

/**
 * Version of the vectors. Raise it whenever the same track or text could give another vector; vectors of two versions
 * must not be compared.
 */
export const SEARCH_MODEL_VERSION = 'search-6'
/** Length of the embedding of a text (all-MiniLM-L6-v2). */
export const EMBEDDING_DIMENSIONS = 384
/** Number of directions that distinguish descriptions of tracks. */
export const TEXT_DIMENSIONS = TEXT_DIRECTIONS.length
const EMBEDDING_AT = TEXT_DIMENSIONS + COORDINATES.length
/**
 * Text directions, then the named coordinates, then what the tag networks heard, then half the squared length for
 * search by example.
 */
export const SEARCH_DIMENSIONS = EMBEDDING_AT + EMBEDDING_DIRECTIONS + 1
const LENGTH_AT = SEARCH_DIMENSIONS - 1
/**
 * Scales the length to the size of the coordinates, because an index groups tracks by the large numbers of their
 * vectors.
 */
const LENGTH_SCALE = 8

/**
 * Returns the weight of a coordinate when two tracks are compared. Tempo bands and middles repeat other coordinates,
 * and what the networks name repeats what they heard.
 */
export const exampleWeight = (name: Coordinate): number =>
  /^(?:middle|heard|tempo.)/.test(name) ? 0 : name === 'tempo' ? 1 : 0.5
const TEXT_IN_EXAMPLE = 1
/**
 * Factor of what the networks heard, whose parts have length 1. Between two recordings it gives two thirds of the mean
 * squared difference, the coordinates a third: how a track sounds counts more than what is said of it.
 */
const EMBEDDING_SCALE = 4.5

/**
 * Returns the search vector of a track: the projected embedding of its description and the coordinates that a text can
 * ask for, so that ranking is one inner product. Its last number, minus half the squared length, turns the inner
 * product into a distance for search by example (Bachrach et al., Speeding up the Xbox recommender system, 2014).
 */
export function trackVector(track: TrackMeasures, description: Float32Array): Float32Array {
  const vector = new Float32Array(SEARCH_DIMENSIONS)
  vector.set(projectText(description))
  const coordinates = trackCoordinates(track)
  let squared = 0
  for (const [i, name] of COORDINATES.entries()) {
    vector[TEXT_DIMENSIONS + i] = coordinates[name]
    squared += exampleWeight(name) * coordinates[name] ** 2
  }
  if (track.heard !== undefined) {
    const sound = projectEmbedding(track.heard.embedding)
    for (const [i, value] of sound.entries()) {
      vector[EMBEDDING_AT + i] = EMBEDDING_SCALE * value
      squared += (EMBEDDING_SCALE * value) ** 2
    }
  }
  vector[LENGTH_AT] = -squared / 2 / LENGTH_SCALE
  return vector
}

/** Query before its embedding is known. */
export interface FeelingQuery {
  readonly text: string
  readonly wishes: readonly Wish[]
  /** Text to embed: the query without its negated parts. Empty when nothing is left. */
  readonly affirmed: string
  /** Share of the query that only the embedding can understand, 0 to 1. */
  readonly unknownShare: number
}

/** Reads a text as a query for music. */
export function readQuery(text: string): FeelingQuery {
  const reading = readText(text)
  const { affirmed, unknownShare } = reading
  return { text, wishes: wishesOf(reading), affirmed, unknownShare }
}

/** Weight of the meaning relative to words of the lexicon. */
const MEANING = 0.8
/** Weight of the text similarity when neither words nor examples say anything. */
const TEXT_FALLBACK = 1
/** A second word with the same meaning adds half as much, a third a quarter. */
const REPEATED = 0.5
const NEGATED = 0.8

/** Query with its vector and what it consists of. */
export interface SearchQuery extends FeelingQuery {
  readonly vector: Float32Array
  /** Meanings found in the text, as shares of the whole query, strongest first. */
  readonly meanings: readonly { readonly concept: Concept; readonly share: number }[]
}

function addWishes(sum: Float64Array, wishes: readonly Wish[]): number {
  const seen = new Map<string, number>()
  let mass = 0
  for (const wish of wishes) {
    const kind = `${wish.meanings.join()}/${wish.negated}`
    const repeats = seen.get(kind) ?? 0
    seen.set(kind, repeats + 1)
    const strength = wish.strength * REPEATED ** repeats * (wish.negated ? NEGATED : 1)
    mass += strength
    for (const [name, weight] of wish.weights) sum[COORDINATES.indexOf(name)]! += strength * weight
  }
  return mass
}

/**
 * Computes the vector of a query; its inner product with a track's vector is the score. Words of the lexicon count as
 * written, with negation and strength. Other words count through the examples nearest in meaning, as far as they are
 * near. Only when no example is near does the similarity of the two texts decide. `affirmed` is the embedding of
 * `query.affirmed`, null when that is empty.
 */
export function queryVector(
  query: FeelingQuery,
  affirmed: Float32Array | null,
  bank: ExampleBank,
): SearchQuery {
  const sum = new Float64Array(COORDINATES.length)
  const mass = addWishes(sum, query.wishes)
  const vector = new Float32Array(SEARCH_DIMENSIONS)
  let meanings: SearchQuery['meanings'] = []
  if (affirmed !== null) {
    const { concepts, confidence } = likenessOf(affirmed, bank)
    const { unknownShare } = query
    const strength =
      mass === 0
        ? 1
        : MEANING * confidence * (unknownShare < 1 ? (mass * unknownShare) / (1 - unknownShare) : 1)
    const meant = wishWeights([...concepts].map(([concept, share]) => ({ concept, share })))
    for (const [name, weight] of meant) sum[COORDINATES.indexOf(name)]! += strength * weight
    const whole = mass + strength
    meanings = [...concepts]
      .map(([concept, share]) => ({ concept, share: whole > 0 ? (share * strength) / whole : 0 }))
      .filter(({ share }) => share >= 0.05)
      .sort((a, b) => b.share - a.share)
    const fallback = TEXT_FALLBACK * unknownShare * (1 - confidence)
    vector.set(projectText(affirmed).map((value) => fallback * value))
  }
  const length = Math.hypot(...sum)
  for (const [i, weight] of sum.entries()) vector[TEXT_DIMENSIONS + i] = length > 0 ? weight / length : 0
  return { ...query, vector, meanings }
}

/** Returns the query "more like this": its inner product falls with the distance of coordinates and descriptions. */
export function queryFromExample(track: Float32Array): Float32Array {
  const vector = new Float32Array(SEARCH_DIMENSIONS)
  for (let i = 0; i < TEXT_DIMENSIONS; i++) vector[i] = TEXT_IN_EXAMPLE * track[i]!
  for (const [i, name] of COORDINATES.entries())
    vector[TEXT_DIMENSIONS + i] = exampleWeight(name) * track[TEXT_DIMENSIONS + i]!
  for (let i = EMBEDDING_AT; i < LENGTH_AT; i++) vector[i] = track[i]!
  vector[LENGTH_AT] = LENGTH_SCALE
  return vector
}

/** Returns the score of a track for a query, higher is better: the inner product of their vectors. */
export function scoreOf(query: Float32Array, track: Float32Array): number {
  let sum = 0
  for (let i = 0; i < SEARCH_DIMENSIONS; i++) sum += query[i]! * track[i]!
  return sum
}
