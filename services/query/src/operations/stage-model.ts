import type { StageModel } from '../domain/pipeline/llm-port.ts'
import { Refusal } from '../domain/refusal.ts'
import type { LanguageModel } from './ports.ts'

export interface ModelBudget {
  /** Timeout of one stage for the model. */
  readonly stageTimeoutMs: number
  /** Tokens, in and out, that one request may spend on the model. */
  readonly tokensPerRequest: number
}

/** What was spent on one request, for its metadata and for telemetry. */
export interface ModelUse {
  readonly model: string
  calls: number
  failures: number
  inputTokens: number
  outputTokens: number
}

const MAX_OUTPUT_TOKENS = 800

/** Numbers in words. "one" is missing because it is mostly not a number. The stages refuse digits. */
const NUMBER_WORDS =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|million|dozen|twice|double|half|quarter)/i

/** Refuses prose with numbers in words, which would be numbers without provenance. */
function withoutFigures(words: string): string {
  if (!NUMBER_WORDS.test(words)) return words
  throw new Refusal('MODEL_ERROR', 'The language model wrote a figure of its own.', {
    field: 'options.llm',
    issue: 'a number in words',
    provided: null,
  })
}

const object = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})
const strings = (items: object = { type: 'string' }) => ({ type: 'array', items, maxItems: 50 })
const text = { type: 'string', maxLength: 4000 }

/**
 * Creates the language-model functions of the stages for one request. Each has its instructions and the schema of its
 * answer; all share one budget of tokens. Only the form of an answer is checked here; the stages check its content.
 */
export function stageModel(model: LanguageModel, budget: ModelBudget): { stages: StageModel; use: ModelUse } {
  const use: ModelUse = { model: model.name, calls: 0, failures: 0, inputTokens: 0, outputTokens: 0 }

  async function ask<T>(
    instructions: string,
    data: Readonly<Record<string, unknown>>,
    schema: object,
  ): Promise<T> {
    const left = budget.tokensPerRequest - use.inputTokens - use.outputTokens
    if (left <= 0) {
      throw new Refusal('MODEL_ERROR', 'The request has used up its budget of tokens.', {
        field: 'options.llm',
        issue: 'token budget used up',
        provided: null,
      })
    }
    use.calls += 1
    try {
      const reply = await model.ask({
        instructions,
        data,
        schema,
        timeoutMs: budget.stageTimeoutMs,
        maxOutputTokens: Math.min(MAX_OUTPUT_TOKENS, left),
      })
      use.inputTokens += reply.inputTokens
      use.outputTokens += reply.outputTokens
      return reply.value as T
    } catch (error) {
      use.failures += 1
      throw error
    }
  }

  const stages: StageModel = {
    extract: async ({ text: question, inputs, known }) => {
      const item = object({
        input: { type: 'string', enum: [...inputs] },
        literal: text,
        person: { type: 'integer', minimum: 0, maximum: 20 },
      })
      const { measures } = await ask<{ measures: { input: string; literal: string; person: number }[] }>(
        'List body measurements in the question that are not in `known`. `literal` must be copied from the question letter by letter, with its unit. Never convert, compute or guess. `person` counts people from 0.',
        { question, known },
        object({ measures: { type: 'array', items: item, maxItems: 30 } }),
      )
      return measures
    },
    rephrase: async ({ text: question }) => {
      const answer = await ask<{ question: string }>(
        'Say the question again in plain English with the usual names of body measures and indices. Add nothing. Leave numbers out.',
        { question },
        object({ question: text }),
      )
      return answer.question
    },
    chooseCards: async ({ text: question, cards }) => {
      const { ids } = await ask<{ ids: string[] }>(
        'Choose the metrics that answer the question, most fitting first, from `cards` only.',
        { question, cards },
        object({ ids: strings({ type: 'string', enum: cards.map(({ id }) => id) }) }),
      )
      return ids
    },
    plan: async ({ text: question, ids }) => {
      const { order } = await ask<{ order: string[] }>(
        'Put the metrics in the order in which the question should be answered; leave out what it does not ask for.',
        { question, ids },
        object({ order: strings({ type: 'string', enum: [...ids] }) }),
      )
      return order
    },
    writeProse: async ({ text: question, slots }) => {
      const { prose } = await ask<{ prose: string }>(
        'Answer in two to four plain sentences. Write {{slot}} wherever a number belongs, using only the slots given; write no digits and no number words yourself. Give no advice and no diagnosis.',
        { question, slots },
        object({ prose: text }),
      )
      return withoutFigures(prose)
    },
    relevance: async ({ text: question, ids }) => {
      const score = { type: 'number', minimum: 0, maximum: 1 }
      return ask<Record<string, number>>(
        'Score from 0 to 1 how well each metric answers the question.',
        { question, ids },
        object(Object.fromEntries(ids.map((id) => [id, score]))),
      )
    },
    explain: async ({ quantity, equations }) => {
      const { reason } = await ask<{ reason: string }>(
        'Say in one or two sentences why these equations for the same quantity differ. Write no digits.',
        { quantity, equations },
        object({ reason: text }),
      )
      // It becomes part of a sentence of ours, which ends with its own full stop.
      const words = withoutFigures(reason).trim()
      return words.endsWith('.') ? words.slice(0, -1) : words
    },
  }
  return { stages, use }
}
