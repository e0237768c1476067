/** One script that proves something. */
export interface Proof {
  readonly title: string
  readonly folder: string
  readonly script: string
  /** Whether the package has the script in this form. */
  readonly exists: boolean
}

/** One row of a proof, as `report` prints it with `--json`. */
export interface ProofRow {
  readonly name: string
  readonly value: number | string
  readonly bound: number | string | null
  readonly ok: boolean
}

/** What a proof showed; without rows it was not run. */
export interface ProofResult {
  readonly proof: Proof
  readonly rows: readonly ProofRow[] | undefined
  readonly seconds: number
}

/**
 * Returns the rows at the end of an output: those of `{"rows":[…]}`, else one row of "N passed, N failed", else the exit
 * code. A script that failed without a failed row gets one.
 */
export function rowsOf(title: string, output: string, code: number | null): ProofRow[] {
  const lines = output.trimEnd().split('\n').reverse()
  const json = lines.find((line) => line.startsWith('{"rows":'))
  const counted = lines.map((line) => /(\d+) passed, (\d+) failed/.exec(line)).find((match) => match !== null)
  const rows: ProofRow[] = json
    ? (JSON.parse(json) as { rows: ProofRow[] }).rows
    : counted
      ? [{ name: title, value: counted[0], bound: '0 failed', ok: counted[2] === '0' && counted[1] !== '0' }]
      : []
  const failed = { name: title, value: `ended with code ${code}`, bound: 'code 0', ok: false }
  if (code !== 0 && rows.every(({ ok }) => ok)) return [...rows, failed]
  return rows.length > 0 ? rows : [{ ...failed, ok: true }]
}

const show = (cell: number | string | null): string =>
  cell === null
    ? ''
    : typeof cell === 'string'
      ? cell
      : String(Math.abs(cell) >= 1000 ? Math.round(cell) : Number(cell.toPrecision(4)))

/** Returns the cells of every result: claim, figure, bound, verdict. */
function cellsOf(results: readonly ProofResult[]): string[][] {
  return results.flatMap(({ proof, rows }) =>
    rows === undefined
      ? [[proof.title, '', '', 'not run']]
      : rows.map(({ name, value, bound, ok }) => [
          name.startsWith(proof.title.split(' ')[0] as string) ? name : `${proof.title}: ${name}`,
          show(value),
          show(bound),
          bound === null ? '' : ok ? 'holds' : 'FAILED',
        ]),
  )
}

/** Returns the results as an aligned table. */
export function proofTable(results: readonly ProofResult[]): string {
  const table = [['claim', 'figure', 'bound', 'verdict'], ...cellsOf(results)]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((line) => line[column]!.length)))
  return table
    .map((line) =>
      line
        .map((cell, c) => cell.padEnd(widths[c]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Results of earlier runs by title, as `docs/proof.json` keeps them. */
export type RecordedProofs = Readonly<
  Record<string, { readonly script: string; readonly date: string; readonly rows: readonly ProofRow[] }>
>

const isLong = (script: string | undefined): boolean => script?.endsWith(':full') ?? false

/**
 * Adds the results of a run to those of earlier ones: a proof that was not run keeps its last result, and one of a long form is
 * not replaced by a short form.
 */
export function withResults(
  recorded: RecordedProofs,
  results: readonly ProofResult[],
  date: string,
): RecordedProofs {
  const titles = new Set(results.map(({ proof }) => proof.title))
  return Object.fromEntries([
    ...Object.entries(recorded).filter(([title]) => titles.has(title)),
    ...results.flatMap(({ proof, rows }) =>
      rows === undefined || (isLong(recorded[proof.title]?.script) && !isLong(proof.script))
        ? []
        : [[proof.title, { script: proof.script, date, rows }] as const],
    ),
  ])
}

/** Returns the page `docs/proof.md`: the last result of every proof, and which have none. */
export function proofPage(proofs: readonly Proof[], recorded: RecordedProofs): string {
  const lines = proofs.flatMap((proof) => {
    const known = recorded[proof.title]
    const when = known ? `${known.date}, ${known.script}` : ''
    return cellsOf([{ proof, rows: known?.rows, seconds: 0 }]).map(
      (cells) => `| ${[...cells, when].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`,
    )
  })
  return `# Proof

The last recorded result of every proof of operation. The short form of all of them is \`npm run proof\`, the long form
\`npm run proof -- --full\` (hours); \`--only TEXT\` runs those whose title contains a text, and \`--record\` writes the results to this
page. Scripts that end in \`:full\` are long forms. Rows without a bound are figures.

| claim | figure | bound | verdict | recorded |
|---|---|---|---|---|
${lines.join('\n')}
`
}
