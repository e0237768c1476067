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

export const readPhrasings = (): Phrasing[] =>
  readFileSync(new URL('../fixtures/phrasings.ndjson', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Phrasing)

/** Reads all phrasings and gives the rows of the accuracy table; `report` receives every fault. */
export function phrasingRows(report: (line: string) => void = () => {}): readonly Row[] {
  const phrasings = readPhrasings()
  let right = 0
  let wrong = 0
  for (const phrasing of phrasings) {
    const verdict = judge(processQuery(phrasing.text, { today: TODAY }), phrasing)
    if (verdict.right) right++
    else report(`${phrasing.id} ${JSON.stringify(phrasing.text)}: ${verdict.faults.join('; ')}`)
    if (verdict.wrongNumbers.length > 0) wrong++
  }
  const share = right / phrasings.length
  return [
    {
      name: 'phrasings read',
      value: phrasings.length,
      bound: '>= 400',
      baseline: '',
      ok: phrasings.length >= 400,
    },
    {
      name: 'phrasings exactly right',
      value: share,
      bound: '>= 0.97',
      baseline: `${right} of ${phrasings.length}`,
      ok: share >= 0.97,
    },
    {
      name: 'phrasings with a wrong number silently accepted',
      value: wrong,
      bound: '= 0',
      baseline: '',
      ok: wrong === 0,
    },
  ]
}
