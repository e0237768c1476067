import { describe, expect, it } from 'vitest'
import { processQuery } from '../language/query-processor.ts'
import { runPipeline } from '../pipeline/run-pipeline.ts'
import { childLossAdvice } from './child-loss.ts'

const TODAY = '2026-01-01'
const adviceOn = (query: string) => childLossAdvice(processQuery(query, { today: TODAY }))
const verdictOn = async (query: string) =>
  (await runPipeline({ query }, { today: TODAY, clock: () => 0 })).verdict

describe('weight loss of children', () => {
  it('points to a paediatrician or a dietitian', () => {
    expect(adviceOn('kcal for my 6 year old to lose 5 kg, 28 kg, 118 cm, boy')).toMatch(/paediatrician/)
    expect(adviceOn('my 13 year old girl, 70 kg, 160 cm, wants a weight loss plan')).toMatch(/dietitian/)
  })
  it('is silent for adults and for children without such a wish', () => {
    expect(adviceOn('kcal to lose 5 kg, woman of 30, 70 kg, 165 cm')).toBeUndefined()
    expect(adviceOn('BMI percentile of a boy of 6 years, 20 kg, 116 cm')).toBeUndefined()
  })
  it('gives no goal weight', async () => {
    const verdict = await verdictOn('my 9 year old daughter, 45 kg, 138 cm, must lose 5 kg: how many kcal?')
    expect(verdict?.solutions).toEqual([])
    expect(verdict?.warnings.join()).toMatch(/paediatrician/)
  })
})

// The reader may refuse such a pair before the pipeline asks about it; both are questions about the values.
describe('a weight and a height that do not go together', () => {
  it.each(['BMI: 17 kg, 181 cm', 'BMI: 36 kg, 175 cm', 'BMI: 380 kg, 180 cm'])(
    'gets a question and no figure: %s',
    async (query) => {
      const verdict = await verdictOn(query)
      expect(verdict?.abstained).toBe(true)
      expect(verdict?.metrics).toEqual([])
      expect(verdict?.answer).toMatch(/units right\?|is not a possible/)
    },
  )
  it('leaves unusual bodies and children alone', async () => {
    expect((await verdictOn('BMI of a man of 40 years, 250 kg and 180 cm'))?.metrics.length).toBeGreaterThan(
      0,
    )
    expect(
      (await verdictOn('weight for age of a girl of 2 months, 4.1 kg, 56 cm'))?.metrics.length,
    ).toBeGreaterThan(0)
  })
})
