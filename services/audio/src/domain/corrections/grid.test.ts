import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  correctGrid,
  doubleGrid,
  type Grid,
  halveGrid,
  moveDownbeats,
  NO_CHANGE,
  shiftGrid,
  steadyGrid,
} from './grid.ts'

const DURATION = 60

/** Beats of a player who is not a machine, with whole bars of three or four from one of the first beats on. */
const grids = fc
  .record({
    bpm: fc.double({ min: 60, max: 180, noNaN: true }),
    start: fc.double({ min: 0, max: 1, noNaN: true }),
    metre: fc.constantFrom(3, 4),
    first: fc.integer({ min: 0, max: 2 }),
    jitter: fc.double({ min: 0, max: 0.02, noNaN: true }),
  })
  .map(({ bpm, start, metre, first, jitter }): Grid => {
    const beats = Array.from(
      { length: Math.floor(((DURATION - 2) * bpm) / 60) },
      (_, i) => start + (i * 60) / bpm + jitter * Math.sin(i * 1.7),
    )
    const downbeats = beats.filter((_, i) => i >= first && (i - first) % metre === 0)
    const regions = [{ startSeconds: 0, endSeconds: DURATION, bpm }]
    return { tempoBpm: bpm, beats, downbeats, beatsPerBar: metre, regions }
  })

const near = (a: readonly number[], b: readonly number[]) => {
  expect(a.length).toBe(b.length)
  for (const [i, time] of a.entries()) expect(time).toBeCloseTo(b[i]!, 9)
}
const same = (a: Grid, b: Grid) => {
  near(a.beats, b.beats)
  near(a.downbeats, b.downbeats)
  expect(a.tempoBpm).toBeCloseTo(b.tempoBpm, 9)
  expect(a.beatsPerBar).toBe(b.beatsPerBar)
}
const holds = (law: (grid: Grid) => void) => fc.assert(fc.property(grids, law), { numRuns: 60 })

describe('laws of grid corrections', () => {
  test('no change changes nothing', () => holds((grid) => same(correctGrid(grid, NO_CHANGE, 1e9), grid)))

  test('a shift and the shift back, a double and its half, a move of the downbeat and the move back', () =>
    holds((grid) => {
      same(shiftGrid(shiftGrid(grid, 0.137), -0.137), grid)
      same(halveGrid(doubleGrid(grid)), grid)
      for (const beats of [1, 2, 3, -1]) {
        const back = moveDownbeats(moveDownbeats(grid, beats), -beats)
        expect(grid.downbeats.every((time) => back.downbeats.includes(time))).toBe(true)
      }
    }))

  test('downbeats are always beats, beats are in order and inside, bars have the same number of beats', () =>
    fc.assert(
      fc.property(
        grids,
        fc.constantFrom(0.25, 0.5, 1, 2, 4),
        fc.integer({ min: -400, max: 400 }),
        fc.integer({ min: -4, max: 4 }),
        fc.constantFrom(null, 90, 174.02),
        (grid, factor, shiftMs, downbeatShift, tempoBpm) => {
          const { beats, downbeats, ...rest } = correctGrid(
            grid,
            { factor, shiftMs, downbeatShift, tempoBpm },
            DURATION,
          )
          expect(beats.every((time, i) => time >= 0 && time <= DURATION && !(time <= beats[i - 1]!))).toBe(
            true,
          )
          const places = downbeats.map((time) => beats.indexOf(time))
          expect(places).not.toContain(-1)
          for (const [i, place] of places.entries())
            if (i > 0) expect(place - places[i - 1]!).toBe(grid.beatsPerBar)
          expect(rest.tempoBpm).toBeCloseTo((tempoBpm ?? grid.tempoBpm) * factor, 6)
        },
      ),
      { numRuns: 60 },
    ))
})

describe('grid corrections', () => {
  const grid = steadyGrid(
    { tempoBpm: 174, beats: [0.1], downbeats: [0.1], beatsPerBar: 4, regions: [] },
    120,
    4.2,
  )

  test('a steady grid keeps its first downbeat and fills the track', () => {
    near(grid.beats, [0.1, 0.6, 1.1, 1.6, 2.1, 2.6, 3.1, 3.6, 4.1])
    near(grid.downbeats, [0.1, 2.1, 4.1])
    near(steadyGrid({ ...grid, downbeats: [0.7], beats: [] }, 120, 1).beats, [0.2, 0.7])
  })

  test('a shifted steady grid fills the track at both ends', () => {
    const measured = { ...grid, beats: [0.1], downbeats: [0.1] }
    const shifted = (shiftMs: number) => correctGrid(measured, { ...NO_CHANGE, tempoBpm: 120, shiftMs }, 4.2)
    near(shifted(700).beats, [0.3, 0.8, 1.3, 1.8, 2.3, 2.8, 3.3, 3.8])
    near(shifted(700).downbeats, [0.8, 2.8])
    near(shifted(-700).beats, [0.4, 0.9, 1.4, 1.9, 2.4, 2.9, 3.4, 3.9])
    near(shifted(-700).downbeats, [1.4, 3.4])
    near(shifted(9000).beats, shifted(0).beats)
    expect(shifted(700).regions).toEqual([{ startSeconds: 0, endSeconds: 4.2, bpm: 120 }])
  })

  test('a shift moves the tempo regions with the beats, inside of the track', () => {
    const regions = [
      { startSeconds: 0, endSeconds: 2, bpm: 120 },
      { startSeconds: 2, endSeconds: 4, bpm: 60 },
    ]
    const shifted = (shiftMs: number) =>
      correctGrid({ ...grid, regions }, { ...NO_CHANGE, shiftMs }, 4).regions
    expect(shifted(500)).toEqual([
      { startSeconds: 0.5, endSeconds: 2.5, bpm: 120 },
      { startSeconds: 2.5, endSeconds: 4, bpm: 60 },
    ])
    expect(shifted(-2000)).toEqual([{ startSeconds: 0, endSeconds: 2, bpm: 60 }])
  })

  test('half keeps the downbeats and joins two bars; double cuts every bar in two', () => {
    near(halveGrid(grid).beats, [0.1, 1.1, 2.1, 3.1, 4.1])
    near(halveGrid(grid).downbeats, [0.1, 4.1])
    near(doubleGrid(grid).downbeats, [0.1, 1.1, 2.1, 3.1, 4.1])
  })

  test('half keeps every second bar after a bar of another length', () => {
    const beats = Array.from({ length: 40 }, (_, i) => i / 2)
    const starts = [0, 4, 8, 13, 17, 21, 25, 29, 33, 37]
    const irregular = { ...grid, beats, downbeats: starts.map((index) => beats[index]!) }
    const halved = halveGrid(irregular)
    near(halved.downbeats, [0, 4, 8.5, 12.5, 16.5])
    expect(halved.beats.every((time, i) => i === 0 || time - halved.beats[i - 1]! >= 1)).toBe(true)
  })

  test('a track without bars gets bars where they are said to begin', () => {
    const without = { ...grid, downbeats: [], beatsPerBar: 0 }
    near(moveDownbeats(without, 1).downbeats, [0.6, 2.6])
    expect(moveDownbeats({ ...without, beats: [] }, 1).downbeats).toEqual([])
  })
})
