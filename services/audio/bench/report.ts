/** One line of a bench: what was measured, what it must be, what others reach. */
export interface Row {
  readonly name: string
  readonly value: number
  /** Least value that passes, or the largest where `atMost` is true. */
  readonly bound: number | null
  readonly baseline: number | null
  readonly ok: boolean
}

const show = (value: number | null): string =>
  value === null ? '' : Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(3)

/** A row that passes at or above its bound. */
export const atLeast = (name: string, value: number, bound: number, baseline: number | null = null): Row => ({
  name,
  value,
  bound,
  baseline,
  ok: value >= bound,
})

/** A row that passes at or below its bound. */
export const atMost = (name: string, value: number, bound: number, baseline: number | null = null): Row => ({
  name,
  value,
  bound,
  baseline,
  ok: value <= bound,
})

/** A figure without a bound: it is shown and cannot fail. */
export const figure = (name: string, value: number, baseline: number | null = null): Row => ({
  name,
  value,
  bound: null,
  baseline,
  ok: true,
})

/** Print a table for people, with `--json` one object on the last line, and set the exit code. */
export function report(rows: readonly Row[]): void {
  const width = Math.max(...rows.map((row) => row.name.length))
  console.log(
    `${'measure'.padEnd(width)}  ${'value'.padStart(9)} ${'bound'.padStart(9)} ${'baseline'.padStart(9)}`,
  )
  for (const row of rows) {
    const cells = [row.value, row.bound, row.baseline].map((cell) => show(cell).padStart(9)).join(' ')
    console.log(`${row.name.padEnd(width)}  ${cells}  ${row.bound === null ? '' : row.ok ? 'ok' : 'MISSED'}`)
  }
  if (process.argv.includes('--json')) console.log(JSON.stringify({ rows }))
  process.exitCode = rows.every((row) => row.ok) ? 0 : 1
}
