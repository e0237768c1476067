import { describe, expect, it } from 'vitest'
import { createBassHarmonics } from './bass-harmonics.ts'

const BINS = 512
const BIN_HZ = 10.77

/** Magnitudes of harmonics of a fundamental, spread as a Hann window spreads them; `levels` from the first on. */
function spectrum(fundamentalHz: number, levels: readonly number[]): Float32Array {
  const magnitude = new Float32Array(BINS)
  for (const [i, level] of levels.entries()) {
    const centre = ((i + 1) * fundamentalHz) / BIN_HZ
    for (let b = Math.ceil(centre - 2); b <= centre + 2; b++)
      magnitude[b]! += level * (0.5 + 0.5 * Math.cos((Math.PI * (b - centre)) / 2))
  }
  return magnitude
}

const marked = (magnitude: Float32Array): Float32Array => {
  const share = new Float32Array(BINS)
  createBassHarmonics(BINS, BIN_HZ, 1000).mark(magnitude, share)
  return share
}

describe('bass harmonics', () => {
  it.each([41.2, 55, 82.4, 110, 146.8])('finds those of %d Hz and little between them', (hz) => {
    const magnitude = spectrum(hz, [1, 0.8, 0.6, 0.4, 0.3, 0.2])
    const share = marked(magnitude)
    for (let h = 1; h <= 6; h++) expect(share[Math.round((h * hz) / BIN_HZ)]!).toBeGreaterThan(0.7)
    if (hz < 80) return
    for (let h = 1; h <= 5; h++) expect(share[Math.round(((h + 0.5) * hz) / BIN_HZ)]!).toBeLessThan(0.3)
  })

  it('leave a much louder partial at the place of a high harmonic to its owner', () => {
    const magnitude = spectrum(110, [1, 0.8, 0.6, 0.4, 0.3])
    magnitude[Math.round((6 * 110) / BIN_HZ)] = 10
    expect(marked(magnitude)[Math.round((6 * 110) / BIN_HZ)]!).toBeLessThan(0.05)
  })

  it('are none in silence', () => {
    expect(marked(new Float32Array(BINS)).every((x) => x === 0)).toBe(true)
  })
})
