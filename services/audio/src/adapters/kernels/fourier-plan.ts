/** Bytes of a plan in the kernel's memory; offsets as in kernels/convolve.ts. */
export const PLAN_BYTES = 8192
const TWIDDLES = 64
const ROTATIONS = 4096

/** Writes the plan of an inverse transform to `2 · points` real values; `points` is a product of fours and threes. */
export function writePlan(buffer: ArrayBuffer, at: number, points: number): void {
  const head = new Int32Array(buffer, at, TWIDDLES / 4)
  head[0] = points
  const factors: number[] = []
  let stage = 1
  for (let n = points; n > 1; ) {
    const radix = n % 4 === 0 ? 4 : 3
    if (n % radix !== 0) throw new RangeError(`${points} points are not a product of fours and threes`)
    head[stage++] = radix
    const m = n / radix
    for (let p = 0; p < m; p++)
      for (let power = 1; power < radix; power++) {
        const angle = (2 * Math.PI * p * power) / n
        factors.push(Math.cos(angle), Math.sin(angle))
      }
    n = m
  }
  new Float32Array(buffer, at + TWIDDLES, factors.length).set(factors)
  const rotations = new Float32Array(buffer, at + ROTATIONS, points + 2)
  for (let k = 0; 2 * k + 1 < rotations.length; k++) {
    rotations[2 * k] = Math.cos((Math.PI * k) / points)
    rotations[2 * k + 1] = Math.sin((Math.PI * k) / points)
  }
}

const tables = new Map<number, Float64Array>()

/** Returns the cosines of one turn in `size` steps. */
function cosinesOf(size: number): Float64Array {
  const known = tables.get(size)
  if (known !== undefined) return known
  const table = Float64Array.from({ length: size }, (_, i) => Math.cos((2 * Math.PI * i) / size))
  tables.set(size, table)
  return table
}

/**
 * Writes the conjugate half spectrum of a filter for a circular correlation of `2 · points` values, divided by that
 * number, into one lane. Its first tap is `before` places before the output; `hop` bytes lie between two places.
 */
export function writeFilterSpectrum(
  buffer: ArrayBuffer,
  at: number,
  hop: number,
  lane: number,
  points: number,
  taps: Float32Array,
  before: number,
): void {
  const out = new Float32Array(buffer)
  const size = 2 * points
  const cosines = cosinesOf(size)
  for (let k = 0; k <= points; k++) {
    let re = 0
    let im = 0
    let turn = (((-before * k) % size) + size) % size
    for (let j = 0; j < taps.length; j++) {
      re += taps[j]! * cosines[turn]!
      const quarter = turn + 3 * (size / 4)
      im += taps[j]! * cosines[quarter < size ? quarter : quarter - size]!
      turn += k
      if (turn >= size) turn -= size
    }
    const to = (at + k * hop) / 4 + lane
    out[to] = re / size
    out[to + 4] = im / size
  }
}
