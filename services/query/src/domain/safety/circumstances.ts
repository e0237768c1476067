import { inputsOfPerson } from '../language/inputs-of-person.ts'
import type { Person, Target } from '../language/structured-query.ts'
import { computeMetrics } from '../metrics/compute-metrics.ts'
import type { Inputs } from '../metrics/inputs.ts'
import { findPattern, pattern } from '../wording/patterns.ts'
import type { Word } from '../wording/words.ts'
import { CONCEPTS } from './concepts.ts'

/** What the numbers and plain words of a text say about the people in it. */
export type Circumstances = {
  /** The present or wished weight of somebody lies below the healthy range. */
  readonly thin: boolean
  /** The same, far below it. */
  readonly veryThin: boolean
  /** The present weight of somebody lies far below the healthy range, by the measurements alone. */
  readonly veryThinNow: boolean
  /** The wished weight of somebody lies far below the healthy range. */
  readonly veryThinGoal: boolean
  /** The present weight of somebody lies above the healthy range, and nobody's below it. */
  readonly heavy: boolean
  readonly minor: boolean
  readonly smallChild: boolean
  readonly pregnant: boolean
  readonly elder: boolean
  /** A tenth of the weight or more is gone. */
  readonly largeLoss: boolean
}

const MINOR_YEARS = 18
const SMALL_CHILD_YEARS = 5
const ELDER_YEARS = 65
/** A tenth of the weight lost without wish is a sign of severe malnutrition (GLIM, Cederholm 2019). */
const LARGE_LOSS = 0.1

const SMALL_CHILD = [
  'baby|newborn|toddler|infant|babies',
  '#1-4 yo|yr|yrs|y|year|years|month|months|mo|mth ~1 old|son|daughter|girl|boy|kid|,',
  '#1-23 month|months|mo|week|weeks|wk|wks ~1 old|baby',
].map((source) => pattern(source, CONCEPTS))
const MINOR = [
  'pupil|pupils|teen|teenager|teenage|schoolgirl|schoolboy|child|kid',
  '#5-17 yo|yr|yrs|y|year|years|yrold',
  'year #5-11',
  'i am #8-17 ,|and|years|f|m',
  '#10-17 f|m',
].map((source) => pattern(source, CONCEPTS))
const PREGNANT = [
  'pregnant|pregnancy|trimester|preggers|antenatal',
  '#12-42 weeks|wks|w|week , ',
  'at #12-42 weeks|wks|w',
  '#12-42 weeks|wks|w ~3 baby|bleeding|blood|gushing|waters|kick|headache|blinding|and|,',
].map((source) => pattern(source.trim(), CONCEPTS))
const LOSS = pattern('lost|dropped|loss|lose|down ~3 #3-90 ~1 kg|lb|lbs|pounds', CONCEPTS)
const FROM_TO = pattern('from ~1 #25-200 ~1 to ~2 #20-150', CONCEPTS)
const USED_TO = pattern('used|was to|#30-200 ~4 now', CONCEPTS)

/** Somebody of a text: what is known of the body, and the wished weights. */
type Body = { readonly inputs: Inputs; readonly targets: readonly Target[] }

/** People of a text. What the request gives beside the text belongs to its only person. */
function bodiesOf(people: readonly Person[], given: Inputs): readonly Body[] {
  if (people.length > 1) return people.map((person) => ({ ...person, inputs: inputsOfPerson(person) }))
  const [person] = people
  if (person === undefined && Object.keys(given).length === 0) return []
  const said = person ? inputsOfPerson(person) : {}
  // An age in the text leaves every form of age beside it aside.
  const kept = Object.entries(given).filter(([name]) => said.ageYears === undefined || !AGES.has(name))
  return [{ inputs: { ...Object.fromEntries(kept), ...said }, targets: person?.targets ?? [] }]
}
const AGES: ReadonlySet<string> = new Set([
  'ageYears',
  'ageMonths',
  'ageDays',
  'birthDate',
  'measurementDate',
])

/** Reads circumstances; `people` are as read by `processQuery`, `given` are the inputs beside the text. */
export function circumstancesOf(
  words: readonly Word[],
  people: readonly Person[],
  given: Inputs = {},
): Circumstances {
  const said = weightsIn(words)
  const bodies = bodiesOf(people, given)
  const found = (patterns: readonly ReturnType<typeof pattern>[]) =>
    patterns.some((one) => findPattern(one, words) !== undefined)
  const ages = bodies.flatMap(({ inputs }) => inputs.ageYears ?? [])
  const adult = ages.length > 0 && ages.every((age) => age >= MINOR_YEARS)
  const bare = bareWeightsIn(words)
  const ofAge = bodies.filter(canHaveDisorder)
  const least = ofAge.map((body) => leastThinness(body, said, bare))
  return {
    thin: least.some((one) => one !== undefined && one !== 'healthy'),
    veryThin: least.includes('very_thin'),
    veryThinNow: ofAge.some((body) => canBeJudged(body) && leastThinness(body, [], []) === 'very_thin'),
    veryThinGoal: ofAge.some((body) => hasVeryThinGoal(body, said)),
    heavy: bodies.some(isHeavy) && least.every((one) => one === undefined || one === 'healthy'),
    minor: ages.some((age) => age < MINOR_YEARS) || (!adult && found(MINOR)),
    smallChild: ages.some((age) => age < SMALL_CHILD_YEARS) || (!adult && found(SMALL_CHILD)),
    pregnant: bodies.some(({ inputs }) => inputs.pregnant === true) || found(PREGNANT),
    elder: ages.some((age) => age >= ELDER_YEARS),
    largeLoss: isLargeLoss(words, Math.max(0, ...said)),
  }
}

/** Whether everybody of a text is measured, and nobody of any age is or wishes to be thin. */
export function isNobodyThin(words: readonly Word[], people: readonly Person[], given: Inputs): boolean {
  const [bodies, said, bare] = [bodiesOf(people, given), weightsIn(words), bareWeightsIn(words)]
  return bodies.length > 0 && bodies.every((body) => leastThinness(body, said, bare) === 'healthy')
}

/** Without a sex there is no reference for a child, and the limits of adults are too high. */
const canBeJudged = ({ inputs }: Body): boolean =>
  inputs.sex !== undefined || (inputs.ageYears ?? MINOR_YEARS) >= MINOR_YEARS

function isLargeLoss(words: readonly Word[], weight: number): boolean {
  const numbers = (match: { from: number; to: number } | undefined) =>
    match === undefined ? [] : words.slice(match.from, match.to).flatMap(({ number }) => number ?? [])
  const [before, after] = numbers(findPattern(FROM_TO, words))
  if (before !== undefined && after !== undefined && after <= (1 - LARGE_LOSS) * before) return true
  const [lost] = numbers(findPattern(LOSS, words))
  if (lost !== undefined && weight > 0 && lost >= LARGE_LOSS * weight) return true
  return findPattern(USED_TO, words) !== undefined
}

/** WHO 2000 (TRS 894) for adults and WHO 2007 for children: thinness. */
const THIN = { bmi: 18.5, z: -2 }
/** WHO severe thinness. */
const VERY_THIN = { bmi: 16, z: -3 }
const THIN_METRICS: ReadonlySet<string> = new Set(['bmi', 'bmi_for_age_z'])

const POUNDS: ReadonlySet<string> = new Set(['lb', 'lbs', 'pounds', 'pound'])
const KG_PER_POUND = 0.45359237
/** Different weights of one text that are looked at. */
const MAX_WEIGHTS = 12
/** A smaller share of the present weight is a change of weight and no weight. */
const LEAST_SHARE = 0.6

/** A bare number behind such a word is a weight if it fits one: "cw 104", "want 47". */
const BEFORE_WEIGHT: ReadonlySet<string> = new Set(
  'cw gw ugw lw goal target want wants now hit reach until til till under below over at to thinks is be get'.split(
    ' ',
  ),
)
/** Units and words that make a number something else than a weight. */
const NO_WEIGHT: ReadonlySet<string> = new Set(
  'cm m ft feet foot inch inches years year yo yrs yr y f days day weeks week months month kcal hours hour h % percent km k mg g ml am pm times mmol'.split(
    ' ',
  ),
)

/** Weights that the text names, in kg, whatever they are: a wish is often no more than "under 46 kg". */
const weightsIn = (words: readonly Word[]): readonly number[] => {
  const weights = new Set<number>()
  for (const [i, { number }] of words.entries()) {
    const unit = words[i + 1]?.text
    if (number === undefined || unit === undefined) continue
    if (unit === 'kg') weights.add(number)
    else if (POUNDS.has(unit)) weights.add(number * KG_PER_POUND)
    if (weights.size === MAX_WEIGHTS) break
  }
  return [...weights]
}

/** Bare numbers that may be weights, as they stand. */
const bareWeightsIn = (words: readonly Word[]): readonly number[] =>
  words.flatMap(({ number }, i) => {
    if (number === undefined || number < 25 || NO_WEIGHT.has(words[i + 1]?.text ?? '')) return []
    return BEFORE_WEIGHT.has(words[i - 1]?.text ?? '') ? [number] : []
  })

/** Ages at which low weight and these signs suggest an eating disorder rather than illness or a fussy toddler; our choice. */
const [LEAST_YEARS, MOST_YEARS] = [6, 60]
const canHaveDisorder = ({ inputs }: Body): boolean => {
  const age = inputs.ageYears
  return age === undefined || (age >= LEAST_YEARS && age < MOST_YEARS)
}

/** Whether a weight that the text names below the present one, or a target, lies far below the healthy range. */
function hasVeryThinGoal({ inputs, targets }: Body, said: readonly number[]): boolean {
  const goals = targets.filter(({ of }) => of === 'weightKg').map(({ value }) => value)
  const now = inputs.weightKg ?? Math.max(0, ...said)
  const others = said.filter((kg) => kg < now && kg > LEAST_SHARE * now)
  // A single weight next to no other is a goal when the reader took it for no present weight.
  const lone = inputs.weightKg === undefined && goals.length === 0 ? said : []
  return [...goals, ...others, ...lone].some((weightKg) =>
    isBelow({ ...inputs, weightKg }, { bmi: VERY_THIN.bmi, z: THIN.z }),
  )
}

/** WHO 2000 (TRS 894) for adults and WHO 2007 for children: overweight. */
const HEAVY = { bmi: 25, z: 1 }
const isHeavy = ({ inputs }: Body): boolean => isBelow(inputs, HEAVY) === false

type Thinness = 'healthy' | 'thin' | 'very_thin'

/** Says how thin somebody is or wishes to be; undefined when the text does not tell. */
function leastThinness(
  { inputs, targets }: Body,
  said: readonly number[],
  bare: readonly number[],
): Thinness | undefined {
  const goals = targets.filter(({ of }) => of === 'weightKg').map(({ value }) => value)
  // Two weights in one text leave the present one in doubt: the larger one is taken for it.
  const now = inputs.weightKg ?? Math.max(0, ...said)
  const others = [...said, ...bare, ...bare.map((pounds) => pounds * KG_PER_POUND)].filter(
    (kg) => kg <= now && kg > LEAST_SHARE * now,
  )
  const judged = [now, ...goals, ...others].flatMap((weightKg) =>
    weightKg > 0 ? (thinnessAt({ ...inputs, weightKg }) ?? []) : [],
  )
  return ORDER.find((one) => judged.includes(one))
}
const ORDER: readonly Thinness[] = ['very_thin', 'thin', 'healthy']

const thinnessAt = (inputs: Inputs): Thinness | undefined => {
  const thin = isBelow(inputs, THIN)
  if (thin === undefined) return undefined
  return isBelow(inputs, VERY_THIN) ? 'very_thin' : thin ? 'thin' : 'healthy'
}

/** Whether somebody's BMI (of a child: its z-score) lies below a limit; undefined when it cannot be computed. */
function isBelow(inputs: Inputs, limit: { readonly bmi: number; readonly z: number }): boolean | undefined {
  const { computed } = computeMetrics(inputs, { only: THIN_METRICS })
  const z = computed.find(({ id }) => id === 'bmi_for_age_z')?.value
  if (z !== undefined) return z < limit.z
  const bmi = computed.find(({ id }) => id === 'bmi')?.value
  return bmi === undefined ? undefined : bmi < limit.bmi
}
