import { describe, expect, it } from 'vitest'
import { barPatterns, drumTiming } from './bar-patterns.ts'
import type { DrumHit } from './find-drums.ts'
import type { DrumName } from './hit-classifier.ts'

const beats = Array.from({ length: 33 }, (_, i) => 1 + i * 0.5)
const downbeats = beats.filter((_, i) => i % 4 === 0)
const hit = (beat: number, instrument: DrumName): DrumHit => ({
  timeSeconds: 1 + beat * 0.5,
  instrument,
  velocity: 1,
  confidence: 1,
})

/** Kick on one and three, snare on two and four, hats on eighths whose off-beats lie at `swing`. */
const groove = (bars: number, swing: number): DrumHit[] =>
  Array.from({ length: bars }, (_, bar) => {
    const at = bar * 4
    const hats = [0, 1, 2, 3].flatMap((b) => [hit(at + b, 'hat'), hit(at + b + swing, 'hat')])
    return [hit(at, 'kick'), hit(at + 2, 'kick'), hit(at + 1, 'snare'), hit(at + 3, 'snare'), ...hats]
  })
    .flat()
    .sort((a, b) => a.timeSeconds - b.timeSeconds)

describe('bar patterns', () => {
  it('writes the bar down and counts it', () => {
    const [first, ...rest] = barPatterns(groove(7, 0.5), beats, downbeats, 4)
    expect(rest).toEqual([])
    expect(first).toEqual({
      rows: { kick: 'x.......x.......', snare: '....x.......x...', hat: 'x.x.x.x.x.x.x.x.' },
      bars: 7,
      share: 1,
      firstBarSeconds: 1,
    })
  })

  it('measures swing and distance from the grid', () => {
    expect(drumTiming(groove(7, 0.5), beats).swing).toBeCloseTo(0.5, 3)
    expect(drumTiming(groove(7, 0.66), beats).swing).toBeCloseTo(0.66, 3)
    expect(drumTiming(groove(7, 0.5), beats).spreadMs).toBeCloseTo(0, 6)
    const late = groove(7, 0.5).map((h) => ({ ...h, timeSeconds: h.timeSeconds + 0.01 }))
    expect(drumTiming(late, beats).meanOffsetMs).toBeCloseTo(10, 3)
  })

  it('has nothing to say without beats or hits', () => {
    expect(barPatterns([], beats, downbeats, 4)).toEqual([])
    expect(barPatterns(groove(2, 0.5), [], [], 0)).toEqual([])
    expect(drumTiming([], beats)).toEqual({ swing: null, meanOffsetMs: 0, spreadMs: 0 })
  })
})
