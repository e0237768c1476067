import { afterAll, expect, test } from 'vitest'
import { miniLmEmbedder } from './minilm-embedder.ts'

const embedder = miniLmEmbedder({
  entry: new URL('../../compose/threads/embedding.ts', import.meta.url).href,
})
afterAll(() => embedder.close())

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0)

test('texts near in meaning have near vectors, of unit length, the same every time', async () => {
  const texts = ['sad slow song', 'melancholic ballad', 'aggressive techno']
  const [sad, ballad, techno] = (await embedder.embed(texts)) as [Float32Array, Float32Array, Float32Array]
  expect(dot(sad, ballad)).toBeGreaterThan(dot(sad, techno) + 0.1)
  expect(sad).toHaveLength(embedder.dimensions)
  expect(dot(sad, sad)).toBeCloseTo(1, 4)
  expect((await embedder.embed(['sad slow song']))[0]).toEqual(sad)
  expect(await embedder.embed([])).toEqual([])
})

test('a page of text does not hold up the event loop', async () => {
  await embedder.embed(['warm'])
  let longest = 0
  const started = performance.now()
  let last = started
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }, 5)
  const [vector] = await embedder.embed(['a calm and happy song about the sea '.repeat(140)])
  clearInterval(timer)
  const elapsed = performance.now() - started
  expect(vector!.every(Number.isFinite)).toBe(true)
  // In this thread it would be one pause as long as the whole.
  expect(longest).toBeLessThan(elapsed / 2)
})
