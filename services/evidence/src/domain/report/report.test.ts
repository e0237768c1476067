import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EvidenceItem } from '../evidence/evidence-item.ts'
import { defaultFuzzyConfig } from '../fuzzy/fuzzy-config.ts'
import { untrainedModel } from '../inference/learned-model.ts'
import { buildReport, type ReportClaim, type ReportInput } from './build-report.ts'
import type { ReportRecord } from './report.ts'
import { reportHtml } from './report-html.ts'

const unit = fc.double({ min: 0, max: 1, noNaN: true })

function claim(moleculeId: string, values: readonly number[], name: string | null = null): ReportClaim {
  const items = values.map((value, i) => ({
    item: {
      id: `${moleculeId}-${i}`,
      type: ['spectral_match', 'mass_accuracy', 'insilico_match'][i % 3]!,
      value,
      uncertainty: 0.05,
      observedAtMs: 0,
      source: 'GNPS',
      group: 'GNPS',
      observation: 'run 1\u00007',
    } satisfies EvidenceItem,
    referenceStandard: false,
  }))
  return { moleculeId, key: moleculeId, name, items }
}

const reportOf = (claims: readonly ReportClaim[], more: Partial<ReportInput> = {}) =>
  buildReport({
    scope: { runId: 'run 1', moleculeIds: null },
    threshold: 0.5,
    claims,
    observations: ['run 1\u00007'],
    bareMolecules: [],
    observationsTotal: 1,
    config: defaultFuzzyConfig,
    model: untrainedModel,
    algorithmVersion: '9.9.9',
    nowMs: 0,
    ...more,
  })

const recordOf = (claims: readonly ReportClaim[]): ReportRecord => ({
  hash: 'abc',
  moment: new Date(0),
  packageVersion: '1.2.3',
  report: reportOf(claims),
})

describe('report', () => {
  it('sums to 1 per observation, and base plus contributions is the probability', () => {
    const candidates = fc.array(fc.array(unit, { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 14,
    })
    fc.assert(
      fc.property(candidates, (lists) => {
        const { observations } = reportOf(lists.map((values, i) => claim(`M${i}`, values)))
        const [observation] = observations
        const sum = observation!.candidates.reduce((total, { probability }) => total + probability, 0)
        expect(sum + observation!.others + observation!.none).toBeCloseTo(1, 12)
        for (const candidate of observation!.candidates) {
          const parts = candidate.contributions.reduce((total, { contribution }) => total + contribution, 0)
          expect(candidate.base + parts).toBeCloseTo(candidate.probability, 9)
          expect(candidate.verdict === 'accepted').toBe(candidate.probability >= 0.5)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('pools molecules with one candidate key', () => {
    const pair = [claim('A', [0.9]), claim('B', [0.8])].map((one) => ({ ...one, key: 'SAME' }))
    const [observation] = reportOf(pair).observations
    expect(observation!.candidates).toHaveLength(1)
    expect(observation!.candidates[0]!.moleculeIds).toEqual(['A', 'B'])
  })

  it('lists a candidate without observations once, with the items of its other ids', () => {
    const bare = (id: string, value: number, key: string): ReportClaim => {
      const items = claim(id, [value]).items.map(({ item: { observation: _, ...item }, ...rest }) => ({
        ...rest,
        item,
      }))
      return { moleculeId: id, key, name: null, items }
    }
    const claims = [bare('A', 0.9, 'SAME'), bare('B', 0.8, 'SAME'), bare('D', 0.7, 'D')]
    const { observations } = reportOf(claims, {
      observations: [],
      bareMolecules: ['A', 'B', 'D'],
      otherIds: [bare('C', 0.6, 'SAME')],
    })
    const listed = observations.map(({ candidates }) => candidates)
    expect(listed.map(([one]) => one!.moleculeIds)).toEqual([['A', 'B', 'C'], ['D']])
    expect(listed.map(([one]) => one!.contributions.length)).toEqual([3, 1])
  })

  it('writes a page without script or external resource, with names as text', () => {
    const page = reportHtml(recordOf([claim('A', [0.9], '<script>alert(1)</script>')]))
    expect(page).not.toMatch(/<script|https?:|<link|<img|url\(/)
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page).toContain('None of these')
    expect(page).toContain('abc')
  })
})
