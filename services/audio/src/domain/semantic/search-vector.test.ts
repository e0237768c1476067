import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeTrack } from './describe-track.ts'
import { EXAMPLES, packBank, shippedBank, unpackBank } from './example-bank.ts'
import { explainHit, explainLikeness } from './explain-hit.ts'
import { nine } from './lexicon.ts'
import {
  EMBEDDING_DIMENSIONS,
  queryFromExample,
  queryVector,
  readQuery,
  SEARCH_DIMENSIONS,
  scoreOf,
  TEXT_DIMENSIONS,
  trackVector,
} from './search-vector.ts'
import { TEXT_DIRECTIONS } from './text-projection.ts'
import type { TrackMeasures } from './track-measures.ts'
import { trackCoordinates } from './track-traits.ts'

const track = (
  change: Partial<TrackMeasures> = {},
  drums: Partial<TrackMeasures['drums']> = {},
): TrackMeasures => ({
  durationSeconds: 180,
  tempoBpm: 120,
  beatsPerBar: 4,
  beatConfidence: 0.9,
  key: { tonic: 0, mode: 'major', confidence: 0.8 },
  emotions: nine(() => 5),
  bassDb: -2,
  loudnessLufs: -14,
  rangeLu: 6,
  drums: {
    hitsPerSecond: { kick: 1.5, snare: 1, hat: 3, tom: 0.1, cymbal: 0.1 },
    startSeconds: 1,
    fourOnFloor: 0.5,
    backbeat: 0.5,
    syncopation: 0.2,
    swing: 0.5,
    ...drums,
  },
  ...change,
})
const SILENT_DRUMS = { kick: 0, snare: 0, hat: 0, tom: 0, cymbal: 0 }
const ballad = track(
  { tempoBpm: 70, key: { tonic: 9, mode: 'minor', confidence: 0.9 } },
  {
    hitsPerSecond: SILENT_DRUMS,
    startSeconds: 180,
    fourOnFloor: 0,
    backbeat: 0,
    syncopation: 0,
    swing: null,
  },
)
const club = track(
  { tempoBpm: 135, key: { tonic: 9, mode: 'minor', confidence: 0.9 } },
  { hitsPerSecond: { kick: 2.2, snare: 1, hat: 5, tom: 0, cymbal: 0 }, fourOnFloor: 1, backbeat: 0.2 },
)
const NO_TEXT = new Float32Array(EMBEDDING_DIMENSIONS)
const score = (text: string, of: TrackMeasures): number =>
  scoreOf(queryVector(readQuery(text), null, shippedBank()).vector, trackVector(of, NO_TEXT))

describe('ranking', () => {
  test.each([
    ['a calm song without drums', ballad, club],
    ['no drums at all', ballad, club],
    ['something to dance to', club, ballad],
    ['anything but calm', club, ballad],
    ['not danceable', ballad, club],
    ['very slow', ballad, club],
    ['hypnotic techno', club, ballad],
    ['in a major key', track(), club],
    ['waltz', track({ beatsPerBar: 3 }), track()],
  ])('%s', (text, better, worse) => {
    expect(score(text, better)).toBeGreaterThan(score(text, worse))
  })

  test('"not X" ranks two tracks the other way round than "X"', () => {
    for (const word of ['calm', 'danceable', 'energetic', 'aggressive'])
      expect(Math.sign(score(word, ballad) - score(word, club))).toBe(
        -Math.sign(score(`not ${word}`, ballad) - score(`not ${word}`, club)),
      )
  })

  test('a text that says nothing scores every track alike', () => {
    expect(score('', ballad)).toBe(0)
    expect(score('the of', club)).toBe(0)
  })

  test('more like this: the track itself comes before all others', () => {
    const query = queryFromExample(trackVector(club, NO_TEXT))
    const self = scoreOf(query, trackVector(club, NO_TEXT))
    for (const other of [ballad, track(), track({ tempoBpm: 137 })])
      expect(self).toBeGreaterThan(scoreOf(query, trackVector(other, NO_TEXT)))
  })

  test('vectors are finite whatever was measured', () => {
    const number = fc.double({ noDefaultInfinity: true, noNaN: true, min: -1e4, max: 1e4 })
    fc.assert(
      fc.property(number, number, number, fc.integer({ min: 0, max: 7 }), (bpm, bass, rate, bar) => {
        const odd = track(
          { tempoBpm: bpm, bassDb: bass, beatsPerBar: bar, key: null, rangeLu: rate },
          { hitsPerSecond: { ...SILENT_DRUMS, kick: Math.abs(rate) }, swing: null },
        )
        const vector = trackVector(odd, NO_TEXT)
        expect(vector).toHaveLength(SEARCH_DIMENSIONS)
        expect(vector.every(Number.isFinite)).toBe(true)
        for (const value of Object.values(trackCoordinates(odd)))
          expect(Math.abs(value)).toBeLessThanOrEqual(1.6)
        expect(describeTrack(odd)).toMatch(/^[A-Z].*\.$/)
      }),
    )
  })
})

describe('the projection of texts', () => {
  test('its directions are orthogonal unit vectors', () => {
    for (const [i, a] of TEXT_DIRECTIONS.entries())
      for (const [j, b] of TEXT_DIRECTIONS.entries())
        expect(a.reduce((sum, value, at) => sum + value * b[at]!, 0)).toBeCloseTo(i === j ? 1 : 0, 1)
  })
})

describe('meaning by examples', () => {
  test('the shipped vectors are one unit vector per example, and survive packing', () => {
    const bank = shippedBank()
    expect(bank.vectors).toHaveLength(EXAMPLES.length)
    for (const vector of bank.vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 5)
    for (const { concepts } of EXAMPLES) expect(concepts.every((concept) => concept !== undefined)).toBe(true)
    const again = unpackBank(packBank(bank))
    const cosine = again.vectors[7]!.reduce((sum, x, i) => sum + x * bank.vectors[7]![i]!, 0)
    expect(cosine).toBeGreaterThan(0.999)
  })

  test('a text of unknown words is understood by the nearest examples', () => {
    const bank = shippedBank()
    const at = EXAMPLES.findIndex((example) => example.text === 'northern lights')
    const query = queryVector(readQuery('wombats'), bank.vectors[at]!, bank)
    expect(query.meanings[0]?.concept.name).toBe('atmospheric')
    expect(Math.hypot(...query.vector.subarray(TEXT_DIMENSIONS))).toBeCloseTo(1, 5)
  })
})

describe('words about tracks', () => {
  test('a description says only what was measured', () => {
    expect(describeTrack(ballad)).toMatch(/Very slow, 70 BPM, in A minor, without drums/)
    const doubtful = { ...ballad, key: { ...ballad.key!, confidence: 0.1 } }
    expect(describeTrack(doubtful)).toMatch(/Very slow, 70 BPM, without drums/)
    expect(explainLikeness(club, doubtful).why).toContain('perhaps A minor')
    expect(explainLikeness(club, ballad).why).toMatch(/, A minor\.$/)
    expect(describeTrack(club)).toMatch(/four-on-the-floor/)
  })

  test('an explanation names what was asked and what was measured', () => {
    const query = queryVector(readQuery('calm, no drums'), null, shippedBank())
    const { why, contributions } = explainHit(query, ballad)
    expect(why).toMatch(/^Meets /)
    expect(why).toContain('not drums (hardly any drums)')
    expect(contributions).toHaveLength(2)
    expect(explainHit(query, club).why).toMatch(/^Misses /)
    expect(explainLikeness(club, track({ tempoBpm: 133 })).why).toContain('133 BPM against 135')
  })
})
