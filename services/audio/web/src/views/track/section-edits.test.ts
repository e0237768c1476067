import { expect, test } from 'vitest'
import { joined, renamed, splitAt, startMoved, wantedSections } from './section-edits.ts'

const sections = [
  { start: 0, end: 30, label: 'intro' },
  { start: 30, end: 60, label: 'drop 1' },
  { start: 60, end: 90, label: 'outro' },
]

test('borders move together, names change alone, and no section vanishes', () => {
  expect(startMoved(sections, 1, 28.5)).toEqual([
    { start: 0, end: 28.5, label: 'intro' },
    { start: 28.5, end: 60, label: 'drop 1' },
    sections[2],
  ])
  expect(startMoved(sections, 1, 59.9)).toBe(sections)
  expect(startMoved(sections, 1, 0.2)).toBe(sections)
  expect(startMoved(sections, 7, 3)).toBe(sections)
  expect(renamed(sections, 2, 'break')[2]).toEqual({ start: 60, end: 90, label: 'break' })
})

test('a split and a join are each other’s inverse', () => {
  const split = splitAt(sections, 45)
  expect(split.map(({ start, end }) => [start, end])).toEqual([
    [0, 30],
    [30, 45],
    [45, 60],
    [60, 90],
  ])
  expect(joined(split, 2)).toEqual(sections)
  expect(splitAt(sections, 30.1)).toBe(sections)
  expect(joined(sections, 0)).toBe(sections)
})

test('a rename and a split that follow each other are both kept; an undo shows what was measured', () => {
  const phrase = { start_time: 0, end_time: 90, type: 'main', label: 'saved' }
  const analysis = { phrases: [phrase] }
  const track = { measured: { phrases: [{ ...phrase, label: 'measured' }] } }
  const first = renamed(wantedSections(track, analysis, undefined), 0, 'intro')
  const second = splitAt(wantedSections(track, analysis, first), 30)
  expect(second.map(({ label, end }) => `${label} ${end}`)).toEqual(['intro 30', 'intro 90'])
  expect(wantedSections(track, analysis, null)[0]!.label).toBe('measured')
})
