import type { Note } from '../corpus/midi-file.ts'

const RATE = 44_100

/** Recording of a drum at one loudness. */
export interface KitLayer {
  /** Highest MIDI velocity for this recording. */
  readonly upTo: number
  readonly samples: Float32Array
  readonly gain: number
}

export interface KitSound {
  /** Layers, softest first. */
  readonly layers: readonly KitLayer[]
  /**
   * Whether level follows the square of the velocity, as in General MIDI; false when the layers themselves are softer.
   */
  readonly squared: boolean
}

/** A sound for every MIDI key of a drum. */
export type Kit = ReadonlyMap<number, KitSound>

/** Keys that silence each other: a closed hat stops the open one. */
const HATS = new Set([42, 44, 46])
const CHOKE_SECONDS = 0.03

/** Plays drum notes (sorted by time) with a kit into mono samples. */
export function playKit(kit: Kit, notes: readonly Note[], frames: number): Float32Array {
  const out = new Float32Array(frames)
  const hats = notes.filter((note) => HATS.has(note.pitch)).map((note) => note.timeSeconds)
  for (const note of notes) {
    const sound = kit.get(note.pitch)
    if (sound === undefined) continue
    const layer = sound.layers.find(({ upTo }) => note.velocity <= upTo) ?? sound.layers.at(-1)!
    const start = Math.round(note.timeSeconds * RATE)
    const gain = layer.gain * (sound.squared ? (Math.min(127, note.velocity) / 127) ** 2 : 1)
    let length = Math.min(layer.samples.length, frames - start)
    let fadeFrom = length
    if (note.pitch === 46) {
      const next = hats.find((time) => time > note.timeSeconds + 0.01)
      if (next !== undefined) {
        fadeFrom = Math.min(length, Math.round((next - note.timeSeconds) * RATE))
        length = Math.min(length, fadeFrom + Math.round(CHOKE_SECONDS * RATE))
      }
    }
    for (let i = Math.max(0, -start); i < length; i++) {
      const fade = i < fadeFrom ? 1 : 1 - (i - fadeFrom) / (length - fadeFrom)
      out[start + i]! += gain * fade * layer.samples[i]!
    }
  }
  return out
}
