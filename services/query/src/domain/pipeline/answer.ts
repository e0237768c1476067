import type { Citation } from '../metrics/card.ts'
import { type InputName, inputSpec } from '../metrics/inputs.ts'
import { cardById } from '../metrics/registry.ts'
import { type Display, showValue } from './display.ts'
import type { Comparison } from './response-comparison.ts'
import type { Scored } from './response-scoring.ts'
import type { Grounded, GroundedPerson } from './semantic-grounding.ts'
import type { Candidate, Solution } from './solution-generation.ts'
import { differenceText, type Statement } from './statements.ts'

/** A metric as it is shown: rounded, in the asker's unit. */
const displayMetric = ({ metric }: Candidate, display: Display): string =>
  showValue(metric.value, metric.card.unit, metric.card.decimals, display)

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
  display: Display,
): Slots {
  const slots = new Map<string, string>()
  for (const candidate of answered) slots.set(slotOf(candidate), displayMetric(candidate, display))
  for (const solution of solutions)
    slots.set(
      `${solution.input}_for_${solution.metric}_${solution.person}`,
      showValue(solution.value, solution.unit, 1, display),
    )
  return slots
}

/** What an answer is written from. */
export type Told = {
  readonly metrics: readonly Scored[]
  readonly solutions: readonly Solution[]
  readonly statements: readonly Statement[]
  readonly comparisons: readonly Comparison[]
  /** Warnings that belong into the answer, most important first. */
  readonly notes: readonly string[]
}

/**
 * Writes the answer by template. For every person what was asked comes first: solutions and statements, then the metrics
 * with class and source; then how far equations agree, and the notes.
 */
export function templateProse(
  { metrics: answered, solutions, statements, comparisons, notes }: Told,
  grounded: Grounded,
): string {
  const { display } = grounded
  const sentences: string[] = []
  const cited = new Set<string>()
  for (const person of grounded.people) {
    const own = answered.filter((candidate) => candidate.person === person.index)
    const solved = solutions.filter((solution) => solution.person === person.index)
    const stated = statements.filter((statement) => statement.person === person.index)
    if (own.length + solved.length + stated.length === 0) continue
    const told = leads(own)
    const parts = told.slice(0, MAX_SENTENCES).map((candidate) => metricSentence(candidate, display, cited))
    const rest =
      told.length > MAX_SENTENCES
        ? ` Further metrics: ${told
            .slice(MAX_SENTENCES)
            .map(({ metric }) => metric.card.name)
            .join(', ')}.`
        : ''
    const prefix = grounded.people.length > 1 ? `${capital(person.label)}: ` : ''
    const first = [
      ...solved.map((solution) => solutionSentence(solution, person, display)),
      ...stated.map(({ text }) => text),
    ]
    sentences.push(`${prefix}${[...first, ...parts].join(' ')}${rest}`)
  }
  for (const comparison of comparisons)
    if (comparison.spread > 0.02) sentences.push(comparisonSentence(comparison, answered))
  return [...sentences, ...notes.map(noteSentence)].join(' ')
}

const noteSentence = (note: string): string => `Note: ${note}${/[.?!]$/.test(note) ? '' : '.'}`

/** A question names a few equations itself; more than this of one quantity are a family, told by its best and its range. */
const MAX_OF_ONE_QUANTITY = 3

/**
 * What is said in words, in the order of the question: every metric, but of a family of equations for one quantity only the
 * one that leads, which comes first. All of them are in the list, and their range is said in a sentence of its own.
 */
function leads(own: readonly Scored[]): readonly Scored[] {
  const families = new Map<string, Scored[]>()
  for (const candidate of own) {
    const { quantity } = candidate.metric.card
    families.set(quantity, [...(families.get(quantity) ?? []), candidate])
  }
  return [...families.values()].flatMap((family) =>
    family.length > MAX_OF_ONE_QUANTITY ? family.slice(0, 1) : family,
  )
}

/** An overview has dozens of metrics; the prose names the first ones and the list has them all. */
const MAX_SENTENCES = 12

/** The source is named where it is first used. */
function metricSentence(candidate: Scored, display: Display, cited: Set<string>): string {
  const { metric } = candidate
  const [first] = metric.classes
  const label = first ? `, ${first.label} (${first.system})` : ''
  const source = citeShort(metric.card.citation)
  const citation = cited.has(source) ? '' : ` [${source}]`
  cited.add(source)
  return `${metric.card.name}: ${displayMetric(candidate, display)}${label}${citation}.`
}

function solutionSentence(solution: Solution, { inputs }: GroundedPerson, display: Display): string {
  const { metric, target, input, value, unit, name, feasible } = solution
  const shown = showValue(value, unit, 1, display)
  const { label } = inputSpec(input)
  if (!feasible)
    return `No possible ${label} brings the ${nameOf(metric)} to ${target}; the nearest is ${shown}.`
  const difference = differenceText(value, inputs[input], unit === 'cm' ? 'cm' : 'kg', display)
  return name === undefined
    ? `A ${label} of ${shown} brings the ${nameOf(metric)} to ${target}${difference}.`
    : `The ${label} at ${name} is ${shown}${difference}.`
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
