import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SpanFeatures } from './emotion/span-features.ts'
import { energyLevel } from './energy-level.ts'

const middling: SpanFeatures = {
  fullnessLu: -16.6,
  loudnessLufs: -16,
  tempoBpm: 126,
  onsetRate: 4.1,
  percussiveness: 3.5,
  brightnessOctaves: -2.1,
  bassDb: -3,
  warmthDb: -5,
  presenceDb: -26,
  airDb: -38,
  noisiness: 0.05,
  dynamicsLu: 4.1,
  width: 0.2,
  majorness: 0,
  tonalClarity: 0.5,
  pulseClarity: 0.8,
}
const kicks = (count: number) => Array.from({ length: count }, () => ({ instrument: 'kick' }))

describe('energyLevel', () => {
  it('is in the middle for the middle of the music it was scaled on', () => {
    const energy = energyLevel(middling, kicks(150), 60)
    expect([5, 6]).toContain(energy!.level)
  })

  it('is 1 to 10, the same at every playback level, and its contributions make it', () => {
    const feature = fc.option(fc.double({ min: -500, max: 500, noNaN: true }))
    fc.assert(
      fc.property(
        feature,
        feature,
        feature,
        feature,
        fc.nat(900),
        (onsets, tempo, bright, dynamics, hits) => {
          const features = {
            ...middling,
            onsetRate: onsets ?? 0,
            tempoBpm: tempo,
            brightnessOctaves: bright,
            dynamicsLu: dynamics,
          }
          const { level, contributions } = energyLevel(features, kicks(hits), 60)!
          expect(level).toBeGreaterThanOrEqual(1)
          expect(level).toBeLessThanOrEqual(10)
          const sum = Object.values(contributions).reduce((total, x) => total + x, 0)
          expect(level).toBe(Math.round(1 + 9 / (1 + Math.exp(-sum))))
          const quiet = { ...features, loudnessLufs: -40, percussiveness: 0, dynamicsLu: 0 }
          expect(energyLevel(quiet, kicks(hits), 60)).toEqual({ level, contributions })
        },
      ),
    )
  })

  it('is higher for more onsets, drums and tempo, and unknown in silence', () => {
    const level = (of: Partial<SpanFeatures>, hits: number) =>
      energyLevel({ ...middling, ...of }, kicks(hits), 60)!.level
    expect(level({ onsetRate: 8, tempoBpm: 174 }, 400)).toBeGreaterThanOrEqual(9)
    expect(level({ onsetRate: 1, tempoBpm: 70, pulseClarity: 0.2 }, 0)).toBeLessThanOrEqual(2)
    expect(energyLevel({ ...middling, onsetRate: null }, [], 60)).toBeNull()
  })
})
