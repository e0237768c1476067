import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { runOptions } from './testing-options.ts'
import { atLeast, atMost, countRow, figure, type Row, tableOf } from './testing-report.ts'

/** Runs a script that reports these rows, in a process of its own: exit codes and the last line are what counts. */
function run(rows: readonly Row[], ...flags: string[]) {
  const module = new URL('testing-report.ts', import.meta.url).href
  const code = `import { report } from '${module}'; report(${JSON.stringify(rows)})`
  const child = spawnSync(process.execPath, ['--input-type=module', '-e', code, '--', ...flags], {
    encoding: 'utf8',
  })
  return { status: child.status, lines: child.stdout.trimEnd().split('\n'), errors: child.stderr }
}

const good = atLeast('beat F', 0.99312, 0.95, 0.9123)

describe('report', () => {
  it('ends with 0 when every row is ok, and prints one JSON object on the last line when asked', () => {
    const { status, lines } = run([good, figure('tom F', 0.5)], '--json')
    expect(status).toBe(0)
    expect(JSON.parse(lines.at(-1)!)).toEqual({
      rows: [
        { name: 'beat F', value: 0.99312, bound: 0.95, baseline: 0.9123, ok: true },
        { name: 'tom F', value: 0.5, bound: null, baseline: null, ok: true },
      ],
    })
    expect(run([good]).lines.at(-1)).toMatch(/^beat F/)
  })

  it('ends with 1 when a row fails or nothing was measured', () => {
    expect(run([good, atMost('lost', 2, 1)]).status).toBe(1)
    expect(run([]).status).toBe(1)
  })

  it('refuses to record a run that has no result file', () => {
    const { status, errors } = run([good], '--record')
    expect(status).toBe(1)
    expect(errors).toMatch(/no result file/)
  })
})

it('the table says sense, bound, baseline and verdict', () => {
  const table = tableOf([
    good,
    atMost('jobs lost', 3, 0),
    figure('filling, s', 1234.5, 'bare'),
    countRow('z', 3, 3),
  ])
  expect(table.split('\n').map((line) => line.replaceAll(/ {2,}/g, ' | '))).toEqual([
    'measure | value | bound | baseline',
    'beat F | 0.9931 | >= 0.95 | 0.9123 | ok',
    'jobs lost | 3 | <= 0 | FAILED',
    'filling, s | 1235 | bare',
    'z | 3 of 3 | 3 of 3 | ok',
  ])
})

it('a count holds only when all are right, all are there, and there is one', () => {
  expect(
    [countRow('a', 2, 3), countRow('a', 3, 3, { expected: 4 }), countRow('a', 0, 0)].map(({ ok }) => ok),
  ).toEqual([false, false, false])
})

it('options are flags, values and words', () => {
  const { is, values, positionals } = runOptions({ flags: ['full', 'ci'], options: ['jobs', 'seed'] }, [
    ...['--full', '--json', 'folder', '--jobs', '120'],
  ])
  expect(is).toEqual({ full: true, ci: false })
  expect(values).toEqual({ jobs: ['120'], seed: [] })
  expect(positionals).toEqual(['folder'])
})
