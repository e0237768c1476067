/**
 * Simple synthesised music: clicks over a tone, drones of chords, pads, melodies of plain tones, drum loops. Somebody who
 * tries the service may send such a file, and none of the recordings sounds like it. 16 seconds, mono, 44.1 kHz.
 */
import { NOISE_RATE_HZ } from './noises.ts'

const SECONDS = 16
const TURN = 2 * Math.PI

const render = (at: (t: number) => number): Float32Array =>
  Float32Array.from({ length: NOISE_RATE_HZ * SECONDS }, (_, i) => at(i / NOISE_RATE_HZ))

/** A linear congruential generator (Numerical Recipes), 0 to 1. */
function dice(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const clicks = (bpm: number, toneHz: number) =>
  render((t) => {
    const since = t % (60 / bpm)
    return 0.2 * Math.sin(TURN * toneHz * t) + (since < 0.02 ? 0.7 * Math.sin(TURN * 1000 * t) : 0)
  })

const drone = (root: number, third: number) =>
  render((t) => 0.1 * [1, third, 1.5].reduce((sum, ratio) => sum + Math.sin(TURN * root * ratio * t), 0))

function melody(seed: number, bpm: number): Float32Array {
  const roll = dice(seed)
  const scale = [0, 2, 4, 5, 7, 9, 11, 12].map((step) => 220 * 2 ** (step / 12))
  const notes = Array.from({ length: 128 }, () => scale[Math.floor(roll() * scale.length)]!)
  const beat = 60 / bpm
  return render((t) => {
    const since = t % beat
    return 0.3 * Math.exp(-since * 3) * Math.sin(TURN * notes[Math.floor(t / beat)]! * t)
  })
}

function drums(seed: number, bpm: number): Float32Array {
  const roll = dice(seed)
  const beat = 60 / bpm
  return render((t) => {
    const kick = t % beat
    const snare = (t + beat) % (2 * beat)
    const hat = t % (beat / 2)
    return (
      0.5 * Math.sin(TURN * 55 * kick) * Math.exp(-kick * 14) +
      0.3 * (2 * roll() - 1) * Math.exp(-snare * 20) +
      0.15 * (2 * roll() - 1) * Math.exp(-hat * 80)
    )
  })
}

/** Chords of a minor or major scale with soft starts; the harmonics become weaker by a power that differs by piece. */
function pad(seed: number): Float32Array {
  const roll = dice(seed)
  const root = 110 * 2 ** (roll() * 1.2)
  const minor = roll() < 0.5
  const steps = minor ? [0, 2, 3, 5, 7, 8, 10] : [0, 2, 4, 5, 7, 9, 11]
  const degrees = Array.from({ length: 2 + Math.floor(roll() * 3) }, () => Math.floor(roll() * 7))
  const tone = (degree: number) => root * 2 ** ((steps[degree % 7]! + 12 * Math.floor(degree / 7)) / 12)
  const chords = degrees.map((degree) => [0, 2, 4].map((third) => tone(degree + third)))
  const chordSeconds = 1.5 + 3 * roll()
  const harmonics = 1 + Math.floor(roll() * 4)
  const slope = 1 + 1.5 * roll()
  const attackSeconds = 0.05 + 0.8 * roll()
  return render((t) => {
    const since = t % chordSeconds
    const level = Math.min(1, since / attackSeconds, (chordSeconds - since) / 0.3)
    const hz = chords[Math.floor(t / chordSeconds) % chords.length]!
    let sum = 0
    for (const each of hz)
      for (let n = 1; n <= harmonics; n++) sum += Math.sin(TURN * each * n * t) / n ** slope
    return 0.1 * level * sum
  })
}

/** All pieces; those with `fit` are used for fitting. */
export const SIMPLE_MUSIC: readonly { name: string; fit: boolean; make(): Float32Array }[] = [
  ...[90, 120, 150].map((bpm) => ({ name: `clicks ${bpm}`, fit: true, make: () => clicks(bpm, bpm) })),
  ...[104, 132].map((bpm) => ({ name: `other clicks ${bpm}`, fit: false, make: () => clicks(bpm, 2 * bpm) })),
  ...[98, 165].map((hz) => ({ name: `drone ${hz}`, fit: true, make: () => drone(hz, 1.25) })),
  ...[110, 196].map((hz) => ({ name: `other drone ${hz}`, fit: false, make: () => drone(hz, 1.2) })),
  ...[1, 2].map((s) => ({ name: `melody ${s}`, fit: true, make: () => melody(s, 80 + 60 * s) })),
  ...[3, 4].map((s) => ({ name: `other melody ${s}`, fit: false, make: () => melody(s, 60 * s) })),
  ...[5, 6].map((s) => ({ name: `drum loop ${s}`, fit: true, make: () => drums(s, 18 * s) })),
  ...[11, 12, 13, 14, 15, 16].map((s) => ({ name: `pad ${s}`, fit: true, make: () => pad(s) })),
  ...[21, 22, 23, 24].map((s) => ({ name: `other pad ${s}`, fit: false, make: () => pad(s) })),
  { name: 'other drum loop', fit: false, make: () => drums(7, 140) },
]
