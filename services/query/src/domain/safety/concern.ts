import type { Person } from '../language/structured-query.ts'
import type { Inputs } from '../metrics/inputs.ts'
import { findPattern, type Pattern, pattern } from '../wording/patterns.ts'
import { type Circumstances, circumstancesOf, isNobodyThin } from './circumstances.ts'
import { CONCEPTS } from './concepts.ts'
import { hashedOf, judgeByModel } from './danger-model.ts'
import { asksForMeans } from './means.ts'
import { findMeant, type Reading, readingOf, withoutPosture } from './meant.ts'
import { careOf, messageOf } from './message.ts'
import type { ConcernKind, Rule } from './rule.ts'
import { RULES } from './rules.ts'
import { sumOfSigns } from './sum-of-signs.ts'

/** Somebody may be in danger: nothing is computed, and the message is the answer. */
export type Concern = {
  readonly kind: ConcernKind
  /** Id of the rule or theme that was met; `model` when only the model found it. */
  readonly rule: string
  /** Short and kind: what was understood, whom to call, and that this service cannot help with it. */
  readonly message: string
}

/** What is known beside the text. */
export type Known = {
  /** People as read by `processQuery`: they tell when a weight is too low. */
  readonly people?: readonly Person[]
  /** Words that nobody understood. */
  readonly unread?: number
  /** Inputs that came with the text, of its only person. */
  readonly given?: Inputs
}

/** How a text is met: with help and no figure, with a figure and a line of help, or as any other. */
export type Danger = { readonly concern?: Concern; readonly care?: string }

/**
 * Limits of the model's score (log of the odds), set on halves B and C of `fixtures/danger` and on questions of another
 * hand. A text in which a rule or the sum of signs was met needs less, and one without any sign needs more. What is plain
 * needs least, because an error cannot be undone: a rule of self-harm, an emergency of a small child, signs of an eating
 * disorder in somebody who is too thin, or a rule that many other signs support. Below its limit a text is answered.
 */
const LIMITS = { plain: -4.5, rule: -2, signs: -3, hint: 0, alone: 0.2 } as const
/**
 * Without any sign, the model does not judge a text of fewer words, nor one that was understood whole: "days" or "my brother and I
 * are 80 kg" says nothing about danger. On halves A to C all dangers that the model found alone had nine words and more, of
 * which some were not understood.
 */
const FEW_WORDS = 6
/** Points of signs that support a rule so well that the model is hardly asked; our choice. */
const WELL_SUPPORTED = 5
/** From here on an answer comes with a line of help, and nothing is withheld. */
const CARE = { hint: -1, alone: -0.5 } as const

/**
 * Decides whether a text is about danger. Rules need certain words together; weaker signs are summed; both read words by
 * their meaning: who, act, object, denial, past, figure of speech. A small learned model reads the same words and sees
 * what rules and signs found. Where they disagree, a line of help stands beside the answer. A story or a study excuses
 * what it tells, but not the question how harm is done.
 */
export function judgeDanger(text: string, { people = [], unread = 0, given = {} }: Known = {}): Danger {
  const said = readingOf(text)
  if (said.words.length === 0) return {}
  const about = circumstancesOf(said.words, people, given)
  // Somebody thin, pregnant or small who cannot stand may be about to faint.
  const upright = about.pregnant || about.smallChild ? said : withoutPosture(said)
  const reading = upright !== said && isNobodyThin(said.words, people, given) ? upright : said
  const signs = signsOf(reading, about, unread)
  const told =
    signs.met === undefined && reading.told
      ? signsOf({ ...reading, told: false }, about, unread).met
      : undefined
  if (told && asksForMeans(reading.words)) return { concern: told }
  const { score, kind } = judgeByModel(hashedOf({ reading, about, unread, signs }))
  const hint = signs.points > 0 ? 'hint' : 'alone'
  const isPoor = unread === 0 || reading.words.length < FEW_WORDS
  if (signs.met === undefined && hint === 'alone' && isPoor) return told ? { care: careOf(told.kind) } : {}
  if (score >= LIMITS[isPlain(signs, about) ? 'plain' : (signs.met?.by ?? hint)])
    return { concern: signs.met ?? { kind, rule: 'model', message: messageOf({ kind }) } }
  const doubted = signs.met ?? told
  if (doubted) return { care: careOf(doubted.kind) }
  return score >= CARE[hint] ? { care: careOf(kind) } : {}
}

/** Whether rules and signs say so much that only a very low score of the model outweighs them. */
function isPlain({ met, points }: Signs, { smallChild, thin }: Circumstances): boolean {
  if (met === undefined) return false
  if (met.kind === 'emergency' && smallChild) return true
  if (met.kind === 'eating_disorder' && thin && !smallChild) return true
  return met.by === 'rule' && (met.kind === 'self_harm' || points >= WELL_SUPPORTED)
}

/** Returns what in a text is more urgent than any figure, or undefined. */
export const concernOf = (text: string, known: Known = {}): Concern | undefined =>
  judgeDanger(text, known).concern

/** What rules and signs find: the rule or theme that was met, and the points of all signs. */
export type Signs = { readonly met?: Concern & { readonly by: 'rule' | 'signs' }; readonly points: number }

const compile = (sources: readonly string[]): readonly Pattern[] =>
  sources.map((source) => pattern(source, CONCEPTS))

const COMPILED = RULES.map((rule) => ({
  rule,
  needs: rule.needs.map(compile),
  unless: compile(rule.unless ?? []),
}))

/**
 * Reads rules and signs. Last, somebody whose weight is too low and of whom the text tells much
 * that nobody understood counts as found too.
 */
export function signsOf(reading: Reading, about: Circumstances, unread: number): Signs {
  const { theme, points } = sumOfSigns(reading, about)
  const holds = ({ when }: Rule): boolean =>
    when === undefined || (when === 'thin' ? about.thin : about.veryThinGoal)
  for (const kind of ORDER)
    for (const { rule, needs, unless } of COMPILED) {
      if (rule.kind !== kind || !holds(rule) || !isMet(needs, rule, reading, about.thin)) continue
      if (unless.some((one) => findPattern(one, reading.words) !== undefined)) continue
      return { met: { kind, rule: rule.id, message: messageOf(rule), by: 'rule' }, points }
    }
  if (theme)
    return { met: { kind: theme.kind, rule: theme.id, message: messageOf(theme), by: 'signs' }, points }
  const puzzling = !reading.clinical && !reading.told && about.veryThinNow && unread >= UNREAD_OF_THIN
  return puzzling ? { met: UNREAD_AND_THIN, points } : { points }
}

/** From this many words that nobody understood, a text about a low weight is not answered with figures; our choice. */
const UNREAD_OF_THIN = 3

const UNREAD_AND_THIN: NonNullable<Signs['met']> = {
  kind: 'eating_disorder',
  rule: 'unread_and_thin',
  message: messageOf({
    kind: 'eating_disorder',
    understood: 'a low weight, and about things that this service did not understand',
  }),
  by: 'rule',
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
