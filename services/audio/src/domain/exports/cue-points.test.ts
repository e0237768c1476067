import { describe, expect, it } from 'vitest'
import { cuePoints } from './cue-points.ts'
import type { ExportableTrack } from './exportable-track.ts'

const sections = ['intro', ...Array.from({ length: 12 }, (_, i) => (i % 3 === 1 ? 'drop' : 'main')), 'outro']
const track: ExportableTrack = {
  title: '',
  artist: '',
  location: '',
  durationSeconds: sections.length * 16,
  tempoBpm: 120,
  tempoConfidence: 1,
  beats: [],
  downbeats: [],
  beatsPerBar: 4,
  tempoRegions: [],
  key: null,
  sections: sections.map((type, i) => ({
    type,
    label: `${type} ${i}`,
    startSeconds: i === 0 ? 0 : i * 16 + 0.03,
    endSeconds: (i + 1) * 16,
  })),
  energyLevel: null,
  drumHits: [],
}

describe('cuePoints', () => {
  it('puts cues on bars of the grid, at most ten and eight, drops before the rest, in order of time', () => {
    const { memory, hot } = cuePoints(track, [{ startSeconds: 0.5, bpm: 120, place: 4 }])
    expect(memory).toHaveLength(10)
    expect(hot).toHaveLength(8)
    for (const { timeSeconds } of [...memory, ...hot])
      expect(Math.abs((timeSeconds - 1) / 2 - Math.round((timeSeconds - 1) / 2))).toBeLessThan(1e-9)
    expect(hot.filter(({ label }) => label.startsWith('drop'))).toHaveLength(4)
    expect(hot[0]).toMatchObject({ timeSeconds: 1, label: 'intro 0' })
    expect(memory.map(({ timeSeconds }) => timeSeconds)).toEqual(
      memory.map(({ timeSeconds }) => timeSeconds).toSorted((a, b) => a - b),
    )
  })

  it('keeps the starts of sections when there is no grid', () => {
    const [first, second] = cuePoints({ ...track, sections: track.sections.slice(0, 2) }, []).memory
    expect([first!.timeSeconds, second!.timeSeconds]).toEqual([0, 16.03])
  })
})
