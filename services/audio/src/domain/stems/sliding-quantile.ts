/** Quantiles over the last `length` values of many parallel series. Missing values at the start count as zero. */
export interface RunningQuantiles {
  /** Adds one value per series from `values` and writes the quantile of each window to `out`. */
  push(values: Float32Array, out: Float32Array): void
}

/**
 * Replaces one value of the sorted range `row[base … base + length − 1]` and keeps it sorted, in O(length). After the
 * running median of Huang, Yang and Tang, IEEE Trans. ASSP 27, 1979.
 */
function replaceSorted(row: Float32Array, base: number, length: number, old: number, next: number): void {
  const last = base + length - 1
  let i = base
  while (i < last && row[i]! < old) i++
  if (next > old) {
    while (i < last && row[i + 1]! < next) {
      row[i] = row[i + 1]!
      i++
    }
  } else {
    while (i > base && row[i - 1]! > next) {
      row[i] = row[i - 1]!
      i--
    }
  }
  row[i] = next
}

/**
 * Creates running quantiles of `series` series over `length` values; `rank` 0 is the minimum, length − 1 the maximum.
 */
export function createRunningQuantiles(
  series: number,
  length: number,
  rank = (length - 1) >> 1,
): RunningQuantiles {
  const sorted = new Float32Array(series * length)
  const recent = new Float32Array(series * length)
  let at = 0
  return {
    push(values, out) {
      for (let s = 0; s < series; s++) {
        const base = s * length
        replaceSorted(sorted, base, length, recent[base + at]!, values[s]!)
        recent[base + at] = values[s]!
        out[s] = sorted[base + rank]!
      }
      at = (at + 1) % length
    },
  }
}

/**
 * Computes a sliding median: `out[i]` is the median of `values[i − half … i + half]`; the end values are repeated
 * beyond the ends.
 */
export function slidingMedian(values: Float32Array, half: number, out: Float32Array): void {
  const last = values.length - 1
  const length = 2 * half + 1
  const row = new Float32Array(length)
  for (let j = 0; j < length; j++) row[j] = values[Math.min(last, Math.max(0, j - half))]!
  row.sort()
  out[0] = row[half]!
  for (let i = 1; i <= last; i++) {
    const old = values[Math.max(0, i - 1 - half)]!
    replaceSorted(row, 0, length, old, values[Math.min(last, i + half)]!)
    out[i] = row[half]!
  }
}
