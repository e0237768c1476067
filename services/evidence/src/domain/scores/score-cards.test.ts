import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SCORE_CARDS } from './catalogue.ts'

describe('score cards', () => {
  it('have ids of their own, name their parts by id, and give a source', () => {
    const ids = SCORE_CARDS.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { id, contains, citation, columns } of SCORE_CARDS) {
      for (const part of contains ?? []) expect(ids, id).toContain(part)
      expect(citation.length, id).toBeGreaterThan(10)
      expect(columns.length, id).toBeGreaterThan(0)
    }
  })

  it('map every accepted raw value into [0, 1]', () => {
    for (const card of SCORE_CARDS) {
      const [low, high] = card.range.map((end) => Math.max(-1e12, Math.min(1e12, end))) as [number, number]
      fc.assert(
        fc.property(
          fc.double({ min: low, max: high, noNaN: true }),
          fc.constantFrom(1, 100, 1000, -1),
          (raw, scale) => {
            const value = card.transform.of(raw, { scale: card.scaleOfFile ? scale : 1, best: raw + 1 })
            expect(value >= 0 && value <= 1, `${card.id} ${raw}`).toBe(true)
          },
        ),
        { numRuns: 50 },
      )
    }
  })

  it('keep the order of a score, or turn it round where less is better', () => {
    for (const card of SCORE_CARDS.filter(({ type }) => type !== undefined)) {
      const [low, high] = card.range.map((end) => Math.max(-40, Math.min(1000, end))) as [number, number]
      const value = (raw: number) => card.transform.of(raw, { scale: 1000, best: high })
      for (let i = 0; i < 20; i += 1) {
        const [a, b] = [low + ((high - low) * i) / 20, low + ((high - low) * (i + 1)) / 20]
        if (card.direction === 'higher') expect(value(a), card.id).toBeLessThanOrEqual(value(b))
        if (card.direction === 'lower') expect(value(a), card.id).toBeGreaterThanOrEqual(value(b))
      }
    }
  })
})
