import { describe, expect, it } from 'vitest'
import { probabilityOf, type Stated } from './probability.ts'

const ALL: readonly Stated[] = ['beat', 'downbeat', 'key']

describe('probabilities', () => {
  it('never fall when the clarity rises, and stay within 0 and 1', () => {
    for (const stated of ALL) {
      const steps = Array.from({ length: 101 }, (_, i) => probabilityOf(stated, i / 100))
      expect(steps).toEqual(steps.toSorted((a, b) => a - b))
      expect(steps[0]).toBeGreaterThanOrEqual(0)
      expect(steps.at(-1)).toBeLessThan(1)
    }
  })
  it('are 0 for beats without any rhythm', () => {
    expect(probabilityOf('beat', 0)).toBe(0)
  })
})
