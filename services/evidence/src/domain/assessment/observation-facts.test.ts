import { expect, test } from 'vitest'
import type { EvidenceItem } from '../evidence/evidence-item.ts'
import { defaultFuzzyConfig } from '../fuzzy/fuzzy-config.ts'
import { summariseObservation } from '../inference/candidates.ts'
import { untrainedModel } from '../inference/learned-model.ts'
import { observationFacts } from './observation-facts.ts'

const item = (id: string, value: number, also: Partial<EvidenceItem> = {}): EvidenceItem => ({
  id,
  type: 'spectral_match',
  value,
  uncertainty: 0.05,
  observedAtMs: 0,
  source: 'GNPS',
  group: 'GNPS',
  observation: 'o',
  ...also,
})

const candidate = (key: string, ...items: EvidenceItem[]) => ({
  key,
  moleculeIds: [key] as [string],
  name: null,
  items,
})

function factsOf(candidates: ReturnType<typeof candidate>[], standards: readonly string[] = []) {
  const options = { nowMs: 0 }
  const { summary } = summariseObservation(candidates, defaultFuzzyConfig, untrainedModel, options)
  const facts = observationFacts(candidates, summary!.shares, untrainedModel, {
    ...options,
    standards: new Set(standards),
  })
  return { facts, summary: summary! }
}

test('listed shares, the others and none sum to 1, the best first', () => {
  const many = Array.from({ length: 9 }, (_, i) => candidate(`K${i}`, item(`e${i}`, 0.2 + i * 0.08)))
  const { facts, summary } = factsOf(many)
  expect(facts.shares).toHaveLength(4)
  expect(facts.shares[0]).toMatchObject({ key: 'K8', probability: summary.best.probability })
  const listed = facts.shares.reduce((sum, { probability }) => sum + probability, 0)
  expect(listed + facts.others + summary.none).toBeCloseTo(1, 12)
})

test('level, sources and conflict are those of the best candidate', () => {
  const retention = { type: 'retention_time', group: 'column', source: 'column' }
  const best = candidate('A', item('a', 0.95), item('b', 0.95, retention))
  const rival = candidate('B', item('c', 0.1))
  expect(factsOf([best, rival]).facts).toMatchObject({ schymanski: '2a', sources: 2, conflict: 0 })
  expect(factsOf([best, rival], ['a', 'b']).facts).toMatchObject({ schymanski: '1', msi: '1' })
  const torn = candidate('A', item('a', 0.95), item('b', 0.05, { group: 'other', source: 'other' }))
  expect(factsOf([torn]).facts.conflict).toBeGreaterThan(0.5)
})

test('two candidates with equal library spectra make the level tentative', () => {
  const twins = [candidate('A', item('a', 0.9)), candidate('B', item('b', 0.9))]
  expect(factsOf(twins).facts.schymanski).toBe('3')
})

test('nothing is calibrated before a fit', () => {
  expect(factsOf([candidate('A', item('a', 0.9))]).facts.calibrated).toBe(false)
})
