/** One measured figure: its bound, the figure it is compared with, and whether it holds. */
export type Row = {
  readonly name: string
  readonly value: number | string
  readonly bound: number | string
  readonly baseline: number | string
  readonly ok: boolean
}

/** How many of how many; holds only when all do and there are as many as expected. */
export const countRow = (name: string, right: number, of: number, expected = of): Row => ({
  name,
  value: `${right} of ${of}`,
  bound: `${expected} of ${expected}`,
  baseline: 'published',
  ok: right === of && of === expected && of > 0,
})

/** A largest error that must stay below a bound. */
export const errorRow = (name: string, worst: number, bound: number, baseline: string): Row => ({
  name,
  value: Number(worst.toPrecision(3)),
  bound,
  baseline,
  ok: worst <= bound,
})

/** Prints the rows as a table, or with --json as one object on the last line; the exit code says whether all hold. */
export function report(rows: readonly Row[], notes: readonly string[], argv: readonly string[]): never {
  const width = Math.max(...rows.map((row) => row.name.length))
  for (const row of rows)
    console.log(
      `${row.ok ? 'ok  ' : 'FAIL'} ${row.name.padEnd(width)}  ${row.value}  (bound ${row.bound}; ${row.baseline})`,
    )
  for (const note of notes) console.log(`     ${note}`)
  if (argv.includes('--json')) console.log(JSON.stringify({ rows }))
  process.exit(rows.every((row) => row.ok) ? 0 : 1)
}
