import { describe, expect, it } from 'vitest'
import { keyName, keyOfName } from './find-key.ts'
import { certainKeys, keyChanges } from './key-changes.ts'

const region = (startSeconds: number, endSeconds: number, tonic: number, confidence: number) =>
  ({ startSeconds, endSeconds, tonic, mode: 'minor', confidence }) as const

describe('changes of key', () => {
  it('are those between regions that are long and certain', () => {
    const key = {
      regions: [
        region(0, 60, 9, 0.8),
        region(60, 64, 2, 0.9),
        region(64, 80, 7, 0.4),
        region(80, 100, 9, 0.5),
        region(100, 160, 11, 0.6),
      ],
    }
    expect(certainKeys(key)).toEqual([
      { startSeconds: 0, endSeconds: 100, tonic: 9, mode: 'minor' },
      { startSeconds: 100, endSeconds: 160, tonic: 11, mode: 'minor' },
    ])
    expect(keyChanges(key)).toMatchObject([{ timeSeconds: 100, from: { tonic: 9 }, to: { tonic: 11 } }])
  })

  it('are none without a key or with one alone', () => {
    expect(keyChanges(null)).toEqual([])
    expect(keyChanges({ regions: [region(0, 60, 9, 0.8)] })).toEqual([])
  })

  it('every name of a key is read back', () => {
    for (const mode of ['major', 'minor'] as const)
      for (let tonic = 0; tonic < 12; tonic++)
        expect(keyOfName(keyName({ tonic, mode }))).toEqual({ tonic, mode })
    expect(keyOfName('H dur')).toBeUndefined()
  })
})
