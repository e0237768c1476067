import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { computeMetrics } from './compute-metrics.ts'
import { readInputs } from './inputs.ts'
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

  it('exists for every card', () => {
    const proven = new Set(fixture.golden.map((row) => row.id))
    expect(ALL_CARDS.map((card) => card.id).filter((id) => !proven.has(id))).toEqual([])
  })
})
