import { describe, expect, it } from 'vitest'
import type { EvidenceItem } from '../evidence/evidence-item.ts'
import { defaultFuzzyConfig } from '../fuzzy/fuzzy-config.ts'
import { describeObservation, type PooledCandidate } from '../inference/candidates.ts'
import { untrainedModel } from '../inference/learned-model.ts'
import { explainCandidate } from './explain.ts'

const item = (id: string, type: string, value: number, source: string): EvidenceItem => ({
  id,
  type,
  value,
  uncertainty: 0.1,
  observedAtMs: 0,
  source,
  group: source,
})

const candidate = (key: string, items: readonly EvidenceItem[]): PooledCandidate => ({
  key,
  moleculeIds: [key],
  name: null,
  items,
})

const pool = [
  candidate('A', [
    item('1', 'spectral_match', 0.93, 'Orbitrap'),
    item('2', 'spectral_match', 0.88, 'Orbitrap'),
    item('3', 'spectral_match', 0.2, 'QTOF'),
    item('4', 'pathway_membership', 0.8, 'KEGG'),
  ]),
  candidate('B', [item('5', 'spectral_match', 0.7, 'Orbitrap')]),
  candidate('C', [item('6', 'odd_type', 0.6, 'Lab')]),
]
const fitted = {
  ...untrainedModel,
  version: 3,
  priorLogOdds: -0.7,
  noneLogOdds: 0.3,
  noneByLogCount: 0.2,
  widthFactor: 1.3,
}
const options = { nowMs: 1e9, threshold: 0.9, types: undefined, standards: new Set<string>() }

describe.each([
  ['the untrained model', untrainedModel],
  ['a model with a prior and a width', fitted],
])('explains a candidate with %s', (_, model) => {
  const shown = describeObservation(pool, defaultFuzzyConfig, model, { nowMs: options.nowMs, most: 9 })
  const all = pool.map((_c, at) => explainCandidate(pool, at, defaultFuzzyConfig, model, options))

  it('adds up: prior, items and rivals are the log-odds of the probability that is shown', () => {
    for (const one of all) {
      const items = one.items.reduce((sum, { share }) => sum + share, 0)
      expect(one.priorLogOdds + items + one.rivalLogOdds).toBeCloseTo(one.logOdds, 10)
      expect(1 / (1 + Math.exp(-one.logOdds))).toBeCloseTo(one.probability, 10)
      const other = shown.candidates.find(({ key }) => key === one.candidate.key)!
      expect([one.probability, ...one.bounds]).toEqual([other.probability, ...other.bounds])
      expect(one.none).toBe(shown.none)
    }
    expect(all.reduce((sum, { probability }) => sum + probability, all[0]!.none)).toBeCloseTo(1, 12)
  })

  it('splits the variance of both sides into its causes', () => {
    for (const { spread } of all) {
      const common = spread.measurement + spread.sources + spread.rivals + spread.model
      for (const side of ['below', 'above'] as const) {
        const parts = [spread.presets, spread.understated, spread.setAside].map((part) => part[side])
        expect(parts.reduce((sum, part) => sum + part, common)).toBeCloseTo(spread[side] ** 2, 10)
      }
      for (const part of [spread.measurement, spread.sources, spread.rivals, spread.model])
        expect(part).toBeGreaterThanOrEqual(0)
    }
  })

  it('ranks the candidates, names the rivals and what would turn the verdict', () => {
    expect(all.map(({ rank }) => rank).toSorted()).toEqual([1, 2, 3])
    expect(all[0]!.rivals.map(({ key }) => key).toSorted()).toEqual(['B', 'C'])
    const { flip, logOdds } = all[0]!
    expect(flip.logOddsToFlip).toBeCloseTo(Math.log(9) - logOdds, 10)
  })
})

it('keeps the conflict with items that were set aside in the bounds, and lists only those in use', () => {
  const [first, ...others] = pool
  const torn = first!.items.map((one, i) => (i === 0 ? { ...one, value: 0.02, id: 'torn' } : one))
  const aside = torn.slice(0, 1).map((one) => ({ ...one, setAside: true as const }))
  const explained = (items: typeof torn) =>
    explainCandidate([{ ...first!, items }, ...others], 0, defaultFuzzyConfig, untrainedModel, options)
  const after = explained([...first!.items, ...aside])
  const used = explained([...first!.items])
  const before = explained([...first!.items, ...torn.slice(0, 1)])
  expect([after.probability, after.items]).toEqual([used.probability, used.items])
  expect(after.bounds[0]).toBeCloseTo(Math.min(used.bounds[0], before.bounds[0]), 9)
  expect(after.spread.setAside.below).toBeGreaterThan(0)
})

it('recommends what narrows the bounds only when it is asked to', () => {
  const asked = explainCandidate(pool, 0, defaultFuzzyConfig, untrainedModel, {
    ...options,
    types: ['retention_index'],
  })
  expect(asked.recommendations.map(({ evidenceType }) => evidenceType)).toContain('retention_index')
  expect(explainCandidate(pool, 0, defaultFuzzyConfig, untrainedModel, options).recommendations).toEqual([])
})
