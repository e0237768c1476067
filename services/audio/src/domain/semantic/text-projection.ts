import { unpackBank } from './example-bank.ts'
import packed from './text-projection.json' with { type: 'json' }

/**
 * Unit vectors along which the embeddings of descriptions differ most: 95 % of their variance (`write-projection.ts`).
 */
export const TEXT_DIRECTIONS: readonly Float32Array[] = unpackBank(packed).vectors

/**
 * Projects an embedding to the principal components that distinguish descriptions of tracks. The inner product of two
 * projections differs from that of the embeddings only by what all descriptions share, which does not affect ranking.
 */
export const projectText = (embedding: Float32Array): Float32Array =>
  Float32Array.from(TEXT_DIRECTIONS, (direction) => {
    let sum = 0
    for (let i = 0; i < direction.length; i++) sum += direction[i]! * embedding[i]!
    return sum
  })
