import { findPattern, type Match, type Pattern, pattern } from '../wording/patterns.ts'
import { type Word, wordsOf } from '../wording/words.ts'
import { CONCEPTS } from './concepts.ts'
import {
  BESIDE_POSTURE,
  CLINICAL_SIGNS,
  DENIAL_REACHES,
  DENIALS,
  IDIOMS,
  NO_DENIAL_BEFORE,
  OVER_SIGNS,
  PAST_SIGNS,
  PHRASES,
  POSTURES,
  RELAPSE_SIGNS,
  REPORT_SIGNS,
} from './harmless.ts'

/** A text as rules and signs read it. */
export type Reading = {
  readonly words: readonly Word[]
  /** Words of clinicians about a patient. */
  readonly clinical: boolean
  /** Words of research, teaching or fiction. */
  readonly told: boolean
  /** Sentences about something that is over. */
  readonly past: ReadonlySet<number>
  /** Sentences that say that something bodily is over or well again. */
  readonly over: ReadonlySet<number>
}

const compile = (sources: readonly string[]): readonly Pattern[] =>
  sources.map((source) => pattern(source, CONCEPTS))
/** Stands for a word that was part of a figure of speech. */
const MASKED = '\u00b7'
const IDIOM_PATTERNS = compile(IDIOMS)
const PHRASE_PATTERNS = PHRASES.map(([source, word]) => ({ one: pattern(source, CONCEPTS), word }))
const POSTURE_PATTERNS = compile(POSTURES).map((one) => ({ one, word: MASKED }))
const PAST_PATTERNS = compile(PAST_SIGNS)
const OVER_PATTERNS = compile(OVER_SIGNS)
const RELAPSE_PATTERNS = compile(RELAPSE_SIGNS)
const CLINICAL_PATTERNS = compile(CLINICAL_SIGNS)
const REPORT_PATTERNS = compile(REPORT_SIGNS)
const OWN_KIN = pattern(
  'my|our|me @kin|@child|niece|nephew|nan|gran|granny|roommate|flatmate|lad|girl|mate',
  CONCEPTS,
)

/** Matches of one pattern that are looked at; a text repeats itself, a sign does not become weaker. */
const MAX_MATCHES = 12

/** Reads a text: phrases joined, figures of speech taken out, past and reported sentences marked. */
export function readingOf(text: string): Reading {
  const plain = replaced(wordsOf(text), PHRASE_PATTERNS)
  const words = replaced(
    plain,
    IDIOM_PATTERNS.map((one) => ({ one, word: MASKED })),
  )
  const past = sentencesWith(PAST_PATTERNS, words)
  for (const again of sentencesWith(RELAPSE_PATTERNS, words)) past.delete(again)
  const found = (patterns: readonly Pattern[]) =>
    patterns.some((one) => findPattern(one, plain) !== undefined)
  return {
    words,
    clinical: found(CLINICAL_PATTERNS) && findPattern(OWN_KIN, words) === undefined,
    told: found(REPORT_PATTERNS),
    past,
    over: sentencesWith(OVER_PATTERNS, words),
  }
}

/** Takes a posture out where it is all that is told beside the figures: "I can't stand up straight, 70 kg, 165 cm". */
export function withoutPosture(reading: Reading): Reading {
  const words = replaced(reading.words, POSTURE_PATTERNS)
  const isPlain = ({ text, number }: Word): boolean =>
    number !== undefined || text === MASKED || BESIDE_POSTURE.has(text)
  return words !== reading.words && words.every(isPlain) ? { ...reading, words } : reading
}

/** Finds a pattern as a fact: not denied, not long over, not in a clinician's words about a patient. */
export function findMeant(
  one: Pattern,
  { words, clinical, told, past, over }: Reading,
  options: { readonly pastCounts?: boolean; readonly bodily?: boolean } = {},
): Match | undefined {
  let from = 0
  for (let i = 0; i < MAX_MATCHES; i++) {
    const match = findPattern(one, words, from)
    if (match === undefined) return undefined
    const { sentence } = words[match.from]!
    if (
      !isDenied(words, match) &&
      (options.pastCounts || !past.has(sentence)) &&
      !(options.bodily && over.has(sentence)) &&
      !((clinical || told) && isReported(words, match))
    )
      return match
    from = match.from + 1
  }
  return undefined
}

/**
 * A denial reaches back over words such as "history of" and "or": "no suicidal thoughts or self harm". It may stand before
 * a sign or within it: "chest is fine, no pain".
 */
const isDenied = (words: readonly Word[], { fitted }: Match): boolean =>
  fitted.some((at, i) => isDeniedAt(words, at, i === 0 ? -1 : fitted[i - 1]!))

function isDeniedAt(words: readonly Word[], at: number, after: number): boolean {
  const { sentence } = words[at]!
  for (let i = at - 1; i > after && words[i]!.sentence === sentence; i--) {
    const { text } = words[i]!
    if (DENIALS.has(text)) return !NO_DENIAL_BEFORE.has(words[i + 1]!.text)
    if (!DENIAL_REACHES.has(text)) return false
  }
  return false
}

/** Sentences in which one of the patterns is found. */
function sentencesWith(patterns: readonly Pattern[], words: readonly Word[]): Set<number> {
  const found = new Set<number>()
  for (const one of patterns) {
    let from = 0
    for (let i = 0; i < MAX_MATCHES; i++) {
      const match = findPattern(one, words, from)
      if (match === undefined) break
      found.add(words[match.from]!.sentence)
      from = match.to
    }
  }
  return found
}

const FIRST_PERSON: ReadonlySet<string> = new Set(['i', 'me', 'myself'])

/** A clinician or writer speaks about somebody else: nobody says "I" in that sentence. */
const isReported = (words: readonly Word[], { from }: Match): boolean =>
  !words.some(({ text, sentence }) => sentence === words[from]!.sentence && FIRST_PERSON.has(text))

/** Puts one word in the place of each match, and a mark in the place of its other words. */
function replaced(
  words: readonly Word[],
  changes: readonly { readonly one: Pattern; readonly word: string }[],
): readonly Word[] {
  let result: Word[] | undefined
  for (const { one, word } of changes) {
    let from = 0
    for (let i = 0; i < MAX_MATCHES; i++) {
      const match = findPattern(one, result ?? words, from)
      if (match === undefined) break
      result ??= [...words]
      for (let j = match.from; j < match.to; j++)
        result[j] = { ...result[j]!, text: j === match.from ? word : MASKED }
      from = match.to
    }
  }
  return result ?? words
}
