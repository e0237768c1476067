import type { StructuredQuery } from '../language/structured-query.ts'
import { findPattern, type Pattern, pattern } from '../wording/patterns.ts'
import { type Word, wordsOf } from '../wording/words.ts'
import { isDrug } from './drugs.ts'
import { FOREIGN, type ForeignSubject, OURS, SCOPE_CONCEPTS } from './subjects.ts'

/** Whether the asked quantity is one of ours. `aside` names a subject that is not, next to one that is. */
export type Scope =
  | { readonly kind: 'in_scope'; readonly aside?: string }
  | { readonly kind: 'out_of_scope'; readonly subject: string; readonly message: string }

const COMPILED = FOREIGN.map((subject) => ({
  subject,
  patterns: subject.patterns.map((source) => pattern(source, SCOPE_CONCEPTS)),
  unless: (subject.unless ?? []).map((source) => pattern(source, SCOPE_CONCEPTS)),
}))

const OWN_WORDS = OURS.map((source) => pattern(source, SCOPE_CONCEPTS))

/** What the service is for, as the end of a refusal. */
export const COVERED =
  'It covers body size and its classes, growth of children, body composition, surface area, energy need and related estimates from body measurements.'

/** A word that stands for any drug, so that patterns need not list them all. */
const ANY_DRUG = 'insulin'
const found = (patterns: readonly Pattern[], words: readonly Word[]): boolean =>
  patterns.some((one) => findPattern(one, words) !== undefined)

const ASKS = [
  'score|qrisk|risk|framingham|apgar|gcs for|of man|woman|male|female|a|patient|pt|boy|girl|m|f|child',
  'how|what|which|why|when|should|can|could|does|do|is|am|are|will|calculate|compute|estimate|need|give',
].map((source) => pattern(source, {}))

const isMeasured = ({ people }: StructuredQuery): boolean =>
  people.some(({ values }) => values.weightKg !== undefined && values.heightCm !== undefined)

/** Weight and height among other findings, and nothing asked: an overview of what is ours is the answer. */
const isListOfData = (structured: StructuredQuery, words: readonly Word[]): boolean =>
  isMeasured(structured) && !structured.text.includes('?') && !found(ASKS, words)

/**
 * Decides whether a question is ours. A purpose does not put it out of scope: a surface area *for* a dose is a surface
 * area, and the dose is named as something that is not decided here.
 */
export function scopeOf(structured: StructuredQuery): Scope {
  const words = wordsOf(structured.text).map((word) =>
    isDrug(word.text) ? { ...word, text: ANY_DRUG } : word,
  )
  const stated = new Set(
    structured.people.flatMap((person) => (person.stated ?? []).map(({ topic }) => topic)),
  )
  for (const { subject, patterns, unless } of COMPILED) {
    if (!found(patterns, words) || found(unless, words)) continue
    const own = structured.topics.filter(
      (topic) => !stated.has(topic) && !(subject.notTopics ?? []).includes(topic),
    )
    if (subject.measuredAnyway && isMeasured(structured)) return { kind: 'in_scope', aside: asideOf(subject) }
    if (subject.always || (own.length === 0 && !found(OWN_WORDS, words) && !isListOfData(structured, words)))
      return { kind: 'out_of_scope', subject: subject.id, message: messageOf(subject) }
    return subject.aside ? { kind: 'in_scope', aside: asideOf(subject) } : { kind: 'in_scope' }
  }
  return { kind: 'in_scope' }
}

const messageOf = ({ name, ask }: ForeignSubject): string =>
  `${name} is not something that this service computes. ${ask ? `${ask} ` : ''}${COVERED}`

const asideOf = ({ name, ask }: ForeignSubject): string => `${name} is not decided here. ${ask ?? ''}`.trim()
