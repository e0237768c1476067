import { describe, expect, it } from 'vitest'
import { analyseTrack } from './analyse-track.ts'
import { EMOTIONS } from './emotion/emotion-model.ts'
import { createFeatureExtractor } from './features/feature-extractor.ts'
import { createReferenceTransform } from './features/reference-transform.ts'
import {
  emotionalProfile,
  keyElements,
  segmentRecords,
  technicalFeatures,
  textSummary,
} from './records/records.ts'

const RATE = 44_100

/** Analyse as stereo, given in pieces of the lengths (frames, in turn) or at once. */
const analyse = (mono: Float32Array, pieces: readonly number[] = [mono.length || 1]) => {
  const extractor = createFeatureExtractor({
    createTransform: createReferenceTransform,
    channels: 2,
    withLoudness: true,
    withPitch: true,
  })
  const stereo = Float32Array.from({ length: mono.length * 2 }, (_, i) => mono[i >> 1]!)
  for (let at = 0, k = 0; at < stereo.length; k++) {
    const end = at + 2 * pieces[k % pieces.length]!
    extractor.push(stereo.subarray(at, end))
    at = end
  }
  return analyseTrack(extractor.finish())
}

const recordsOf = (analysis: ReturnType<typeof analyse>) => ({
  profile: emotionalProfile(analysis),
  segments: segmentRecords(analysis),
  technical: technicalFeatures(analysis),
  summary: textSummary(analysis, 'a track'),
})

const everyNumber = (value: unknown, check: (n: number) => boolean): boolean => {
  if (typeof value === 'number') return check(value)
  if (ArrayBuffer.isView(value)) return [...(value as unknown as Float64Array)].every(check)
  if (value !== null && typeof value === 'object')
    return Object.values(value).every((v) => everyNumber(v, check))
  return true
}

describe('analyseTrack', () => {
  it.each([
    ['nothing', new Float32Array(0)],
    ['half a second of silence', new Float32Array(RATE / 2)],
    ['silence', new Float32Array(RATE * 4)],
    ['direct current', new Float32Array(RATE * 4).fill(0.5)],
    ['one click', new Float32Array(RATE * 4).fill(0).map((_, i) => (i === RATE ? 1 : 0))],
  ])('gives sane numbers and records for %s', (_name, signal) => {
    const analysis = analyse(signal)
    const records = recordsOf(analysis)
    expect(everyNumber(analysis, Number.isFinite)).toBe(true)
    expect(everyNumber(records, Number.isFinite)).toBe(true)
    for (const emotion of EMOTIONS) {
      expect(analysis.feeling.emotions[emotion]).toBeGreaterThanOrEqual(0)
      expect(analysis.feeling.emotions[emotion]).toBeLessThanOrEqual(10)
    }
  })

  it('says of silence that it is neutral and has no beat, key or drums', () => {
    const analysis = analyse(new Float32Array(RATE * 4))
    expect(analysis.feeling.dominant).toBe('neutral')
    expect(analysis.key).toBeNull()
    expect(analysis.rhythm.beats).toEqual([])
    expect(analysis.drums.hits).toEqual([])
    expect(keyElements(analysis, 0, 4)).toEqual([])
  })

  it('covers the track with sections, without gap or overlap, and repeats itself exactly', () => {
    const signal = Float32Array.from({ length: RATE * 8 }, (_, i) => {
      const beat = i % (RATE / 2)
      const loud = i > RATE * 4 ? 1 : 0.2
      return loud * (Math.sin(i * 0.01) * 0.1 + Math.exp(-beat / 1500) * Math.sin(beat * 0.008))
    })
    const analysis = analyse(signal)
    const { sections } = analysis
    expect(sections[0]!.startSeconds).toBe(0)
    expect(sections.at(-1)!.endSeconds).toBe(analysis.durationSeconds)
    for (const [i, section] of sections.slice(1).entries())
      expect(section.startSeconds).toBe(sections[i]!.endSeconds)
    const again = analyse(signal)
    expect(JSON.stringify(recordsOf(again))).toBe(JSON.stringify(recordsOf(analysis)))
    expect(again.rhythm).toEqual(analysis.rhythm)
  })

  it('gives byte-identical JSON of everything, repeated and in any chunking', () => {
    const signal = Float32Array.from({ length: RATE * 4 }, (_, i) => {
      const beat = i % (RATE / 2)
      const hiss =
        ((Math.imul(i, 2_654_435_761) >>> 0) / 2 ** 31 - 1) * Math.exp(-((i + RATE / 4) % (RATE / 2)) / 900)
      return 0.1 * Math.sin(i * 0.03) + 0.6 * Math.exp(-beat / 2500) * Math.sin(beat * 0.009) + 0.2 * hiss
    })
    const whole = JSON.stringify(analyse(signal))
    expect(whole).toContain('"instrument"')
    expect(JSON.stringify(analyse(signal))).toBe(whole)
    for (const pieces of [
      [441, 1, 30_000],
      [44_100, 7],
    ])
      expect(JSON.stringify(analyse(signal, pieces))).toBe(whole)
  })
})
