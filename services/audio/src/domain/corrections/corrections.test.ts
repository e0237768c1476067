import { expect, test } from 'vitest'
import { changeCorrections, sectionProblem, type TrackCorrections } from './corrections.ts'
import { NO_CHANGE } from './grid.ts'

const measured = { tempoBpm: 120, beats: [0, 0.5], downbeats: [0], beatsPerBar: 4, regions: [] }
const other = { ...measured, tempoBpm: 60 }
const now = new Date(0)
const context = { author: 'ann', now, measured }
const grid = { ...NO_CHANGE, factor: 2 }

test('a correction replaces the one before and keeps its grid; null removes it; others stay', () => {
  const first = changeCorrections({}, { grid, key: { tonic: 9, mode: 'minor' } }, context)
  expect(first).toEqual({
    grid: { value: grid, author: 'ann', madeAt: now, base: measured },
    key: { value: { tonic: 9, mode: 'minor' }, author: 'ann', madeAt: now },
  })
  const later = { author: 'bo', now: new Date(1), measured: other }
  const second = changeCorrections(first, { grid: NO_CHANGE }, later)
  expect(second).toMatchObject({ grid: { author: 'bo', base: measured }, key: { author: 'ann' } })
  const third: TrackCorrections = changeCorrections(second, { grid: null }, later)
  expect(Object.keys(third)).toEqual(['key'])
  expect(changeCorrections(third, { grid }, later).grid!.base).toEqual(other)
  expect(changeCorrections(first, {}, later)).toEqual(first)
})

test('sections are in order, do not overlap and lie in the track', () => {
  const of = (...spans: [number, number][]) =>
    sectionProblem(
      spans.map(([startSeconds, endSeconds]) => ({ startSeconds, endSeconds, label: 'a' })),
      10,
    )
  expect(of([0, 5], [5, 10], [10, 10.01])).toBeUndefined()
  expect(of()).toBeUndefined()
  expect(of([0, 5], [4, 6])).toEqual({ index: 1, issue: 'overlaps' })
  expect(of([3, 3])).toEqual({ index: 0, issue: 'empty' })
  expect(of([3, 11])).toEqual({ index: 0, issue: 'outside' })
})
