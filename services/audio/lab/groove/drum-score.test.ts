import { expect, test } from 'vitest'
import { drumScore } from './drum-score.ts'

const hit = (timeSeconds: number, velocity: number) => ({ timeSeconds, velocity })

test('leaves ghosts out of the score, found or not', () => {
  const truth = [hit(1, 100), hit(1.5, 20), hit(2, 100)]
  expect(drumScore(truth, [1, 2], 0.05, 30)).toBe(1)
  expect(drumScore(truth, [1, 1.51, 2], 0.05, 30)).toBe(1)
  expect(drumScore(truth, [1, 1.51, 1.7, 2], 0.05, 30)).toBeCloseTo(0.8)
})

test('counts a quiet hit where nothing is optional', () => {
  expect(drumScore([hit(1, 100), hit(1.5, 20)], [1], 0.05)).toBeCloseTo(2 / 3)
})

test('gives no score without a required hit', () => {
  expect(drumScore([hit(1, 20)], [1], 0.05, 30)).toBeNull()
})
