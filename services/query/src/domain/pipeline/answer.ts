import type { Citation } from '../metrics/card.ts'
import { formatMetric } from '../metrics/format-metric.ts'
import { type InputName, inputSpec } from '../metrics/inputs.ts'
import { cardById } from '../metrics/registry.ts'
import { fromBase, UNITS, type Unit, type UnitSymbol, type UnitSystem } from '../units.ts'
import type { Comparison } from './response-comparison.ts'
import type { Scored } from './response-scoring.ts'
import type { Grounded } from './semantic-grounding.ts'
import type { Candidate, Solution } from './solution-generation.ts'

/** Units that an answer in imperial units replaces. Masses in kg and lengths in cm only. */
const IMPERIAL: Readonly<Partial<Record<UnitSymbol, Unit>>> = { kg: UNITS.pound, cm: UNITS.inch }

/** Writes a value with its unit, in the system asked for. */
function displayValue(
  value: number,
  unit: UnitSymbol,
  decimals: number,
  system: UnitSystem | undefined,
): string {
  const imperial = system === 'imperial' ? IMPERIAL[unit] : undefined
  if (imperial) return `${fromBase(value, imperial).toFixed(1)} ${imperial.symbol}`
  const text = value.toFixed(decimals)
  return unit === '' ? text : `${text} ${unit}`
}

/** A metric as it is shown: rounded, with its unit. */
const displayMetric = ({ metric }: Candidate, units: UnitSystem | undefined): string =>
  units === 'imperial' && IMPERIAL[metric.card.unit] !== undefined
    ? displayValue(metric.value, metric.card.unit, metric.card.decimals, units)
    : formatMetric(metric.card, metric.value)

/** First author, year and journal: "Mifflin MD 1990, Am J Clin Nutr 51:241–247". */
const citeShort = ({ authors, year, journal }: Citation): string =>
  `${authors.split(',')[0]} ${year}, ${journal}`

/** Slots and their texts: every number that prose may contain. */
export type Slots = ReadonlyMap<string, string>

export const slotOf = (candidate: Candidate): string => `${candidate.metric.id}_${candidate.person}`

/** Returns the slots of an answer, for templates and for a model's prose. */
export function slotsOf(
  answered: readonly Candidate[],
  solutions: readonly Solution[],
  units: UnitSystem | undefined,
): Slots {
  const slots = new Map<string, string>()
  for (const candidate of answered) slots.set(slotOf(candidate), displayMetric(candidate, units))
  for (const solution of solutions)
    slots.set(
      `${solution.input}_for_${solution.metric}_${solution.person}`,
      displayValue(solution.value, solution.unit, 1, units),
    )
  return slots
}

/** Writes the answer by template: every person, every metric with its class and source, solutions, agreement. */
export function templateProse(
  answered: readonly Scored[],
  solutions: readonly Solution[],
  comparisons: readonly Comparison[],
  grounded: Grounded,
  units: UnitSystem | undefined,
): string {
  const sentences: string[] = []
  const cited = new Set<string>()
  for (const person of grounded.people) {
    const own = answered.filter((candidate) => candidate.person === person.index)
    const solved = solutions.filter((solution) => solution.person === person.index)
    if (own.length + solved.length === 0) continue
    const told = leads(own, grounded.wanted)
    const parts = told.slice(0, MAX_SENTENCES).map((candidate) => metricSentence(candidate, units, cited))
    const rest =
      told.length > MAX_SENTENCES
        ? ` Further metrics: ${told
            .slice(MAX_SENTENCES)
            .map(({ metric }) => metric.card.name)
            .join(', ')}.`
        : ''
    const prefix = grounded.people.length > 1 ? `${capital(person.label)}: ` : ''
    sentences.push(
      `${prefix}${[...parts, ...solved.map((s) => solutionSentence(s, units))].join(' ')}${rest}`,
    )
  }
  for (const comparison of comparisons)
    if (comparison.spread > 0.02) sentences.push(comparisonSentence(comparison, answered))
  return sentences.join(' ')
}

/** A question names a few equations itself; more than this of one quantity are a family, told by its best and its range. */
const MAX_OF_ONE_QUANTITY = 3

/**
 * What is said in words, in the order of the question: every metric, but of a family of equations for one quantity only the
 * one that leads, which comes first. All of them are in the list, and their range is said in a sentence of its own.
 */
function leads(own: readonly Scored[], wanted: readonly string[]): readonly Scored[] {
  const families = new Map<string, Scored[]>()
  for (const candidate of own) {
    const { quantity } = candidate.metric.card
    families.set(quantity, [...(families.get(quantity) ?? []), candidate])
  }
  const place = ({ metric }: Scored) => {
    const index = wanted.indexOf(metric.id)
    return index < 0 ? wanted.length : index
  }
  return [...families.values()]
    .flatMap((family) => (family.length > MAX_OF_ONE_QUANTITY ? family.slice(0, 1) : family))
    .sort((a, b) => place(a) - place(b))
}

/** An overview has dozens of metrics; the prose names the first ones and the list has them all. */
const MAX_SENTENCES = 12

/** The source is named where it is first used. */
function metricSentence(candidate: Scored, units: UnitSystem | undefined, cited: Set<string>): string {
  const { metric } = candidate
  const [first] = metric.classes
  const label = first ? `, ${first.label} (${first.system})` : ''
  const source = citeShort(metric.card.citation)
  const citation = cited.has(source) ? '' : ` [${source}]`
  cited.add(source)
  return `${metric.card.name}: ${displayMetric(candidate, units)}${label}${citation}.`
}

function solutionSentence(solution: Solution, units: UnitSystem | undefined): string {
  const value = displayValue(solution.value, solution.unit, 1, units)
  const { label } = inputSpec(solution.input)
  return solution.feasible
    ? `A ${label} of ${value} brings the ${nameOf(solution.metric)} to ${solution.target}.`
    : `No possible ${label} brings the ${nameOf(solution.metric)} to ${solution.target}; the nearest is ${value}.`
}

function comparisonSentence(comparison: Comparison, answered: readonly Scored[]): string {
  const decimals = answered.find(({ metric }) => metric.id === comparison.ids[0])?.metric.card.decimals ?? 1
  const text = (value: number) => value.toFixed(decimals)
  return `${comparison.ids.length} equations for ${comparison.quantity.replaceAll('_', ' ')} lie between ${text(comparison.lowest)} and ${text(comparison.highest)} ${comparison.unit}: ${comparison.explanation}.`
}

const nameOf = (id: string): string => cardById(id)?.name.toLowerCase() ?? id
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/**
 * Fills `{{slot}}` in a model's prose. Returns undefined when a slot is unknown, a figure is outside a slot, or no slot
 * is used.
 */
export function fillSlots(prose: string, slots: Slots): string | undefined {
  const pieces = prose.split(/\{\{([a-zA-Z0-9_]{1,120})\}\}/)
  if (pieces.length < 3) return undefined
  let text = ''
  for (const [i, piece] of pieces.entries()) {
    if (i % 2 === 0) {
      if (/\p{N}/u.test(piece) || piece.includes('{{')) return undefined
      text += piece
    } else {
      const value = slots.get(piece)
      if (value === undefined) return undefined
      text += value
    }
  }
  return text
}

/** Returns the numbers of a text as written: "24.7", "180". */
export function numbersIn(text: string): readonly string[] {
  return text.match(/\d+(?:\.\d+)?/g) ?? []
}

/** Returns the label of an input for people: "waist circumference". */
export const inputLabel = (input: InputName): string => inputSpec(input).label
