import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../refusal.ts'
import type { StageModel } from './llm-port.ts'
import { runPipeline } from './run-pipeline.ts'

const ask = (query: string, model: StageModel, options: Record<string, unknown> = {}) =>
  runPipeline({ query, options }, { today: '2026-06-15', clock: () => 0, model })
const plain = (query: string) => runPipeline({ query }, { today: '2026-06-15', clock: () => 0 })
const MAN = 'Man, 30 years old, 80 kg, 180 cm. BMI?'

describe('with a language model', () => {
  it('takes a measure that the rules did not see, if it is a literal of the question', async () => {
    const text = 'BMI: the scales read 80 kg and the doorframe mark sits at one-eighty, that is 180'
    const { structured } = await ask(text, {
      extract: async () => [{ input: 'heightCm', literal: '180', person: 0 }],
    })
    const without = await plain(text)
    expect(without.structured.people[0]?.values.heightCm).toBeUndefined()
    // The bare number was in doubt, and a model does not settle a doubt.
    expect(structured.people[0]?.values.heightCm).toBeUndefined()
    const hidden = await ask('BMI 80 kg; circa [180cm]?', {
      extract: async () => [{ input: 'heightCm', literal: '999', person: 0 }],
    })
    expect(hidden.structured.people[0]?.values.heightCm?.value).toBe(180)
  })

  it('fills the slots of its prose, and refuses prose with figures of its own', async () => {
    const good = await ask(MAN, { writeProse: async () => 'Your body mass index is {{bmi_0}}, fine.' })
    expect(good.verdict?.answer).toBe('Your body mass index is 24.7 kg/m², fine.')
    const bad = await ask(MAN, {
      writeProse: async () => 'Your body mass index is {{bmi_0}}, so eat 1200 kcal.',
    })
    expect(bad.verdict?.answer).toBe((await plain(MAN)).verdict?.answer)
    expect(bad.stages.find(({ stage }) => stage === 'solution_generation')).toMatchObject({
      outcome: 'fell_back',
      fallback: 'MODEL_ERROR',
    })
  })

  it('falls back when it fails, and says so; with llm: required the failure is the answer', async () => {
    const broken: StageModel = {
      relevance: async () => {
        throw new Refusal('API_ERROR', 'the model answered 500', {
          field: 'options.llm',
          issue: 'answered with status 500',
          provided: null,
        })
      },
    }
    const { stages, verdict } = await ask(MAN, broken)
    expect(verdict?.metrics[0]?.metric.id).toBe('bmi')
    expect(stages.find(({ stage }) => stage === 'response_scoring')).toMatchObject({
      outcome: 'fell_back',
      fallback: 'API_ERROR',
    })
    await expect(ask(MAN, broken, { llm: 'required' })).rejects.toMatchObject({ code: 'API_ERROR' })
    await expect(
      runPipeline({ query: MAN, options: { llm: 'required' } }, { today: '2026-06-15', clock: () => 0 }),
    ).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect((await ask(MAN, broken, { llm: 'off' })).stages.every(({ outcome }) => outcome === 'done')).toBe(
      true,
    )
  })

  it('cannot change any computed number, whatever it answers', async () => {
    const expected = (await plain(MAN)).verdict!.metrics.map(({ metric }) => [metric.id, metric.value])
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '{{bmi_0}} 999',
        '{{bmi_0}}',
        '{{{{bmi_0}}}}',
        'BMI 12',
        '٣',
        '{{x}}',
        'say {{bmi_0}} ²',
      ),
    )
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.array(fc.oneof(fc.string(), fc.constantFrom('bmi', 'bsa_mosteller', '__proto__'))),
        fc.array(
          fc.record({
            input: fc.constantFrom('heightCm', 'weightKg', 'waistCm', 'sex', 'nonsense'),
            literal: fc.oneof(fc.string(), fc.constantFrom('80', '8', '180 cm', '0 kg', '30')),
            person: fc.integer({ min: -2, max: 3 }),
          }),
        ),
        fc.dictionary(fc.string(), fc.double()),
        async (prose, ids, extracted, relevance) => {
          const { verdict } = await ask(
            MAN,
            {
              extract: async () => extracted,
              rephrase: async () => prose,
              chooseCards: async () => ids,
              plan: async () => ids,
              writeProse: async () => prose,
              relevance: async () => relevance,
              explain: async () => prose,
            },
            { min_confidence: 0 },
          )
          expect(verdict!.metrics.map(({ metric }) => [metric.id, metric.value])).toEqual(expected)
          const figures = verdict!.answer.match(/\p{N}+/gu) ?? []
          const allowed = (await plain(MAN)).verdict!.answer
          for (const figure of figures) expect(allowed).toContain(figure)
        },
      ),
      { numRuns: 200 },
    )
  })
})
