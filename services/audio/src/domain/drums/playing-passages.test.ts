import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DRUM_NAMES, type DrumName } from './hit-classifier.ts'
import { ofPlayingPassages } from './playing-passages.ts'

interface Hit {
  readonly timeSeconds: number
  readonly instrument: DrumName
  readonly confidence: number
}
const every = (gap: number, from: number, to: number, instrument: DrumName, confidence: number): Hit[] =>
  Array.from({ length: Math.floor((to - from) / gap) }, (_, i) => ({
    timeSeconds: from + i * gap,
    instrument,
    confidence,
  }))
const together = (...parts: readonly Hit[][]): Hit[] =>
  parts.flat().sort((a, b) => a.timeSeconds - b.timeSeconds)

describe('passages in which drums play', () => {
  it('doubtful kicks and snares are no drums, however many and with a clear one now and then', () => {
    const doubtful = together(every(0.7, 0, 200, 'snare', 0.7), every(1.4, 0, 200, 'kick', 0.85))
    expect(ofPlayingPassages(doubtful, 200)).toEqual([])
    expect(ofPlayingPassages(together(doubtful, every(45, 20, 200, 'kick', 0.99)), 200)).toEqual([])
  })

  it('beside likely hats or cymbals the doubtful ones count', () => {
    const hits = together(every(5, 0, 60, 'hat', 0.9), every(1, 0, 60, 'snare', 0.5))
    expect(ofPlayingPassages(hits, 60)).toEqual(hits)
  })

  it('a clear kick on every beat is drums by itself, in a track and in a clip of two seconds', () => {
    const kicks = every(0.5, 0, 120, 'kick', 0.99)
    expect(ofPlayingPassages(kicks, 120)).toEqual(kicks)
    expect(ofPlayingPassages(kicks.slice(0, 4), 2)).toEqual(kicks.slice(0, 4))
  })

  it('in a mix the passage without drums has none', () => {
    const hits = together(every(0.5, 0, 120, 'hat', 0.95), every(1, 120, 300, 'snare', 0.7))
    const kept = ofPlayingPassages(hits, 300)
    expect(kept.filter((h) => h.timeSeconds < 120)).toHaveLength(240)
    expect(kept.every((h) => h.timeSeconds < 150)).toBe(true)
  })

  it('keeps a part of the hits in their order', () => {
    const any = fc.record({
      timeSeconds: fc.double({ min: 0, max: 100, noNaN: true }),
      instrument: fc.constantFrom(...DRUM_NAMES),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.array(any, { maxLength: 60 }), (list) => {
        const hits = together(list)
        const kept = ofPlayingPassages(hits, 100)
        expect(hits.filter((h) => kept.includes(h))).toEqual(kept)
      }),
    )
  })
})
