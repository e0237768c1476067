import { expect, test } from 'vitest'
import { shiftBeats } from './phase-features.ts'
import { chooseShift } from './phase-model.ts'
import { createGroupCorrelation, orderedQuarters, tempoFeatures } from './tempo-features.ts'

const FRAMES = 3000
const PERIOD = 50
const NO_CHROMA = { frames: 0, values: new Float32Array(0), tuningCents: 0 }

/** A kick on every other beat, a snare on the others, and hats on the halves, in five frequency groups. */
function backbeat(): Float32Array[] {
  const groups = Array.from({ length: 5 }, () => new Float32Array(FRAMES))
  for (let beat = 0; beat * PERIOD < FRAMES; beat++) {
    for (const g of beat % 2 === 0 ? [0, 1] : [2, 3]) groups[g]![beat * PERIOD] = 10
    groups[4]![beat * PERIOD] = 3
    if (beat * PERIOD + PERIOD / 2 < FRAMES) groups[4]![beat * PERIOD + PERIOD / 2] = 3
  }
  return groups
}
const BEATS = Array.from({ length: FRAMES / PERIOD }, (_, i) => i * PERIOD)

test('a snare returns after two beats and not after one; hats return after a half', () => {
  const correlation = createGroupCorrelation(backbeat())
  expect(correlation(2, PERIOD)).toBe(0)
  expect(correlation(2, 2 * PERIOD)).toBeGreaterThan(0.9)
  expect(correlation(4, PERIOD / 2)).toBeGreaterThan(0.9)
})

test('of two beats the one with the snare is the second, wherever the beats begin, at any gain', () => {
  const groups = backbeat()
  const quarters = orderedQuarters(groups, BEATS)
  expect(quarters[2]).toBeLessThan(0)
  expect(quarters[20 + 2]).toBeGreaterThan(1)
  expect(orderedQuarters(groups, BEATS.slice(1))).toEqual(quarters)
  expect(tempoFeatures(groups, createGroupCorrelation(groups), BEATS, PERIOD)).toHaveLength(100)
})

test('beats on kick and snare stay, beats on the hats between move by a half', () => {
  const groups = backbeat()
  expect(chooseShift(groups, NO_CHROMA, BEATS)).toBe(0)
  const between = shiftBeats(BEATS, 1 / 2)
  expect(chooseShift(groups, NO_CHROMA, between)).toBe(1 / 2)
  expect(shiftBeats(between, 1 / 2).slice(1, 4)).toEqual(BEATS.slice(1, 4))
  expect(chooseShift(groups, NO_CHROMA, between.slice(0, 4))).toBe(0)
})
