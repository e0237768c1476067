const ONE_GRAM_KG = 0.001

/**
 * Returns the zero of a rising function between two points (x, f(x)) of opposite sign: false position with the Illinois
 * rule (Dowell & Jarratt 1971, BIT 11:168–174), to a gram. Each evaluation is a whole simulation, so few must do.
 */
export function risingRoot(
  f: (x: number) => number,
  from: readonly [number, number],
  to: readonly [number, number],
): number {
  let [low, atLow] = from
  let [high, atHigh] = to
  let side = 0
  for (let i = 0; i < 60 && high - low > 1e-6; i++) {
    if (Math.abs(atLow) < ONE_GRAM_KG) return low
    if (Math.abs(atHigh) < ONE_GRAM_KG) return high
    const x = (low * atHigh - high * atLow) / (atHigh - atLow)
    const value = f(x)
    if (Math.abs(value) < ONE_GRAM_KG) return x
    if (value > 0) {
      high = x
      atHigh = value
      if (side === 1) atLow /= 2
      side = 1
    } else {
      low = x
      atLow = value
      if (side === -1) atHigh /= 2
      side = -1
    }
  }
  return (low + high) / 2
}
