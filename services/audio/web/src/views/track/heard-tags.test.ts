import { expect, test } from 'vitest'
import { uniqueTags } from './heard-tags.ts'

test('a tag of both networks is shown once, with the larger probability', () => {
  const tag = (name: string, probability: number) => ({ name, probability })
  expect(uniqueTags([tag('house', 0.4), tag('drums', 0.6), tag('house', 0.8)])).toEqual([
    tag('house', 0.8),
    tag('drums', 0.6),
  ])
})
