/**
 * Writes a number with six significant digits, for a table that programs read. Rounding makes no probability certain: one
 * between 0.9999995 and 1 keeps all its digits.
 */
export const plainFigure = (value: number): string => {
  const rounded = Number(value.toPrecision(6))
  return String(rounded === 1 && value < 1 ? value : rounded)
}

/**
 * Writes a probability with a fixed number of digits, for people. Rounding makes none certain or impossible: those are
 * written as ">0.99" and "<0.01".
 */
export function shownProbability(value: number, digits: number): string {
  const step = 10 ** -digits
  const text = value.toFixed(digits)
  if (Number(text) >= 1 && value < 1) return `>${(1 - step).toFixed(digits)}`
  return Number(text) <= 0 && value > 0 ? `<${step.toFixed(digits)}` : text
}
