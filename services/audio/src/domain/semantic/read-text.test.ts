import { expect, test } from 'vitest'
import { readText } from './read-text.ts'

test('what is negated is not embedded', () => {
  expect(readText('a warm slow song without drums').affirmed).toBe('a warm slow song')
  expect(readText('no drums at all').affirmed).toBe('')
  expect(readText('energetic, yet neither angry nor dark').affirmed).toBe('energetic')
})

test('a comma ends a negation unless "or" continues the list', () => {
  const negated = (text: string) =>
    readText(text)
      .hits.filter((hit) => hit.negated)
      .map((hit) => hit.word)
  expect(negated('not sad, happy')).toEqual(['sad'])
  expect(negated('not sad, gloomy or slow')).toEqual(['sad', 'gloomy', 'slow'])
  expect(negated('no drums. warm and happy')).toEqual(['drums'])
})

test('unknown words are counted, function words are not', () => {
  expect(readText('happy').unknownShare).toBe(0)
  expect(readText('something for me').unknownShare).toBe(0)
  expect(readText('wombats juggling').unknownShare).toBe(1)
  expect(readText('happy wombats').unknownShare).toBe(0.5)
})

test('phrases are found as one word, the longest first', () => {
  expect(readText('four on the floor').hits.map((hit) => hit.word)).toEqual(['four-on-the-floor'])
  expect(readText('old school hip hop').hits.map((hit) => hit.word)).toContain('hip-hop')
})

test('the worst text takes no longer than any other', () => {
  // One character of these becomes three marks; what trails them was once looked for from every one of them: 340 ms.
  const texts = [`a${'…'.repeat(4997)}a`, `a${','.repeat(4997)}a`, 'not a, '.repeat(3000), 'ﷺ'.repeat(20_000)]
  for (const text of texts) {
    let ms = Number.POSITIVE_INFINITY
    for (let i = 0; i < 3; i++) {
      const started = process.threadCpuUsage()
      readText(text)
      const { user, system } = process.threadCpuUsage(started)
      ms = Math.min(ms, (user + system) / 1000)
    }
    expect(ms).toBeLessThan(200)
  }
})
