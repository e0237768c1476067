import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distinctItems, type EvidenceItem } from '../evidence/evidence-item.ts'
import { defaultFuzzyConfig } from '../fuzzy/fuzzy-config.ts'
import { untrainedModel } from './learned-model.ts'
import { assessObservation } from './observation.ts'
import { assessPairs, type Claimant, candidatesByObservation, pairPosterior } from './pairs.ts'
import { posterior } from './posterior.ts'

const now = { nowMs: 0 }
const item = (value: number, observation?: string, source = 'QTOF'): EvidenceItem => ({
  id: `${value} ${observation} ${source}`,
  type: 'spectral_match',
  value,
  uncertainty: 0.1,
  observedAtMs: 0,
  source,
  group: source,
  ...(observation === undefined ? {} : { observation }),
})
const pairs = (own: Claimant, others: Claimant[]) =>
  assessPairs(own, others, defaultFuzzyConfig, untrainedModel, now)

describe('assessPairs', () => {
  it('is the posterior of the molecule without observations', () => {
    const items = [item(0.9), item(0.4, undefined, 'lab')]
    const [only, ...more] = pairs({ key: 'A', items }, [])
    expect(more).toEqual([])
    expect(only.observation).toBeUndefined()
    expect(only.probability).toBe(
      posterior(distinctItems(items), defaultFuzzyConfig, untrainedModel, now).score,
    )
  })

  it('is not lowered by a poor pair, and poor pairs do not add up', () => {
    const good = pairs({ key: 'A', items: [item(0.9, '1')] }, [])[0].probability
    const poor = Array.from({ length: 50 }, (_, i) => item(0.2, `x${i}`))
    expect(pairs({ key: 'A', items: [item(0.9, '1'), ...poor] }, [])[0]).toMatchObject({
      observation: '1',
      probability: good,
    })
    const best = pairs({ key: 'A', items: poor }, [])[0].probability
    expect(best).toBe(pairs({ key: 'A', items: [poor[0]!] }, [])[0].probability)
  })

  it('lets items of the molecule as such bear on all its pairs', () => {
    const without = pairs({ key: 'A', items: [item(0.6, '1'), item(0.5, '2')] }, [])
    const supported = pairs(
      { key: 'A', items: [item(0.6, '1'), item(0.5, '2'), item(0.95, undefined, 'x')] },
      [],
    )
    for (const [i, pair] of supported.entries())
      expect(pair.probability).toBeGreaterThan(without[i]!.probability)
  })

  it('takes the items of all ids of the candidate if it is asked to, with or without observations', () => {
    const rival = { key: 'B', items: [item(0.7, '1')] }
    for (const observation of ['1', undefined]) {
      const own = { key: 'A', moleculeId: 'a', items: [item(0.8, observation)] }
      const twin = { key: 'A', moleculeId: 'z', items: [item(0.9, observation, 'other')] }
      const joined = { key: 'A', items: [...own.items, ...twin.items] }
      const whole = { ...now, wholeCandidate: true }
      const [pair] = assessPairs(own, [rival, twin], defaultFuzzyConfig, untrainedModel, whole)
      const [expected] = pairs(joined, [rival])
      expect(pair.otherIds).toEqual(['z'])
      expect([pair.probability, pair.bounds, pair.none]).toEqual([
        expected.probability,
        expected.bounds,
        expected.none,
      ])
      expect(pairs(own, [rival, twin])[0].items).toEqual(own.items)
    }
  })

  it('pools claimants with one key and never counts the own key as a rival', () => {
    const own = { key: 'A', items: [item(0.8, '1')] }
    const twin = { key: 'A', items: [item(0.9, '1', 'other')] }
    expect(pairs(own, [twin])[0]).toMatchObject({ rivals: undefined })
    const rival = (source: string) => ({ key: 'B', items: [item(0.7, '1', source)] })
    expect(pairs(own, [rival('a'), rival('b')])[0].rivals?.logOdds).toHaveLength(1)
  })

  it('counts all rivals of the observation and no others: candidates and none sum to 1', () => {
    const value = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 80 }), (values) => {
        const claimants = values.map((x, i) => ({
          key: `M${i}`,
          items: [item(x, '1'), item(0.3, `own ${i}`)],
        }))
        const all = claimants.map((own) => {
          const others = claimants.filter((other) => other !== own)
          return pairs(own, others).find(({ observation }) => observation === '1')!
        })
        for (const { none, rivals } of all) {
          expect(rivals?.logOdds.length ?? 0).toBe(values.length - 1)
          const sum = all.reduce((total, { probability }) => total + probability, none)
          expect(sum).toBeCloseTo(1, 10)
        }
        const candidates = [...candidatesByObservation(claimants).get('1')!].map(([key, items]) => ({
          key,
          items: distinctItems(items),
        }))
        const shares = assessObservation(candidates, defaultFuzzyConfig, untrainedModel, now)
        expect(shares.none).toBeCloseTo(all[0]!.none, 12)
        for (const [i, share] of shares.candidates.entries())
          expect(share.probability).toBeCloseTo(all[i]!.probability, 12)
      }),
      { numRuns: 30 },
    )
  })
})

describe('pairPosterior', () => {
  it('lists items of other pairs without effect', () => {
    const items = [item(0.9, '1'), item(0.1, '2'), item(0.7)]
    const result = pairPosterior(items, defaultFuzzyConfig, untrainedModel, { ...now, observation: '1' })
    expect(result.items.map((one) => one.item)).toEqual(items)
    expect(result.items[1]).toMatchObject({ share: 0, lambda: 0 })
    const alone = posterior([items[0]!, items[2]!], defaultFuzzyConfig, untrainedModel, now)
    expect(result.score).toBe(alone.score)
  })
})
