import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadMusicnn } from '../../src/adapters/kernels/musicnn.ts'
import { loadTransforms } from '../../src/adapters/pffft/create-transform.ts'
import { labelsOf, TAG_SOURCES } from '../../src/domain/tags/hear-tags.ts'
import { MEL_FRAME_LENGTH, MEL_HOP_LENGTH, melPowers, patchLevels } from '../../src/domain/tags/mel-levels.ts'
import { EMBEDDING_SIZE, MEL_BANDS, PATCH_FRAMES } from '../../src/domain/tags/tag-network.ts'
import { REFERENCE_SIGNALS } from './reference-signals.ts'

const ROOT = join(import.meta.dirname, '../..')
const TOLERANCE = 1e-4
interface Reference {
  readonly labels: readonly string[]
  readonly files: Readonly<
    Record<string, { patches: number; tags: readonly number[]; first_penultimate: readonly number[] }>
  >
}
const reference = JSON.parse(readFileSync(join(ROOT, 'lab/tags/reference-outputs.json'), 'utf8')) as Record<
  string,
  Reference
>

const createTransform = await loadTransforms()
const createNetwork = await loadMusicnn(createTransform)
const read = (source: string) => readFileSync(join(ROOT, 'models', `musicnn-${source}.bin`))

/** Patches as the original cuts them: one after the other, frames centred, silence around the signal. */
function patchesOf(signal: Float32Array, count: number): Float32Array[] {
  const padded = new Float32Array(signal.length + MEL_FRAME_LENGTH)
  padded.set(signal, MEL_FRAME_LENGTH / 2)
  return Array.from({ length: count }, (_, patch) => {
    const powers = new Float32Array(PATCH_FRAMES * MEL_BANDS)
    for (let t = 0; t < PATCH_FRAMES; t++)
      melPowers(
        createTransform(MEL_FRAME_LENGTH),
        padded,
        (patch * PATCH_FRAMES + t) * MEL_HOP_LENGTH,
        powers,
        t * MEL_BANDS,
      )
    return patchLevels(powers)
  })
}

describe.each(TAG_SOURCES)('the network %s and the original package', (source) => {
  const { labels, files } = reference[source]!
  const network = createNetwork(read(source), labelsOf(source))

  it('have the same labels', () => {
    expect(labelsOf(source)).toEqual(labels)
  })

  it.each(Object.keys(REFERENCE_SIGNALS))(
    'agree to 1e-4: %s',
    (name) => {
      const { patches, tags, first_penultimate } = files[name]!
      const answers = patchesOf(REFERENCE_SIGNALS[name]!(), patches).map((patch) => network.tag(patch))
      for (const [i, expected] of tags.entries()) {
        const mean = answers.reduce((sum, { probabilities }) => sum + probabilities[i]!, 0) / patches
        expect(Math.abs(mean - expected), labels[i]).toBeLessThan(TOLERANCE)
      }
      for (let i = 0; i < EMBEDDING_SIZE; i++)
        expect(Math.abs(answers[0]!.embedding[i]! - first_penultimate[i]!)).toBeLessThan(TOLERANCE)
    },
    60_000,
  )
})

it('refuses a weight file of another size', () => {
  expect(() => createNetwork(read('mtt').subarray(4), labelsOf('mtt'))).toThrow(RangeError)
})
