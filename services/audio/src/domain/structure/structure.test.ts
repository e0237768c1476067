import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spanFeatures } from '../emotion/span-features.ts'
import { barGrid, barNovelty, pickBoundaries } from './find-sections.ts'
import { joinSections } from './join-sections.ts'
import { labelSections } from './label-sections.ts'
import type { SectionMaterial, SectionMeasure } from './measure-sections.ts'

const silent = spanFeatures(
  {
    seconds: 0,
    rangePower: new Float64Array(0),
    centroidHz: new Float64Array(0),
    flatness: new Float64Array(0),
    onsetRate: new Float64Array(0),
    onsetStrength: new Float64Array(0),
    loudnessPower: new Float64Array(0),
    width: new Float64Array(0),
  },
  { truePeakDbtp: null, tempoBpm: 0, beatConfidence: 0, key: null },
  0,
  0,
)

describe('sections', () => {
  it('finds where bars change their sound', () => {
    const bar = (kind: number) => Float64Array.from({ length: 8 }, (_, i) => (i % 3 === kind ? 1.5 : -0.5))
    const bars = [...Array(8).fill(0), ...Array(12).fill(1), ...Array(8).fill(2)].map(bar)
    expect(pickBoundaries(barNovelty(bars))).toEqual([8, 20])
    expect(pickBoundaries(barNovelty(Array.from({ length: 20 }, () => bar(0))))).toEqual([])
  })

  it('the bar grid is sorted, starts near 0 and ends near the end', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 9, noNaN: true }),
        fc.double({ min: 1, max: 4, noNaN: true }),
        fc.integer({ min: 4, max: 30 }),
        (start, bar, count) => {
          const downbeats = Array.from({ length: count }, (_, i) => start + i * bar)
          const duration = downbeats.at(-1)! + 3 * bar
          const grid = barGrid(downbeats, duration)
          expect(grid[0]!).toBeLessThanOrEqual(1.2 * bar + 1e-9)
          expect(duration - grid.at(-1)!).toBeLessThanOrEqual(1.2 * bar + 1e-9)
          for (let i = 1; i < grid.length; i++) expect(grid[i]!).toBeGreaterThan(grid[i - 1]!)
        },
      ),
      { numRuns: 50 },
    )
  })
})

describe('labels', () => {
  const measure = (of: Partial<SectionMeasure>): SectionMeasure => ({
    startSeconds: 0,
    endSeconds: 1,
    loudnessLufs: -12,
    bassBelowDb: 0,
    onsetRate: 6,
    riseLu: 0,
    kicksPerBeat: 1,
    features: silent,
    ...of,
  })
  const labels = (...sections: Partial<SectionMeasure>[]) =>
    labelSections(sections.map(measure)).map((s) => s.label)
  const quiet = { loudnessLufs: -22, bassBelowDb: -15, onsetRate: 2, kicksPerBeat: 0 }
  const rising = { loudnessLufs: -17, bassBelowDb: -9, onsetRate: 4, kicksPerBeat: 0, riseLu: 4 }

  it('names parts by their energy', () => {
    expect(labels(quiet, rising, {}, quiet, {}, quiet)).toEqual([
      'intro',
      'build',
      'drop',
      'break',
      'drop',
      'outro',
    ])
    expect(labels({})).toEqual(['main'])
  })

  it('sections that differ by a decibel are neither drops nor breaks, however many', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            loudnessLufs: fc.double({ min: -14, max: -13, noNaN: true }),
            bassBelowDb: fc.double({ min: -1, max: 0, noNaN: true }),
            onsetRate: fc.double({ min: 5, max: 5.4, noNaN: true }),
          }),
          { minLength: 1, maxLength: 20 },
        ),
        (sections) => {
          expect(new Set(labels(...sections))).toEqual(new Set(['main']))
        },
      ),
    )
  })

  it('without a kick drum, without the bass coming back, or straight after the intro nothing drops', () => {
    expect(labels(quiet, {}, quiet, { kicksPerBeat: 0.1 }, quiet)).not.toContain('drop')
    expect(labels(quiet, {}, { ...quiet, bassBelowDb: 0 }, {}, quiet)).not.toContain('drop')
    expect(labels(quiet, {}, {})).toEqual(['intro', 'main', 'main'])
  })

  it('every section keeps its place, its energy is 0 to 1 and the fullest has most', () => {
    const any = fc.record({
      loudnessLufs: fc.option(fc.double({ min: -70, max: 0, noNaN: true })),
      bassBelowDb: fc.double({ min: -120, max: 0, noNaN: true }),
      onsetRate: fc.double({ min: 0, max: 15, noNaN: true }),
      riseLu: fc.double({ min: -20, max: 20, noNaN: true }),
      kicksPerBeat: fc.double({ min: 0, max: 3, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 12 }), (sections) => {
        const labelled = labelSections(sections.map(measure))
        expect(labelled).toHaveLength(sections.length)
        for (const { energy } of labelled) {
          expect(energy).toBeGreaterThanOrEqual(0)
          expect(energy).toBeLessThanOrEqual(1)
        }
      }),
    )
  })
})

describe('joinSections', () => {
  /** Seconds of one sound each: its level and the share of the bass. */
  const material = (sounds: readonly { level: number; bass: number }[]): SectionMaterial => {
    const seconds = sounds.length
    return {
      context: { truePeakDbtp: null, tempoBpm: 120, beatConfidence: 1, key: null },
      hits: [],
      curves: {
        seconds,
        rangePower: Float64Array.from(sounds.flatMap(({ bass }) => [bass, 1 - bass, 0.1, 0.1, 0.1])),
        centroidHz: new Float64Array(seconds).fill(400),
        flatness: new Float64Array(seconds).fill(0.05),
        onsetRate: new Float64Array(seconds).fill(4),
        onsetStrength: new Float64Array(seconds).fill(3),
        loudnessPower: Float64Array.from(sounds, ({ level }) => 10 ** ((level + 0.691) / 10)),
        width: new Float64Array(seconds),
      },
    }
  }
  const full = { level: -12, bass: 0.5 }

  it('makes one of neighbours that sound alike, and keeps what differs', () => {
    const same = joinSections(material(Array(80).fill(full)), [0, 20, 40, 60, 80])
    expect(same.map((s) => [s.startSeconds, s.endSeconds, s.label])).toEqual([[0, 80, 'main']])
    const sounds = [
      ...Array(40).fill(full),
      ...Array(20).fill({ level: -24, bass: 0.05 }),
      ...Array(40).fill(full),
    ]
    const parts = joinSections(material(sounds), [0, 20, 40, 60, 80, 100])
    expect(parts.map((s) => s.startSeconds)).toEqual([0, 40, 60])
  })

  it('keeps a change of sound between two parts of one label', () => {
    const sounds = [...Array(30).fill(full), ...Array(30).fill({ level: -13.5, bass: 0.8 })]
    const parts = joinSections(material(sounds), [0, 30, 60])
    expect(parts.map((s) => s.label)).toEqual(['main', 'main'])
  })

  it('covers the track without gap or overlap', () => {
    const sound = fc.record({
      level: fc.double({ min: -70, max: -5, noNaN: true }),
      bass: fc.double({ min: 0.01, max: 0.99, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.array(sound, { minLength: 8, maxLength: 60 }), (sounds) => {
        const boundaries = Array.from({ length: Math.floor(sounds.length / 4) }, (_, i) => 4 * i)
        const parts = joinSections(material(sounds), [...boundaries, sounds.length])
        expect(parts[0]!.startSeconds).toBe(0)
        expect(parts.at(-1)!.endSeconds).toBe(sounds.length)
        for (let i = 1; i < parts.length; i++) expect(parts[i]!.startSeconds).toBe(parts[i - 1]!.endSeconds)
      }),
      { numRuns: 50 },
    )
  })
})
