import { EXAMPLES, shippedBank } from '../../src/domain/semantic/example-bank.ts'
import { queryVector, readQuery, type SearchQuery } from '../../src/domain/semantic/search-vector.ts'
import type { TextEmbedder } from '../../src/domain/semantic/text-embedder.ts'
import type { FrozenQuery, Judgements } from './judgements.ts'

/** Judged query as our search and both baselines see it. */
export interface RankedQuery {
  readonly frozen: FrozenQuery
  readonly grades: readonly number[]
  readonly ours: SearchQuery
  /** Query by the words of the lexicon alone. */
  readonly lexiconOnly: SearchQuery
  /** Embedding of the unchanged text. */
  readonly embedded: Float32Array
}

/** Reads and embeds all judged queries. */
export async function rankQueries(judgements: Judgements, embedder: TextEmbedder): Promise<RankedQuery[]> {
  const bank = shippedBank()
  if (bank.model !== embedder.model) throw new Error('the shipped examples are of another model')
  const out: RankedQuery[] = []
  for (const frozen of judgements.queries) {
    const read = readQuery(frozen.text)
    const [embedded, affirmed] = await embedder.embed([frozen.text, read.affirmed])
    out.push({
      frozen,
      grades: [...frozen.grades].map(Number),
      ours: queryVector(read, read.affirmed === '' ? null : affirmed!, bank),
      lexiconOnly: queryVector(read, null, bank),
      embedded: embedded!,
    })
  }
  return out
}

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0)

/**
 * Returns the largest cosine of a query and an example: examples written after the queries must not repeat them. Names
 * of styles and single feelings of three words or fewer are allowed to recur.
 */
export function nearestExample(queries: readonly RankedQuery[]): number {
  const { vectors } = shippedBank()
  const situations = vectors.filter((_, i) => EXAMPLES[i]!.text.split(' ').length > 3)
  return Math.max(...queries.flatMap(({ embedded }) => situations.map((vector) => dot(vector, embedded))))
}
