import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { barGrid, barNovelty, pickBoundaries } from './find-sections.ts'
import { labelSections } from './label-sections.ts'

describe('sections', () => {
  it('finds where bars change their sound', () => {
    const bar = (kind: number) => Float64Array.from({ length: 8 }, (_, i) => (i % 3 === kind ? 1.5 : -0.5))
    const bars = [...Array(8).fill(0), ...Array(12).fill(1), ...Array(8).fill(2)].map(bar)
    expect(pickBoundaries(barNovelty(bars))).toEqual([8, 20])
    expect(pickBoundaries(barNovelty(Array.from({ length: 20 }, () => bar(0))))).toEqual([])
  })

  it('the bar grid is sorted, starts near 0 and ends near the end', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 9, noNaN: true }),
        fc.double({ min: 1, max: 4, noNaN: true }),
        fc.integer({ min: 4, max: 30 }),
        (start, bar, count) => {
          const downbeats = Array.from({ length: count }, (_, i) => start + i * bar)
          const duration = downbeats.at(-1)! + 3 * bar
          const grid = barGrid(downbeats, duration)
          expect(grid[0]!).toBeLessThanOrEqual(1.2 * bar + 1e-9)
          expect(duration - grid.at(-1)!).toBeLessThanOrEqual(1.2 * bar + 1e-9)
          for (let i = 1; i < grid.length; i++) expect(grid[i]!).toBeGreaterThan(grid[i - 1]!)
        },
      ),
      { numRuns: 50 },
    )
  })

  it('names parts by their energy', () => {
    const section = (loudnessLufs: number, bassBelowDb: number, onsetRate: number, riseLu = 0) => ({
      startSeconds: 0,
      endSeconds: 1,
      loudnessLufs,
      bassBelowDb,
      onsetRate,
      riseLu,
    })
    const labels = labelSections([
      section(-24, -12, 4),
      section(-18, -9, 8, 4),
      section(-10, 0, 12),
      section(-22, -20, 3),
      section(-10, 0, 12),
      section(-25, -10, 4),
    ]).map((s) => s.label)
    expect(labels).toEqual(['intro', 'build', 'drop', 'break', 'drop', 'outro'])
    expect(labelSections([section(-10, 0, 5)]).map((s) => s.label)).toEqual(['main'])
  })
})
