import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../refusal.ts'
import { numbersIn } from './answer.ts'
import { judgeAnswer, type Question } from './judge-question.ts'
import { type PipelineDeps, type PipelineRequest, runPipeline } from './run-pipeline.ts'
import { STAGES } from './stages.ts'

const ticking = (): (() => number) => {
  let now = 0
  return () => now++
}
const deps = (extra: Partial<PipelineDeps> = {}): PipelineDeps => ({
  today: '2026-06-15',
  clock: ticking(),
  ...extra,
})
const run = (
  query: string,
  request: Omit<PipelineRequest, 'query'> = {},
  extra: Partial<PipelineDeps> = {},
) => runPipeline({ query, ...request }, deps(extra))

const readQuestions = (file: string): Question[] =>
  readFileSync(new URL(`../../../fixtures/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Question)

const MAN = 'Man, 30 years old, 80 kg, 180 cm, waist 85 cm, neck 38 cm.'

describe('questions', () => {
  it.each(['questions-before.ndjson', 'questions-after.ndjson'])(
    '%s is answered right at 95 %% or better',
    async (file) => {
      const questions = readQuestions(file)
      expect(questions.length).toBeGreaterThanOrEqual(150)
      let right = 0
      for (const question of questions) {
        const { text, context, options } = question
        const result = await run(text, { ...(context && { context }), ...(options && { options }) })
        if (judgeAnswer(result, question).length === 0) right++
      }
      expect(right / questions.length).toBeGreaterThanOrEqual(0.95)
    },
  )
})

describe('runPipeline', () => {
  it('runs the eight stages in order and reports duration, outcome and change of each', async () => {
    const { stages, verdict } = await run(`${MAN} BMI?`)
    expect(stages.map(({ stage }) => stage)).toEqual(STAGES)
    for (const { durationMs, outcome, changed } of stages) {
      expect(durationMs).toBe(1)
      expect(outcome).toBe('done')
      expect(changed.length).toBeGreaterThan(0)
    }
    expect(verdict?.metrics[0]?.metric.value).toBeCloseTo(24.6914, 4)
    expect(verdict?.answer).toContain('24.7 kg/m²')
  })

  it.each(['constructor', 'hasOwnProperty foot', 'inches to BMI constructor 72,5', 'toString girl'])(
    'answers words that every object inherits: %s',
    async (query) => {
      const context = { sex: 'female', age_days: 683, weight_kg: 10.4, height_cm: 84.8 }
      expect((await run(query, { context })).verdict).toBeDefined()
    },
  )

  it('says in the answer in which unit a weight was taken, and gives the BMI to who asks for a class', async () => {
    expect((await run('wt 64.5, ht 171, bmi')).verdict?.answer).toContain('kg assumed')
    const { verdict } = await run('is he obese? man of 50, 176 cm, 101 kg, DXA fat 33%')
    expect(verdict?.metrics[0]?.metric.id).toBe('bmi')
    expect(verdict?.metrics.map(({ metric }) => metric.id)).toContain('body_fat_measured')
  })

  it.each(STAGES)('stops after %s', async (stage) => {
    const { stages } = await run(MAN, { options: { stop_after: stage } })
    expect(stages.at(-1)?.stage).toBe(stage)
  })

  it('is deterministic: the same question and seed give the same answer', async () => {
    const [a, b] = [await run(`${MAN} Body fat?`), await run(`${MAN} Body fat?`)]
    expect(a).toEqual(b)
    const other = await run(`${MAN} Body fat?`, { options: { seed: 2 } })
    expect(other.scored?.map(({ measurementSd }) => measurementSd)).not.toEqual(
      a.scored?.map(({ measurementSd }) => measurementSd),
    )
    expect(other.verdict?.metrics.map(({ metric }) => metric.value).sort()).toEqual(
      a.verdict?.metrics.map(({ metric }) => metric.value).sort(),
    )
  })

  it('abstains below the threshold and asks for the measurement that unlocks most', async () => {
    const { verdict, stages } = await run('BMR of a man of 80 kg, 180 cm by Mifflin')
    expect(verdict?.abstained).toBe(true)
    expect(verdict?.missing[0]).toMatchObject({ input: 'ageYears', wire: 'age_years', unlocks: 1 })
    expect(verdict?.answer).toContain('age')
    expect(stages.at(-1)?.outcome).toBe('abstained')
    const strict = await run(`about 80 kg, about 180 cm, BMI`, { options: { min_confidence: 0.99 } })
    expect(strict.verdict?.abstained).toBe(true)
  })

  it('compares equations, gives the consensus and says why one stands apart', async () => {
    const { comparisons } = await run('BSA of a man of 180 kg and 150 cm')
    const [bsa] = comparisons!
    expect(bsa!.quantity).toBe('body_surface_area')
    expect(bsa!.lowest).toBeLessThanOrEqual(bsa!.consensus[0])
    expect(bsa!.consensus[1]).toBeLessThanOrEqual(bsa!.highest)
    for (const outlier of bsa!.outliers) expect(outlier.reason).not.toBe('')
  })

  it('widens the interval where the question is vague', async () => {
    const sure = await run('BMI 80 kg 180 cm')
    const vague = await run('BMI 75-85 kg 180 cm')
    expect(vague.scored![0]!.measurementSd).toBeGreaterThan(3 * sure.scored![0]!.measurementSd)
  })

  it('finds a card by its words where no topic is named', async () => {
    const { knowledge, verdict } = await run('crural, please', {
      context: { tibia_length_cm: 38, thigh_length_cm: 45 },
    })
    expect(knowledge?.how).toBe('retrieved')
    expect(verdict?.metrics[0]?.metric.id).toBe('crural_index')
  })

  it('takes the question over the context, and names unknown keys', async () => {
    const result = await run('BMI with 75 kg', {
      context: { height_cm: 180, weight_kg: 80, shoe: 43 },
      options: { colour: 'red' },
    })
    expect(result.verdict?.metrics[0]?.metric.value).toBeCloseTo(75 / 1.8 ** 2, 10)
    expect(result.grounded?.unknownContext).toEqual(['shoe'])
    expect(result.unknownOptions).toEqual(['colour'])
  })

  it.each([
    [{ stop_after: 'nowhere' }, 'options.stop_after'],
    [{ llm: 'always' }, 'options.llm'],
    [{ min_confidence: 2 }, 'options.min_confidence'],
    [{ metrics: ['nonsense'] }, 'options.metrics'],
  ])('refuses the options %j by name', async (options, field) => {
    await expect(run(MAN, { options })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { field },
    })
  })

  it('refuses a survey in one question, and solves only the first few of many targets', async () => {
    await expect(run('80 kg 180 cm vs '.repeat(21))).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { field: 'query' },
    })
    const { verdict } = await run(`I want a BMI of 22, 180 cm, ${'BMI of 23, '.repeat(9)}`)
    expect(verdict?.solutions).toHaveLength(4)
    expect(verdict?.warnings).toContain('6 further targets were not solved')
  })

  it('gives an overview in the order of the catalogue where only measurements are given', async () => {
    const { knowledge, verdict } = await run('man, 30 years, 80 kg, 180 cm, waist 85 cm, hip 98 cm')
    expect(knowledge?.how).toBe('overview')
    expect(verdict?.metrics[0]?.metric.id).toBe('bmi')
    expect(verdict!.alternatives.length).toBeGreaterThan(0)
  })

  it('shows imperial units where asked', async () => {
    const { verdict } = await run('Devine ideal weight, man, 183 cm', { options: { units: 'imperial' } })
    expect(verdict?.answer).toContain(' lb')
  })

  it('has no figure in its prose that is not computed, given, or part of a citation, class or name', async () => {
    const words = fc.constantFrom(
      'BMI',
      'BSA',
      'body fat',
      'BMR',
      'WHtR',
      'ideal weight',
      'lean mass',
      'body water',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 140, max: 210 }),
        fc.integer({ min: 40, max: 180 }),
        fc.integer({ min: 19, max: 90 }),
        words,
        async (height, weight, age, word) => {
          const { verdict, comparisons } = await run(
            `${word}: woman, ${age} years, ${height} cm, ${weight} kg, waist 80 cm`,
          )
          if (!verdict || verdict.abstained) return
          const allowed = new Set(
            [
              ...verdict.metrics.flatMap(({ metric }) => [
                metric.value.toFixed(metric.card.decimals),
                metric.card.unit,
                metric.card.name,
                metric.card.citation.journal,
                String(metric.card.citation.year),
                ...metric.classes.flatMap((c) => [c.label, c.system]),
              ]),
              ...verdict.metrics.map(({ metric }) => metric.card.citation.authors),
              ...(comparisons ?? []).flatMap((c) =>
                [0, 1, 2, 3]
                  .flatMap((d) => [c.lowest.toFixed(d), c.highest.toFixed(d)])
                  .concat(String(c.ids.length)),
              ),
            ].flatMap(numbersIn),
          )
          for (const number of numbersIn(verdict.answer)) expect(allowed).toContain(number)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('never fails on any text: an answer, an abstention or a refusal with a code', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 200 }), async (text) => {
        try {
          const { verdict } = await run(text)
          expect(verdict!.answer.length).toBeGreaterThan(0)
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal)
          expect((error as Refusal).code).not.toBe('STAGE_EXECUTION_ERROR')
        }
      }),
      { numRuns: 300 },
    )
  })
})
