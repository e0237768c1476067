/**
 * Ten short signals on which the tagger is compared with the original package: seven seconds, mono, 16 kHz. They are
 * quiet, because the original computes its input in half precision and overflows on loud sound. Run as a command, it
 * writes them as WAV files of 32-bit floats into the folder that is its argument.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export const REFERENCE_RATE_HZ = 16_000
const SECONDS = 7
const TURN = 2 * Math.PI

/** A linear congruential generator (Numerical Recipes), −1 to 1. */
function noise(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  }
}

const signal = (at: (t: number, i: number) => number): Float32Array =>
  Float32Array.from({ length: REFERENCE_RATE_HZ * SECONDS }, (_, i) => at(i / REFERENCE_RATE_HZ, i))

const sine = (hz: number, t: number) => Math.sin(TURN * hz * t)
const saw = (hz: number, t: number) => 2 * ((hz * t) % 1) - 1
const pluck = (hz: number, since: number, decay: number) =>
  since < 0
    ? 0
    : Math.exp(-since * decay) * (sine(hz, since) + 0.5 * sine(2 * hz, since) + 0.25 * sine(3 * hz, since))

/** Seconds since the last of the events that come every `period` seconds from `first` on. */
const sinceEvery = (t: number, period: number, first = 0) => (((t - first) % period) + period) % period

const CHORDS = [
  [220, 261.63, 329.63],
  [174.61, 220, 261.63],
  [196, 246.94, 293.66],
]

function drums(seed: number): (t: number) => number {
  const roll = noise(seed)
  return (t) => {
    const kick = sine(55, sinceEvery(t, 0.5)) * Math.exp(-sinceEvery(t, 0.5) * 14)
    const snare = roll() * Math.exp(-sinceEvery(t, 1, 0.5) * 20)
    const hat = roll() * Math.exp(-sinceEvery(t, 0.25) * 80)
    return 0.5 * kick + 0.3 * snare + 0.15 * hat
  }
}

/** The signals by name. */
export const REFERENCE_SIGNALS: Readonly<Record<string, () => Float32Array>> = {
  'steady tone': () => signal((t) => 0.03 * sine(440, t)),
  'white noise': () => {
    const roll = noise(1)
    return signal(() => 0.05 * roll())
  },
  'drum loop': () => {
    const hit = drums(2)
    return signal((t) => 0.15 * hit(t))
  },
  'slow chords': () =>
    signal(
      (t) =>
        0.02 *
        CHORDS[Math.floor(t / 2.3) % 3]!.reduce((sum, hz) => sum + sine(hz, t) + 0.3 * sine(2 * hz, t), 0),
    ),
  'plucked arpeggio': () =>
    signal((t) => {
      const step = Math.floor(t / 0.2)
      return (
        0.06 * pluck(CHORDS[Math.floor(step / 6) % 3]![step % 3]! * (1 + (step % 2)), sinceEvery(t, 0.2), 7)
      )
    }),
  'saw lead and drums': () => {
    const hit = drums(3)
    return signal((t) => 0.1 * hit(t) + 0.04 * saw(CHORDS[Math.floor(t) % 3]![Math.floor(t * 4) % 3]! * 2, t))
  },
  'rising sweep': () => signal((t) => 0.04 * Math.sin(TURN * (80 * t + (3500 / SECONDS / 2) * t * t))),
  'vowel with vibrato': () =>
    signal((t) => {
      const hz = 210 + 4 * sine(5.5, t)
      let sum = 0
      for (let h = 1; h < 24; h++) {
        const at = h * 210
        const gain = Math.exp(-(((at - 700) / 250) ** 2)) + 0.6 * Math.exp(-(((at - 1250) / 300) ** 2)) + 0.05
        sum += (gain * Math.sin(TURN * 210 * h * t + (h * (hz - 210)) / 5.5)) / 3
      }
      return 0.06 * sum * (0.6 + 0.4 * sine(0.7, t))
    }),
  'distorted fifths': () =>
    signal(
      (t) =>
        0.05 *
        Math.tanh(
          6 * (saw(82.41, t) + saw(123.47, t) + 0.5 * saw(164.81, t)) * Math.exp(-sinceEvery(t, 0.375) * 2),
        ),
    ),
  'soft pad in noise': () => {
    const roll = noise(4)
    return signal(
      (t) =>
        0.004 * roll() +
        0.015 * (sine(130.81, t) + sine(164.81, t) + sine(196, t)) * (1 - Math.cos((TURN * t) / SECONDS)),
    )
  },
}

function wavOf(samples: Float32Array): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + samples.byteLength, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(3, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(REFERENCE_RATE_HZ, 24)
  header.writeUInt32LE(REFERENCE_RATE_HZ * 4, 28)
  header.writeUInt16LE(4, 32)
  header.writeUInt16LE(32, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples.byteLength, 40)
  return Buffer.concat([header, Buffer.from(samples.buffer)])
}

if (import.meta.main) {
  const folder = process.argv[2] ?? '.'
  await mkdir(folder, { recursive: true })
  for (const [name, make] of Object.entries(REFERENCE_SIGNALS))
    await writeFile(join(folder, `${name.replaceAll(' ', '-')}.wav`), wavOf(make()))
}
