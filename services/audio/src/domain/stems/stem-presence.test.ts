import { describe, expect, it } from 'vitest'
import { createPresenceMeter, type FramePower } from './stem-presence.ts'

const HOP_SECONDS = 0.1
const piano: FramePower = { whole: 1, drums: 0.1, lowDrums: 0.0005, highDrums: 0.0001, bass: 0.001 }

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

  it('keeps a quiet bass under loud drums', () => {
    const loud = { whole: 1, drums: 0.85, lowDrums: 0.6, highDrums: 0.05, bass: 0.01 }
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
