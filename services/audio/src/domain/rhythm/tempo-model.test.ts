import { expect, test } from 'vitest'
import { sharpenGroups } from './group-weights.ts'
import { type BeatEvidence, evidenceTerms, plausibility } from './hypotheses.ts'
import { phaseFeatures, shiftBeats } from './phase-features.ts'
import phase from './phase-model.json' with { type: 'json' }
import { chooseShift } from './phase-model.ts'
import { createGroupCorrelation, orderedQuarters, tempoFeatures } from './tempo-features.ts'
import shipped from './tempo-model.json' with { type: 'json' }
import { learnedPlausibility } from './tempo-model.ts'

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

test('of two beats the one with the snare is the second, wherever the beats begin', () => {
  const groups = backbeat()
  const quarters = orderedQuarters(groups, BEATS)
  expect(quarters[2]).toBeLessThan(0)
  expect(quarters[20 + 2]).toBeGreaterThan(1)
  expect(orderedQuarters(groups, BEATS.slice(1))).toEqual(quarters)
  expect(tempoFeatures(groups, createGroupCorrelation(groups), BEATS, PERIOD)).toHaveLength(100)
})

test('a louder recording has the same features after its groups are sharpened', () => {
  const raw = backbeat()
  const featuresAt = (gain: number): number[] => {
    const values = Float32Array.from({ length: FRAMES * 5 }, (_, i) => gain * raw[i % 5]![Math.floor(i / 5)]!)
    const groups = sharpenGroups({ frames: FRAMES, groups: values })
    return tempoFeatures(groups, createGroupCorrelation(groups), BEATS, PERIOD)
  }
  const louder = featuresAt(3)
  for (const [i, x] of featuresAt(1).entries()) expect(louder[i]).toBeCloseTo(x, 5)
})

const EVIDENCE: BeatEvidence = {
  bpm: 110,
  onBeatShare: 0.7,
  alternation: 0.2,
  barLikeness: 0.7,
  balance: 0.5,
  strength: 3,
  repetition: { bar: 0.5, twoBars: 0.6 },
}

test('the plausibility is corrected by a sum of standardised inputs and by units', () => {
  const features = [2, 5]
  const model = {
    means: [...evidenceTerms(EVIDENCE), 1, 1],
    deviations: [...evidenceTerms(EVIDENCE).map(() => 1), 1, 2],
    linear: [...evidenceTerms(EVIDENCE).map(() => 9), 10, 100],
    units: [
      { weights: [...evidenceTerms(EVIDENCE).map(() => 9), 0.5, 0.25], bias: -0.5, share: 3 },
      { weights: [...evidenceTerms(EVIDENCE).map(() => 9), 0, 0], bias: 1, share: -2 },
    ],
  }
  // Standardised, the terms of the evidence are 0 and the features 1 and 2.
  const expected = 10 * 1 + 100 * 2 + 3 * Math.tanh(0.5 + 0.5 - 0.5) - 2 * Math.tanh(1)
  expect(learnedPlausibility(EVIDENCE, features, model)).toBeCloseTo(plausibility(EVIDENCE) + expected, 10)
})

test('the shipped models have a weight for every input', () => {
  const groups = backbeat()
  const features = tempoFeatures(groups, createGroupCorrelation(groups), BEATS, PERIOD)
  const inputs = evidenceTerms(EVIDENCE).length + features.length
  const { means, deviations, linear, units } = shipped
  for (const list of [means, deviations, linear, ...units.map(({ weights }) => weights)])
    expect(list).toHaveLength(inputs)
  expect(Math.min(...deviations)).toBeGreaterThan(0)
  expect(learnedPlausibility(EVIDENCE, features)).not.toBeNaN()
  expect(phase.weights).toHaveLength(phaseFeatures(groups, NO_CHROMA, BEATS)[0]!.length)
})

test('beats on kick and snare stay, beats on the hats between move by a half', () => {
  const groups = backbeat()
  expect(chooseShift(groups, NO_CHROMA, BEATS)).toBe(0)
  const between = shiftBeats(BEATS, 1 / 2)
  expect(chooseShift(groups, NO_CHROMA, between)).toBe(1 / 2)
  expect(shiftBeats(between, 1 / 2).slice(1, 4)).toEqual(BEATS.slice(1, 4))
  expect(chooseShift(groups, NO_CHROMA, between.slice(0, 4))).toBe(0)
})
