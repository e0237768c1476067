import { parseArgs } from 'node:util'
import { type CommandContext, UserError } from '@assay/kit/cli'
import { jsonLine, printResult, type Sheet } from '@assay/kit/sheet'
import type { Static } from 'typebox'
import { Refusal } from '../domain/refusal.ts'
import { answerQuestion } from '../operations/answer-question.ts'
import { presentAnswer } from '../wire/query.present.ts'
import type { QueryAnswer } from '../wire/query.schema.ts'

export const askHelp = `"QUESTION" [--units metric|imperial]

Answers a question in plain words, without a server and without a language model:

  assay-query ask "I am a 30 year old man, 180 cm and 80 kg. What is my BMI?"

Exit code 3 when too little is known to answer; the answer then asks for the one most useful measurement.`

interface Asked {
  readonly question: string
  readonly answered: Static<typeof QueryAnswer>
}

const first = ({ answered }: Asked) => answered.data.metrics[0]

/** How `assay-query ask` prints its answer. */
export const answerSheet: Sheet<Asked> = {
  row: 'one question',
  columns: {
    question: ['the question as it was asked', ({ question }) => question],
    answer: ['the answer in words', ({ answered }) => answered.data.answer],
    abstained: ['true when too little is known to answer', ({ answered }) => answered.data.abstained],
    confidence: ['confidence in the answer, 0 to 1', ({ answered }) => answered.data.confidence],
    scope: ['how the question was understood, such as out_of_scope', ({ answered }) => answered.data.scope],
    metric: ['id of the first metric of the answer', (asked) => first(asked)?.metric],
    value: ['value of that metric, not rounded', (asked) => first(asked)?.value],
    unit: ['unit of that value', (asked) => first(asked)?.unit],
    missing_inputs: [
      'measurements that would help, separated by "; "',
      ({ answered }) => answered.data.missing_inputs.map(({ parameter }) => parameter).join('; '),
    ],
    warnings: [
      'what the reader must know, separated by "; "',
      ({ answered }) => answered.data.warnings.join('; '),
    ],
  },
  rows: (asked) => [asked],
  json: ({ answered }) => jsonLine(answered),
  text: ({ answered: { data } }) =>
    [data.answer, ...data.warnings.map((warning) => `! ${warning}`), ''].join('\n'),
}

const ABSTAINED = 3
const uncounted = { stage: () => {}, model: () => {}, response: () => {} }

/** Runs `assay-query ask "…"`. */
export async function askCommand({ argv, format }: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: { units: { type: 'string' } },
  })
  const query = positionals.join(' ')
  if (query.trim() === '') throw new UserError('Ask something: assay-query ask "BMI of 180 cm and 80 kg?"')
  const clock = () => performance.now()
  const answer = answerQuestion({
    now: () => new Date(),
    clock,
    budget: { stageTimeoutMs: 0, tokensPerRequest: 0 },
    observer: uncounted,
  })
  const started = clock()
  try {
    const result = await answer({ query, options: values.units === undefined ? {} : { units: values.units } })
    const answered = presentAnswer(result, (clock() - started) / 1000)
    printResult(answerSheet, format, { question: query, answered })
    return result.verdict?.abstained ? ABSTAINED : 0
  } catch (error) {
    if (error instanceof Refusal) throw new UserError(error.message)
    throw error
  }
}
