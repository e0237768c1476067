import { type Concept, conceptsOf, LONGEST_PHRASE } from './lexicon.ts'
import { modifierAt } from './modifiers.ts'
import { type Token, tokenise } from './tokens.ts'

/** Word of the lexicon in a text. */
export interface WordHit {
  readonly word: string
  readonly concepts: readonly Concept[]
  /** Strength: 1 plain, above 1 boosted, below 1 weakened, negative when negated. */
  readonly factor: number
  readonly negated: boolean
  /** Side of a "but"; `whole` when its sentence has none. */
  readonly side: 'before' | 'after' | 'whole'
}

/** Result of reading a text word by word. */
export interface TextReading {
  readonly hits: readonly WordHit[]
  /** Text without its negated parts: an embedding of "no drums" would look for drums. */
  readonly affirmed: string
  readonly hasNegation: boolean
  /**
   * Share of affirmed words that the lexicon does not contain, without function words and negated words, 0 to 1; 0
   * without words.
   */
  readonly unknownShare: number
}

/** Words without a meaning for music: articles, pronouns, auxiliaries and words of asking. */
const FUNCTION_WORDS = new Set(
  `a an the and or of to in on at for with from by as into over under through around it its is are be been being was
  were am i me my mine we us our you your he him his she her they them their this that these those there here some any
  something anything someone one ones would could should can will shall may might must do does did done have has had
  want wanted need needs like please give me find show play get got let lets make makes making sound sounds sounding
  feel feels feeling feelings song songs track tracks music musical piece pieces tune tunes kind sort type bit lot so
  very really just only also too than then when while if what which who how where why about not no nor never up down
  out off again still always today right now time way thing things go goes going come comes put full enough`.split(
    /\s+/,
  ),
)

/** Words that a negator reaches, unless the clause ends first (NegEx uses a window of five or six). */
const NEGATION_REACH = 6
/** A booster reaches this many words, losing a twentieth and a tenth as in VADER. */
const BOOST_FADE = [1, 0.95, 0.9]
const WEAKEST = 0.1

/** Whether a list continues: in "not sad, slow or gloomy" the comma does not end the negation. */
function listGoesOn(tokens: readonly Token[], comma: number): boolean {
  let words = 0
  for (let i = comma + 1; i < tokens.length; i++) {
    const { kind, word } = tokens[i]!
    if (kind === 'stop') return false
    if (kind === 'comma') words = 0
    else if (word === 'or' || word === 'nor') return words <= 2
    else if (++words > 2) return false
  }
  return false
}

/** Returns the longest phrase of the lexicon that begins at `at`, as hyphenated words. */
function phraseAt(words: readonly string[], at: number): { word: string; length: number } | undefined {
  for (let length = Math.min(LONGEST_PHRASE, words.length - at); length > 0; length--) {
    const word = words.slice(at, at + length).join('-')
    if (conceptsOf(word).length > 0) return { word, length }
  }
  return undefined
}

/** Returns the consecutive words from `at` up to the next mark. */
function runFrom(tokens: readonly Token[], at: number): string[] {
  const words: string[] = []
  for (let i = at; i < tokens.length && tokens[i]!.kind === 'word' && words.length < LONGEST_PHRASE; i++)
    words.push(tokens[i]!.word)
  return words
}

const HAS_LETTER = /[\p{L}\p{N}]/u

/** Joins words and marks to a text, without trailing marks. */
function written(words: readonly string[]): string {
  const last = words.findLastIndex((word) => HAS_LETTER.test(word))
  return words
    .slice(0, last + 1)
    .join(' ')
    .replace(/ ([^\p{L}\p{N}])/gu, '$1')
}

/**
 * Reads a text word by word: lexicon hits with negation scope, boosters and the side of a "but". The scope ends with
 * the clause (Das and Chen, Yahoo! for Amazon, 2001); reach as in NegEx; strengths as in VADER.
 */
export function readText(text: string): TextReading {
  const tokens = tokenise(text)
  const hits: (Omit<WordHit, 'side'> & { sentence: number; afterContrast: boolean })[] = []
  const kept: string[] = []
  let known = 0
  let unknown = 0
  const contrasted = new Set<number>()
  let negation: { factor: number; left: number } | undefined
  let boost: { share: number; distance: number } | undefined
  let sentence = 0
  let afterContrast = false
  let hasNegation = false
  for (let i = 0; i < tokens.length; ) {
    const token = tokens[i]!
    if (token.kind !== 'word') {
      if (token.kind === 'stop' || !listGoesOn(tokens, i)) negation = undefined
      if (token.kind === 'stop') {
        sentence++
        afterContrast = false
      }
      boost = undefined
      if (negation === undefined && kept.length > 0) kept.push(token.word)
      i++
      continue
    }
    const run = runFrom(tokens, i)
    const modifier = modifierAt(run, 0)
    const phrase = phraseAt(run, 0)
    if (modifier !== undefined && modifier.length >= (phrase?.length ?? 0)) {
      if (modifier.kind === 'negator') {
        negation = { factor: modifier.factor, left: NEGATION_REACH }
        hasNegation = true
      } else if (modifier.kind === 'booster') {
        boost = { share: modifier.share, distance: 0 }
        if (negation === undefined) kept.push(...run.slice(0, modifier.length))
      } else if (modifier.kind === 'end') {
        if (modifier.contrast) {
          contrasted.add(sentence)
          afterContrast = true
        }
        negation = undefined
      } else if (negation === undefined) kept.push(...run.slice(0, modifier.length))
      i += modifier.length
      continue
    }
    const length = phrase?.length ?? 1
    if (phrase !== undefined) {
      const fade = boost === undefined ? 0 : (BOOST_FADE[boost.distance] ?? 0)
      const strength = Math.max(WEAKEST, 1 + (boost?.share ?? 0) * fade)
      const factor = strength * (negation?.factor ?? 1)
      const concepts = conceptsOf(phrase.word)
      hits.push({
        word: phrase.word,
        concepts,
        factor,
        negated: negation !== undefined,
        sentence,
        afterContrast,
      })
    }
    if (phrase !== undefined) known += length
    if (negation === undefined) {
      kept.push(...run.slice(0, length))
      if (phrase === undefined && !FUNCTION_WORDS.has(run[0]!)) unknown++
    } else {
      negation.left -= length
      if (negation.left <= 0) negation = undefined
    }
    if (boost !== undefined) boost.distance += length
    i += length
  }
  return {
    hits: hits.map(({ sentence: s, afterContrast: after, ...hit }) => ({
      ...hit,
      side: contrasted.has(s) ? (after ? 'after' : 'before') : 'whole',
    })),
    affirmed: hits.some((hit) => !hit.negated) || !hasNegation || kept.length > 2 ? written(kept) : '',
    hasNegation,
    unknownShare: known + unknown > 0 ? unknown / (known + unknown) : 0,
  }
}
