import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { INPUT_NAMES, inputSpec } from '../domain/metrics/inputs.ts'
import { Refusal } from '../domain/refusal.ts'
import { calculateMetrics, type MetricsResult } from '../operations/calculate-metrics.ts'
import { formattedMetricsJson, metricsJson } from './metrics.json-text.ts'
import { presentFormattedMetrics, presentMetrics } from './metrics.present.ts'

const calculate = calculateMetrics({ now: () => new Date('2026-06-15') })

/** Any parameter of the catalogue within its limits, or a key that means nothing. */
const parameters = fc
  .record(
    Object.fromEntries(
      INPUT_NAMES.map((name) => {
        const spec = inputSpec(name)
        const value =
          spec.kind === 'number'
            ? fc.double({ min: spec.min, max: spec.max, noNaN: true })
            : spec.kind === 'choice'
              ? fc.constantFrom(...spec.choices)
              : spec.kind === 'flag'
                ? fc.boolean()
                : fc.constantFrom('1990-02-28', '2024-02-29')
        return [spec.wire, value]
      }),
    ),
    { requiredKeys: [] },
  )
  .chain((known) =>
    fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 }).map((odd) => ({ ...odd, ...known })),
  )

const tried = (given: Record<string, unknown>): MetricsResult | undefined => {
  try {
    return calculate({ parameters: given, options: { '"odd"\n': 1 } })
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

describe('answers as text', () => {
  it('say what the presented objects say', () => {
    let compared = 0
    fc.assert(
      fc.property(parameters, fc.double({ min: 0, max: 10, noNaN: true }), (given, seconds) => {
        const result = tried(given)
        if (!result) return
        compared++
        expect(metricsJson(result, seconds)).toBe(JSON.stringify(presentMetrics(result, seconds)))
        expect(formattedMetricsJson(result, seconds)).toBe(
          JSON.stringify(presentFormattedMetrics(result, seconds)),
        )
      }),
      { numRuns: 300 },
    )
    expect(compared).toBeGreaterThan(30)
  })
})
