import { inputsOfPerson } from '../language/inputs-of-person.ts'
import type { Person } from '../language/structured-query.ts'
import { computeMetrics } from '../metrics/compute-metrics.ts'
import type { Inputs } from '../metrics/inputs.ts'
import { findPattern, type Match, type Pattern, pattern } from '../wording/patterns.ts'
import { type Word, wordsOf } from '../wording/words.ts'
import { CONCEPTS } from './concepts.ts'
import { DENIAL_REACHES, DENIALS, IDIOMS, NO_DENIAL_BEFORE, PAST_SIGNS, RELAPSE_SIGNS } from './harmless.ts'
import { messageOf } from './message.ts'
import type { ConcernKind, Rule } from './rule.ts'
import { RULES } from './rules.ts'

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
const IDIOM_PATTERNS = compile(IDIOMS)
const PAST_PATTERNS = compile(PAST_SIGNS)
const RELAPSE_PATTERNS = compile(RELAPSE_SIGNS)
const CLINICIAN = pattern('@clinician', CONCEPTS)

/** Stands for a word that was part of a figure of speech. */
const MASKED = '\u00b7'
/** Matches of one pattern that are looked at; a text repeats itself, a sign does not become weaker. */
const MAX_MATCHES = 12

/**
 * Returns what in a text is more urgent than any figure, or undefined. Rules read words by their meaning: who, act,
 * object, denial, past, figure of speech. `people` (as read by `processQuery`) lets rules see that a weight is too low.
 */
export function concernOf(text: string, people: readonly Person[] = []): Concern | undefined {
  const words = masked(wordsOf(text))
  if (words.length === 0) return undefined
  const clinical = findPattern(CLINICIAN, words) !== undefined
  const said = weightsIn(words)
  const ofAge = people.filter(canHaveDisorder)
  const thin = ofAge.some((person) => isThin(person, said))
  const veryThinGoal = ofAge.some((person) => hasVeryThinGoal(person, said))
  const holds = ({ when }: Rule): boolean => when === undefined || (when === 'thin' ? thin : veryThinGoal)
  for (const kind of ORDER)
    for (const { rule, needs, unless } of COMPILED) {
      if (rule.kind !== kind || !holds(rule)) continue
      if (!needs.every((group) => group.some((one) => isMeant(one, rule, words, clinical, thin)))) continue
      if (unless.some((one) => findPattern(one, words) !== undefined)) continue
      return { kind, rule: rule.id, message: messageOf(rule) }
    }
  return undefined
}

/** Suicide before everything that can wait a minute; an overdose or a stroke cannot. */
const ORDER: readonly ConcernKind[] = ['emergency', 'self_harm', 'eating_disorder', 'abuse']
/** Ages at which low weight and these signs suggest an eating disorder rather than illness or a fussy toddler; our choice. */
const [LEAST_YEARS, MOST_YEARS] = [6, 60]
const canHaveDisorder = ({ values }: Person): boolean => {
  const age = values.ageYears?.value
  return age === undefined || (age >= LEAST_YEARS && age < MOST_YEARS)
}

/** Whether a pattern is found as a fact: not denied, not long over, not in a clinician's words about a patient. */
function isMeant(
  one: Pattern,
  rule: Rule,
  words: readonly Word[],
  clinical: boolean,
  thin: boolean,
): boolean {
  let from = 0
  for (let i = 0; i < MAX_MATCHES; i++) {
    const match = findPattern(one, words, from)
    if (match === undefined) return false
    if (
      !isDenied(words, match) &&
      !isOver(rule, words, match, thin) &&
      !(clinical && isReported(words, match))
    )
      return true
    from = match.from + 1
  }
  return false
}

/** A denial reaches back over words such as "history of" and "or": "no suicidal thoughts or self harm". */
function isDenied(words: readonly Word[], { from }: Match): boolean {
  const { sentence } = words[from]!
  for (let i = from - 1; i >= 0 && words[i]!.sentence === sentence; i--) {
    const { text } = words[i]!
    if (DENIALS.has(text)) return !NO_DENIAL_BEFORE.has(words[i + 1]!.text)
    if (!DENIAL_REACHES.has(text)) return false
  }
  return false
}

const inSentence = (patterns: readonly Pattern[], words: readonly Word[], sentence: number): boolean => {
  const own = words.filter((word) => word.sentence === sentence)
  return patterns.some((one) => findPattern(one, own) !== undefined)
}

/** Something of years ago that is over, of somebody whose weight is not low now. */
function isOver(rule: Rule, words: readonly Word[], { from }: Match, thin: boolean): boolean {
  if (rule.pastCounts || thin) return false
  const { sentence } = words[from]!
  return inSentence(PAST_PATTERNS, words, sentence) && !inSentence(RELAPSE_PATTERNS, words, sentence)
}

const FIRST_PERSON: ReadonlySet<string> = new Set(['i', 'me', 'myself', 'my', 'mine'])

/** A clinician writes about somebody else: nobody says "I" in that sentence, or only "my patient". */
function isReported(words: readonly Word[], { from }: Match): boolean {
  const { sentence } = words[from]!
  return !words.some(
    ({ text, sentence: own }, i) =>
      own === sentence && FIRST_PERSON.has(text) && !(text === 'my' && isClinicWord(words[i + 1])),
  )
}
const isClinicWord = (word: Word | undefined): boolean =>
  word !== undefined && (word.text === 'patient' || word.text === 'pt' || word.text === 'clinic')

/** Takes figures of speech out, so that no rule reads their words. */
function masked(words: readonly Word[]): readonly Word[] {
  let result: Word[] | undefined
  for (const idiom of IDIOM_PATTERNS) {
    let from = 0
    for (let i = 0; i < MAX_MATCHES; i++) {
      const match = findPattern(idiom, result ?? words, from)
      if (match === undefined) break
      result ??= [...words]
      for (let j = match.from; j < match.to; j++) result[j] = { ...result[j]!, text: MASKED }
      from = match.to
    }
  }
  return result ?? words
}

/** WHO 2000 (TRS 894) for adults and WHO 2007 for children: thinness. */
const THIN_BMI = 18.5
const THIN_Z = -2
const THIN_METRICS: ReadonlySet<string> = new Set(['bmi', 'bmi_for_age_z'])

const POUNDS: ReadonlySet<string> = new Set(['lb', 'lbs', 'pounds', 'pound'])
const KG_PER_POUND = 0.45359237
/** A smaller share of the present weight is a change of weight and no weight. */
const LEAST_SHARE = 0.6

/** Weights that the text names, in kg, whatever they are: a wish is often no more than "under 46 kg". */
const weightsIn = (words: readonly Word[]): readonly number[] =>
  words.flatMap(({ number }, i) => {
    const unit = words[i + 1]?.text
    if (number === undefined || unit === undefined) return []
    return unit === 'kg' ? [number] : POUNDS.has(unit) ? [number * KG_PER_POUND] : []
  })

/** Whether the present or the wished weight of somebody lies below the healthy range. */
function isThin(person: Person, said: readonly number[]): boolean {
  const inputs = inputsOfPerson(person)
  const goals = person.targets.filter(({ of }) => of === 'weightKg').map(({ value }) => value)
  // Two weights in one text leave the present one in doubt: the larger one is taken for it.
  const now = inputs.weightKg ?? Math.max(0, ...said)
  const others = said.filter((kg) => kg <= now && kg > LEAST_SHARE * now)
  return [now, ...goals, ...others].some((weightKg) => weightKg > 0 && isThinAt({ ...inputs, weightKg }))
}

/** WHO (TRS 854, 1995): thinness grade 3. Goals between it and the healthy range are refused where plans are made. */
const VERY_THIN_BMI = 16

/** Whether a weight that the text names below the present one, or a target, lies far below the healthy range. */
function hasVeryThinGoal(person: Person, said: readonly number[]): boolean {
  const inputs = inputsOfPerson(person)
  const goals = person.targets.filter(({ of }) => of === 'weightKg').map(({ value }) => value)
  const now = inputs.weightKg ?? Math.max(0, ...said)
  const others = said.filter((kg) => kg < now && kg > LEAST_SHARE * now)
  // A single weight next to no other is a goal when the reader took it for no present weight.
  const lone = inputs.weightKg === undefined && goals.length === 0 ? said : []
  return [...goals, ...others, ...lone].some((weightKg) => {
    const { computed } = computeMetrics({ ...inputs, weightKg }, { only: THIN_METRICS })
    const z = computed.find(({ id }) => id === 'bmi_for_age_z')
    if (z !== undefined) return z.value < THIN_Z
    const bmi = computed.find(({ id }) => id === 'bmi')
    return bmi !== undefined && bmi.value < VERY_THIN_BMI
  })
}

function isThinAt(inputs: Inputs): boolean {
  const { computed } = computeMetrics(inputs, { only: THIN_METRICS })
  const z = computed.find(({ id }) => id === 'bmi_for_age_z')
  if (z !== undefined) return z.value < THIN_Z
  const bmi = computed.find(({ id }) => id === 'bmi')
  return bmi !== undefined && bmi.value < THIN_BMI
}
