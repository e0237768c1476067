import type { Person } from '../language/structured-query.ts'
import { findPattern, type Pattern, pattern } from '../wording/patterns.ts'
import { circumstancesOf } from './circumstances.ts'
import { CONCEPTS } from './concepts.ts'
import { findMeant, type Reading, readingOf } from './meant.ts'
import { messageOf } from './message.ts'
import type { ConcernKind, Rule } from './rule.ts'
import { RULES } from './rules.ts'
import { sumOfSigns } from './sum-of-signs.ts'

/** Somebody may be in danger: nothing is computed, and the message is the answer. */
export type Concern = {
  readonly kind: ConcernKind
  /** Id of the rule that was met. */
  readonly rule: string
  /** Short and kind: what was understood, whom to call, and that this service cannot help with it. */
  readonly message: string
}

const compile = (sources: readonly string[]): readonly Pattern[] =>
  sources.map((source) => pattern(source, CONCEPTS))

const COMPILED = RULES.map((rule) => ({
  rule,
  needs: rule.needs.map(compile),
  unless: compile(rule.unless ?? []),
}))

/**
 * Returns what in a text is more urgent than any figure, or undefined. First come rules, which need certain words
 * together. Then weaker signs are summed. Both read words by their meaning: who, act, object, denial, past, figure of
 * speech. `people` (as read by `processQuery`) lets them see that a weight is too low. Last, somebody whose weight is too
 * low and of whom the text tells much that nobody understood (`unread` words) gets help and no figure.
 */
export function concernOf(text: string, people: readonly Person[] = [], unread = 0): Concern | undefined {
  const reading = readingOf(text)
  if (reading.words.length === 0) return undefined
  const about = circumstancesOf(reading.words, people)
  const holds = ({ when }: Rule): boolean =>
    when === undefined || (when === 'thin' ? about.thin : about.veryThinGoal)
  for (const kind of ORDER)
    for (const { rule, needs, unless } of COMPILED) {
      if (rule.kind !== kind || !holds(rule) || !isMet(needs, rule, reading, about.thin)) continue
      if (unless.some((one) => findPattern(one, reading.words) !== undefined)) continue
      return { kind, rule: rule.id, message: messageOf(rule) }
    }
  const theme = sumOfSigns(reading, about)
  if (theme) return { kind: theme.kind, rule: theme.id, message: messageOf(theme) }
  const puzzling = !reading.reported && about.veryThinNow && unread >= UNREAD_OF_THIN
  return puzzling ? UNREAD_AND_THIN : undefined
}

/** From this many words that nobody understood, a text about a low weight is not answered with figures; our choice. */
const UNREAD_OF_THIN = 3

const UNREAD_AND_THIN: Concern = {
  kind: 'eating_disorder',
  rule: 'unread_and_thin',
  message: messageOf({
    kind: 'eating_disorder',
    understood: 'a low weight, and about things that this service did not understand',
  }),
}

/** Suicide before everything that can wait a minute; an overdose or a stroke cannot. */
const ORDER: readonly ConcernKind[] = ['emergency', 'self_harm', 'eating_disorder', 'abuse']

const isMet = (
  needs: readonly (readonly Pattern[])[],
  rule: Rule,
  reading: Reading,
  thin: boolean,
): boolean =>
  needs.every((group) =>
    group.some(
      (one) => findMeant(one, reading, { pastCounts: rule.pastCounts === true || thin }) !== undefined,
    ),
  )
