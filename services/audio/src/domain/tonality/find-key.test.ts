import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { camelotName, findKey, keyName } from './find-key.ts'

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

  it('has no key for silence and writes names as DJs do', () => {
    expect(findKey({ frames: 50, values: new Float32Array(600), tuningCents: 0 })).toBeNull()
    expect(camelotName({ tonic: 9, mode: 'minor' })).toBe('8A')
    expect(camelotName({ tonic: 0, mode: 'major' })).toBe('8B')
    expect(camelotName({ tonic: 6, mode: 'minor' })).toBe('11A')
  })
})
