import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyDelta, deltaOf, touchedPairs, typeMeans, untaughtNetwork } from './learned-network.ts'

const means = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.double({ min: 0, max: 1, noNaN: true }), {
  noNullPrototype: true,
})

/** Sums differ in the last bits with their order. */
const rounded = (value: unknown) =>
  JSON.parse(JSON.stringify(value), (_, x) => (typeof x === 'number' ? Math.round(x * 1e9) / 1e9 + 0 : x))

/** Patterns that nobody shows any more stay as zeros. */
const spoken = (value: { patterns: object; pairs: object }) => ({
  pairs: Object.fromEntries(
    Object.entries(rounded(value.pairs)).filter(([, c]) => Object.values(c as object).some((x) => x !== 0)),
  ),
  patterns: Object.fromEntries(
    Object.entries(rounded(value.patterns)).filter(([, p]) => (p as { n: number }).n !== 0),
  ),
})

describe('applyDelta', () => {
  it('forgets what a molecule said before', () => {
    fc.assert(
      fc.property(means, means, (before, after) => {
        const once = applyDelta(untaughtNetwork, { before: null, after })
        const first = applyDelta(untaughtNetwork, { before: null, after: before })
        expect(spoken(applyDelta(first, { before, after }))).toEqual(spoken(once))
      }),
    )
  })

  it('does not depend on the order of molecules', () => {
    fc.assert(
      fc.property(means, means, (x, y) => {
        const add = (network: typeof untaughtNetwork, after: typeof x) =>
          applyDelta(network, { before: null, after })
        expect(spoken(add(add(untaughtNetwork, x), y))).toEqual(spoken(add(add(untaughtNetwork, y), x)))
      }),
    )
  })
})

describe('deltaOf', () => {
  it('has nothing to say twice', () => {
    fc.assert(
      fc.property(means, (present) => {
        expect(deltaOf(present, present)).toBeNull()
      }),
    )
    expect(deltaOf(null, {})).toBeNull()
    expect(deltaOf(null, { a: 1 })).toEqual({ before: null, after: { a: 1 } })
  })
  it('touches every pair of its types', () => {
    expect(touchedPairs({ before: null, after: { a: 1, b: 0, c: 1 } })).toBe(3)
    expect(touchedPairs({ before: { a: 1, b: 1 }, after: { a: 1, c: 1 } })).toBe(2)
  })
})

describe('typeMeans', () => {
  it('takes the mean of each type', () => {
    const items = [
      { type: 'b', value: 1 },
      { type: 'a', value: 0.5 },
      { type: 'b', value: 0 },
    ]
    expect(Object.entries(typeMeans(items))).toEqual([
      ['a', 0.5],
      ['b', 0.5],
    ])
  })
})
