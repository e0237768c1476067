import type { DrumName } from '../drums/hit-classifier.ts'
import type { ExportableTrack } from './exportable-track.ts'

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

/** Maps seconds to ticks so that every beat falls on a quarter; before the first and after the last the tempo goes on. */
function tickOf(beats: readonly number[], fallbackSeconds: number): (seconds: number) => number {
  if (beats.length < 2)
    return (seconds) => Math.max(0, Math.round((seconds / fallbackSeconds) * TICKS_PER_QUARTER))
  const lead = Math.ceil(beats[0]! / (beats[1]! - beats[0]!))
  return (seconds) => {
    let i = 0
    let high = beats.length - 2
    while (i < high) {
      const middle = (i + high + 1) >> 1
      if (beats[middle]! <= seconds) i = middle
      else high = middle - 1
    }
    const share = (seconds - beats[i]!) / (beats[i + 1]! - beats[i]!)
    return Math.max(0, Math.round((lead + i + share) * TICKS_PER_QUARTER))
  }
}

/**
 * The drum hits as a Standard MIDI File (format 1): a tempo map that follows every beat and the hits on channel 10, so
 * that a sequencer shows them on its grid and plays them in time with the audio.
 */
export function drumMidi(track: ExportableTrack): Uint8Array {
  const { beats } = track
  const fallbackSeconds = 60 / (track.tempoBpm || 120)
  const at = tickOf(beats, fallbackSeconds)
  const tempo = (tick: number, secondsPerQuarter: number): MidiEvent => {
    const micros = Math.min(0xffffff, Math.max(1, Math.round(secondsPerQuarter * 1e6)))
    return { tick, bytes: [0xff, 0x51, 3, (micros >> 16) & 0xff, (micros >> 8) & 0xff, micros & 0xff] }
  }
  const lead = beats.length < 2 ? 0 : Math.ceil(beats[0]! / (beats[1]! - beats[0]!))
  const tempos =
    beats.length < 2
      ? [tempo(0, fallbackSeconds)]
      : [
          // The quarters before the first beat are stretched so that it falls on its second.
          ...(lead > 0 ? [tempo(0, beats[0]! / lead)] : []),
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
