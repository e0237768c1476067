import { parseArgs } from 'node:util'
import { type CommandContext, UserError } from '@assay/kit/cli'
import { Refusal } from '../domain/refusal.ts'
import { answerQuestion } from '../operations/answer-question.ts'
import { presentAnswer } from '../wire/query.present.ts'

export const askHelp = `"QUESTION" [--units metric|imperial] [--json]

Answers a question in plain words, without a server and without a language model:

  assay-query ask "I am a 30 year old man, 180 cm and 80 kg. What is my BMI?"

Exit code 3 when too little is known to answer; the answer then asks for the one most useful measurement.`

const ABSTAINED = 3
const uncounted = { stage: () => {}, model: () => {}, response: () => {} }

/** Runs `assay-query ask "…"`. */
export async function askCommand({ argv }: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: { units: { type: 'string' }, json: { type: 'boolean', default: false } },
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
    if (values.json)
      process.stdout.write(`${JSON.stringify(presentAnswer(result, (clock() - started) / 1000))}\n`)
    else process.stdout.write(`${result.verdict?.answer ?? ''}\n`)
    for (const warning of values.json ? [] : (result.verdict?.warnings ?? []))
      process.stdout.write(`! ${warning}\n`)
    return result.verdict?.abstained ? ABSTAINED : 0
  } catch (error) {
    if (error instanceof Refusal) throw new UserError(error.message)
    throw error
  }
}
