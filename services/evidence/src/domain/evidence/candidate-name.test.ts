import { expect, it } from 'vitest'
import { usualName } from './candidate-name.ts'

it('takes the name that most items state, and of equally common ones the first in the alphabet', () => {
  const named = (...names: string[]) => names.map((name) => ({ name }))
  expect(usualName(named('caffeine', 'Guaranine', 'caffeine'))).toBe('caffeine')
  expect(usualName(named('theine', 'caffeine'))).toBe('caffeine')
  expect(usualName([{}, {}])).toBeNull()
})
