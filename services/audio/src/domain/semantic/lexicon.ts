import { EMOTIONS, type Emotion } from '../emotion/emotion-model.ts'
import data from './lexicon.json' with { type: 'json' }
import type { Coordinate } from './track-traits.ts'

/** Feeling or musical idea that many words stand for, with signed weights. The list was written for this project. */
export interface Concept {
  readonly name: string
  /** Valence of the word, −1 to 1. */
  readonly valence: number
  /** Pull on the nine dimensions, about −1 to 1. */
  readonly feel: Readonly<Partial<Record<Emotion, number>>>
  /** Wished value of a track by coordinate, signed. */
  readonly wish: Readonly<Partial<Record<Coordinate, number>>>
  readonly words: readonly string[]
}

interface ConceptRecord {
  readonly valence: number
  readonly feel: Partial<Record<Emotion, number>>
  readonly wish: Partial<Record<Coordinate, number>>
  readonly words: string
}

/** All concepts, in the order of the file. */
export const CONCEPTS: readonly Concept[] = Object.entries(
  data.concepts as Record<string, ConceptRecord>,
).map(([name, concept]) => ({ ...concept, name, words: concept.words.split(' ') }))

const byWord = new Map<string, Concept[]>()
for (const concept of CONCEPTS)
  for (const word of concept.words) byWord.set(word, [...(byWord.get(word) ?? []), concept])

/** Maximum number of words of a phrase; they are joined by hyphens: "four-on-the-floor". */
export const LONGEST_PHRASE = 5

/** Endings that do not change the meaning, longest first; tried when the word itself is not listed. */
const ENDINGS: readonly (readonly [ending: string, instead: string])[] = [
  ['iness', 'y'],
  ['ness', ''],
  ['ily', 'y'],
  ['iest', 'y'],
  ['ier', 'y'],
  ['ly', ''],
  ['est', ''],
  ['ish', ''],
  ["'s", ''],
  ['er', ''],
  ['ing', ''],
  ['ing', 'e'],
  ['ed', ''],
  ['ed', 'e'],
  ['s', ''],
]
/** Shorter stems have too many other meanings. */
const SHORTEST_STEM = 3

/** Returns the concepts of a word or hyphenated phrase (lower case); none when the lexicon does not contain it. */
export function conceptsOf(word: string): readonly Concept[] {
  const known = byWord.get(word)
  if (known !== undefined) return known
  for (const [ending, instead] of ENDINGS) {
    if (!word.endsWith(ending) || word.length - ending.length < SHORTEST_STEM) continue
    const stem = byWord.get(word.slice(0, word.length - ending.length) + instead)
    if (stem !== undefined) return stem
  }
  return []
}

/** Creates a record of the nine dimensions with one value each. */
export const nine = (value: (emotion: Emotion) => number): Record<Emotion, number> =>
  Object.fromEntries(EMOTIONS.map((emotion) => [emotion, value(emotion)])) as Record<Emotion, number>
