import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EvidenceItem } from '../evidence/evidence-item.ts'
import { defaultFuzzyConfig } from '../fuzzy/fuzzy-config.ts'
import { normalCdf, normalQuantile } from '../numerics/normal.ts'
import { logGamma, studentTCdf, studentTQuantile } from '../numerics/student-t.ts'
import { untrainedModel } from './learned-model.ts'
import { posterior } from './posterior.ts'

const TYPES = [
  'spectral_match',
  'sequence_similarity',
  'pathway_membership',
  'protein_interaction',
  'my_own_score',
]

function item(type: string, value: number, source = 'a', uncertainty = 0.05, id = ''): EvidenceItem {
  return { id, type, value, uncertainty, observedAtMs: 0, source, group: source }
}

const assessed = (items: readonly EvidenceItem[]) =>
  posterior(items, defaultFuzzyConfig, untrainedModel, { nowMs: 0 })
const width = (items: readonly EvidenceItem[]): number => {
  const { bounds } = assessed(items)
  return bounds[1] - bounds[0]
}

const type = fc.constantFrom(...TYPES)
const support = fc.double({ min: 0.55, max: 1, noNaN: true })
const noise = fc.double({ min: 0, max: 0.2, noNaN: true })

describe('bounds before labels', () => {
  it('are wide without evidence, and as wide with evidence that says nothing', () => {
    const none = width([])
    expect(none).toBeGreaterThan(0.6)
    expect(width([item('spectral_match', 0.9, 'a', 1)])).toBeCloseTo(none, 9)
    expect(width([item('spectral_match', 0.5, 'a', 0.01)])).toBeGreaterThan(0.95 * none)
  })

  it('include those with items that were set aside, which change nothing else', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(type, fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean())),
        (drawn) => {
          const items = drawn.map(([name, value], i) => item(name, value, `s${i % 3}`, 0.05, `${i}`))
          const flagged = items.map((one, i) => (drawn[i]![2] ? { ...one, setAside: true as const } : one))
          const used = assessed(items.filter((_, i) => !drawn[i]![2]))
          const before = assessed(items)
          const after = assessed(flagged)
          expect(after).toMatchObject({ logOdds: used.logOdds, score: used.score, items: used.items })
          expect(after.bounds[0]).toBeCloseTo(Math.min(used.bounds[0], before.bounds[0]), 9)
          expect(after.bounds[1]).toBeCloseTo(Math.max(used.bounds[1], before.bounds[1]), 9)
        },
      ),
    )
  })

  it('never narrow when sources of a type move apart around the same sum', () => {
    const half = fc.double({ min: 0, max: 0.4, noNaN: true })
    fc.assert(
      fc.property(type, half, half, (name, a, b) => {
        const apart = (by: number): EvidenceItem[] => [
          item(name, 0.5 + by, 'a', 0),
          item(name, 0.5 - by, 'b', 0),
        ]
        expect(width(apart(Math.max(a, b)))).toBeGreaterThanOrEqual(width(apart(Math.min(a, b))) - 1e-9)
      }),
    )
  })

  it('rise from below with a second agreeing source, more than with any number of scans of one', () => {
    fc.assert(
      fc.property(type, support, noise, fc.integer({ min: 2, max: 12 }), (name, value, s, scans) => {
        const one = assessed([item(name, value, 'a', s)]).bounds[0]
        const two = assessed([item(name, value, 'a', s), item(name, value, 'b', s)]).bounds[0]
        const many = assessed(Array.from({ length: scans }, (_, i) => item(name, value, 'a', s, `${i}`)))
          .bounds[0]
        expect(two).toBeGreaterThan(one)
        expect(two).toBeGreaterThan(many)
      }),
    )
  })

  it('are not widened by agreeing evidence of another type', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(support, noise), { minLength: 2, maxLength: TYPES.length }), (list) => {
        const items = list.map(([value, s], i) => item(TYPES[i]!, value, 'a', s))
        expect(width(items)).toBeLessThanOrEqual(width(items.slice(0, -1)) + 1e-9)
      }),
    )
  })

  it('hold the score, whatever the evidence', () => {
    const any = fc.tuple(
      type,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
    )
    fc.assert(
      fc.property(fc.array(any, { maxLength: 8 }), (list) => {
        const { score, bounds } = assessed(list.map(([name, v, s], i) => item(name, v, `${i % 3}`, s)))
        expect(bounds[0]).toBeLessThanOrEqual(score)
        expect(bounds[1]).toBeGreaterThanOrEqual(score)
      }),
    )
  })

  it('do not widen when a value becomes more exact', () => {
    fc.assert(
      fc.property(type, fc.double({ min: 0.7, max: 0.9, noNaN: true }), noise, noise, (name, value, a, b) => {
        const exact = width([item(name, value, 'a', Math.min(a, b))])
        expect(exact).toBeLessThanOrEqual(width([item(name, value, 'a', Math.max(a, b))]) + 1e-9)
      }),
    )
  })
})

describe('distributions', () => {
  it('match published tables', () => {
    // Two-sided 90 % points of Student's t (Fisher & Yates) and normal quantiles.
    expect(studentTQuantile(0.95, 1)).toBeCloseTo(6.3138, 4)
    expect(studentTQuantile(0.95, 2)).toBeCloseTo(2.92, 4)
    expect(studentTQuantile(0.95, 10)).toBeCloseTo(1.8125, 4)
    expect(studentTQuantile(0.975, 30)).toBeCloseTo(2.0423, 4)
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 14)
    expect(normalCdf(1)).toBeCloseTo(0.8413447460685429, 15)
    expect(normalCdf(-10)).toBeCloseTo(7.61985302416052e-24, 36)
    expect(logGamma(10)).toBeCloseTo(Math.log(362880), 11)
  })

  it('quantiles invert distribution functions', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.001, max: 0.999, noNaN: true }),
        fc.double({ min: 0.6, max: 200, noNaN: true }),
        (p, df) => {
          expect(studentTCdf(studentTQuantile(p, df), df)).toBeCloseTo(p, 9)
          expect(normalCdf(normalQuantile(p))).toBeCloseTo(p, 13)
        },
      ),
    )
  })
})
