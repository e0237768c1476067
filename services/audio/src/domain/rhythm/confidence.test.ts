import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFeatureExtractor } from '../features/feature-extractor.ts'
import { createReferenceTransform } from '../features/reference-transform.ts'
import { trackBeats } from './track-beats.ts'

const RATE = 44_100

/** Numbers in [0, 1) from a seed (mulberry32). */
const createRandom = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const confidenceOf = (signal: Float32Array): number => {
  const extractor = createFeatureExtractor({
    createTransform: createReferenceTransform,
    channels: 1,
    withLoudness: false,
    withPitch: false,
  })
  extractor.push(signal)
  return trackBeats(extractor.finish()).confidence
}

const silence = (seconds: number): Float32Array => new Float32Array(seconds * RATE)

const tones = (seconds: number, hertz: readonly number[]): Float32Array =>
  silence(seconds).map((_, i) =>
    hertz.reduce((sum, hz) => sum + 0.15 * Math.sin((2 * Math.PI * hz * i) / RATE), 0),
  )

const white = (seconds: number, seed: number): Float32Array => {
  const random = createRandom(seed)
  return silence(seconds).map(() => 0.3 * (2 * random() - 1))
}

/** Noise with 3 dB less per octave, after Kellet's three poles. */
const pink = (seconds: number, seed: number): Float32Array => {
  const random = createRandom(seed)
  let [a, b, c] = [0, 0, 0]
  return silence(seconds).map(() => {
    const x = 2 * random() - 1
    a = 0.99765 * a + 0.099046 * x
    b = 0.963 * b + 0.2965164 * x
    c = 0.57 * c + 1.0526913 * x
    return 0.1 * (a + b + c + 0.1848 * x)
  })
}

/** Decaying bursts of noise at the given times. */
const bursts = (seconds: number, times: readonly number[], seed: number): Float32Array => {
  const random = createRandom(seed)
  const out = silence(seconds)
  for (const time of times) {
    const start = Math.round(time * RATE)
    for (let i = 0; i < RATE * 0.08 && start + i < out.length; i++)
      out[start + i]! += 0.6 * Math.exp(-i / (RATE * 0.015)) * (2 * random() - 1)
  }
  return out
}

/** Times of a Poisson process of `perSecond`. */
const atRandom = (seconds: number, perSecond: number, seed: number): number[] => {
  const random = createRandom(seed)
  const times: number[] = []
  for (let t = 0.2; t < seconds; t += -Math.log(1 - random()) / perSecond) times.push(t)
  return times
}

describe('confidence of the beat', () => {
  it.each([
    ['a sine', tones(12, [220])],
    ['a held chord', tones(12, [220, 277.2, 329.6, 440])],
    ['a vibrato', silence(12).map((_, i) => 0.3 * Math.sin(0.0313 * i + 3 * Math.sin(0.00071 * i)))],
    ['white noise', white(12, 1)],
    ['pink noise', pink(12, 2)],
    ['applause', bursts(12, atRandom(12, 120, 3), 4)],
  ])('is below .1 for %s', (_, signal) => {
    expect(confidenceOf(signal)).toBeLessThan(0.1)
  })

  it('is below .2 for clicks at random, however many', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 12 }), (seed, perSecond) => {
        expect(confidenceOf(bursts(20, atRandom(20, perSecond, seed), seed))).toBeLessThan(0.2)
      }),
      { numRuns: 4 },
    )
  })

  it('is above .7 for the same clicks on a beat, and survives a hiss', () => {
    const beats = Array.from({ length: 36 }, (_, i) => 0.5 + (i * 60) / 115)
    const clicks = bursts(20, beats, 5)
    expect(confidenceOf(clicks)).toBeGreaterThan(0.7)
    const hiss = white(20, 6)
    expect(confidenceOf(clicks.map((x, i) => x + 0.03 * hiss[i]!))).toBeGreaterThan(0.7)
  })
})
