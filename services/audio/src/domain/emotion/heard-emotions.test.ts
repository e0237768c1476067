import { describe, expect, it } from 'vitest'
import { analyseTrack, type TrackAnalysis } from '../analyse-track.ts'
import { createFeatureExtractor } from '../features/feature-extractor.ts'
import { createReferenceTransform } from '../features/reference-transform.ts'
import { EMOTIONS } from './emotion-model.ts'

const RATE = 44_100
const SECONDS = 8
const noiseAt = (i: number): number => (Math.imul(i ^ (i >>> 7), 2_654_435_761) >>> 0) / 2 ** 31 - 1

interface Song {
  readonly bpm: number
  readonly third: 3 | 4
  readonly gain: number
}

/** A bass note and a chord on every beat (I–iv or IV–V–I in C), a noise tick between: a few seconds of plain music. */
function song({ bpm, third, gain }: Song): Float32Array {
  const out = new Float32Array(SECONDS * RATE)
  const beat = 60 / bpm
  const play = (at: number, seconds: number, sound: (t: number, i: number) => number) => {
    const from = Math.round(at * RATE)
    for (let i = 0; i < seconds * RATE && from + i < out.length; i++)
      out[from + i]! += gain * sound(i / RATE, i)
  }
  const tone = (midi: number, t: number): number => {
    const turn = 2 * Math.PI * 440 * 2 ** ((midi - 69) / 12) * t
    return Math.sin(turn) + 0.4 * Math.sin(2 * turn) + 0.2 * Math.sin(3 * turn)
  }
  for (let n = 0; 0.2 + n * beat < SECONDS - 0.3; n++) {
    const root = [0, 5, 7, 0][Math.floor(n / 2) % 4]!
    const chord = [0, root === 7 ? 4 : third, 7].map((step) => 60 + ((root + step) % 12))
    const at = 0.2 + n * beat
    play(at, 0.9 * beat, (t) => 0.25 * Math.exp(-t / 0.3) * tone(36 + root, t))
    for (const midi of chord) play(at, 0.9 * beat, (t) => 0.08 * Math.exp(-t / 0.25) * tone(midi, t))
    play(at + beat / 2, 0.08, (t, i) => 0.1 * Math.exp(-t / 0.02) * noiseAt(i + 7 * n))
  }
  return out
}

function analyse(mono: Float32Array): TrackAnalysis {
  const extractor = createFeatureExtractor({
    createTransform: createReferenceTransform,
    channels: 1,
    withLoudness: true,
    withPitch: true,
  })
  extractor.push(mono)
  return analyseTrack(extractor.finish())
}
const feelingOf = (of: Partial<Song>) =>
  analyse(song({ bpm: 110, third: 4, gain: 1, ...of })).feeling.emotions

describe('emotions of sound', () => {
  const plain = feelingOf({})

  it.each([0.5, 0.2, 0.1])('a gain of %f changes no emotion', (gain) => {
    const quiet = feelingOf({ gain })
    for (const emotion of EMOTIONS)
      expect(Math.abs(quiet[emotion] - plain[emotion]), emotion).toBeLessThan(0.1)
  })

  it('faster has more energy', () => {
    expect(feelingOf({ bpm: 160 }).energy).toBeGreaterThan(plain.energy + 0.5)
  })

  it('minor has less euphoria and more melancholy', () => {
    const minor = feelingOf({ third: 3 })
    expect(minor.euphoria).toBeLessThan(plain.euphoria - 0.5)
    expect(minor.melancholy).toBeGreaterThan(plain.melancholy + 0.5)
  })

  it('treble is brighter, bass less bright', () => {
    const song = (hz: number) =>
      analyse(
        Float32Array.from(
          { length: 3 * RATE },
          (_, i) => 0.3 * Math.exp(-(i % 22_050) / 8000) * Math.sin((2 * Math.PI * hz * i) / RATE),
        ),
      ).feeling.emotions.brightness
    expect(song(3000)).toBeGreaterThan(8)
    expect(song(80)).toBeLessThan(2)
  })

  it.each([
    ['at −94 dBFS', 2e-5],
    ['at −70 dBFS', 3.2e-4],
  ])('noise %s is silence, and silence is neutral', (_name, amplitude) => {
    const noise = Float32Array.from({ length: 3 * RATE }, (_, i) => amplitude * noiseAt(i))
    const { feeling, sections } = analyse(noise)
    for (const emotion of EMOTIONS) expect(feeling.emotions[emotion], emotion).toBe(5)
    expect(feeling.dominant).toBe('neutral')
    for (const section of sections) expect(section.feeling.dominant).toBe('neutral')
  })

  it('a long quiet tail does not colour what was played before it', () => {
    const played = song({ bpm: 110, third: 4, gain: 1 })
    const padded = Float32Array.from({ length: played.length + 4 * RATE }, (_, i) =>
      i < played.length ? played[i]! : 2e-5 * noiseAt(i),
    )
    const [padding, bare] = [analyse(padded).features, analyse(played).features]
    expect(padding.brightnessOctaves).toBeCloseTo(bare.brightnessOctaves!, 2)
    expect(padding.noisiness).toBeCloseTo(bare.noisiness!, 2)
  })
})
