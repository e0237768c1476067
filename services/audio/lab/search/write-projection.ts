/**
 * Writes `text-projection.json`: the directions in which descriptions of tracks differ. Descriptions combine the same
 * few statements, so a few of the 384 dimensions of the embedding distinguish them. Run it again when descriptions or
 * the embedding model change: `node lab/search/write-projection.ts`.
 */
import { writeFile } from 'node:fs/promises'
import { describeTrack } from '../../src/domain/semantic/describe-track.ts'
import { packBank } from '../../src/domain/semantic/example-bank.ts'
import { createRandom, gaussian } from '../../test/random.ts'
import { syntheticMeasures } from '../../test/synthetic-tracks.ts'
import { rememberingEmbedder } from './embedder.ts'

const DIRECTIONS = 32
const DESCRIPTIONS = 1000
const ITERATIONS = 60

const random = createRandom(11)
const embedder = rememberingEmbedder()
const texts = Array.from({ length: DESCRIPTIONS }, () => describeTrack(syntheticMeasures(random)))
const vectors = await embedder.embed(texts)
await embedder.close()
const { dimensions } = embedder
const mean = new Float64Array(dimensions)
for (const vector of vectors) for (let i = 0; i < dimensions; i++) mean[i]! += vector[i]! / vectors.length
const centred = vectors.map((vector) => Float64Array.from(vector, (value, i) => value - mean[i]!))
const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0)

/** Gram–Schmidt. */
function orthonormal(directions: Float64Array[]): Float64Array[] {
  const done: Float64Array[] = []
  for (const direction of directions) {
    for (const other of done) {
      const along = dot(direction, other)
      for (let i = 0; i < direction.length; i++) direction[i]! -= along * other[i]!
    }
    const length = Math.sqrt(dot(direction, direction))
    done.push(direction.map((value) => value / length))
  }
  return done
}

// Orthogonal iteration converges to the leading principal components.
let directions = orthonormal(
  Array.from({ length: DIRECTIONS }, () => Float64Array.from({ length: dimensions }, () => gaussian(random))),
)
for (let round = 0; round < ITERATIONS; round++) {
  directions = orthonormal(
    directions.map((direction) => {
      const next = new Float64Array(dimensions)
      for (const vector of centred) {
        const along = dot(vector, direction)
        for (let i = 0; i < dimensions; i++) next[i]! += along * vector[i]!
      }
      return next
    }),
  )
}
const total = centred.reduce((sum, vector) => sum + dot(vector, vector), 0)
const kept = centred.reduce(
  (sum, vector) => sum + directions.reduce((part, direction) => part + dot(vector, direction) ** 2, 0),
  0,
)
const packed = packBank({ model: embedder.model, vectors: directions.map((d) => Float32Array.from(d)) })
await writeFile(
  new URL('../../src/domain/semantic/text-projection.json', import.meta.url),
  `${JSON.stringify(packed, null, 2)}\n`,
)
console.log(
  `${DIRECTIONS} directions carry ${((100 * kept) / total).toFixed(1)} % of what differs between descriptions`,
)
