import type { Note } from '../corpus/midi-file.ts'

/**
 * Synthesises basses and chords from sines with random parameters: an endless supply of instruments, so that the stem
 * network learns what bass notes have in common and not the sound of one soundfont.
 */
const RATE = 44_100
type Random = () => number

const between = (random: Random, low: number, high: number): number => low + random() * (high - low)
/** Draws a number, uniform in the logarithm. */
const between2 = (random: Random, low: number, high: number): number => low * (high / low) ** random()

/** Instrument: returns one sample of a note at `seconds` after its start, before its envelope. */
interface Timbre {
  readonly attackSeconds: number
  readonly releaseSeconds: number
  /** Time to 1/e while the key is held. */
  readonly decaySeconds: number
  readonly sustain: number
  /** Adds a note without its envelope to `out`. */
  readonly sound: (hz: number, velocity: number, out: Float32Array) => void
}

/**
 * Returns a sound whose harmonics decrease with their number and decay faster the higher they are: strings, organs,
 * filtered oscillators.
 */
function harmonicSound(random: Random): Timbre['sound'] {
  const slope = between(random, 0.4, 2)
  const count = 2 + Math.floor(random() * 18)
  const brightSeconds = between2(random, 0.04, 3)
  const evenShare = random() < 0.3 ? between(random, 0, 0.5) : 1
  const firstShare = random() < 0.25 ? between(random, 0.1, 0.6) : 1
  const stretch = random() < 0.5 ? 0 : between2(random, 1e-5, 5e-4)
  const levels = Array.from({ length: count }, (_, h) => {
    const even = h % 2 === 1 ? evenShare : 1
    return (((h === 0 ? firstShare : 1) * even) / (h + 1) ** slope) * between(random, 0.5, 1.5)
  })
  return (hz, velocity, out) => {
    for (const [h, level] of levels.entries()) {
      const partialHz = hz * (h + 1) * Math.sqrt(1 + stretch * (h + 1) ** 2)
      if (partialHz > 6000) break
      const step = (2 * Math.PI * partialHz) / RATE
      const fall = Math.exp(-h / (brightSeconds * (0.5 + velocity / 127) * RATE))
      const turn = 2 * Math.cos(step)
      // Computes a sine by recurrence: s(n) = 2 cos(w) s(n − 1) − s(n − 2).
      let before = -Math.sin(step)
      let now = 0
      let gain = level
      for (let i = 0; i < out.length; i++) {
        out[i]! += gain * now
        const next = turn * now - before
        before = now
        now = next
        gain *= fall
      }
    }
  }
}

/** Returns a sound of two operators, as in sound chips of the eighties: Chowning, JAES 21, 1973. */
function modulatedSound(random: Random): Timbre['sound'] {
  const ratio = [0.5, 1, 1, 1, 2, 2, 3][Math.floor(random() * 7)]!
  const depth = between2(random, 0.2, 5)
  const depthSeconds = between2(random, 0.05, 3)
  const feedback = random() < 0.5 ? 0 : between(random, 0, 0.9)
  return (hz, velocity, out) => {
    const step = (2 * Math.PI * hz) / RATE
    let last = 0
    for (let i = 0; i < out.length; i++) {
      last = Math.sin(step * ratio * i + feedback * last)
      const index = depth * (velocity / 100) * Math.exp(-i / (depthSeconds * RATE))
      out[i]! += Math.sin(step * i + index * last)
    }
  }
}

/** Returns a random instrument: plucked, bowed, blown or electronic. */
export function randomTimbre(random: Random): Timbre {
  const plucked = random() < 0.6
  return {
    attackSeconds: plucked ? between2(random, 0.001, 0.015) : between2(random, 0.005, 0.08),
    releaseSeconds: between2(random, 0.01, 0.25),
    decaySeconds: between2(random, 0.1, 2),
    sustain: plucked ? between(random, 0, 0.3) : between(random, 0.5, 1),
    sound: random() < 0.6 ? harmonicSound(random) : modulatedSound(random),
  }
}

/** Plays notes with an instrument into mono samples; the loudest is 1. */
export function playNotes(timbre: Timbre, notes: readonly Note[], frames: number): Float32Array {
  const out = new Float32Array(frames)
  for (const note of notes) {
    const start = Math.round(note.timeSeconds * RATE)
    const held = Math.round(note.durationSeconds * RATE)
    const length = held + Math.round(5 * timbre.releaseSeconds * RATE)
    const sound = new Float32Array(Math.max(0, Math.min(length, frames - start)))
    timbre.sound(440 * 2 ** ((note.pitch - 69) / 12), note.velocity, sound)
    const gain = (note.velocity / 100) ** 2
    for (let i = Math.max(0, -start); i < sound.length; i++) {
      const attack = Math.min(1, i / (timbre.attackSeconds * RATE))
      const fall = timbre.sustain + (1 - timbre.sustain) * Math.exp(-i / (timbre.decaySeconds * RATE))
      const release = i < held ? 1 : Math.exp(-(i - held) / (timbre.releaseSeconds * RATE))
      out[start + i]! += gain * attack * fall * release * sound[i]!
    }
  }
  let peak = 1e-9
  for (const x of out) peak = Math.max(peak, Math.abs(x))
  return out.map((x) => x / peak)
}
