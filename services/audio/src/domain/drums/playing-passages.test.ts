import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DrumHit } from './find-drums.ts'
import { ofPlayingPassages } from './playing-passages.ts'

const hit = (timeSeconds: number, confidence: number): DrumHit => ({
  timeSeconds,
  confidence,
  instrument: 'snare',
  velocity: 1,
})
const every = (gap: number, from: number, to: number, confidence: number): DrumHit[] =>
  Array.from({ length: Math.floor((to - from) / gap) }, (_, i) => hit(from + i * gap, confidence))

describe('passages in which drums play', () => {
  it('a track of doubtful hits has no drums, however many and with a clear one now and then', () => {
    const doubtful = every(0.7, 0, 200, 0.7)
    expect(ofPlayingPassages(doubtful, 200)).toEqual([])
    const some = [...doubtful, hit(60.1, 0.97), hit(150.1, 0.98)].sort(
      (a, b) => a.timeSeconds - b.timeSeconds,
    )
    expect(ofPlayingPassages(some, 200)).toEqual([])
  })

  it('beside clear hits the doubtful ones count', () => {
    const hits = [...every(1, 0, 60, 0.98), ...every(1, 0.5, 60, 0.5)].sort(
      (a, b) => a.timeSeconds - b.timeSeconds,
    )
    expect(ofPlayingPassages(hits, 60)).toEqual(hits)
    const clip = [hit(0.5, 0.99), hit(1, 0.6), hit(1.5, 0.99)]
    expect(ofPlayingPassages(clip, 2)).toEqual(clip)
  })

  it('in a mix the passage without drums has none', () => {
    const hits = [...every(0.5, 0, 120, 0.99), ...every(1, 120, 300, 0.7)]
    const kept = ofPlayingPassages(hits, 300)
    expect(kept.filter((h) => h.timeSeconds < 120)).toHaveLength(240)
    expect(kept.every((h) => h.timeSeconds < 150)).toBe(true)
  })

  it('keeps a part of the hits in their order, and all of them when all are clear and frequent', () => {
    const any = fc.record({
      at: fc.double({ min: 0, max: 100, noNaN: true }),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.array(any, { maxLength: 60 }), (list) => {
        const hits = list.map((h) => hit(h.at, h.confidence)).sort((a, b) => a.timeSeconds - b.timeSeconds)
        const kept = ofPlayingPassages(hits, 100)
        expect(hits.filter((h) => kept.includes(h))).toEqual(kept)
      }),
    )
  })
})
