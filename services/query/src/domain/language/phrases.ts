import type { Population } from '../metrics/card.ts'
import type { Sex } from '../person.ts'
import { isOneSlip } from '../wording/one-slip.ts'
import { type BodyGrammar, bodyGrammar } from './body-grammar.ts'
import { BODY_IDIOMS, BODY_PATTERNS, BODY_WORDS, EARLY_BIRTHS } from './lexicon-body.ts'
import { CONDITION_PATTERNS, type ConditionEntry } from './lexicon-conditions.ts'
import {
  ADULT_WORDS,
  CUE_ENTRIES,
  type Cue,
  INTENT_ENTRIES,
  PERSON_ENTRIES,
  SEX_ENTRIES,
  UNCLEAR_SEX,
  VAGUE_AGES,
  YOUNG_WORDS,
} from './lexicon-cues.ts'
import { FACT_ENTRIES, type FactEntry, POPULATION_ENTRIES } from './lexicon-facts.ts'
import { FIELD_ENTRIES, type FieldEntry } from './lexicon-fields.ts'
import type { Intent } from './structured-query.ts'
import type { Token } from './tokens.ts'
import { TOPIC_ENTRIES } from './topics.ts'

/** What a phrase can mean; one phrase may mean several things at once ("vs" joins and compares). */
export type Meaning =
  | { readonly kind: 'field'; readonly entry: FieldEntry }
  | { readonly kind: 'topic'; readonly topic: string }
  | { readonly kind: 'cue'; readonly cue: Cue }
  | { readonly kind: 'intent'; readonly intent: Intent }
  | { readonly kind: 'role'; readonly role: string; readonly sex?: Sex }
  | { readonly kind: 'sex'; readonly sex: Sex; readonly pronoun: boolean }
  | { readonly kind: 'unclear_sex' }
  | { readonly kind: 'vague_age' }
  | { readonly kind: 'adult' }
  | { readonly kind: 'young' }
  | { readonly kind: 'fact'; readonly entry: FactEntry }
  | { readonly kind: 'condition'; readonly entry: ConditionEntry }
  | { readonly kind: 'population'; readonly population: Population }

type Node = { readonly next: Map<string, Node>; meanings: Meaning[] }
const node = (): Node => ({ next: new Map(), meanings: [] })
const ROOT = node()
const WORDS = new Set<string>()

function add(phrases: string, meaning: Meaning): void {
  for (const phrase of phrases.split('|')) {
    let at = ROOT
    for (const word of phrase.split(' ')) {
      WORDS.add(word)
      let next = at.next.get(word)
      if (!next) {
        next = node()
        at.next.set(word, next)
      }
      at = next
    }
    at.meanings.push(meaning)
  }
}

let filled = false
let ofBody: BodyGrammar<Meaning> | undefined

/** Phrases with variable parts: facts of the body, conditions, and what only looks like them. */
const bodyPhrases = (): BodyGrammar<Meaning> =>
  bodyGrammar<Meaning>(
    [
      { meaning: { kind: 'cue', cue: 'idiom' }, patterns: BODY_IDIOMS },
      { meaning: { kind: 'cue', cue: 'preterm' }, patterns: EARLY_BIRTHS },
      ...BODY_PATTERNS.map(({ meaning, patterns }) => ({
        meaning: { kind: 'fact' as const, entry: meaning },
        patterns,
      })),
      ...CONDITION_PATTERNS.map(({ meaning, patterns }) => ({
        meaning: { kind: 'condition' as const, entry: meaning },
        patterns,
      })),
    ],
    BODY_WORDS,
  )

/** Fills the lexicon for the first text: a service that is never asked in words needs none. */
function fill(): void {
  if (filled) return
  filled = true
  for (const entry of FIELD_ENTRIES) add(entry.phrases, { kind: 'field', entry })
  for (const { topic, phrases } of TOPIC_ENTRIES) add(phrases, { kind: 'topic', topic })
  for (const { cue, phrases } of CUE_ENTRIES) add(phrases, { kind: 'cue', cue })
  for (const { intent, phrases } of INTENT_ENTRIES) add(phrases, { kind: 'intent', intent })
  for (const { role, sex, phrases } of PERSON_ENTRIES)
    add(phrases, sex ? { kind: 'role', role, sex } : { kind: 'role', role })
  for (const { sex, pronoun, phrases } of SEX_ENTRIES)
    add(phrases, { kind: 'sex', sex, pronoun: pronoun === true })
  for (const entry of FACT_ENTRIES) add(entry.phrases, { kind: 'fact', entry })
  for (const { population, phrases } of POPULATION_ENTRIES) add(phrases, { kind: 'population', population })
  add(UNCLEAR_SEX, { kind: 'unclear_sex' })
  add(VAGUE_AGES, { kind: 'vague_age' })
  add(ADULT_WORDS, { kind: 'adult' })
  add(YOUNG_WORDS, { kind: 'young' })
}

/** The word without a possessive ending: "son's" means son here. */
const stem = (word: string): string => (word.length > 3 && word.endsWith("'s") ? word.slice(0, -2) : word)

function step(at: Node, token: Token): Node | undefined {
  return at.next.get(token.text) ?? at.next.get(stem(token.text))
}

/** Returns the longest known phrase at a token, ignoring hyphens inside it; undefined when there is none. */
export function phraseAt(
  tokens: readonly Token[],
  i: number,
): { meanings: readonly Meaning[]; to: number } | undefined {
  fill()
  let at = ROOT
  let best: { meanings: readonly Meaning[]; to: number } | undefined
  let j = i
  while (j < tokens.length) {
    const token = tokens[j]!
    if (token.text === '-' && token.glued && j > i && tokens[j + 1]?.glued) {
      j++
      continue
    }
    const next = step(at, token)
    if (!next) break
    at = next
    j++
    if (at.meanings.length > 0) best = { meanings: at.meanings, to: j }
  }
  return withBody(best, tokens, i) ?? misspelledAt(tokens, i)
}

/** A phrase with variable parts replaces a fixed one that is shorter; a condition only adds to it. */
function withBody(
  fixed: { meanings: readonly Meaning[]; to: number } | undefined,
  tokens: readonly Token[],
  i: number,
): { meanings: readonly Meaning[]; to: number } | undefined {
  ofBody ??= bodyPhrases()
  const found = ofBody(tokens, i)
  if (found === undefined || found.to < (fixed?.to ?? 0)) return fixed
  if (found.meaning.kind === 'condition')
    return { meanings: [...(fixed?.meanings ?? []), found.meaning], to: found.to }
  return found.to > (fixed?.to ?? 0) ? { meanings: [found.meaning], to: found.to } : fixed
}

/** Measures whose misspelling is repaired, when the slip is one letter or one swap. */
const REPAIRED = [
  'height',
  'weight',
  'waist',
  'weighs',
  'stature',
  'triceps',
  'biceps',
  'female',
  'circumference',
  'subscapular',
]
/** English words one letter away from a measure. */
const NOT_SLIPS = new Set([
  'eight',
  'weights',
  'freight',
  'sleight',
  'waste',
  'wrist',
  'heist',
  'females',
  'wait',
  'status',
  'statue',
])

function misspelledAt(
  tokens: readonly Token[],
  i: number,
): { meanings: readonly Meaning[]; to: number } | undefined {
  const token = tokens[i]
  if (token === undefined) return undefined
  if (
    token.kind !== 'word' ||
    token.text.length < 5 ||
    token.text.length > 14 ||
    WORDS.has(token.text) ||
    NOT_SLIPS.has(token.text)
  )
    return undefined
  const matches = REPAIRED.filter((word) => isOneSlip(token.text, word))
  if (matches.length !== 1) return undefined
  return { meanings: ROOT.next.get(matches[0]!)!.meanings, to: i + 1 }
}

/** Returns whether a word occurs in the lexicon and therefore is no name of a person. */
export function isKnownWord(word: string): boolean {
  fill()
  return WORDS.has(word) || WORDS.has(stem(word))
}
