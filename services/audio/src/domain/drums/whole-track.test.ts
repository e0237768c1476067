import { describe, expect, test } from 'vitest'
import { DRUM_COUNT } from './hit-classifier.ts'
import { createGrid } from './hit-context.ts'
import { drumsPlay, trackEvidence } from './whole-track.ts'

const BARS = 8
const STEPS = Array.from({ length: BARS * 16 }, (_, i) => i)
const grid = createGrid(STEPS, 4)

function oddsOf(kickAt: (step: number) => boolean): Float32Array {
  const odds = new Float32Array(STEPS.length * DRUM_COUNT).fill(-8)
  for (const step of STEPS) if (kickAt(step)) odds[step * DRUM_COUNT] = 4
  return odds
}

describe('evidence for drums in the whole track', () => {
  test('is high when the kick returns on the same steps', () => {
    const [repetition, , clear] = trackEvidence(
      grid,
      oddsOf((step) => step % 16 === 0 || step % 16 === 10),
    )
    expect(repetition).toBeGreaterThan(0.75)
    expect(clear).toBeCloseTo(0.5, 1)
  })

  test('is low when likely kicks do not return', () => {
    const [repetition] = trackEvidence(
      grid,
      oddsOf((step) => step % 16 === (Math.floor(step / 16) * 5) % 16),
    )
    expect(repetition).toBeLessThan(0.05)
  })

  test('decides by a weighted sum', () => {
    const odds = oddsOf((step) => step % 16 === 0)
    expect(drumsPlay(grid, odds, [4, 0, 0, 0, 0, 0, -1])).toBe(true)
    expect(drumsPlay(grid, odds, [4, 0, 0, 0, 0, 0, -5])).toBe(false)
  })
})
