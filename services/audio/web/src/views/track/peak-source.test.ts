import { describe, expect, test, vi } from 'vitest'
import { PeakSource, type PeakZoom } from './peak-source.ts'

const SAMPLES = 44_100 * 7200
const ZOOMS: readonly PeakZoom[] = [256, 1024, 4096, 16_384, 65_536].map((samplesPerPeak) => ({
  samplesPerPeak,
  count: Math.ceil(SAMPLES / samplesPerPeak),
  address: `/${samplesPerPeak}`,
}))

/** Peaks whose value tells their zoom and place. */
const heightOf = (zoom: number, peak: number) => (Math.log2(zoom) + (peak % 7)) | 0
function source(asked: string[] = []) {
  return new PeakSource(ZOOMS, async (address, from, to) => {
    asked.push(`${address} ${from}-${to}`)
    const zoom = Number(address.slice(1))
    return Int8Array.from({ length: to - from }, (_, i) =>
      (from + i) % 2 === 0 ? -heightOf(zoom, (from + i) >> 1) : heightOf(zoom, (from + i) >> 1),
    ).buffer
  })
}

describe('peaks of a two-hour mix', () => {
  test('the whole mix needs one small request', async () => {
    const asked: string[] = []
    const peaks = source(asked)
    expect(peaks.columns(65_536, 0, SAMPLES / 1100, 1100).known.some(Boolean)).toBe(false)
    await peaks.settled()
    const { known, least, greatest } = peaks.columns(65_536, 0, SAMPLES / 1100, 1100)
    expect(known.every(Boolean)).toBe(true)
    expect(asked).toEqual(['/65536 0-9690'])
    expect([least[0], greatest[0]]).toEqual([-20, 20])
  })

  test('a detail loads only its own piece, shows the coarse one meanwhile, and each piece once', async () => {
    const asked: string[] = []
    const peaks = source(asked)
    peaks.columns(65_536, 0, SAMPLES / 1100, 1100)
    await peaks.settled()
    const start = 3600 * 44_100
    const before = peaks.columns(256, start, 441, 1000)
    expect(before.known.every(Boolean)).toBe(true)
    expect(before.greatest[0]).toBeGreaterThanOrEqual(16)
    await peaks.settled()
    const after = peaks.columns(256, start, 441, 1000)
    const peak = Math.floor(start / 256)
    expect(after.greatest[0]).toBe(Math.max(heightOf(256, peak), heightOf(256, peak + 1)))
    expect(asked).toHaveLength(2)
    peaks.columns(256, start, 441, 1000)
    expect(asked).toHaveLength(2)
  })

  test('what is drawn first is the start of the mix in detail and all of it coarsely, and nothing is loaded twice', async () => {
    const asked: string[] = []
    const peaks = source(asked)
    await peaks.loadFirst()
    expect(asked).toEqual(['/256 0-65536', '/65536 0-9690'])
    expect(peaks.columns(256, 0, 882, 1200).known.every(Boolean)).toBe(true)
    expect(peaks.columns(65_536, 0, SAMPLES / 1100, 1100).known.every(Boolean)).toBe(true)
    expect(asked).toHaveLength(2)
  })

  test('behind the end there is silence; a failed piece leaves the coarse one and is not asked for at once', async () => {
    const peaks = source()
    const { known, least, greatest } = peaks.columns(256, SAMPLES + 44_100, 441, 10)
    expect([...known]).toEqual(Array(10).fill(1))
    expect([...least, ...greatest].every((value) => value === 0)).toBe(true)
    let requests = 0
    const broken = new PeakSource(ZOOMS, () => {
      requests++
      return Promise.reject(new Error('offline'))
    })
    broken.columns(65_536, 0, 65_536, 100)
    await broken.settled()
    broken.columns(65_536, 0, 65_536, 100)
    expect(requests).toBe(1)
  })

  test('a failed piece is drawn and asked for again after the pause, not before', async () => {
    vi.useFakeTimers()
    try {
      let requests = 0
      const broken = new PeakSource(ZOOMS, () => {
        requests++
        return Promise.reject(new Error('offline'))
      })
      let changes = 0
      broken.onChange = () => {
        changes++
        broken.columns(65_536, 0, 65_536, 100)
      }
      broken.columns(65_536, 0, 65_536, 100)
      await vi.advanceTimersByTimeAsync(2999)
      expect([requests, changes]).toEqual([1, 0])
      await vi.advanceTimersByTimeAsync(1)
      expect([requests, changes]).toEqual([2, 1])
    } finally {
      vi.useRealTimers()
    }
  })
})
