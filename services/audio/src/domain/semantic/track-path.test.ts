import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { explainStep, type MixTrack, mixStep, tempoStep } from './mix-step.ts'
import { findTrackPath } from './track-path.ts'

const mix = (change: Partial<MixTrack> = {}): MixTrack => ({
  tempoBpm: 124,
  key: { tonic: 9, mode: 'minor', certain: true },
  place: Float64Array.of(0, 0),
  ...change,
})
const bpm = fc.double({ min: 60, max: 190, noNaN: true })
const grid = fc.integer({ min: -16, max: 16 }).map((n) => n / 8)
const track: fc.Arbitrary<MixTrack> = fc.record({
  tempoBpm: fc.oneof(bpm, fc.constant(0)),
  key: fc.option(
    fc.record({
      tonic: fc.integer({ min: 0, max: 11 }),
      mode: fc.constantFrom('major' as const, 'minor' as const),
      certain: fc.boolean(),
    }),
  ),
  // A grid, on which sums are exact.
  place: fc.tuple(grid, grid).map((xy) => Float64Array.from(xy)),
})

describe('steps', () => {
  test.each([
    [124, 126, 1, true],
    [86, 172, 2, true],
    [174, 87, 0.5, true],
    [120, 128, 1, false],
    [100, 140, 1, false],
  ])('%d to %d BPM: time %d, compatible %s', (from, to, multiple, compatible) => {
    expect(tempoStep(from, to)).toMatchObject({ multiple, compatible })
  })

  test('tempo: the way back undoes the change, and a double tempo on both sides changes nothing', () => {
    fc.assert(
      fc.property(bpm, bpm, (from, to) => {
        const there = tempoStep(from, to)
        const back = tempoStep(to, from)
        expect((1 + there.change) * (1 + back.change)).toBeCloseTo(1, 9)
        expect(there.multiple * back.multiple).toBe(1)
        expect(back.compatible).toBe(there.compatible)
        expect(tempoStep(2 * from, 2 * to)).toEqual(there)
        expect(Math.abs(Math.log2(1 + there.change))).toBeLessThanOrEqual(
          Math.abs(Math.log2(to / from)) + 1e-12,
        )
      }),
    )
  })

  test('the same tempo and key cost no more than any other step of the same sound', () => {
    fc.assert(
      fc.property(track, track, (a, b) => {
        fc.pre(a.key?.certain === true && a.tempoBpm > 0)
        const still = mixStep(a, { ...a, place: b.place })
        expect(still.cost).toBeLessThanOrEqual(mixStep(a, b).cost + 1e-12)
        expect(still).toMatchObject({ key: { relation: 'same' }, tempo: { multiple: 1, change: 0 } })
      }),
    )
  })

  test('says what it rests on, and what is a guess', () => {
    expect(explainStep(mix(), mix({ tempoBpm: 126, key: { tonic: 4, mode: 'minor', certain: true } }))).toBe(
      '8A to 9A, a fifth up; 124.0 to 126.0 BPM, +1.6 %.',
    )
    expect(explainStep(mix(), mix({ tempoBpm: 62, key: { tonic: 0, mode: 'major', certain: false } }))).toBe(
      '8A to perhaps 8B, relative key; 124.0 to 62.0 BPM, half time, same tempo.',
    )
    expect(explainStep(mix({ key: null }), mix({ tempoBpm: 0 }))).toBe(
      'No key to 8A; from 124.0 BPM to an uncertain tempo.',
    )
  })
})

/** How far a place lies on the way from one track to another, times the squared length of the way. */
const wayTo = (from: MixTrack, to: MixTrack, { place }: MixTrack): number =>
  [0, 1].reduce((sum, d) => sum + (to.place[d]! - from.place[d]!) * (place[d]! - from.place[d]!), 0)
const costOf = (tracks: readonly MixTrack[]): number =>
  tracks.slice(1).reduce((sum, track, i) => sum + mixStep(tracks[i]!, track).cost, 0)
/** All ordered selections. */
const orders = (left: readonly MixTrack[]): MixTrack[][] => [
  [],
  ...left.flatMap((one) => orders(left.filter((other) => other !== one)).map((rest) => [one, ...rest])),
]
/** Whether all tracks in between are, and each lies at least `least` further on the way than the one before. */
const goesForward = (tracks: readonly MixTrack[], least = 0): boolean => {
  const [from, to] = [tracks[0]!, tracks.at(-1)!]
  const way = tracks.map((track) => wayTo(from, to, track))
  return tracks.slice(1, -1).every((_, i) => {
    const here = way[i + 1]!
    return here > 0 && here < way.at(-1)! && here - way[i]! >= least
  })
}

describe('paths', () => {
  test('goes forward without repeats, in as many steps as asked for', () => {
    const many = fc.array(track, { maxLength: 30 })
    fc.assert(
      fc.property(track, track, many, fc.option(fc.integer({ min: 1, max: 8 })), (from, to, all, steps) => {
        const path = findTrackPath(from, to, all, { steps: steps ?? undefined, mostSteps: 8 })
        expect(new Set(path).size).toBe(path.length)
        expect(path.length).toBeLessThanOrEqual((steps ?? 8) - 1)
        expect(goesForward([from, ...path.map((i) => all[i]!), to])).toBe(true)
        const between = all.filter((one) => goesForward([from, one, to]))
        if (steps !== null) expect(path).toHaveLength(Math.min(steps - 1, between.length))
      }),
    )
  })

  test('no other path that goes forward is cheaper', () => {
    fc.assert(
      fc.property(track, track, fc.array(track, { maxLength: 5 }), (from, to, all) => {
        const whole = (between: readonly MixTrack[]) => [from, ...between, to]
        const found = findTrackPath(from, to, all, { mostSteps: 6 }).map((i) => all[i]!)
        for (const other of orders(all).map(whole))
          if (goesForward(other, 1e-3))
            expect(costOf(other)).toBeGreaterThanOrEqual(costOf(whole(found)) - 1e-9)
      }),
      { numRuns: 50 },
    )
  })

  test('walks around the wheel and up in tempo rather than jump', () => {
    const at = (x: number, tempoBpm: number, tonic: number) =>
      mix({ place: Float64Array.of(x, 0), tempoBpm, key: { tonic, mode: 'minor', certain: true } })
    const library = [at(1, 130, 4), at(1, 124, 3), at(2, 136, 11), at(2, 128, 2), at(3, 140, 6)]
    // A minor 124 to C# minor 145: by E, B and F# minor, a fifth each.
    expect(findTrackPath(at(0, 124, 9), at(4, 145, 1), library, { mostSteps: 8 })).toEqual([0, 2, 4])
    expect(findTrackPath(at(0, 124, 9), at(0, 124, 9), library, { mostSteps: 8 })).toEqual([])
  })
})
