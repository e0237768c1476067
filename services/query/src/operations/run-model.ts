import { inputsOfPerson } from '../domain/language/inputs-of-person.ts'
import { readInputText } from '../domain/language/parse-quantity.ts'
import { MAX_QUERY_LENGTH, processQuery } from '../domain/language/query-processor.ts'
import type { Inputs } from '../domain/metrics/inputs.ts'
import { readInputs } from '../domain/metrics/read-inputs.ts'
import { chooseTask, TASK_OPTIONS } from '../domain/modeler/choose-task.ts'
import type { ModelResult } from '../domain/modeler/model-result.ts'
import { readPlan, withoutPlan } from '../domain/modeler/read-plan.ts'
import { concernedResult } from '../domain/modeler/refused-plan.ts'
import { runTask } from '../domain/modeler/run-task.ts'
import { sayModel } from '../domain/modeler/say-model.ts'
import { Refusal } from '../domain/refusal.ts'
import { judgeDanger } from '../domain/safety/concern.ts'
import { givenBeside } from '../domain/safety/given-beside.ts'

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
  /** What had to be assumed to read the context. */
  readonly assumed: readonly string[]
  readonly unknownOptions: readonly string[]
}

const KNOWN = new Set<string>(TASK_OPTIONS)

const refuseQuery = (issue: string, provided: string): never => {
  throw new Refusal('VALIDATION_ERROR', `query ${issue}`, { field: 'query', issue, provided })
}

/**
 * Runs the modelling task of a question, its context and its options for one person. Measurements come from the context
 * and from the question; the question takes precedence. A text that needs help is answered with help and no model.
 */
export function runModel({ now }: { now: () => Date }) {
  return (request: ModelRequest): ModelAnswer => {
    const options = request.options ?? {}
    const today = now().toISOString().slice(0, 10)
    const plan = readPlan(request.query.slice(0, MAX_QUERY_LENGTH), today)
    // The numbers of the plan are not measurements: "lose 10 kg", "at age 12", "100 kg to 90 kg".
    const structured = processQuery(withoutPlan(request.query, plan), { today })
    const unknownOptions = Object.keys(options).filter((key) => !KNOWN.has(key))
    const { concern, care } = judgeDanger(request.query, {
      people: structured.people,
      unread: structured.unread?.length ?? 0,
      given: givenBeside(request.context, today),
    })
    if (concern !== undefined)
      return { result: concernedResult(concern), inputs: {}, unknownContext: [], assumed: [], unknownOptions }
    if (structured.people.length > 1)
      refuseQuery(`is about ${structured.people.length} people; ask for one person at a time`, request.query)
    const [unclear] = structured.ambiguities
    if (unclear) refuseQuery(`is ambiguous: ${unclear.message}`, unclear.text)
    const context = readInputs(request.context ?? {}, readInputText, { today })
    const [person] = structured.people
    const spoken = person ? inputsOfPerson(person) : {}
    const merged = {
      ...context.inputs,
      ...spoken,
      ...(plan.fromKg !== undefined && { weightKg: plan.fromKg }),
    }
    const inputs =
      merged.birthDate !== undefined && merged.measurementDate === undefined
        ? { ...merged, measurementDate: today }
        : merged
    const task = chooseTask(structured, plan, inputs, options)
    const made = runTask(task, inputs)
    const result = care === undefined ? made : { ...made, warnings: [care, ...made.warnings] }
    const unit = structured.answerUnits?.mass ?? plan.massUnit
    const said = result.answer ?? sayModel(result, task, unit)
    const answer = said === undefined || care === undefined ? said : `${said}\n\n${care}`
    return {
      result: answer === undefined ? result : { ...result, answer },
      inputs,
      unknownContext: context.unknown,
      assumed: context.assumed,
      unknownOptions,
    }
  }
}
