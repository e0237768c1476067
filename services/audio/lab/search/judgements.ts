/**
 * Freezes the judgements: `node lab/search/judgements.ts --write` created `judgements.json` once, before any search was
 * written. Without `--write` it checks that tables and rules still give exactly the frozen grades, and the rules of the
 * set.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { PIECES } from '../corpus/pieces.ts'
import { gradeOf, type JudgedQuery, type Tag } from './grade.ts'
import { judgeLibrary } from './judge-piece.ts'
import { CONTEXT_QUERIES } from './queries-context.ts'
import { FEELING_QUERIES } from './queries-feeling.ts'
import { MUSICAL_QUERIES } from './queries-musical.ts'
import { NEGATED_QUERIES } from './queries-negated.ts'

/** One query with a grade 0–3 for every piece, in the order of `pieces`. */
export interface FrozenQuery {
  readonly text: string
  readonly tags: readonly Tag[]
  /** Whether the query is held out (every fourth): scored separately, never looked at while tuning. */
  readonly heldOut: boolean
  readonly grades: string
}

export interface Judgements {
  readonly pieces: readonly string[]
  readonly queries: readonly FrozenQuery[]
}

const QUERIES: readonly JudgedQuery[] = [
  ...FEELING_QUERIES,
  ...NEGATED_QUERIES,
  ...CONTEXT_QUERIES,
  ...MUSICAL_QUERIES,
]
const FILE = new URL('judgements.json', import.meta.url)

/** Grades every piece for every query by the tables and rules of this folder. */
export function judgeAll(): Judgements {
  const pieces = judgeLibrary(PIECES)
  return {
    pieces: pieces.map((piece) => piece.id),
    queries: QUERIES.map(({ text, tags, want }, i) => ({
      text,
      tags,
      heldOut: i % 4 === 3,
      grades: pieces.map((piece) => gradeOf(want, piece)).join(''),
    })),
  }
}

/** Returns the faults of a set of judgements; empty when it keeps its rules. */
export function faultsOf({ pieces, queries }: Judgements): string[] {
  const faults: string[] = []
  const texts = new Set(queries.map((query) => query.text.toLowerCase()))
  if (queries.length < 170) faults.push(`${queries.length} queries, at least 170 wanted`)
  if (texts.size !== queries.length) faults.push('a query is there twice')
  const negated = queries.filter((query) => query.tags.includes('negation')).length
  if (negated < 35) faults.push(`${negated} negations, at least 35 wanted`)
  const known = PIECES.map((piece) => piece.id)
  if (pieces.join() !== known.join()) faults.push('the pieces are not those of the corpus')
  for (const { text, grades } of queries) {
    const good = [...grades].filter((grade) => Number(grade) >= 2).length
    const relevant = [...grades].filter((grade) => Number(grade) >= 1).length
    const wrong = [...grades].filter((grade) => grade === '0').length
    if (!/^[0-3]+$/.test(grades) || grades.length !== pieces.length) faults.push(`"${text}": broken grades`)
    if (good < 2 || relevant < 3) faults.push(`"${text}": ${good} good and ${relevant} relevant pieces`)
    if (wrong < 10) faults.push(`"${text}": only ${wrong} wrong pieces`)
  }
  return faults
}

/** Loads the frozen judgements after checking that nothing has changed them. */
export async function loadJudgements(): Promise<Judgements> {
  const frozen = JSON.parse(await readFile(FILE, 'utf8')) as Judgements
  const faults = faultsOf(frozen)
  if (JSON.stringify(judgeAll()) !== JSON.stringify(frozen))
    faults.push('tables or rules no longer give the frozen grades')
  if (faults.length > 0) throw new Error(`The judged queries are not sound:\n${faults.join('\n')}`)
  return frozen
}

if (import.meta.main) {
  if (process.argv.includes('--write')) {
    const { pieces, queries } = judgeAll()
    const faults = faultsOf({ pieces, queries })
    if (faults.length > 0) throw new Error(faults.join('\n'))
    const lines = queries.map((query) => `    ${JSON.stringify(query)}`).join(',\n')
    await writeFile(FILE, `{\n  "pieces": ${JSON.stringify(pieces)},\n  "queries": [\n${lines}\n  ]\n}\n`)
  }
  const { queries } = await loadJudgements()
  const count = (tag: Tag) => queries.filter((query) => query.tags.includes(tag)).length
  console.log(
    `${queries.length} queries, ${count('negation')} negations, ${count('intensity')} intensifiers, sound`,
  )
}
