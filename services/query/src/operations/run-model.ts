import { inputsOfPerson } from '../domain/language/inputs-of-person.ts'
import { readInputText } from '../domain/language/parse-quantity.ts'
import { processQuery } from '../domain/language/query-processor.ts'
import type { Inputs } from '../domain/metrics/inputs.ts'
import { readInputs } from '../domain/metrics/read-inputs.ts'
import { chooseTask, TASK_OPTIONS } from '../domain/modeler/choose-task.ts'
import type { ModelResult } from '../domain/modeler/model-result.ts'
import { runTask } from '../domain/modeler/run-task.ts'
import { Refusal } from '../domain/refusal.ts'

export interface ModelRequest {
  readonly query: string
  readonly context?: Readonly<Record<string, unknown>> | undefined
  readonly options?: Readonly<Record<string, unknown>> | undefined
}

export interface ModelAnswer {
  readonly result: ModelResult
  /** Inputs of the model, from the context and the question. */
  readonly inputs: Inputs
  readonly unknownContext: readonly string[]
  readonly unknownOptions: readonly string[]
}

const KNOWN = new Set<string>(TASK_OPTIONS)

/**
 * Runs the modelling task of a question, its context and its options for one person. Measurements come from the context
 * and from the question; the question takes precedence.
 */
export function runModel({ now }: { now: () => Date }) {
  return (request: ModelRequest): ModelAnswer => {
    const options = request.options ?? {}
    const today = now().toISOString().slice(0, 10)
    const structured = processQuery(request.query, { today })
    if (structured.people.length > 1) {
      const issue = `is about ${structured.people.length} people; ask for one person at a time`
      throw new Refusal('VALIDATION_ERROR', `query ${issue}`, {
        field: 'query',
        issue,
        provided: request.query,
      })
    }
    const unclear = structured.ambiguities[0]
    if (unclear) {
      const issue = `is ambiguous: ${unclear.message}`
      throw new Refusal('VALIDATION_ERROR', `query ${issue}`, {
        field: 'query',
        issue,
        provided: unclear.text,
      })
    }
    const context = readInputs(request.context ?? {}, readInputText)
    const [person] = structured.people
    const said = person ? inputsOfPerson(person) : {}
    const merged = { ...context.inputs, ...said }
    const inputs =
      merged.birthDate !== undefined && merged.measurementDate === undefined
        ? { ...merged, measurementDate: today }
        : merged
    return {
      result: runTask(chooseTask(structured, inputs, options), inputs),
      inputs,
      unknownContext: context.unknown,
      unknownOptions: Object.keys(options).filter((key) => !KNOWN.has(key)),
    }
  }
}
