import type { CreateTransform } from './real-transform.ts'

interface Turns {
  readonly cos: Float64Array
  readonly sin: Float64Array
}

/**
 * Computes the in-place radix-2 transform of complex numbers (Cooley and Tukey 1965); `sign` −1 is forward, +1
 * backward, unscaled.
 */
function radix2(re: Float64Array, im: Float64Array, sign: 1 | -1, turns: Turns): void {
  const n = re.length
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1
    for (; (j & bit) !== 0; bit >>= 1) j ^= bit
    j ^= bit
    if (i < j) {
      ;[re[i], re[j]] = [re[j]!, re[i]!]
      ;[im[i], im[j]] = [im[j]!, im[i]!]
    }
  }
  for (let length = 2; length <= n; length *= 2) {
    const stride = n / length
    for (let start = 0; start < n; start += length) {
      for (let k = 0; k < length / 2; k++) {
        const c = turns.cos[k * stride]!
        const s = sign * turns.sin[k * stride]!
        const a = start + k
        const b = a + length / 2
        const tr = re[b]! * c - im[b]! * s
        const ti = re[b]! * s + im[b]! * c
        re[b] = re[a]! - tr
        im[b] = im[a]! - ti
        re[a]! += tr
        im[a]! += ti
      }
    }
  }
}

/**
 * Creates transforms in plain JavaScript, for sizes that are powers of two. They verify the fast adapter and serve
 * tests of the domain. About twenty times slower.
 */
export const createReferenceTransform: CreateTransform = (size) => {
  const input = new Float32Array(size)
  const output = new Float32Array(size)
  const turns = {
    cos: Float64Array.from({ length: size / 2 }, (_, k) => Math.cos((2 * Math.PI * k) / size)),
    sin: Float64Array.from({ length: size / 2 }, (_, k) => Math.sin((2 * Math.PI * k) / size)),
  }
  return {
    size,
    input,
    forward() {
      const re = Float64Array.from(input)
      const im = new Float64Array(size)
      radix2(re, im, -1, turns)
      output[0] = re[0]!
      output[1] = re[size / 2]!
      for (let k = 1; k < size / 2; k++) {
        output[2 * k] = re[k]!
        output[2 * k + 1] = im[k]!
      }
      return output
    },
    inverse(spectrum) {
      const re = new Float64Array(size)
      const im = new Float64Array(size)
      re[0] = spectrum[0]!
      re[size / 2] = spectrum[1]!
      for (let k = 1; k < size / 2; k++) {
        re[k] = re[size - k] = spectrum[2 * k]!
        im[k] = spectrum[2 * k + 1]!
        im[size - k] = -im[k]!
      }
      radix2(re, im, 1, turns)
      for (let i = 0; i < size; i++) output[i] = re[i]! / size
      return output
    },
  }
}
