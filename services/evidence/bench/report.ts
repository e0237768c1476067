/** One line of a measurement: what was found, what it must reach, and what the baseline reached. */
export interface Row {
  readonly name: string
  readonly value: number
  readonly bound: number | null
  readonly baseline: number | null
  readonly ok: boolean
}

/** A row that must be at least (or at most) its bound; compared at the precision that is printed. */
export function row(name: string, value: number, sense: '>=' | '<=', bound: number, baseline?: number): Row {
  const shown = Number(value.toFixed(4))
  return {
    name: `${name} ${sense} ${bound}`,
    value: shown,
    bound,
    baseline: baseline === undefined ? null : Number(baseline.toFixed(4)),
    ok: sense === '>=' ? shown >= bound : shown <= bound,
  }
}

/** Prints the table for people, with `--json` one object on the last line, and sets the exit code. */
export function finish(rows: readonly Row[]): void {
  const width = Math.max(...rows.map((r) => r.name.length))
  for (const r of rows) {
    const baseline = r.baseline === null ? '' : `  baseline ${r.baseline.toFixed(4)}`
    console.log(`${r.ok ? 'ok  ' : 'FAIL'} ${r.name.padEnd(width)}  ${r.value.toFixed(4)}${baseline}`)
  }
  if (process.argv.includes('--json')) console.log(JSON.stringify({ rows }))
  process.exitCode = rows.every((r) => r.ok) ? 0 : 1
}
