import { expect, test } from 'vitest'
import { movedGrid, nextFactor, wholeCorrection } from './grid-correction.ts'

const saved = { shift_ms: 1, factor: 1, downbeat_shift: 0, tempo: null, author: 'anna', time: '2026-01-01' }

test('a grid moved there and back again has no correction', () => {
  const back = movedGrid(undefined, saved, ({ shift_ms }) => ({ shift_ms: shift_ms - 1 }))
  expect(back).toBeNull()
  expect(movedGrid(null, saved, () => ({ factor: 2 }))).toEqual({
    shift_ms: 0,
    factor: 2,
    downbeat_shift: 0,
    tempo: null,
  })
  expect(movedGrid(undefined, { ...saved, tempo: 126 }, () => ({ shift_ms: 0 }))).toMatchObject({
    tempo: 126,
  })
})

test('factors stop at the last one; absent parts are neutral', () => {
  expect([nextFactor(0.5, -1), nextFactor(0.25, -1), nextFactor(4, 1)]).toEqual([0.25, 0.25, 4])
  expect(wholeCorrection(null)).toEqual({ shift_ms: 0, factor: 1, downbeat_shift: 0, tempo: null })
})
