import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tempoRegions } from '../rhythm/tempo-regions.ts'
import type { ExportableTrack } from './exportable-track.ts'
import { gridBeats, tempoGrid } from './tempo-grid.ts'

const trackOf = (beats: readonly number[], perBar = 4): ExportableTrack => ({
  title: '',
  artist: '',
  location: '',
  durationSeconds: beats.at(-1)! + 1,
  tempoBpm: 120,
  tempoConfidence: 1,
  beats,
  downbeats: beats.filter((_, i) => i % perBar === 0),
  beatsPerBar: perBar,
  tempoRegions: tempoRegions(beats),
  key: null,
  sections: [],
  energyLevel: null,
  drumHits: [],
})

/** Beats whose tempo moves from one to another over the piece, BPM. */
const drifting = (count: number, tempoAt: (share: number) => number, jitter: readonly number[] = [0]) => {
  const beats = [0.5]
  for (let i = 1; i < count; i++) beats.push(beats[i - 1]! + 60 / tempoAt(i / count))
  return beats.map((beat, i) => beat + jitter[i % jitter.length]!)
}

const greatestDistance = (track: ExportableTrack) => {
  const times = gridBeats(tempoGrid(track), track.beatsPerBar, track.beats.at(-1)! + 0.01).map(
    ({ time }) => time,
  )
  return Math.max(...track.beats.map((beat) => Math.min(...times.map((time) => Math.abs(time - beat)))))
}

describe('tempoGrid', () => {
  it('follows a drifting tempo within 10 ms of every beat, in parts that begin at bars', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 70, max: 175, noNaN: true }),
        fc.double({ min: -0.08, max: 0.08, noNaN: true }).filter((drift) => Math.abs(drift) > 0.01),
        fc.constantFrom(3, 4),
        (bpm, drift, perBar) => {
          const track = trackOf(
            drifting(240, (share) => bpm * (1 + drift * share)),
            perBar,
          )
          const grid = tempoGrid(track)
          expect(grid.length).toBeGreaterThan(1)
          for (const { place } of grid) expect(place).toBe(1)
          expect(greatestDistance(track)).toBeLessThanOrEqual(0.01)
        },
      ),
      { numRuns: 40 },
    )
  })

  it('follows a tempo that sways, with the jitter of a tracker', () => {
    const sway = drifting(400, (share) => 124 + 3 * Math.sin(12 * share), [0, 0.002, -0.003, 0.001, -0.001])
    const track = trackOf(sway)
    expect(greatestDistance(track)).toBeLessThanOrEqual(0.013)
    expect(tempoGrid(track).length).toBeLessThan(60)
  })

  it('is one steady part for steady beats, however loosely they were played or tracked', () => {
    fc.assert(
      fc.property(
        // The format has two decimals: no single part holds a tempo between them for long.
        fc.integer({ min: 6000, max: 19_000 }).map((hundredths) => hundredths / 100),
        fc.array(fc.double({ min: -0.012, max: 0.012, noNaN: true }), { minLength: 11, maxLength: 11 }),
        fc.integer({ min: 64, max: 800 }),
        (bpm, jitter, count) => {
          expect(tempoGrid(trackOf(drifting(count, () => bpm, jitter)))).toHaveLength(1)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('is one steady part where the beats of a break or an intro were heard late', () => {
    const late = (beat: number, i: number) => ((i > 100 && i < 124) || i < 24 ? beat + 0.025 : beat)
    const beats = drifting(240, () => 176, [0, 0.003, -0.004, 0.002]).map(late)
    expect(tempoGrid(trackOf(beats))).toHaveLength(1)
  })

  it('follows a slower end of a steady piece', () => {
    const track = trackOf(drifting(240, (share) => (share < 0.85 ? 120 : 120 - 60 * (share - 0.85))))
    expect(tempoGrid(track).length).toBeGreaterThan(1)
    expect(greatestDistance(track)).toBeLessThanOrEqual(0.01)
  })

  it('has no part without rhythm', () => {
    expect(tempoGrid({ ...trackOf(drifting(64, () => 120)), tempoConfidence: 0 })).toEqual([])
  })
})
