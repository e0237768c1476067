/** Small dense symmetric systems, row-major. Sizes are below a few dozen, so plain loops are fastest. */

/** Returns the lower Cholesky factor of a symmetric n×n matrix, or undefined if it is not positive definite. */
export function cholesky(a: Float64Array, n: number): Float64Array | undefined {
  const l = new Float64Array(n * n)
  for (let i = 0; i < n; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      let sum = a[i * n + j]!
      for (let k = 0; k < j; k += 1) sum -= l[i * n + k]! * l[j * n + k]!
      if (i === j) {
        if (!(sum > 0)) return undefined
        l[i * n + i] = Math.sqrt(sum)
      } else {
        l[i * n + j] = sum / l[j * n + j]!
      }
    }
  }
  return l
}

/** Solves L Lᵀ x = b. */
export function choleskySolve(l: Float64Array, n: number, b: ArrayLike<number>): Float64Array {
  const x = new Float64Array(n)
  for (let i = 0; i < n; i += 1) {
    let sum = b[i]!
    for (let k = 0; k < i; k += 1) sum -= l[i * n + k]! * x[k]!
    x[i] = sum / l[i * n + i]!
  }
  for (let i = n - 1; i >= 0; i -= 1) {
    let sum = x[i]!
    for (let k = i + 1; k < n; k += 1) sum -= l[k * n + i]! * x[k]!
    x[i] = sum / l[i * n + i]!
  }
  return x
}

/** Inverts a symmetric positive definite matrix from its Cholesky factor. */
export function choleskyInverse(l: Float64Array, n: number): Float64Array {
  const out = new Float64Array(n * n)
  const unit = new Float64Array(n)
  for (let j = 0; j < n; j += 1) {
    unit.fill(0)
    unit[j] = 1
    const column = choleskySolve(l, n, unit)
    for (let i = 0; i < n; i += 1) out[i * n + j] = column[i]!
  }
  return out
}
