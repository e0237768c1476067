/** Fully connected layer of a network: `weights` row by row, one row per output. */
export interface DenseLayer {
  readonly inputs: number
  readonly outputs: number
  readonly weights: Float32Array
  readonly bias: Float32Array
}

/**
 * Computes `weights · input + bias` into `out` from `at` on. Processes four rows at a time, because a single row would
 * wait for its own sum.
 */
export function applyLayer(layer: DenseLayer, input: Float32Array, out: Float32Array, at = 0): void {
  const { inputs, outputs, weights, bias } = layer
  let r = 0
  for (; r + 4 <= outputs; r += 4) {
    let a = bias[r]!
    let b = bias[r + 1]!
    let c = bias[r + 2]!
    let d = bias[r + 3]!
    for (let i = 0, w = r * inputs; i < inputs; i++, w++) {
      const x = input[i]!
      a += weights[w]! * x
      b += weights[w + inputs]! * x
      c += weights[w + 2 * inputs]! * x
      d += weights[w + 3 * inputs]! * x
    }
    out[at + r] = a
    out[at + r + 1] = b
    out[at + r + 2] = c
    out[at + r + 3] = d
  }
  for (; r < outputs; r++) {
    let sum = bias[r]!
    for (let i = 0, w = r * inputs; i < inputs; i++, w++) sum += weights[w]! * input[i]!
    out[at + r] = sum
  }
}
