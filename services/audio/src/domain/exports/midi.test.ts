import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ExportableTrack } from './exportable-track.ts'
import { drumMidi } from './midi.ts'

const empty: ExportableTrack = {
  title: '',
  artist: '',
  location: '',
  durationSeconds: 30,
  tempoBpm: 120,
  tempoConfidence: 1,
  beats: [],
  downbeats: [],
  beatsPerBar: 4,
  tempoRegions: [],
  key: null,
  sections: [],
  energyLevel: null,
  drumHits: [],
}

interface ReadEvent {
  readonly tick: number
  readonly status: number
  readonly data: readonly number[]
}

/** What a sequencer makes of the file: when each hit sounds, and at which seconds its bars begin. */
function played(bytes: Uint8Array, untilSeconds: number) {
  const view = new DataView(bytes.buffer)
  const quarter = view.getUint16(12)
  const read = (start: number) => {
    const events: ReadEvent[] = []
    let at = start + 8
    const end = at + view.getUint32(start + 4)
    let tick = 0
    while (at < end) {
      let delta = 0
      for (;;) {
        const byte = bytes[at++]!
        delta = (delta << 7) | (byte & 0x7f)
        if (byte < 0x80) break
      }
      tick += delta
      const status = bytes[at++]!
      const length = status === 0xff ? bytes[at + 1]! + 2 : 2
      events.push({ tick, status, data: [...bytes.slice(at, at + length)] })
      at += length
    }
    return { events, end }
  }
  const conductor = read(14)
  const hits = read(conductor.end)
  const tempos = conductor.events.filter(({ data }) => data[0] === 0x51)
  const secondsOf = (tick: number) => {
    let seconds = 0
    let last = 0
    let micros = 500_000
    for (const event of tempos) {
      if (event.tick >= tick) break
      seconds += ((event.tick - last) / quarter) * (micros / 1e6)
      last = event.tick
      micros = (event.data[2]! << 16) | (event.data[3]! << 8) | event.data[4]!
    }
    return seconds + ((tick - last) / quarter) * (micros / 1e6)
  }
  const signatures = conductor.events.filter(({ data }) => data[0] === 0x58)
  const bars: { seconds: number; metre: string }[] = []
  for (let tick = 0; secondsOf(tick) < untilSeconds; ) {
    const [, , count, power] = signatures.findLast((event) => event.tick <= tick)!.data
    bars.push({ seconds: secondsOf(tick), metre: `${count}/${2 ** power!}` })
    tick += count! * ((4 * quarter) >> power!)
  }
  return {
    hitSeconds: hits.events.filter(({ status }) => status === 0x99).map(({ tick }) => secondsOf(tick)),
    bars,
    tempos: tempos.map(({ data }) => 6e7 / ((data[2]! << 16) | (data[3]! << 8) | data[4]!)),
  }
}

const steps = fc.array(fc.double({ min: 0.3, max: 1, noNaN: true }), { minLength: 2, maxLength: 40 })
const firstBeat = fc.oneof(fc.constant(0), fc.double({ min: 0.02, max: 6, noNaN: true }))
const gridOf = (first: number, intervals: readonly number[]): number[] => {
  const grid = [first]
  for (const interval of intervals) grid.push(grid.at(-1)! + interval)
  return grid
}

describe('drumMidi', () => {
  it('puts every drum hit within 2 ms of its second when the file is played', () => {
    fc.assert(
      fc.property(
        steps,
        fc.array(fc.double({ min: 0, max: 30, noNaN: true }), { minLength: 1, maxLength: 30 }),
        firstBeat,
        (intervals, times, first) => {
          const drumHits = times
            .toSorted((a, b) => a - b)
            .map((timeSeconds) => ({
              timeSeconds,
              instrument: 'snare' as const,
              velocity: 0.5,
              confidence: 1,
            }))
          const { hitSeconds } = played(drumMidi({ ...empty, beats: gridOf(first, intervals), drumHits }), 0)
          drumHits.forEach(({ timeSeconds }, i) => {
            expect(Math.abs(hitSeconds[i]! - timeSeconds)).toBeLessThan(0.002)
          })
        },
      ),
    )
  })
  it('begins a bar on every downbeat, also where a bar is odd, and says the metre', () => {
    fc.assert(
      fc.property(
        steps,
        firstBeat,
        fc.constantFrom(3, 4),
        fc.nat(3),
        fc.nat(20),
        (intervals, first, beatsPerBar, pickup, slip) => {
          const beats = gridOf(first, intervals)
          const downbeats = beats.filter(
            (_, i) => i >= pickup && (i - pickup + (i > slip + pickup ? 1 : 0)) % beatsPerBar === 0,
          )
          const { bars } = played(drumMidi({ ...empty, beats, downbeats, beatsPerBar }), beats.at(-1)! + 0.01)
          for (const down of downbeats)
            expect(Math.min(...bars.map(({ seconds }) => Math.abs(seconds - down)))).toBeLessThan(0.002)
          expect(bars.at(-1)!.metre).toBe(`${beatsPerBar}/4`)
        },
      ),
    )
  })
  it('reaches the first beat at a tempo that sequencers accept', () => {
    for (const first of [0.02, 0.25, 0.4, 1.3]) {
      const beats = gridOf(first, Array(16).fill(0.5) as number[])
      const { tempos, bars } = played(drumMidi({ ...empty, beats, downbeats: [beats[1]!] }), first + 1)
      expect(Math.max(...tempos)).toBeLessThan(999)
      expect(bars.some(({ seconds }) => Math.abs(seconds - beats[1]!) < 0.002)).toBe(true)
    }
  })
})
