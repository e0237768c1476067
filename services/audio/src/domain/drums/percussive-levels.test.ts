import { describe, expect, test } from 'vitest'
import { LEVEL_STEPS_PER_DB } from '../features/bands.ts'
import type { TrackFeatures } from '../features/feature-extractor.ts'
import { percussiveLevels } from './percussive-levels.ts'

const BANDS = 20
const FRAMES = 200
const LOUD = 110 * LEVEL_STEPS_PER_DB

function featuresWith(levelAt: (frame: number, band: number) => number): TrackFeatures {
  const levels = Uint16Array.from({ length: FRAMES * BANDS }, (_, i) =>
    levelAt(Math.floor(i / BANDS), i % BANDS),
  )
  return {
    durationSeconds: FRAMES / 100,
    frames: FRAMES,
    bandCount: BANDS,
    bandCentreHz: Float64Array.from({ length: BANDS }, (_, b) => 50 * 1.4 ** b),
    levels,
    pitch: new Float32Array(0),
    midSide: new Float32Array(0),
    loudness: null,
    loudnessPowers: new Float64Array(0),
  }
}

const lossDb = (features: TrackFeatures, frame: number, band: number): number =>
  (features.levels[frame * BANDS + band]! - percussiveLevels(features)[frame * BANDS + band]!) /
  LEVEL_STEPS_PER_DB

describe('percussive levels', () => {
  test('keep a short hit and remove a held note', () => {
    const features = featuresWith((frame, band) =>
      band === 8 ? LOUD : frame >= 100 && frame < 105 ? LOUD - 1000 : 0,
    )
    expect(lossDb(features, 102, 3)).toBeLessThan(0.1)
    expect(lossDb(features, 102, 15)).toBeLessThan(0.1)
    expect(lossDb(features, 60, 8)).toBeGreaterThan(20)
  })

  test('keep a kick over a bass note that is 6 dB softer', () => {
    const features = featuresWith((frame, band) => {
      if (band !== 1) return 0
      return frame >= 100 && frame < 108 ? LOUD : LOUD - 6 * LEVEL_STEPS_PER_DB
    })
    expect(lossDb(features, 104, 1)).toBeLessThan(4)
    expect(lossDb(features, 60, 1)).toBeGreaterThan(20)
  })

  test('leave silence silent', () => {
    expect(percussiveLevels(featuresWith(() => 0)).every((level) => level === 0)).toBe(true)
  })
})
