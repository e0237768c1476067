import { describe, expect, it } from 'vitest'
import { createPresenceMeter, type FramePower } from './stem-presence.ts'

const HOP_SECONDS = 0.1
const piano: FramePower = {
  whole: 1,
  drums: 0.1,
  lowDrums: 0.0005,
  midDrums: 0.01,
  highDrums: 0.0001,
  bass: 0.001,
}

/** Returns the presence of every frame. */
function presenceOf(frames: readonly (FramePower | null)[]) {
  const meter = createPresenceMeter(HOP_SECONDS)
  const ends = Array.from({ length: meter.delayFrames }, () => null)
  return [...frames, ...ends].map((frame) => meter.push(frame)).slice(meter.delayFrames)
}
const passage = (frame: FramePower, length = 60): FramePower[] => Array.from({ length }, () => frame)

describe('presence of stems', () => {
  it('is none where nothing is clearly heard of drums and bass', () => {
    for (const presence of presenceOf(passage(piano))) expect(presence).toEqual({ drums: 0, bass: 0 })
  })

  it('is full for a clear bass, a clear kick, or hats alone', () => {
    expect(presenceOf(passage({ ...piano, bass: 0.2 })).at(30)).toEqual({ drums: 0, bass: 1 })
    expect(presenceOf(passage({ ...piano, lowDrums: 0.05 })).at(30)).toEqual({ drums: 1, bass: 0 })
    expect(presenceOf(passage({ ...piano, highDrums: 0.003 })).at(30)).toEqual({ drums: 1, bass: 0 })
  })

  it('is full for claves over a pad and grows with their share', () => {
    const drums = [0.08, 0.14, 0.2, 0.3].map(
      (midDrums) => presenceOf(passage({ ...piano, midDrums }))[30]!.drums,
    )
    expect(drums).toEqual([0, expect.closeTo(0.5), 1, 1])
  })

  it('keeps quiet hats and a quiet bass until something loud enters, and after it ends', () => {
    const loud = { ...piano, whole: 1000, bass: 0.2, highDrums: 0.003 }
    const quiet = passage({ ...piano, bass: 0.2, highDrums: 0.003 })
    const presence = presenceOf([...quiet, ...passage(loud), ...quiet])
    for (const i of [30, 45, 58, 122, 135, 150]) expect(presence[i]).toEqual({ drums: 1, bass: 1 })
    for (const i of [65, 90, 115]) expect(presence[i]).toEqual({ drums: 0, bass: 0 })
  })

  it('does not take the attack of a note after silence for a hit', () => {
    const silence = passage({ ...piano, whole: 0, drums: 0, lowDrums: 0, midDrums: 0, highDrums: 0, bass: 0 })
    const attack = { ...piano, midDrums: 0.06, highDrums: 0.001 }
    const start = { ...attack, whole: 0.1 }
    for (const presence of presenceOf([...silence, start, attack, ...passage(piano)]).slice(60))
      expect(presence).toEqual({ drums: 0, bass: 0 })
  })

  it('keeps a quiet bass under loud drums', () => {
    const loud = { whole: 1, drums: 0.85, lowDrums: 0.6, midDrums: 0.05, highDrums: 0.05, bass: 0.01 }
    expect(presenceOf(passage(loud)).at(30)).toEqual({ drums: 1, bass: 1 })
  })

  it('opens before the bass enters', () => {
    const presence = presenceOf([...passage(piano), ...passage({ ...piano, bass: 0.5 })])
    expect(presence[59]!.bass).toBe(1)
    expect(presence[40]!.bass).toBe(0)
  })

  it('takes frames beyond the ends for nothing', () => {
    expect(presenceOf([null, ...passage(piano), null]).at(-1)).toEqual({ drums: 0, bass: 0 })
  })
})
