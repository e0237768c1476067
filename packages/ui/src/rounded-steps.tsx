/** Step of a sum, as it is printed. */
export interface RoundedStep {
  /** Printed size of the step. */
  readonly step: number
  /** Printed sum after the step. */
  readonly sum: number
}

/** Rounds half away from zero to so many digits, without the error of binary fractions: 1.005 → 1.01. */
function roundTo(value: number, digits: number): number {
  const scale = 10 ** digits
  const scaled = value * scale
  // Adding 0 turns −0 into 0.
  return (Math.sign(value) * Math.round(Math.abs(scaled) + Number.EPSILON * Math.abs(scaled))) / scale + 0
}

/**
 * Rounds the steps of a sum so that the printed steps add up to the printed total, to the last digit: every running sum is
 * rounded, and a step is printed as the difference of two printed sums. A printed step is less than one unit of the last digit
 * away from its value.
 */
export function roundedSteps(steps: readonly number[], digits: number): RoundedStep[] {
  let exact = 0
  let printed = 0
  return steps.map((step) => {
    exact += step
    const sum = roundTo(exact, digits)
    const rounded = roundTo(sum - printed, digits)
    printed = sum
    return { step: rounded, sum }
  })
}
