import { readInputText } from '../language/parse-quantity.ts'
import { processQuery } from '../language/query-processor.ts'
import type { NumericInput, Person, ReadValue, StructuredQuery } from '../language/structured-query.ts'
import { INPUT_NAMES, inputSpec } from '../metrics/inputs.ts'
import { ALL_CARDS, cardById } from '../metrics/registry.ts'
import { Refusal } from '../refusal.ts'
import { fillSlots, slotOf, slotsOf } from './answer.ts'
import type { Display } from './display.ts'
import type { Knowledge } from './domain-knowledge.ts'
import type { StageModel } from './llm-port.ts'
import type { PipelineOptions } from './options.ts'
import type { Plan } from './reasoning-optimization.ts'
import type { Comparison } from './response-comparison.ts'
import type { Scored } from './response-scoring.ts'
import type { Grounded } from './semantic-grounding.ts'
import type { Generated } from './solution-generation.ts'
import { cardsOfTopics } from './topic-cards.ts'

const NUMERIC = INPUT_NAMES.filter((name) => inputSpec(name).kind === 'number') as NumericInput[]

/**
 * query_processor: takes a measure that the model points at only if its literal is in the question, parses to a number
 * there, and the field is neither known nor in doubt. The number is read by our grammar, never taken from the model.
 */
export async function addExtracted(read: StructuredQuery, model: StageModel): Promise<StructuredQuery> {
  const known = read.people.flatMap((person) => Object.keys(person.values))
  const found = await model.extract!({ text: read.text, inputs: NUMERIC, known })
  const people: Person[] = [...read.people]
  for (const { input, literal, person } of found) {
    const name = NUMERIC.find((candidate) => candidate === input)
    const value = name && literalValue(read, name, literal)
    if (!name || !value || !Number.isInteger(person) || person < 0 || person > people.length) continue
    const current = people[person] ?? { label: 'person', values: {}, facts: {}, targets: [] }
    const doubted = read.ambiguities.some(
      (ambiguity) => ambiguity.field === name || overlaps(ambiguity, value),
    )
    const taken = people.some((other) => Object.values(other.values).some((own) => overlaps(own, value)))
    if (current.values[name] !== undefined || doubted || taken) continue
    people[person] = { ...current, values: { ...current.values, [name]: value } }
  }
  return { ...read, people }
}

const overlaps = (a: { start: number; end: number }, b: { start: number; end: number }): boolean =>
  a.start < b.end && b.start < a.end

function literalValue(read: StructuredQuery, name: NumericInput, literal: string): ReadValue | undefined {
  const start = literal === '' ? -1 : read.text.indexOf(literal)
  if (start < 0) return undefined
  // "8" out of "80 kg" is a literal too, and not what was said: the span must not cut a number or a word.
  const [before, after] = [read.text[start - 1], read.text[start + literal.length]]
  if (/[\p{L}\p{N}.,]/u.test(before ?? '') || /[\p{L}\p{N}]/u.test(after ?? '')) return undefined
  try {
    const value = readInputText(name, literal)
    return {
      value,
      text: literal,
      start,
      end: start + literal.length,
      assumption: 'found by the language model',
    }
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** semantic_grounding: topics of the model's rephrasing are added where the question named none; its numbers are not read. */
export async function addRephrased(
  grounded: Grounded,
  structured: StructuredQuery,
  model: StageModel,
  options: PipelineOptions,
): Promise<Grounded> {
  if (grounded.wanted.length > 0) return grounded
  const { topics } = processQuery((await model.rephrase!({ text: structured.text })).slice(0, 2000), {
    today: '2000-01-01',
  })
  return { ...grounded, wanted: cardsOfTopics(topics, options.references).map((card) => card.id) }
}

/** domain_knowledge: ids out of the offered ones; none of them known means the rules' choice stands. */
export async function chosenCards(found: Knowledge, text: string, model: StageModel): Promise<Knowledge> {
  if (found.how === 'named') return found
  const offered = ALL_CARDS.map(({ id, name }) => ({ id, name }))
  const chosen = (await model.chooseCards!({ text, cards: offered })).filter(
    (id) => cardById(id) !== undefined,
  )
  return chosen.length === 0 ? found : { ...found, candidates: [...new Set(chosen)], how: 'retrieved' }
}

/** reasoning_optimization: the model may order what is computable; it cannot add to it or take from it. */
export async function plannedOrder(plan: Plan, text: string, model: StageModel): Promise<Plan> {
  const ids = [...new Set(plan.people.flatMap((person) => person.computable))]
  const order = (await model.plan!({ text, ids })).filter((id) => ids.includes(id))
  const rank = (id: string): number => (order.includes(id) ? order.indexOf(id) : order.length)
  return {
    ...plan,
    people: plan.people.map((person) => ({
      ...person,
      computable: [...person.computable].sort((a, b) => rank(a) - rank(b)),
    })),
  }
}

/** response_scoring: relevance between 0 and 1 scales the score by at most a half; it never touches a value. */
export async function applyRelevance(
  scored: readonly Scored[],
  text: string,
  model: StageModel,
): Promise<readonly Scored[]> {
  const relevance = await model.relevance!({ text, ids: [...new Set(scored.map(({ metric }) => metric.id))] })
  return scored.map((candidate) => {
    const given = relevance[candidate.metric.id]
    const weight = typeof given === 'number' && given >= 0 && given <= 1 ? 0.5 + 0.5 * given : 1
    return { ...candidate, score: candidate.score * weight }
  })
}

/** Disagreements that a model explains in one answer; each is a call. */
const MAX_EXPLAINED = 3

/** response_comparison: an explanation without figures, or the rule's. */
export async function explained(
  comparisons: readonly Comparison[],
  model: StageModel,
): Promise<readonly Comparison[]> {
  return Promise.all(
    comparisons.map(async (comparison, index) => {
      if (index >= MAX_EXPLAINED) return comparison
      const text = await model.explain!({ quantity: comparison.quantity, equations: comparison.ids })
      return /\p{N}/u.test(text) || text.trim() === '' || text.length > 1000
        ? comparison
        : { ...comparison, explanation: text.trim() }
    }),
  )
}

/** solution_generation: prose with a slot for every number; prose with a figure of its own or an unknown slot is refused. */
export async function addProse(
  generated: Generated,
  text: string,
  display: Display,
  model: StageModel,
): Promise<Generated> {
  const asked = generated.candidates.filter((candidate) => candidate.asked)
  const slots = slotsOf(asked, generated.solutions, display)
  if (slots.size === 0) return generated
  const meanings = new Map(asked.map((candidate) => [slotOf(candidate), candidate.metric.card.name]))
  const slottedProse = await model.writeProse!({
    text,
    slots: [...slots.keys()].map((slot) => ({
      slot,
      meaning: meanings.get(slot) ?? slot.replaceAll('_', ' '),
    })),
  })
  if (fillSlots(slottedProse, slots) === undefined)
    throw new Refusal('MODEL_ERROR', 'the prose has figures outside its slots, or none in them', {
      field: 'options.llm',
      issue: 'wrote prose with figures outside its slots, or none in them',
      provided: null,
      stage: 'solution_generation',
    })
  return { ...generated, slottedProse }
}
