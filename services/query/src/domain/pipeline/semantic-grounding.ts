import { inputsOfPerson } from '../language/inputs-of-person.ts'
import { readInputText } from '../language/parse-quantity.ts'
import type {
  PastValue,
  ReadValue,
  StatedMetric,
  StructuredQuery,
  Target,
} from '../language/structured-query.ts'
import type { Population } from '../metrics/card.ts'
import type { Condition } from '../metrics/conditions.ts'
import type { InputName, Inputs } from '../metrics/inputs.ts'
import type { Purpose } from '../metrics/preferences.ts'
import { readInputs } from '../metrics/read-inputs.ts'
import { Refusal } from '../refusal.ts'
import { purposeOf } from '../scope/purpose.ts'
import { type Asked, askedBeyond } from './asked.ts'
import { bodyTopics } from './body-topics.ts'
import { type Display, displayOf } from './display.ts'
import type { PipelineOptions } from './options.ts'
import { cardsOfTopics } from './topic-cards.ts'

/** A question is about a family or a team; a survey is a batch. */
const MAX_PEOPLE = 20

/** Where an input of the calculation came from. */
type InputSource =
  | { readonly from: 'question'; readonly read: ReadValue }
  | { readonly from: 'context' }
  | { readonly from: 'words' }

export type GroundedPerson = {
  readonly index: number
  readonly label: string
  readonly inputs: Inputs
  readonly sources: Readonly<Partial<Record<InputName, InputSource>>>
  readonly population: Population
  /** What makes usual figures wrong for this person. */
  readonly conditions: readonly Condition[]
  readonly targets: readonly Target[]
  /** Metrics whose values the asker gave. */
  readonly stated: readonly StatedMetric[]
  /** Former values, oldest first. */
  readonly past: readonly PastValue[]
}

/** The question in canonical inputs and metric ids. */
export type Grounded = {
  readonly people: readonly GroundedPerson[]
  /** Metrics asked for by name or family; empty when the question has none. */
  readonly wanted: readonly string[]
  /** What the question asks beyond its metrics. */
  readonly asked: Asked
  /** Units of the answer's sentences. */
  readonly display: Display
  /** What the figures are wanted for, where that decides which equation leads. */
  readonly purpose?: Purpose
  readonly unknownContext: readonly string[]
  /** What had to be assumed to read the context. */
  readonly assumed: readonly string[]
}

/**
 * Combines the question with the request's context: synonyms become canonical inputs, topics become metric ids. The
 * context belongs to the only person of the question. The question takes precedence over the context.
 */
export function groundQuery(
  structured: StructuredQuery,
  context: Readonly<Record<string, unknown>>,
  options: PipelineOptions,
  today: string,
): Grounded {
  const given = readInputs(context, readInputText, { today })
  const spoken = structured.people
  if (spoken.length > MAX_PEOPLE) {
    const issue = `is about ${spoken.length} people; ask about at most ${MAX_PEOPLE} at once, or send a survey to POST /metrics/batch`
    throw new Refusal('VALIDATION_ERROR', `query ${issue}`, {
      field: 'query',
      issue,
      provided: spoken.length,
    })
  }
  const people: GroundedPerson[] = []
  const count = Math.max(spoken.length, Object.keys(given.inputs).length > 0 ? 1 : 0)
  for (let index = 0; index < count; index++) {
    const person = spoken[index]
    const fromContext = count === 1 ? given.inputs : {}
    const said = person ? inputsOfPerson(person) : {}
    const doubtful = new Set(
      structured.ambiguities
        .filter((ambiguity) => ambiguity.person === undefined || ambiguity.person === index)
        .map((ambiguity) => ambiguity.field as string),
    )
    const kept = Object.fromEntries(
      Object.entries(fromContext).filter(
        ([name]) => !(name in said) && !doubtful.has(name) && !agesOf(said, name),
      ),
    ) as Inputs
    const merged: Inputs = { ...kept, ...said }
    const inputs: Inputs =
      merged.birthDate !== undefined && merged.measurementDate === undefined
        ? { ...merged, measurementDate: today }
        : merged
    const sources: Partial<Record<InputName, InputSource>> = {}
    for (const name of Object.keys(inputs) as InputName[]) {
      const read = (person?.values as Record<string, ReadValue> | undefined)?.[name]
      sources[name] = read
        ? { from: 'question', read }
        : name in kept
          ? { from: 'context' }
          : { from: 'words' }
    }
    people.push({
      index,
      label: person?.label ?? 'person',
      inputs,
      sources,
      population: options.population ?? person?.population ?? 'general',
      conditions: person?.conditions ?? [],
      targets: person?.targets ?? [],
      stated: person?.stated ?? [],
      past: person?.past ?? [],
    })
  }
  const purpose = purposeOf(structured.text)
  return {
    people,
    wanted: wantedMetrics(structured, people, options, purpose),
    asked: askedBeyond(structured.text),
    display: displayOf(structured, options),
    unknownContext: given.unknown,
    assumed: given.assumed,
    ...(purpose && { purpose }),
  }
}

/** An age in the question leaves every form of age in the context aside. */
const agesOf = (said: Inputs, name: string): boolean =>
  said.ageYears !== undefined && ['ageMonths', 'ageDays', 'birthDate', 'ageYears'].includes(name)

/** Below this age a body size is judged by growth references and not by adult classes. */
const CHILD_YEARS = 19

const hasSize = ({ inputs }: GroundedPerson): boolean =>
  inputs.weightKg !== undefined && inputs.heightCm !== undefined

function wantedMetrics(
  structured: StructuredQuery,
  people: readonly GroundedPerson[],
  options: PipelineOptions,
  purpose: Purpose | undefined,
): readonly string[] {
  if (options.metrics) return options.metrics
  const topics = [...structured.topics]
  // The weight that a ventilator is set by has a name of its own in every ward.
  if (purpose === 'ventilation' && topics.length === 0) topics.push('ideal_weight')
  topics.push(...bodyTopics(people, structured.text, topics, structured.intents))
  const child = people.some((person) => (person.inputs.ageYears ?? Number.POSITIVE_INFINITY) < CHILD_YEARS)
  const { intents } = structured
  if (
    intents.includes('growth') &&
    !topics.some((topic) => topic.startsWith('growth')) &&
    (topics.length === 0 || intents.includes('classify'))
  )
    topics.push(topics.includes('bmi') ? 'growth_bmi' : 'growth')
  if (child && topics.includes('bmi') && intents.includes('classify')) topics.push('growth_bmi')
  for (const person of people)
    for (const target of person.targets)
      if (target.of === 'weightKg' && topics.length === 0) topics.push('bmi')
  // "Am I overweight?" asks for a class and the range around it, not for everything that can be computed.
  if (topics.length === 0 && intents.includes('classify') && people.length > 0 && people.every(hasSize))
    topics.push('bmi', 'healthy_weight')
  return cardsOfTopics([...new Set(topics)], options.references).map((card) => card.id)
}
