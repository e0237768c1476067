import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WeighedItem } from '../inference/posterior.ts'
import { sigmoid } from '../numerics/logistic.ts'
import type { PairStatistics } from './pair-statistics.ts'
import { learnedRelationship, pairKey } from './pair-statistics.ts'
import { MOST_PER_ITEM, relationships } from './relationships.ts'

function weighed(type: string, source: string, lambda: number, id: number): WeighedItem {
  return {
    item: { id: `i${id}`, type, value: 0.5, uncertainty: 0.1, observedAtMs: 0, source, group: source },
    temporalWeight: 1,
    lambda,
    undecayedLambda: lambda,
    share: lambda,
  }
}

const pairs: PairStatistics = {
  [pairKey('a', 'b')]: { bothHigh: 95, firstOnly: 3, secondOnly: 60, bothLow: 4 },
}

const anyItems = fc
  .array(
    fc.tuple(
      fc.constantFrom('a', 'b', 'c'),
      fc.constantFrom('x', 'y'),
      fc.double({ min: -4, max: 4, noNaN: true }),
    ),
    { maxLength: 40 },
  )
  .map((list) => list.map(([type, source, lambda], i) => weighed(type, source, lambda, i)))

/** Every pair written out, as the definition says. */
function allPairs(items: readonly WeighedItem[]): number[] {
  const out: number[] = []
  items.forEach((x, i) => {
    for (const y of items.slice(i + 1)) {
      if (Math.abs(x.lambda) <= 1e-9 || Math.abs(y.lambda) <= 1e-9) continue
      const a = sigmoid(x.lambda)
      const b = sigmoid(y.lambda)
      if (x.lambda * y.lambda < 0) out.push(a * (1 - b) + b * (1 - a))
      else if (x.item.type !== y.item.type) {
        out.push(learnedRelationship(pairs, x.item.type, y.item.type)?.strength ?? a * b + (1 - a) * (1 - b))
      } else if (x.item.source !== y.item.source) out.push(a * b + (1 - a) * (1 - b))
    }
  })
  return out.sort((p, q) => q - p)
}

describe('relationships', () => {
  it('keeps at most one per pair and eight per item, strongest first', () => {
    fc.assert(
      fc.property(anyItems, (items) => {
        const found = relationships(items, pairs)
        const degree = new Array<number>(items.length).fill(0)
        const seen = new Set<string>()
        for (const { source, target } of found) {
          degree[source] = degree[source]! + 1
          degree[target] = degree[target]! + 1
          seen.add([source, target].sort((p, q) => p - q).join())
        }
        expect(seen.size).toBe(found.length)
        expect(Math.max(0, ...degree)).toBeLessThanOrEqual(MOST_PER_ITEM)
        for (let i = 1; i < found.length; i += 1) {
          expect(found[i]!.strength).toBeLessThanOrEqual(found[i - 1]!.strength)
        }
      }),
    )
  })

  it('is every pair of the definition while nobody has more than eight', () => {
    fc.assert(
      fc.property(
        anyItems.map((list) => list.slice(0, 9)),
        (items) => {
          const strengths = relationships(items, pairs).map((r) => r.strength)
          const wanted = allPairs(items)
          expect(strengths.length).toBe(wanted.length)
          strengths.forEach((s, i) => {
            expect(s).toBeCloseTo(wanted[i]!, 12)
          })
        },
      ),
    )
  })

  it('names a learned implication in its direction and contradiction before all else', () => {
    const found = relationships(
      [weighed('a', 'x', 2, 0), weighed('b', 'x', 1, 1), weighed('c', 'x', -1, 2)],
      pairs,
    )
    expect(found.find((r) => r.source === 0 && r.target === 1)?.kind).toBe('implies')
    expect(found.filter((r) => r.kind === 'contradicts')).toHaveLength(2)
  })
})
