import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TrackAnalysis } from '../analyse-track.ts'
import { peakSeconds } from './intensity.ts'
import { textSummary } from './records.ts'

/** Levels as a share of their range, cut off at the 98th percentile as the intensity curve is. */
const curveOf = (levels: readonly number[]): number[] => {
  const sorted = levels.toSorted((a, b) => a - b)
  const low = sorted[Math.floor(sorted.length * 0.1)]!
  const high = sorted[Math.floor(sorted.length * 0.98)]!
  return levels.map((x) => Math.max(0, Math.min(1, (x - low) / Math.max(1e-9, high - low))))
}

describe('peak moments', () => {
  it('the loudest second is always among them, wherever it lies', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3599 }),
        fc.array(fc.double({ min: -20, max: -10, noNaN: true }), { minLength: 60, maxLength: 60 }),
        (loudest, pattern) => {
          const levels = Array.from({ length: 3600 }, (_, s) => (s === loudest ? -8 : pattern[s % 60]!))
          expect(peakSeconds(levels, curveOf(levels))).toContain(loudest)
        },
      ),
      { numRuns: 50 },
    )
  })

  it('they are spread over an hour that repeats itself', () => {
    const levels = Array.from({ length: 3600 }, (_, s) => -20 + (s % 10))
    const peaks = peakSeconds(levels, curveOf(levels))
    expect(peaks).toHaveLength(8)
    expect(peaks.at(-1)!).toBeGreaterThan(2700)
    for (let i = 1; i < peaks.length; i++) expect(peaks[i]! - peaks[i - 1]!).toBeGreaterThanOrEqual(400)
  })

  it('there are none in nothing, and in a short track they lie 15 s apart', () => {
    expect(peakSeconds([], [])).toEqual([])
    const levels = Array.from({ length: 60 }, (_, s) => -20 + (s % 5))
    const peaks = peakSeconds(levels, curveOf(levels))
    expect(peaks.length).toBeGreaterThan(2)
    for (let i = 1; i < peaks.length; i++) expect(peaks[i]! - peaks[i - 1]!).toBeGreaterThanOrEqual(15)
  })
})

describe('the summary', () => {
  const rhythm = { tempoBpm: 120, beatsPerBar: 4, regions: [], confidence: 0.9, downbeatConfidence: 0.5 }
  const key = { tonic: 4, mode: 'major', confidence: 0.8, regions: [] }
  const emotions = { energy: 5 }
  const summary = (of: object): string =>
    textSummary(
      {
        durationSeconds: 60,
        rhythm,
        key,
        loudness: null,
        tuningCents: 0,
        sections: [],
        energy: null,
        feeling: { emotions },
        ...of,
      } as unknown as TrackAnalysis,
      'a track',
    )

  it('says that a key is uncertain when it is', () => {
    expect(summary({})).toContain('\nKey E major (confidence 0.73)\n')
    expect(summary({ key: { ...key, confidence: 0 } })).toContain(
      '\nKey uncertain, perhaps E major (confidence 0.40)\n',
    )
  })

  it('says of a tuning between two keys that the key may be the next', () => {
    expect(summary({})).not.toContain('cents')
    expect(summary({ tuningCents: -44 })).toContain(
      'Tuned 44 cents below A = 440 Hz: the key may be meant a semitone lower',
    )
    expect(summary({ tuningCents: 47, key: null })).not.toContain('cents')
  })

  it('says nothing of bars that were not found', () => {
    expect(summary({})).toContain('120.00 BPM, 4 beats a bar (confidence')
    expect(summary({ rhythm: { ...rhythm, beatsPerBar: 0 } })).toContain('120.00 BPM (confidence')
    expect(summary({ rhythm: { ...rhythm, downbeatConfidence: 0 } })).toContain('120.00 BPM (confidence')
  })
})
