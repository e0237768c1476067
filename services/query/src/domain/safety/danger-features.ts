import { CONCEPTS } from './concepts.ts'
import type { Reading } from './meant.ts'

/** Buckets of hashed features that tell danger from harmless texts. */
export const DANGER_BUCKETS = 1 << 16
/** Buckets of hashed features that tell the kinds of danger apart. */
export const KIND_BUCKETS = 1 << 12

/** Weights as the training wrote them: one character each, times `scale`. */
export type WrittenWeights = {
  readonly scale: number
  readonly bias: readonly number[]
  readonly text: string
}

/** What is known about a text besides its words; true facts become features. */
export type Surroundings = Readonly<Record<string, boolean>>

/** Longest text that the model reads, in words: a long story is judged by its beginning. */
const MAX_WORDS = 400
const CHARACTERS = [3, 4, 5] as const

/** Concepts by word, so that "barf" and "vomit" share a feature. */
let byWord: ReadonlyMap<string, readonly string[]> | undefined
function conceptsOf(word: string): readonly string[] {
  if (byWord === undefined) {
    const made = new Map<string, string[]>()
    for (const [name, words] of Object.entries(CONCEPTS))
      for (const one of words.split(' ')) made.set(one, [...(made.get(one) ?? []), name])
    byWord = made
  }
  return byWord.get(word) ?? []
}

/** FNV-1a, 32 bits (Fowler, Noll, Vo): the same in every run and on every machine. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}

/** Words whose pieces are no features: units and marks stand in every text and tell nothing. */
const WHOLE: ReadonlySet<string> = new Set(
  'kg cm m ft in lb lbs pounds stone st inch inches feet foot bmi , · what whats is my me'.split(' '),
)
/** Pieces of words count this much of a word: there are many of them. */
const PIECE = 0.5

/** A feature: its name, and how much it counts. */
type Feature = readonly [name: string, value: number]

/** Features of a text: words, neighbours, concepts, pieces of words, and what surrounds them. Each counts once. */
export function featuresOf({ words }: Reading, surroundings: Surroundings): readonly Feature[] {
  const names = new Set<string>()
  const pieces = new Set<string>()
  let [before, earlier] = ['^', '^']
  for (const { text, number } of words.slice(0, MAX_WORDS)) {
    if (text === ',') continue
    const word = number === undefined ? text : sizeOf(number)
    names.add(`w ${word}`)
    names.add(`b ${before} ${word}`)
    names.add(`s ${earlier} ${word}`)
    for (const concept of conceptsOf(text)) {
      names.add(`c ${concept}`)
      for (const other of conceptsOf(before)) names.add(`d ${other} ${concept}`)
      names.add(`e ${before} ${concept}`)
    }
    if (number === undefined && !WHOLE.has(word)) addPieces(`^${word}$`, pieces)
    earlier = before
    before = word
  }
  for (const [name, holds] of Object.entries(surroundings)) if (holds) names.add(`a ${name}`)
  return [
    ...[...names].map((name): Feature => [name, 1]),
    ...[...pieces].map((name): Feature => [name, PIECE]),
  ]
}

function addPieces(framed: string, pieces: Set<string>): void {
  for (const length of CHARACTERS)
    for (let i = 0; i + length <= framed.length; i++) pieces.add(framed.slice(i, i + length))
}

/** Numbers by size only: their exact value says nothing about danger. */
const sizeOf = (number: number): string => `#${SIZES.filter((size) => number >= size).length}`
const SIZES = [10, 18, 100, 300, 800] as const
