import type { Ambiguity, StructuredQuery } from '../language/structured-query.ts'
import { type InputName, wireNameOf } from '../metrics/inputs.ts'
import { cardById } from '../metrics/registry.ts'
import { childLossAdvice } from '../safety/child-loss.ts'
import { COVERED, type Scope } from '../scope/scope-of.ts'
import { fillSlots, inputLabel, numbersIn, type Slots, slotsOf, templateProse } from './answer.ts'
import type { Knowledge } from './domain-knowledge.ts'
import { inOrder } from './lead.ts'
import type { PipelineOptions } from './options.ts'
import type { Plan, UsefulInput } from './reasoning-optimization.ts'
import type { Comparison } from './response-comparison.ts'
import type { Scored } from './response-scoring.ts'
import { safetyWarnings } from './safety.ts'
import type { Grounded } from './semantic-grounding.ts'
import type { Generated, Solution } from './solution-generation.ts'
import { statementsOf } from './statements.ts'
import { unlikelyBodies } from './unlikely-body.ts'

/** A measurement to ask for. */
type MissingInput = {
  readonly input: InputName
  readonly wire: string
  readonly label: string
  readonly unlocks: number
  readonly person: number
}

export type Verdict = {
  readonly answer: string
  readonly confidence: number
  readonly abstained: boolean
  readonly metrics: readonly Scored[]
  readonly alternatives: readonly Scored[]
  readonly solutions: readonly Solution[]
  /** Most useful first. */
  readonly missing: readonly MissingInput[]
  readonly warnings: readonly string[]
}

/** Returns a verdict without any figure: the words are the whole answer. */
export const withheld = (answer: string): Verdict => ({
  answer,
  confidence: 0,
  abstained: true,
  metrics: [],
  alternatives: [],
  solutions: [],
  missing: [],
  warnings: [],
})

/** Confidence of an explanation: its texts are checked by people, the reading of the question is not. */
const IN_WORDS = 0.9

/** Returns a verdict that explains and computes nothing. */
export const inWords = (answer: string): Verdict => ({
  ...withheld(answer),
  confidence: IN_WORDS,
  abstained: false,
})

/** Adds a line of help to an answer, for a text that may be about danger. */
export const withCare = (verdict: Verdict, care: string | undefined): Verdict =>
  care === undefined
    ? verdict
    : { ...verdict, answer: `${verdict.answer}\n\n${care}`, warnings: [care, ...verdict.warnings] }

export type VerificationInput = {
  readonly structured: StructuredQuery
  readonly scope: Scope
  readonly grounded: Grounded
  readonly knowledge: Knowledge
  readonly plan: Plan
  readonly generated: Generated
  readonly scored: readonly Scored[]
  readonly comparisons: readonly Comparison[]
  readonly options: PipelineOptions
}

const MODELER_TASK = 'how weight changes over time is the modeler’s task: POST /modeler'

/** Each assumption and each open doubt costs this share of the confidence; our choice. */
const PER_ASSUMPTION = 0.95
const PER_DOUBT = 0.9
/** Each word or number that nothing was made of; a long story does not take an answer away. */
const PER_UNREAD = 0.97
const MAX_UNREAD = 10

/** A number may be given only with a finite value, a unit that is said, an equation and a citation. */
const hasProvenance = ({ metric }: Scored): boolean =>
  Number.isFinite(metric.value) &&
  metric.card.formula !== '' &&
  metric.card.citation.authors !== '' &&
  metric.card.citation.journal !== '' &&
  metric.card.citation.year > 1800

/**
 * Verifies provenance, safety and confidence. Below the threshold it abstains and asks for the most useful missing
 * input.
 */
export function verify(input: VerificationInput): Verdict {
  const { structured, grounded, generated, options } = input
  const overview = input.knowledge.how === 'overview'
  // Weight and height that do not go together give a question and no figure.
  const unlikely = unlikelyBodies(grounded)
  const proven = input.scored.filter((one) => hasProvenance(one) && !unlikely.has(one.person))
  // An overview keeps the order of the catalogue; an answer begins with the equation that leads.
  const answerable = overview ? [...proven].sort((a, b) => a.person - b.person) : inOrder(proven, grounded)
  const metrics = answerable.filter((candidate) => candidate.asked)
  const alternatives = answerable.filter((candidate) => !candidate.asked)
  const childLoss = childLossAdvice(structured)
  // A goal weight for a child is no plan of ours.
  const solutions = childLoss === undefined ? generated.solutions : []
  const missing = missingInputs(input)
  const found = confidenceOf(input, metrics, solutions)
  const statements = statementsOf(grounded, metrics)
  const confidence = found === 0 && statements.length > 0 ? IN_WORDS : found
  const nothing = metrics.length === 0 && solutions.length === 0 && statements.length === 0
  // An overview of a person whose only measure is in doubt is no answer to the question.
  const doubted =
    overview &&
    structured.ambiguities.length > 0 &&
    metrics.every(({ metric }) => metric.card.required.length < 2)
  // Where a weight will be in a year is not among the metrics: an overview would not answer that.
  const elsewhere = overview && structured.intents.includes('trajectory')
  // A question whose own noun was not understood is not answered by an overview of everything else.
  const unknown =
    overview && solutions.length + statements.length === 0
      ? unknownSubject(structured, input.scope)
      : undefined
  const abstained =
    nothing || doubted || elsewhere || unknown !== undefined || confidence < options.minConfidence
  const voided = reasons(input, metrics)
  const warnings = [
    ...new Set([
      ...unlikely.values(),
      ...lossNotes(structured),
      ...safetyWarnings(grounded, generated),
      ...(input.scope.kind === 'in_scope' && input.scope.aside ? [input.scope.aside] : []),
      ...voided,
      ...cautions(structured, metrics),
      ...(input.plan.unsolved > 0 ? [`${input.plan.unsolved} further targets were not solved`] : []),
    ]),
  ]
  if (abstained)
    return {
      answer:
        unlikely.size > 0 || childLoss !== undefined
          ? sentence([...unlikely.values(), ...(childLoss ? [childLoss] : [])].join('; '))
          : (unknown ?? abstention(structured, missing, nothing ? undefined : confidence, voided[0])),
      confidence: nothing ? 0 : confidence,
      abstained: true,
      metrics: [],
      alternatives: [],
      solutions: [],
      missing,
      warnings,
    }
  const shown = input.comparisons.filter(
    (comparison) => comparison.ids.filter((id) => metrics.some(({ metric }) => metric.id === id)).length > 1,
  )
  const told = { metrics, solutions, statements, comparisons: shown, notes: notesOf(input, metrics) }
  const template = templateProse(told, grounded)
  const slots = slotsOf(metrics, solutions, grounded.display)
  const filled = generated.slottedProse === undefined ? undefined : fillSlots(generated.slottedProse, slots)
  const prose = filled !== undefined && proseIsProven(filled, slots) ? filled : template
  return { answer: prose, confidence, abstained: false, metrics, alternatives, solutions, missing, warnings }
}

const lossNotes = (structured: StructuredQuery): readonly string[] => {
  const advice = childLossAdvice(structured)
  return advice === undefined ? [] : [advice]
}

const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`

/** Every figure in a model's prose must be one of the computed ones, as written. */
function proseIsProven(prose: string, slots: Slots): boolean {
  const allowed = new Set([...slots.values()].flatMap(numbersIn))
  return numbersIn(prose).every((number) => allowed.has(number))
}

function missingInputs({ plan, generated }: VerificationInput): readonly MissingInput[] {
  const best = new Map<string, UsefulInput>()
  for (const person of plan.people)
    for (const useful of person.useful) {
      const key = `${useful.person} ${useful.input}`
      if (!best.has(key)) best.set(key, useful)
    }
  // What an equation only asks for once it is tried: the hip of the Navy equation for women.
  for (const { person, missing } of generated.notComputed)
    for (const input of missing) {
      const key = `${person} ${input}`
      if (!best.has(key)) best.set(key, { input, unlocks: 1, person })
    }
  return [...best.values()].map(({ input, unlocks, person }) => ({
    input,
    wire: wireNameOf(input),
    label: inputLabel(input),
    unlocks,
    person,
  }))
}

function confidenceOf(
  { structured, grounded, knowledge }: VerificationInput,
  metrics: readonly Scored[],
  solutions: readonly Solution[],
): number {
  const people = grounded.people.map(({ index }) => {
    const own = metrics.filter((candidate) => candidate.person === index)
    // One best equation answers a question; an overview is as sure as its metrics are on the whole.
    if (own.length > 0)
      return knowledge.how === 'overview'
        ? own.reduce((sum, candidate) => sum + candidate.score, 0) / own.length
        : Math.max(...own.map((candidate) => candidate.score))
    return solutions.some((solution) => solution.person === index && solution.feasible) ? 0.9 : undefined
  })
  const answered = people.filter((score) => score !== undefined)
  if (answered.length === 0) return 0
  const mean = answered.reduce((sum, score) => sum + score, 0) / answered.length
  const assumptions = structured.people
    .flatMap((person) => Object.values(person.values))
    .filter((value) => value.assumption).length
  const unread = Math.min(structured.unread?.length ?? 0, MAX_UNREAD)
  return (
    mean * PER_ASSUMPTION ** assumptions * PER_DOUBT ** structured.ambiguities.length * PER_UNREAD ** unread
  )
}

/** Why what was asked for was not computed; one sentence per reason. */
function reasons({ generated }: VerificationInput, metrics: readonly Scored[]): readonly string[] {
  const withheld = metrics.flatMap(({ metric }) =>
    metric.classWithheld ? [`${metric.card.name}: ${metric.classWithheld}`] : [],
  )
  // That the children's equation is not for adults goes without saying where the adults' one answered.
  const answered = new Set(metrics.map(({ metric, person }) => `${person} ${metric.card.quantity}`))
  const isOtherAge = (reason: string) => reason === 'not_for_adults' || reason === 'not_for_children'
  const notComputed = generated.notComputed
    .filter(({ reason }) => reason !== 'missing_input')
    .filter(
      ({ reason, person, id }) =>
        !(isOtherAge(reason) && answered.has(`${person} ${cardById(id)?.quantity}`)),
    )
    .map(({ id, message }) => `${id}: ${message}`)
  return [...withheld, ...notComputed]
}

const IS_QUESTION = /\?|\b(?:how|what|which|why|when|where|who|should|can|could|does|do|is|are|will|would)\b/i

/** "Is my thyroid ok?": the word that is judged is not ours. */
const JUDGEMENTS: ReadonlySet<string> = new Set(
  'ok okay normal good fine healthy high low bad enough'.split(' '),
)
const isJudged = (text: string, end: number): boolean =>
  text
    .slice(end, end + 24)
    .toLowerCase()
    .split(/[^a-z]/)
    .slice(1, 3)
    .some((word) => JUDGEMENTS.has(word))
const isOwned = (text: string, start: number): boolean =>
  /\b(?:my|his|her|our|their|the|this)\s$/i.test(text.slice(Math.max(0, start - 8), start))

/** Ends an answer to a text that was not understood: what was meant may be more urgent than a figure. */
const IN_DANGER = 'If anybody may be in danger or unwell, call the emergency number or a doctor.'

/** Says that the subject of a general question was not understood; undefined when it was, or nothing is asked. */
function unknownSubject({ text, intents, unread = [] }: StructuredQuery, scope: Scope): string | undefined {
  // The subject that is not ours was found, and is told beside the answer.
  if (scope.kind === 'in_scope' && scope.aside) return undefined
  const words = unread.filter((word) => /\p{L}{3}/u.test(word.text)).slice(0, 3)
  const general = intents.every((intent) => intent === 'calculate' || intent === 'growth')
  const judged = words.some((word) => isJudged(text, word.end) && isOwned(text, word.start))
  if (words.length === 0 || !(general || judged) || !IS_QUESTION.test(text)) return undefined
  const named = words.map((word) => `"${word.text.slice(0, 40)}"`).join(', ')
  return `Not answered: ${named} was not understood as something that this service computes. ${COVERED} ${IN_DANGER}`
}

/** Warnings told in the answer itself; the list has all of them. */
const MAX_NOTES = 3

/** The warnings that matter most: danger, what is not decided here, and classes that are withheld. */
function notesOf(input: VerificationInput, metrics: readonly Scored[]): readonly string[] {
  const { grounded, generated, scope } = input
  const withheldClasses = metrics.flatMap(({ metric }) =>
    metric.classWithheld ? [`${metric.card.name}: ${metric.classWithheld}`] : [],
  )
  return [
    ...new Set([
      ...unlikelyBodies(grounded).values(),
      ...lossNotes(input.structured),
      ...safetyWarnings(grounded, generated),
      ...withheldClasses,
      ...(scope.kind === 'in_scope' && scope.aside ? [scope.aside] : []),
      ...unitNotes(input.structured),
    ]),
  ].slice(0, MAX_NOTES)
}

/** A weight in another unit would be another answer: what was assumed stands in it. */
const unitNotes = (structured: StructuredQuery): readonly string[] =>
  structured.people.flatMap(({ values: { weightKg } }) =>
    weightKg?.assumption?.includes(' assumed') ? [`weight "${weightKg.text}": ${weightKg.assumption}`] : [],
  )

function cautions(structured: StructuredQuery, metrics: readonly Scored[]): readonly string[] {
  const doubts = structured.ambiguities.map((ambiguity: Ambiguity) => ambiguity.message)
  const assumed = structured.people.flatMap((person) =>
    Object.entries(person.values).flatMap(([name, value]) =>
      value.assumption ? [`${inputLabel(name as InputName)} "${value.text}": ${value.assumption}`] : [],
    ),
  )
  const notes = metrics.flatMap(({ metric }) =>
    metric.withinLimits ? [] : metric.notes.map((note) => `${metric.card.name}: ${note}`),
  )
  const trajectory = structured.intents.includes('trajectory') ? [MODELER_TASK] : []
  return [...doubts, ...assumed, ...notes, ...trajectory]
}

function abstention(
  structured: StructuredQuery,
  missing: readonly MissingInput[],
  confidence: number | undefined,
  voided: string | undefined,
): string {
  const [doubt] = structured.ambiguities
  if (doubt) return `Not answered: ${doubt.message}${doubt.message.endsWith('?') ? '' : '.'}`
  if (structured.intents.includes('trajectory')) return `Not answered: ${MODELER_TASK}.`
  if (structured.people.length === 0 && structured.topics.length === 0)
    return 'Not answered: the question gives no measurement and names no metric; a weight and a height are a good beginning.'
  const [first] = missing
  if (first)
    return `Not answered: the ${first.label} is missing${first.unlocks > 0 ? `; with it ${first.unlocks} of the metrics can be computed` : ''}.`
  return confidence === undefined
    ? voided === undefined
      ? 'Not answered: no metric applies to what was given.'
      : `Not answered: no metric applies to what was given (${voided}).`
    : 'Not answered: the confidence is below the threshold asked for.'
}
