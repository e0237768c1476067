import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { normalCdf } from '../growth/normal.ts'
import { computeMetrics } from './compute-metrics.ts'
import { readInputs } from './read-inputs.ts'
import { ALL_CARDS } from './registry.ts'

type Golden = {
  id: string
  person: string
  with?: Record<string, unknown>
  working: string
  value: number
  decimals: number
  source: string
}
const fixture = JSON.parse(
  readFileSync(new URL('../../../fixtures/metrics.json', import.meta.url), 'utf8'),
) as { people: Record<string, Record<string, unknown>>; golden: Golden[] }

describe('golden values', () => {
  it.each(fixture.golden)('$id for $person: $working', ({ id, person, value, decimals, ...row }) => {
    const reading = readInputs({ ...fixture.people[person], ...row.with })
    expect(reading.unknown).toEqual([])
    const report = computeMetrics(reading.inputs, { only: new Set([id]) })
    expect(report.notComputed).toEqual([])
    expect(report.computed[0]?.value.toFixed(decimals)).toBe(value.toFixed(decimals))
  })

  it('are the results of their workings: no value was written to fit', () => {
    const names = ['sqrt', 'log', 'log10', 'exp', 'pi', 'erf']
    const erf = (x: number): number => 2 * normalCdf(x * Math.SQRT2) - 1
    const arithmetic = [Math.sqrt, Math.log, Math.log10, Math.exp, Math.PI, erf]
    for (const { id, working, value, decimals } of fixture.golden) {
      const result = new Function(...names, `return ${working}`)(...arithmetic) as number
      expect([id, result.toFixed(decimals)]).toEqual([id, value.toFixed(decimals)])
    }
  })

  it('exists for every card', () => {
    const proven = new Set(fixture.golden.map((row) => row.id))
    expect(ALL_CARDS.map((card) => card.id).filter((id) => !proven.has(id))).toEqual([])
  })
})
