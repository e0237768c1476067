import { readFileSync } from 'node:fs'
import type { Row } from '@assay/kit/testing-report'
import { judge, type Phrasing } from '../src/domain/language/judge-phrasing.ts'
import { processQuery } from '../src/domain/language/query-processor.ts'

/** The day on which every phrasing was written. */
export const TODAY = '2026-06-15'

export const readPhrasings = (file: string): Phrasing[] =>
  readFileSync(new URL(`../fixtures/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Phrasing)

type Score = {
  readonly total: number
  readonly right: number
  readonly wrong: number
  readonly faults: readonly string[]
}

function score(file: string): Score {
  const phrasings = readPhrasings(file)
  const faults: string[] = []
  let wrong = 0
  for (const phrasing of phrasings) {
    const verdict = judge(processQuery(phrasing.text, { today: TODAY }), phrasing)
    if (!verdict.right)
      faults.push(`${phrasing.id} ${JSON.stringify(phrasing.text)}: ${verdict.faults.join('; ')}`)
    if (verdict.wrongNumbers.length > 0) wrong++
  }
  return { total: phrasings.length, right: phrasings.length - faults.length, wrong, faults }
}

/** Share exactly right, and lines with a wrong number silently accepted, of one set. */
function setRows(name: string, { total, right, wrong }: Score, bound: number, first: string): readonly Row[] {
  const share = right / total
  return [
    {
      name: `${name}: exactly right`,
      value: `${right} of ${total} (${(100 * share).toFixed(1)} %)`,
      bound: `>= ${100 * bound} %`,
      baseline: first,
      ok: share >= bound,
    },
    {
      name: `${name}: a wrong number silently accepted`,
      value: wrong,
      bound: 0,
      baseline: first,
      ok: wrong === 0,
    },
  ]
}

/** Rows and notes of the phrasing sets for the accuracy table; every line that is not exactly right is a note. */
export function phrasingRows(): { readonly rows: readonly Row[]; readonly notes: readonly string[] } {
  const first = score('phrasings.ndjson')
  const second = score('phrasings-second.ndjson')
  const third = score('phrasings-third.ndjson')
  const fourth = score('phrasings-fourth.ndjson')
  return {
    rows: [
      {
        name: 'phrasings in the first set',
        value: first.total,
        bound: '>= 400',
        baseline: 'issue',
        ok: first.total >= 400,
      },
      ...setRows(
        'phrasings, written before the parser',
        first,
        0.97,
        'the parser was written with them at hand',
      ),
      ...setRows(
        'phrasings, second set, after the parser',
        second,
        0.9,
        'at first reading 74 of 91, 5 wrong',
      ),
      ...setRows('phrasings, meant to mislead', third, 0.8, 'at first reading 36 of 55, 7 wrong'),
      ...setRows('phrasings, last unseen set', fourth, 0.8, 'at first reading 34 of 40, 2 wrong'),
    ],
    notes: [first, second, third, fourth].flatMap(({ faults }) => faults.map((fault) => `phrasing ${fault}`)),
  }
}
