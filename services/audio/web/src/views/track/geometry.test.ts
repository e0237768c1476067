import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  axisTimes,
  barAndBeat,
  clock,
  firstFrom,
  gridLines,
  nearest,
  placeOf,
  stepFrom,
  timeAt,
  viewAround,
  withinTrack,
  zoomAround,
  zoomFor,
} from './geometry.ts'

const ZOOMS = [256, 1024, 4096, 16_384, 65_536]
const beats = Array.from({ length: 64 }, (_, i) => 0.25 + i * 0.5)
const grid = { beats, downbeats: beats.filter((_, i) => i % 4 === 0) }
const views = fc.record({
  startSeconds: fc.double({ min: -100, max: 9000, noNaN: true }),
  secondsPerPixel: fc.double({ min: 0.0001, max: 20, noNaN: true }),
})

describe('view', () => {
  test('a view never leaves the track, and one that is inside stays', () => {
    fc.assert(
      fc.property(views, fc.integer({ min: 200, max: 3000 }), (view, width) => {
        const inside = withinTrack(view, 7200, width)
        expect(inside.startSeconds).toBeGreaterThanOrEqual(0)
        expect(timeAt(inside, width)).toBeLessThanOrEqual(7200 + 1e-6)
        expect(withinTrack(inside, 7200, width)).toEqual(inside)
      }),
    )
  })

  test('zooming keeps the time under the pointer, and places are the inverse of times', () => {
    fc.assert(
      fc.property(
        views,
        fc.integer({ min: 0, max: 1400 }),
        fc.double({ min: 0.2, max: 5, noNaN: true }),
        (view, x, by) => {
          expect(timeAt(zoomAround(view, x, by), x)).toBeCloseTo(timeAt(view, x), 6)
          expect(placeOf(view, timeAt(view, x))).toBeCloseTo(x, 3)
        },
      ),
    )
    expect(placeOf(viewAround({ startSeconds: 0, secondsPerPixel: 0.01 }, 60, 1000), 60)).toBeCloseTo(500, 9)
  })

  test('the zoom has at least one peak for each pixel, as far as there is one', () => {
    expect(zoomFor(ZOOMS, 288_000)).toBe(65_536)
    expect(zoomFor(ZOOMS, 5000)).toBe(4096)
    expect(zoomFor(ZOOMS, 44)).toBe(256)
    expect(zoomFor([], 44)).toBe(0)
  })
})

describe('times in order', () => {
  test('first and nearest as by looking at every one', () => {
    const times = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { maxLength: 50 })
    fc.assert(
      fc.property(times, fc.double({ min: -5, max: 105, noNaN: true }), (some, at) => {
        const sorted = [...some].sort((a, b) => a - b)
        const found = sorted.findIndex((time) => time >= at)
        expect(firstFrom(sorted, at)).toBe(found === -1 ? sorted.length : found)
        const least = Math.min(...sorted.map((time) => Math.abs(time - at)))
        if (sorted.length > 0) expect(Math.abs(sorted[nearest(sorted, at)]! - at)).toBe(least)
      }),
    )
    expect(nearest([], 1)).toBe(-1)
  })

  test('steps go from beat to beat and stay in the track', () => {
    expect(stepFrom(beats, 1, 1)).toBe(1.25)
    expect(stepFrom(beats, 1.251, 1)).toBe(1.75)
    expect(stepFrom(beats, 1.251, -1)).toBe(0.75)
    expect(stepFrom(beats, 1.5, -1)).toBe(1.25)
    expect(stepFrom(beats, 0, -1)).toBe(0.25)
    expect(stepFrom(beats, 999, 1)).toBe(beats.at(-1))
    expect(stepFrom([], 3, 1)).toBeUndefined()
  })
})

describe('grid', () => {
  test('lines are never closer than a few pixels', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 4, noNaN: true }), (secondsPerPixel) => {
        const places = gridLines(grid, 0, 40, secondsPerPixel)
          .map(({ seconds }) => seconds / secondsPerPixel)
          .sort((a, b) => a - b)
        for (const [i, place] of places.entries())
          if (i > 0) expect(place - places[i - 1]!).toBeGreaterThan(6.9)
      }),
    )
  })

  test('a bar in four begins a phrase; bars are numbered from 1', () => {
    const lines = gridLines(grid, 0, 8.5, 0.01)
    expect(lines.filter(({ kind }) => kind === 'phrase').map(({ bar }) => bar)).toEqual([1, 5])
    expect(lines.filter(({ kind }) => kind === 'beat')).toHaveLength(12)
    expect(gridLines(grid, 0, 8.5, 0.1).every(({ kind }) => kind !== 'beat')).toBe(true)
    expect(gridLines({ beats: [], downbeats: [] }, 0, 9, 0.01)).toEqual([])
  })

  test('a position in bars and beats', () => {
    expect(barAndBeat(grid, 0.1)).toBeUndefined()
    expect(barAndBeat(grid, 0.25)).toEqual({ bar: 1, beat: 1 })
    expect(barAndBeat(grid, 2.3)).toEqual({ bar: 2, beat: 1 })
    expect(barAndBeat(grid, 4.2)).toEqual({ bar: 2, beat: 4 })
    expect(barAndBeat({ beats: [], downbeats: [] }, 3)).toBeUndefined()
  })
})

test('the axis names round times with room between them', () => {
  expect(axisTimes(0, 10, 0.01)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(axisTimes(61, 200, 0.2)).toEqual([75, 90, 105, 120, 135, 150, 165, 180, 195])
  expect(axisTimes(0, 7200, 7)).toEqual([
    0, 600, 1200, 1800, 2400, 3000, 3600, 4200, 4800, 5400, 6000, 6600, 7200,
  ])
})

test('clocks', () => {
  expect([clock(0), clock(187.4), clock(3765), clock(59.999, 2), clock(187.25, 2), clock(-1)]).toEqual([
    '0:00',
    '3:07',
    '1:02:45',
    '1:00.00',
    '3:07.25',
    '0:00',
  ])
})
