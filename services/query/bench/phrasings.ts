import { readFileSync } from 'node:fs'
import { judge, type Phrasing } from '../src/domain/language/judge-phrasing.ts'
import { processQuery } from '../src/domain/language/query-processor.ts'

/** One line of a bench or accuracy table. */
export type Row = {
  readonly name: string
  readonly value: number
  readonly bound: string
  readonly baseline: string
  readonly ok: boolean
}

/** The day on which every phrasing was written. */
export const TODAY = '2026-06-15'

export const readPhrasings = (file: string): Phrasing[] =>
  readFileSync(new URL(`../fixtures/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Phrasing)

type Score = { readonly total: number; readonly right: number; readonly wrong: number }

function score(file: string, report: (line: string) => void): Score {
  const phrasings = readPhrasings(file)
  let right = 0
  let wrong = 0
  for (const phrasing of phrasings) {
    const verdict = judge(processQuery(phrasing.text, { today: TODAY }), phrasing)
    if (verdict.right) right++
    else report(`${phrasing.id} ${JSON.stringify(phrasing.text)}: ${verdict.faults.join('; ')}`)
    if (verdict.wrongNumbers.length > 0) wrong++
  }
  return { total: phrasings.length, right, wrong }
}

/** Reads all phrasings and gives the rows of the accuracy table; `report` receives every fault. */
export function phrasingRows(report: (line: string) => void = () => {}): readonly Row[] {
  const first = score('phrasings.ndjson', report)
  const second = score('phrasings-second.ndjson', report)
  const share = ({ right, total }: Score) => right / total
  const of = ({ right, total }: Score) => `${right} of ${total}`
  return [
    { name: 'phrasings read', value: first.total, bound: '>= 400', baseline: '', ok: first.total >= 400 },
    {
      name: 'phrasings exactly right',
      value: share(first),
      bound: '>= 0.97',
      baseline: of(first),
      ok: share(first) >= 0.97,
    },
    {
      name: 'phrasings with a wrong number silently accepted',
      value: first.wrong,
      bound: '= 0',
      baseline: '',
      ok: first.wrong === 0,
    },
    {
      name: 'second phrasings (after the parser) exactly right',
      value: share(second),
      bound: '>= 0.9',
      baseline: `${of(second)}, at first reading 74 of 91`,
      ok: share(second) >= 0.9,
    },
    {
      name: 'second phrasings with a wrong number silently accepted',
      value: second.wrong,
      bound: '= 0',
      baseline: 'at first reading 5',
      ok: second.wrong === 0,
    },
  ]
}
