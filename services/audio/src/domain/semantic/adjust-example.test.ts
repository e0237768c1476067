import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EMOTIONS } from '../emotion/emotion-model.ts'
import {
  ADJUSTABLE,
  adjustQuery,
  goesAsAsked,
  heardAdjustment,
  unheardAdjustments,
} from './adjust-example.ts'
import { explainAdjusted } from './explain-hit.ts'
import { nine } from './lexicon.ts'
import { measuresInForce } from './measures-in-force.ts'
import { EMBEDDING_DIMENSIONS, queryFromExample, scoreOf, trackVector } from './search-vector.ts'
import type { TrackMeasures } from './track-measures.ts'
import { trackCoordinates } from './track-traits.ts'

const NO_TEXT = new Float32Array(EMBEDDING_DIMENSIONS)
const within = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const emotions = fc.tuple(...EMOTIONS.map(() => within(0, 10)))
const measures: fc.Arbitrary<TrackMeasures> = fc
  .tuple(within(68, 180), within(0, 1), within(0, 3), within(0, 7), fc.nat(11), fc.boolean(), emotions)
  .map(([tempoBpm, sureness, kick, hat, tonic, major, feeling]) => ({
    durationSeconds: 200,
    tempoBpm,
    beatsPerBar: 4,
    beatConfidence: sureness,
    key: { tonic, mode: major ? ('major' as const) : ('minor' as const), confidence: sureness },
    emotions: nine((emotion) => feeling[EMOTIONS.indexOf(emotion)]!),
    bassDb: -3,
    loudnessLufs: -12,
    rangeLu: 6,
    drums: {
      hitsPerSecond: { kick, snare: kick / 2, hat, tom: 0, cymbal: hat / 10 },
      ...{ startSeconds: 0, fourOnFloor: kick / 3, backbeat: 0.5, syncopation: 0.2, swing: null },
    },
  }))
const library = fc.sample(measures, { numRuns: 300, seed: 17 })
const vectors = library.map((measures) => trackVector(measures, NO_TEXT))
const hitsFor = (query: Float32Array) =>
  vectors
    .map((vector, index) => ({ index, score: scoreOf(query, vector) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, 20)
    .map(({ index }) => library[index]!)

test.each(ADJUSTABLE)('more %s never returns tracks with less of it on average', (name) => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: library.length - 1 }),
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.double({ min: -1, max: 1, noNaN: true }),
      (example, a, b) => {
        const mean = (amount: number) =>
          hitsFor(adjustQuery(queryFromExample(vectors[example]!), { [name]: amount })).reduce(
            (sum, hit) => sum + trackCoordinates(hit)[name] / 20,
            0,
          )
        expect(mean(Math.max(a, b))).toBeGreaterThanOrEqual(mean(Math.min(a, b)) - 1e-4)
      },
    ),
    { numRuns: 30 },
  )
})

test('nothing adjusted is plain likeness', () => {
  const query = queryFromExample(vectors[0]!)
  expect(adjustQuery(query, {})).toEqual(query)
  expect(adjustQuery(query, { darkness: 0, tempo: 0, drums: 0 })).toEqual(query)
  expect(goesAsAsked(library[0]!, library[0]!, {})).toBe(true)
})

test('a track goes as asked one way at most, and never from itself', () => {
  fc.assert(
    fc.property(
      fc.nat(library.length - 1),
      fc.nat(library.length - 1),
      fc.constantFrom(...ADJUSTABLE),
      (a, b, name) => {
        const [example, track] = [library[a]!, library[b]!]
        const more = goesAsAsked(example, track, { [name]: 1 })
        const less = goesAsAsked(example, track, { [name]: -1 })
        expect(more && less).toBe(false)
        expect(goesAsAsked(track, example, { [name]: -1 })).toBe(more)
        expect(goesAsAsked(example, example, { [name]: 1 })).toBe(false)
      },
    ),
  )
})

test('an uncertain tempo is not adjusted, and said so; a corrected one is certain', () => {
  const unsure = { ...library[0]!, tempoBpm: 120, beatConfidence: 0.1 }
  expect(unheardAdjustments(unsure, { tempo: 1 })).toEqual([
    'tempo (no certain tempo was found in the example)',
  ])
  expect(heardAdjustment(unsure, { tempo: 1, drums: 1 })).toEqual({ tempo: 0, drums: 1 })
  const stated = { tempoBpm: 60, tempoCorrected: true, keyName: 'Eb minor', keyCorrected: true }
  const corrected = measuresInForce(unsure, stated)
  expect(corrected).toMatchObject({
    tempoBpm: 60,
    beatConfidence: 1,
    key: { tonic: 3, mode: 'minor', confidence: 1 },
  })
  expect(unheardAdjustments(corrected, { tempo: 1 })).toEqual([])
  const confirmed = measuresInForce(unsure, { ...stated, tempoBpm: 120, keyCorrected: false })
  expect(confirmed).toEqual({ ...unsure, beatConfidence: 1 })
  const measured = { ...stated, tempoCorrected: false, keyCorrected: false }
  expect(measuresInForce(unsure, measured)).toEqual(unsure)
})

test('reasons name the change and what it rests on', () => {
  const example = {
    ...library[0]!,
    tempoBpm: 120,
    beatConfidence: 0.9,
    key: { tonic: 0, mode: 'major' as const, confidence: 0.9 },
  }
  const darker = { ...example, tempoBpm: 130, key: { tonic: 9, mode: 'minor' as const, confidence: 0.9 } }
  const { why } = explainAdjusted(example, darker, { darkness: 0.5, tempo: 1 })
  expect(why).toMatch(/^Darker \(A minor\), faster\. .*130 BPM against 120, A minor\.$/)
})
