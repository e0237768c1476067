import { expect, test } from 'vitest'
import { commandOf, isTaken } from './keys.ts'

const press = (key: string, held: 'shiftKey' | 'ctrlKey' | 'none' = 'none') =>
  commandOf({
    key,
    shiftKey: held === 'shiftKey',
    ctrlKey: held === 'ctrlKey',
    metaKey: false,
    altKey: false,
  })

test('space, arrows, J, K and L', () => {
  expect(press(' ')).toEqual({ do: 'toggle' })
  expect(press('K', 'shiftKey')).toEqual({ do: 'toggle' })
  expect(press('j')).toEqual({ do: 'bars', steps: -4 })
  expect(press('l')).toEqual({ do: 'bars', steps: 4 })
  expect(press('ArrowRight')).toEqual({ do: 'beats', steps: 1 })
  expect(press('ArrowLeft', 'shiftKey')).toEqual({ do: 'bars', steps: -1 })
  expect(press('ArrowUp')).toEqual({ do: 'zoom', factor: 2 })
})

test('what the browser does with a key stays its own', () => {
  expect(press('l', 'ctrlKey')).toBeUndefined()
  expect(press('x')).toBeUndefined()
  expect(press('Tab')).toBeUndefined()
})

test('what has the focus keeps the keys that it uses', () => {
  const taken = (focus: Parameters<typeof isTaken>[0]) =>
    [' ', 'ArrowLeft', 'ArrowUp', 'Home', 'k'].filter((key) => isTaken(focus, key))
  expect(taken('page')).toEqual([])
  expect(taken('timeline')).toEqual([])
  expect(taken('presses')).toEqual([' ', 'ArrowUp'])
  expect(taken('scrolls')).toEqual([' ', 'ArrowLeft', 'ArrowUp', 'Home'])
  expect(taken('text')).toHaveLength(5)
})
