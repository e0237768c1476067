export interface DigitAccumulator {
  add(value: number): void
  /** Number of values, how often each digit occurs, and the digit preference score (0 none, 100 one digit only); NaN without values. */
  result(): { readonly count: number; readonly score: number; readonly digits: readonly number[] }
}

/**
 * Scores the preference for some last digits (tenths) in a measurement taken to 0.1 cm or 0.1 kg:
 * 100·√(χ² / (9 n)) against ten equally frequent digits.
 * Kuulasmaa, Hense, Tolonen, "Quality assessment of data on blood pressure in the WHO MONICA project" (1998); adopted
 * by the SMART methodology for anthropometric surveys.
 */
export function accumulateDigits(): DigitAccumulator {
  const counts = new Array<number>(10).fill(0)
  let count = 0
  return {
    add(value) {
      const digit = Math.round(value * 10) % 10
      counts[digit] = counts[digit]! + 1
      count += 1
    },
    result() {
      const expected = count / 10
      const chiSquare = counts.reduce((sum, observed) => sum + (observed - expected) ** 2 / expected, 0)
      return { count, score: 100 * Math.sqrt(chiSquare / (9 * count)), digits: counts }
    },
  }
}
