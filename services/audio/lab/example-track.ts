/**
 * Writes a synthetic track for the examples of `docs/audio`: `node services/audio/lab/example-track.ts house house.wav`.
 * `house` has 124 BPM, drums, bass and chords in A minor, with intro, break and outro. `calm` is a slow pad without drums.
 */
import { createRandom } from '../test/random.ts'
import { writeWav } from './corpus/wav.ts'

const RATE_HZ = 44_100
/** Am, F, C and G, Hz. */
const CHORDS = [
  [220, 261.6, 329.6],
  [174.6, 220, 261.6],
  [261.6, 329.6, 392],
  [196, 246.9, 293.7],
] as const

type Sound = (secondsAfterStart: number) => number

const sine = (hz: number, seconds: number) => Math.sin(2 * Math.PI * hz * seconds)
const decay = (perSecond: number, seconds: number) => Math.exp(-perSecond * seconds)
/** Rises from 0 to 1 within `attackSeconds`. */
const attack = (attackSeconds: number, seconds: number) => Math.min(1, seconds / attackSeconds)

/** Creates an empty mono track and a function that adds a sound to it. */
function createTrack(seconds: number) {
  const samples = new Float32Array(Math.ceil(seconds * RATE_HZ))
  const add = (start: number, length: number, sound: Sound) => {
    const from = Math.round(start * RATE_HZ)
    const end = Math.min(samples.length, from + Math.round(length * RATE_HZ))
    for (let i = from; i < end; i++) samples[i]! += sound((i - from) / RATE_HZ)
  }
  return { samples, add }
}

function house(): Float32Array {
  const random = createRandom(1)
  const noise = () => 2 * random() - 1
  const beat = 60 / 124
  const bars = 32
  const { samples, add } = createTrack(bars * 4 * beat)
  const kick: Sound = (t) => 0.7 * decay(12, t) * sine(48 + (30 * decay(40, t)) / (1 + 40 * t), t)
  const snare: Sound = (t) => decay(22, t) * (0.3 * noise() + 0.2 * sine(190, t))
  let before = 0
  const hat: Sound = (t) => {
    const now = noise()
    const high = now - before
    before = now
    return 0.12 * decay(70, t) * high
  }
  for (let bar = 0; bar < bars; bar++) {
    const start = bar * 4 * beat
    const [root, third, fifth] = CHORDS[bar % CHORDS.length]!
    for (const half of [0, 2])
      for (const hz of [root, third, fifth])
        add(
          start + half * beat,
          2 * beat,
          (t) => 0.07 * decay(1.5, t) * (sine(hz, t) + 0.4 * sine(2 * hz, t)),
        )
    const isFull = (bar >= 8 && bar < 16) || (bar >= 20 && bar < 28)
    if (!isFull) continue
    add(start, 4 * beat, (t) => 0.12 * attack(0.05, t) * (sine(root / 2, t) + 0.3 * sine(root, t)))
    for (let position = 0; position < 4; position++) {
      add(start + position * beat, 0.3, kick)
      if (position % 2 === 1) add(start + position * beat, 0.2, snare)
      add(start + (position + 0.5) * beat, 0.06, hat)
    }
  }
  return samples
}

function calm(): Float32Array {
  const bar = 4
  const bars = 12
  const { samples, add } = createTrack(bars * bar)
  for (let index = 0; index < bars; index++)
    for (const hz of [CHORDS[0], CHORDS[1]][index % 2]!)
      add(
        index * bar,
        bar,
        (t) => 0.05 * attack(1.5, t) * attack(1.5, bar - t) * (sine(hz / 2, t) + sine(hz, t)),
      )
  return samples
}

const TRACKS: Readonly<Record<string, () => Float32Array>> = { house, calm }

const [name = '', file] = process.argv.slice(2)
const make = TRACKS[name]
if (make === undefined || file === undefined) {
  console.error(`Usage: example-track.ts ${Object.keys(TRACKS).join('|')} FILE`)
  process.exitCode = 2
} else await writeWav(file, { samples: make(), sampleRateHz: RATE_HZ, channels: 1 })
