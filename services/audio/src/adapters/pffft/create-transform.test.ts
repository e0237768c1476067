import { describe, expect, it } from 'vitest'
import { createReferenceTransform } from '../../domain/features/reference-transform.ts'
import { loadTransforms } from './create-transform.ts'

describe('pffft transforms', () => {
  it('agree with the reference in both directions and survive growth of the memory', async () => {
    const create = await loadTransforms()
    for (const size of [64, 2048, 8192, 1 << 20, 2048]) {
      const fast = create(size)
      const slow = createReferenceTransform(size)
      const signal = Float32Array.from(
        { length: size },
        (_, i) => Math.sin(i * 0.37) + 0.3 * Math.cos(i * 1.9),
      )
      fast.input.set(signal)
      slow.input.set(signal)
      const spectrum = fast.forward().slice()
      const expected = slow.forward()
      let worst = 0
      for (let i = 0; i < size; i++) worst = Math.max(worst, Math.abs(spectrum[i]! - expected[i]!))
      expect(worst).toBeLessThan(size * 1e-6)
      const back = fast.inverse(spectrum)
      let off = 0
      for (let i = 0; i < size; i++) off = Math.max(off, Math.abs(back[i]! - signal[i]!))
      expect(off).toBeLessThan(1e-4)
    }
    expect(() => create(7)).toThrow(RangeError)
  })
})
