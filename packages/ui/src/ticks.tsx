/** Round numbers within a range, about as many as asked for. */
export function niceTicks([low, high]: readonly [number, number], count: number): readonly number[] {
  const raw = (high - low) / count
  if (!(raw > 0)) return [low]
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= raw) ?? raw
  const first = Math.ceil(low / step - 1e-9)
  const last = Math.floor(high / step + 1e-9)
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)))
}
