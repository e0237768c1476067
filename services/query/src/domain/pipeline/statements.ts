import { ADULT_CLASS_AGE_YEARS } from '../metrics/card.ts'
import { classesOf } from '../metrics/classify.ts'
import { computeMetrics } from '../metrics/compute-metrics.ts'
import { formatMetric } from '../metrics/format-metric.ts'
import type { Inputs } from '../metrics/inputs.ts'
import { type Display, showValue } from './display.ts'
import type { Scored } from './response-scoring.ts'
import type { Grounded, GroundedPerson } from './semantic-grounding.ts'
import { cardsOfTopics } from './topic-cards.ts'

/** A sentence about one person that answers the question and is no metric of its own. */
export type Statement = { readonly person: number; readonly text: string }

/** Says what a stated metric means and how metrics changed since a former weight or height. */
export function statementsOf(grounded: Grounded, metrics: readonly Scored[]): readonly Statement[] {
  return grounded.people.flatMap((person) =>
    [
      ...person.stated.flatMap((stated) => statedText(person, stated.topic, stated.value)),
      ...changeTexts(person, metrics, grounded),
      ...percentTexts(person, grounded),
      ...pregnancyTexts(person, grounded),
      ...durationTexts(person, grounded),
    ].map((text) => ({ person: person.index, text })),
  )
}

/** Classes of a metric that was stated and not computed: "a waist-to-height ratio of 0.61 is high". */
function statedText(person: GroundedPerson, topic: string, value: number): readonly string[] {
  const [card] = cardsOfTopics([topic], 'who')
  if (card === undefined) return []
  // With the measurements at hand the metric is computed, and that is what counts.
  const known = card.required.every((name) => person.inputs[name] !== undefined)
  if (known || person.targets.some((target) => target.of === topic)) return []
  // Children are judged by BMI for age, which is a metric; pregnancy has no class.
  if (card.id === 'bmi' && (isChild(person.inputs) || person.inputs.pregnant)) return []
  const [first] = classesOf(card, value, person.inputs, person.population)
  if (first === undefined) return []
  return [
    `${article(card.name)} of ${formatMetric(card, value)} is classed as ${first.label} (${first.system}).`,
  ]
}

const article = (name: string): string =>
  `${/^[aeiou]/i.test(name) ? 'An' : 'A'} ${name.slice(0, 1).toLowerCase()}${name.slice(1)}`

const isChild = ({ ageYears, isChild: young }: Inputs): boolean =>
  young === true || (ageYears !== undefined && ageYears < ADULT_CLASS_AGE_YEARS)

/** Metrics of which a change is told; an overview of changes would answer nothing. */
const MAX_CHANGES = 2

/** Compares the asked metrics with those of a former weight or height, where a change is asked for. */
function changeTexts(
  person: GroundedPerson,
  metrics: readonly Scored[],
  grounded: Grounded,
): readonly string[] {
  const former = [...person.past].reverse().filter(({ of }) => of === 'weightKg' || of === 'heightCm')
  if (!grounded.asked.change || former.length === 0) return []
  const own = metrics.filter((candidate) => candidate.person === person.index).slice(0, MAX_CHANGES)
  const [last] = former
  return own.flatMap(({ metric }) => {
    if (!metric.inputsUsed.includes(last!.of)) return []
    const then = computeMetrics(
      { ...person.inputs, [last!.of]: last!.value },
      { only: new Set([metric.id]), population: person.population },
    ).computed[0]
    if (then === undefined) return []
    const change = metric.value - then.value
    const direction = change < 0 ? 'lower' : 'higher'
    return [
      `${metric.card.name} was ${formatMetric(metric.card, then.value)} then${then.classes[0] ? ` (${then.classes[0].label})` : ''} and is ${formatMetric(metric.card, metric.value)} now: ${formatMetric(metric.card, Math.abs(change))} ${direction}.`,
    ]
  })
}

/** NICE NG75: newborns that lose more than a tenth of their birth weight are examined. */
const NEWBORN_LOSS_PERCENT = 10
/** A newborn is younger than 28 days. */
const NEWBORN_YEARS = 28 / 365.25

/** By how much the weight changed, in percent of the former one. */
function percentTexts({ inputs, past }: GroundedPerson, { asked, display }: Grounded): readonly string[] {
  const former = past.findLast(({ of }) => of === 'weightKg')?.value
  const { weightKg: now, ageYears } = inputs
  if (!asked.percentChange || former === undefined || now === undefined || former === now) return []
  const percent = Math.abs((100 * (now - former)) / former)
  const show = (kg: number): string => showValue(kg, 'kg', former < 10 ? 2 : 1, display)
  const text = `The weight ${now < former ? 'fell' : 'rose'} by ${percent.toFixed(1)} %, from ${show(former)} to ${show(now)}.`
  if (ageYears === undefined || ageYears >= NEWBORN_YEARS || now > former) return [text]
  return [
    text,
    `Newborns usually lose weight in the first days; with a loss of more than ${NEWBORN_LOSS_PERCENT} %, or where feeding is poor, a midwife or doctor should see the child (NICE NG75).`,
  ]
}

/** The body mass index of the weight before the pregnancy, where that is what is asked for. */
function pregnancyTexts({ inputs, population }: GroundedPerson, { asked }: Grounded): readonly string[] {
  const { prePregnancyWeightKg: weightKg, heightCm } = inputs
  if (!asked.beforePregnancy || weightKg === undefined || heightCm === undefined) return []
  const { pregnant: _now, pregnancyWeeks: _weeks, ...before } = inputs
  const then = computeMetrics({ ...before, weightKg }, { only: new Set(['bmi']), population }).computed[0]
  if (then === undefined) return []
  const [first] = then.classes
  return [
    `Before the pregnancy the body mass index was ${formatMetric(then.card, then.value)}${first ? `, ${first.label} (${first.system})` : ''}.`,
  ]
}

/** WHO: below this BMI an adult is underweight (TRS 894, 2000); no way there is planned. */
const UNDERWEIGHT_BMI = 18.5
/** NHS and NICE NG246: up to 1 kg a week is a usual safe rate of loss. */
const SAFE_KG_PER_WEEK = 1

/** Loss in kg a week that a wish with its time would need: "60 kg in a month from 75 kg", "lose 10 kg in 3 weeks". */
function wishedRate(
  { withinWeeks, loseKg }: Grounded['asked'],
  weightKg: number | undefined,
  goal: number | undefined,
): number | undefined {
  const lost = loseKg ?? (weightKg === undefined || goal === undefined ? undefined : weightKg - goal)
  return lost === undefined || withinWeeks === undefined ? undefined : lost / withinWeeks
}

/** How long a change to a wished weight takes at a stated rate. */
function durationTexts({ inputs, targets }: GroundedPerson, { asked }: Grounded): readonly string[] {
  const { heightCm } = inputs
  const goal = targets.find(({ of }) => of === 'weightKg')?.value ?? asked.way?.toKg
  const weightKg = asked.way?.fromKg ?? inputs.weightKg
  const wished = wishedRate(asked, weightKg, goal)
  if (wished !== undefined && wished > SAFE_KG_PER_WEEK)
    return [
      `That is ${wished.toFixed(1)} kg a week. More than 1 kg a week is faster than is usually safe; please plan it with a doctor or dietitian.`,
    ]
  if (asked.kgPerWeek === undefined || goal === undefined || weightKg === undefined) return []
  const bmi = heightCm === undefined ? undefined : goal / (heightCm / 100) ** 2
  if (isChild(inputs) || inputs.pregnant || (bmi !== undefined && bmi < UNDERWEIGHT_BMI)) return []
  if (goal < weightKg && asked.kgPerWeek > SAFE_KG_PER_WEEK)
    return [
      'More than 1 kg a week is faster than is usually safe; please plan it with a doctor or dietitian.',
    ]
  const weeks = Math.round(Math.abs(weightKg - goal) / asked.kgPerWeek)
  return [
    `At ${Number(asked.kgPerWeek.toFixed(2))} kg a week the way from ${Number(weightKg.toFixed(1))} to ${Number(goal.toFixed(1))} kg takes about ${weeks} weeks; weight change slows down over time, which POST /modeler models.`,
  ]
}

/** Returns the difference between a solved and the present value: "7.2 kg less than now". */
export function differenceText(
  value: number,
  present: number | undefined,
  unit: 'kg' | 'cm',
  display: Display,
): string {
  if (present === undefined || Math.abs(value - present) < 0.05) return ''
  const size = showValue(Math.abs(value - present), unit, 1, display)
  return `, ${size} ${value < present ? 'less' : 'more'} than now`
}
