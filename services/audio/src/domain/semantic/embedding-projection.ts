import packed from './embedding-projection.json' with { type: 'json' }
import { unpackBank } from './example-bank.ts'

/** Unit vectors along which the output layers of the tag networks look, for each network in turn. */
const ROWS = unpackBank(packed).vectors
/** Number of directions of both networks. */
export const EMBEDDING_DIRECTIONS = ROWS.length
const PER_NETWORK = EMBEDDING_DIRECTIONS / 2

/**
 * Projects the embedding of a track (both networks, one after the other) to the directions that their tags weigh most:
 * the singular vectors of the output layers (`lab/search/write-embedding-projection.py`). They were fitted by the
 * authors of the networks to many recordings, and by us to none.
 */
export const projectEmbedding = (embedding: readonly number[]): number[] =>
  ROWS.map((row, i) => {
    const from = i < PER_NETWORK ? 0 : row.length
    let sum = 0
    for (let j = 0; j < row.length; j++) sum += row[j]! * (embedding[from + j] ?? 0)
    return sum
  })
