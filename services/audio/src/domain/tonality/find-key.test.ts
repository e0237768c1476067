import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { camelotName, findKey, isBetweenKeys, isCertain, keyName } from './find-key.ts'

const SCALES = { major: [0, 2, 4, 5, 7, 9, 11], minor: [0, 2, 3, 5, 7, 8, 10] }

/** Chroma in which the tonic triad sounds most, then the scale. */
const chromaOf = (tonic: number, mode: 'major' | 'minor', frames = 300) => {
  const values = new Float32Array(frames * 12)
  const triad = [0, mode === 'major' ? 4 : 3, 7]
  for (let t = 0; t < frames; t++) {
    for (const degree of SCALES[mode])
      values[t * 12 + ((tonic + degree) % 12)] = triad.includes(degree) ? 3 : 1
    values[t * 12 + tonic]! += 1
  }
  return { frames, values, tuningCents: 0 }
}

describe('findKey', () => {
  it('knows all 24 keys, and transposing transposes the answer', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 11 }),
        fc.constantFrom('major' as const, 'minor' as const),
        (tonic, mode) => {
          expect(findKey(chromaOf(tonic, mode))).toMatchObject({ tonic, mode })
        },
      ),
    )
  })

  it('sees a change of key', () => {
    const a = chromaOf(0, 'major', 400)
    const b = chromaOf(3, 'minor', 300)
    const values = new Float32Array([...a.values, ...b.values])
    const found = findKey({ frames: 700, values, tuningCents: 0 })!
    expect(found).toMatchObject({ tonic: 0, mode: 'major' })
    expect(found.regions.map(keyName)).toEqual(['C major', 'Eb minor'])
    expect(Math.abs(found.regions[1]!.startSeconds - 40)).toBeLessThan(4)
  })

  it('is as sure of each region as that region alone makes it', () => {
    const clear = chromaOf(0, 'major', 400)
    const alone = findKey(clear)!
    expect(alone.regions.map(({ confidence }) => confidence)).toEqual([alone.confidence])
    const vague = Float32Array.from(chromaOf(6, 'minor', 400).values, (x) => x * 0.1 + 5)
    for (let t = 0; t < 400; t++) for (const pitch of [1, 4, 9]) vague[t * 12 + pitch]! += 0.25
    const values = new Float32Array([...clear.values, ...vague])
    const [first, ...others] = findKey({ frames: 800, values, tuningCents: 0 })!.regions
    expect(isCertain(first!)).toBe(true)
    expect(others.every((region) => region.confidence < first!.confidence)).toBe(true)
    expect(others.length).toBeGreaterThan(0)
  })

  it('regions cover the track from its start to its end and never pass it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 0, max: 99 }), (frames, missing) => {
        const durationSeconds = (frames - missing / 100) / 10
        const { regions } = findKey(chromaOf(4, 'minor', frames), [], durationSeconds)!
        expect(regions[0]!.startSeconds).toBe(0)
        expect(regions.at(-1)!.endSeconds).toBe(durationSeconds)
        for (const { startSeconds, endSeconds } of regions) expect(endSeconds).toBeGreaterThan(startSeconds)
      }),
      { numRuns: 50 },
    )
  })

  it('spells keys with the fewest accidentals', () => {
    const names = (mode: 'major' | 'minor') =>
      Array.from({ length: 12 }, (_, tonic) => keyName({ tonic, mode }).split(' ')[0]).join(' ')
    expect(names('major')).toBe('C Db D Eb E F F# G Ab A Bb B')
    expect(names('minor')).toBe('C C# D Eb E F F# G G# A Bb B')
  })

  it('is not certain of a key that hardly fits better than another', () => {
    const certain = findKey(chromaOf(2, 'major'))!
    expect(isCertain(certain)).toBe(true)
    const flat = new Float32Array(300 * 12).fill(1)
    for (let t = 0; t < 300; t++) flat[t * 12 + (t % 12)]! += t % 12 === 0 ? 0.01 : 0
    expect(isCertain(findKey({ frames: 300, values: flat, tuningCents: 0 })!)).toBe(false)
    expect([0, 20, -30, 44, -47].map(isBetweenKeys)).toEqual([false, false, false, true, true])
  })

  it('has no key for silence and writes names as DJs do', () => {
    expect(findKey({ frames: 50, values: new Float32Array(600), tuningCents: 0 })).toBeNull()
    expect(camelotName({ tonic: 9, mode: 'minor' })).toBe('8A')
    expect(camelotName({ tonic: 0, mode: 'major' })).toBe('8B')
    expect(camelotName({ tonic: 6, mode: 'minor' })).toBe('11A')
  })
})
