import type { DrumName } from '../drums/hit-classifier.ts'
import { type ExportableTrack, metre } from './exportable-track.ts'

const TICKS_PER_QUARTER = 480
/** General MIDI percussion keys (MIDI Manufacturers Association, 1991). */
const GM_KEY: Record<DrumName, number> = { kick: 36, snare: 38, hat: 42, tom: 45, cymbal: 49 }
const DRUM_CHANNEL = 9
const HIT_TICKS = 60

const variableLength = (value: number): number[] => {
  const out = [value & 0x7f]
  for (let rest = value >> 7; rest > 0; rest >>= 7) out.unshift((rest & 0x7f) | 0x80)
  return out
}
const uint32 = (value: number): number[] => [
  (value >>> 24) & 0xff,
  (value >>> 16) & 0xff,
  (value >>> 8) & 0xff,
  value & 0xff,
]
const ascii = (text: string): number[] => [...text].map((c) => c.charCodeAt(0))
const chunk = (name: string, body: readonly number[]): number[] => [
  ...ascii(name),
  ...uint32(body.length),
  ...body,
]

interface MidiEvent {
  readonly tick: number
  readonly bytes: readonly number[]
}

function trackChunk(events: readonly MidiEvent[]): number[] {
  const body: number[] = []
  let last = 0
  for (const { tick, bytes } of events.toSorted((a, b) => a.tick - b.tick)) {
    body.push(...variableLength(tick - last), ...bytes)
    last = tick
  }
  return chunk('MTrk', [...body, 0, 0xff, 0x2f, 0])
}

/** Finest note in an incomplete first bar. */
const TICKS_PER_32ND = TICKS_PER_QUARTER / 8

/**
 * Returns the ticks of the beats (at least two): every beat is a quarter note. The part before the first beat is a
 * whole number of thirty-second notes, as near to the tempo as possible, stretched so that the first beat falls on its
 * time.
 */
function tickMap(beats: readonly number[]): { leadTicks: number; at: (seconds: number) => number } {
  const [first, second] = beats as [number, number, ...number[]]
  const share = ((first / (second - first)) * TICKS_PER_QUARTER) / TICKS_PER_32ND
  const leadTicks = first > 0 ? Math.max(1, Math.round(share)) * TICKS_PER_32ND : 0
  const at = (seconds: number): number => {
    if (seconds < first) return Math.max(0, Math.round((seconds / first) * leadTicks))
    let i = 0
    let high = beats.length - 2
    while (i < high) {
      const middle = (i + high + 1) >> 1
      if (beats[middle]! <= seconds) i = middle
      else high = middle - 1
    }
    const passed = (seconds - beats[i]!) / (beats[i + 1]! - beats[i]!)
    return leadTicks + Math.round((i + passed) * TICKS_PER_QUARTER)
  }
  return { leadTicks, at }
}

const tempo = (tick: number, secondsPerQuarter: number): MidiEvent => {
  const micros = Math.min(0xffffff, Math.max(1, Math.round(secondsPerQuarter * 1e6)))
  return { tick, bytes: [0xff, 0x51, 3, (micros >> 16) & 0xff, (micros >> 8) & 0xff, micros & 0xff] }
}

/** Returns a time signature for bars of the given ticks, in the longest note that divides them. */
function signature(tick: number, barTicks: number): MidiEvent {
  let power = 2
  while (barTicks % ((4 * TICKS_PER_QUARTER) >> power) !== 0) power += 1
  const count = barTicks / ((4 * TICKS_PER_QUARTER) >> power)
  return { tick, bytes: [0xff, 0x58, 4, count, power, 24, 8] }
}

/**
 * Returns time signatures that put a bar line on every downbeat: a shorter bar before the first one, then the measured
 * metre, and one odd bar wherever the downbeats shift.
 */
function signatures(track: ExportableTrack, at: (seconds: number) => number): MidiEvent[] {
  const barTicks = metre(track) * TICKS_PER_QUARTER
  const lines = track.downbeats.length > 0 ? track.downbeats : track.beats.slice(0, 1)
  const events = new Map<number, MidiEvent>()
  const mark = (tick: number, ticks: number) => events.set(tick, signature(tick, ticks))
  mark(0, barTicks)
  let last = 0
  for (const tick of lines.map(at)) {
    const odd = tick === 0 ? 0 : (tick - last) % barTicks
    if (odd > 0) {
      mark(last, odd)
      mark(last + odd, barTicks)
    }
    last = tick
  }
  return [...events.values()]
}

/**
 * Returns the drum hits as a Standard MIDI File (format 1): a tempo map that follows every beat, bar lines on the
 * downbeats and the hits on channel 10, so that a sequencer shows them on its grid and plays them in time with the
 * audio.
 */
export function drumMidi(track: ExportableTrack): Uint8Array {
  const { beats } = track
  const quarterSeconds = 60 / (track.tempoBpm || 120)
  const { leadTicks, at } =
    beats.length < 2
      ? {
          leadTicks: 0,
          at: (seconds: number) => Math.max(0, Math.round((seconds / quarterSeconds) * TICKS_PER_QUARTER)),
        }
      : tickMap(beats)
  const tempos =
    beats.length < 2
      ? [tempo(0, quarterSeconds), signature(0, metre(track) * TICKS_PER_QUARTER)]
      : [
          ...signatures(track, at),
          ...(leadTicks > 0 ? [tempo(0, (beats[0]! / leadTicks) * TICKS_PER_QUARTER)] : []),
          ...beats.slice(1).map((beat, i) => tempo(at(beats[i]!), beat - beats[i]!)),
        ]
  const hits = track.drumHits.flatMap(({ timeSeconds, instrument, velocity }): MidiEvent[] => {
    const tick = at(timeSeconds)
    const key = GM_KEY[instrument]
    const strength = Math.min(127, Math.max(1, Math.round(velocity * 127)))
    return [
      { tick, bytes: [0x90 | DRUM_CHANNEL, key, strength] },
      { tick: tick + HIT_TICKS, bytes: [0x80 | DRUM_CHANNEL, key, 0] },
    ]
  })
  const header = chunk('MThd', [0, 1, 0, 2, (TICKS_PER_QUARTER >> 8) & 0xff, TICKS_PER_QUARTER & 0xff])
  return Uint8Array.from([...header, ...trackChunk(tempos), ...trackChunk(hits)])
}
