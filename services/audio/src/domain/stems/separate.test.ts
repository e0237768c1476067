import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createReferenceTransform } from '../features/reference-transform.ts'
import { Refusal } from '../refusal.ts'
import { createSeparator, DSP_ENGINE } from './separate.ts'
import { joinBlocks, STEM_NAMES, type StemBlocks } from './stem.ts'

/** The lowest rate has the shortest frames, and the reference transform is slow. */
const RATE = 8000
const separator = (sampleRateHz = RATE) =>
  createSeparator({ createTransform: createReferenceTransform, sampleRateHz, channels: 2 })

/** Cut a signal at the given frames, push the pieces, and join what comes out. */
function separateIn(pieces: readonly number[], signal: Float32Array): StemBlocks {
  const engine = separator()
  const parts: StemBlocks[] = []
  let at = 0
  for (const frames of [...pieces, signal.length]) {
    parts.push(engine.push(signal.subarray(at, Math.min(signal.length, at + 2 * frames))))
    at = Math.min(signal.length, at + 2 * frames)
  }
  parts.push(engine.finish())
  return joinBlocks(parts)
}

const added = (a: Float32Array, b: Float32Array): Float32Array => a.map((x, i) => x + b[i]!)

const energy = (samples: Float32Array): number => samples.reduce((sum, x) => sum + x * x, 0)

/** A tone of a number of hertz in the middle of the image. */
const tone = (hz: number, seconds: number, right = 1): Float32Array =>
  Float32Array.from(
    { length: 2 * Math.round(seconds * RATE) },
    (_, i) => 0.3 * (i % 2 === 0 ? 1 : right) * Math.sin((2 * Math.PI * hz * (i >> 1)) / RATE),
  )

/** One short broad click every quarter of a second. */
const clicks = (seconds: number): Float32Array =>
  Float32Array.from({ length: 2 * Math.round(seconds * RATE) }, (_, i) => {
    const since = (i >> 1) % (RATE / 4)
    return since < 12 ? (since % 2 === 0 ? 0.8 : -0.5) * (1 - since / 12) : 0
  })

const anySignal = fc
  .array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: 0, maxLength: 600 })
  .map((list) =>
    Float32Array.from({ length: 32 * Math.floor(list.length / 2) }, (_, i) => list[(i * 7) % list.length]!),
  )

describe('DSP stems', () => {
  it('sum to the mix and do not depend on how it is cut', () => {
    fc.assert(
      fc.property(
        anySignal,
        fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 6 }),
        (signal, pieces) => {
          const whole = separateIn([], signal)
          const cut = separateIn(pieces, signal)
          for (const name of STEM_NAMES) expect(cut[name]).toEqual(whole[name])
          expect(whole.drums.length).toBe(signal.length)
          for (let i = 0; i < signal.length; i++) {
            const sum = whole.drums[i]! + whole.bass[i]! + whole.other[i]! + whole.vocals[i]!
            expect(Math.abs(sum - signal[i]!)).toBeLessThanOrEqual(2 ** -22)
          }
        },
      ),
      { numRuns: 12 },
    )
  })

  it('give silence for silence and nothing for nothing', () => {
    const stems = separateIn([300], new Float32Array(6000))
    for (const name of STEM_NAMES) expect(stems[name].every((x) => x === 0)).toBe(true)
    expect(separator().finish().drums.length).toBe(0)
  })

  it('hold no NaN whatever the input holds', () => {
    const hostile = tone(300, 0.5)
    hostile.set([Number.NaN, Number.POSITIVE_INFINITY, -3e38, 1e-42, 16, -16], 1000)
    const stems = separateIn([], hostile)
    for (const name of STEM_NAMES) expect(stems[name].every((x) => Number.isFinite(x))).toBe(true)
  })

  it('keep a source with equal channels equal', () => {
    const signal = added(tone(440, 0.6), clicks(0.6))
    const stems = separateIn([], signal)
    for (const name of STEM_NAMES)
      for (let i = 0; i < signal.length; i += 2) expect(stems[name][i]).toBe(stems[name][i + 1])
  })

  it('scale with the input', () => {
    const signal = added(clicks(0.6), tone(100, 0.6))
    const loud = separateIn([], signal)
    const quiet = separateIn(
      [],
      signal.map((x) => x / 1024),
    )
    for (const name of STEM_NAMES)
      for (let i = 0; i < signal.length; i += 97)
        expect(quiet[name][i]! * 1024).toBeCloseTo(loud[name][i]!, 5)
  })

  it('send clicks to the drums, a low tone to the bass, a middle tone to the vocals and a tone at the side to other', () => {
    const share = (signal: Float32Array, name: (typeof STEM_NAMES)[number]) =>
      energy(separateIn([], signal)[name]) / energy(signal)
    expect(share(clicks(1), 'drums')).toBeGreaterThan(0.9)
    expect(share(tone(80, 1), 'bass')).toBeGreaterThan(0.8)
    const atTheSide = tone(2500, 1, 0)
    expect(
      energy(separateIn([], added(tone(700, 1), atTheSide)).vocals) / energy(tone(700, 1)),
    ).toBeGreaterThan(0.8)
    // In mono everything is in the middle, which says nothing.
    expect(share(tone(700, 1), 'other')).toBeGreaterThan(0.8)
    expect(share(tone(700, 1, 0), 'other')).toBeGreaterThan(0.8)
  })

  it('send claves over a chord to the drums', () => {
    const claves = tone(2500, 4).map((x, i) => x * Math.exp((-70 * ((i >> 1) % (RATE / 2))) / RATE))
    const chord = added(tone(262, 4, -1), tone(392, 4, -1)).map((x) => 0.15 * x)
    const { drums } = separateIn([], added(claves, chord))
    expect(energy(drums)).toBeGreaterThan(0.5 * energy(claves))
    expect(energy(drums)).toBeLessThan(1.5 * energy(claves))
    expect(energy(separateIn([], chord).drums)).toBeLessThan(0.01 * energy(claves))
  })

  it('refuse half frames and absurd rates, and promise no vocals', () => {
    expect(() => separator().push(new Float32Array(3))).toThrow(Refusal)
    for (const rate of [0, 1000, 1e6, Number.NaN]) expect(() => separator(rate)).toThrow(Refusal)
    expect(DSP_ENGINE.quality.vocals).toBe('not usable')
  })
})
