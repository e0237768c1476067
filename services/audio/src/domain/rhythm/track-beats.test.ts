import { describe, expect, it } from 'vitest'
import { createFeatureExtractor } from '../features/feature-extractor.ts'
import { hissTopsDb } from '../features/hiss.ts'
import { referenceLevel } from '../features/novelty.ts'
import { createReferenceTransform } from '../features/reference-transform.ts'
import { foldChroma } from '../tonality/chroma.ts'
import { findDownbeats } from './downbeats.ts'
import { fittedBpm, tempoRegions } from './tempo-regions.ts'
import { trackBeats } from './track-beats.ts'

const RATE = 44_100

/** F-measure of the beats from a time on: a found beat counts for at most one that was played within 70 ms. */
function beatF(played: readonly number[], found: readonly number[], fromSeconds: number): number {
  const truth = played.filter((time) => time >= fromSeconds)
  const beats = found.filter((time) => time >= fromSeconds)
  let at = 0
  let matched = 0
  for (const time of beats) {
    while (at < truth.length && truth[at]! < time - 0.07) at++
    if (at < truth.length && truth[at]! <= time + 0.07) {
      matched++
      at++
    }
  }
  return (2 * matched) / (truth.length + beats.length)
}

/** Deterministic noise in ±1. */
const noise = (i: number): number => {
  const x = Math.sin(i * 12.9898) * 43_758.5453
  return 2 * (x - Math.floor(x)) - 1
}

/** Kick (decaying 55 Hz) on odd beats, snare (noise) on even ones, a chord on each bar. */
const drumLoop = (beats: readonly number[], seconds: number, beatsPerBar = 4): Float32Array => {
  const out = new Float32Array(Math.round(seconds * RATE))
  for (const [index, time] of beats.entries()) {
    const start = Math.round(time * RATE)
    const position = index % beatsPerBar
    const snare = beatsPerBar === 4 ? position % 2 === 1 : position > 0
    for (let i = 0; i < RATE * 0.15 && start + i < out.length; i++) {
      const decay = Math.exp(-i / (RATE * 0.03))
      out[start + i]! += snare
        ? 0.5 * decay * noise(i)
        : 0.8 * decay * Math.sin((2 * Math.PI * 55 * i) / RATE)
    }
    if (position !== 0) continue
    const root = 220 * 2 ** ([0, 5, 7, 3][Math.floor(index / beatsPerBar) % 4]! / 12)
    for (let i = 0; i < RATE && start + i < out.length; i++) {
      out[start + i]! +=
        0.1 *
        Math.exp(-i / RATE) *
        (Math.sin((2 * Math.PI * root * i) / RATE) + Math.sin((2 * Math.PI * root * 1.5 * i) / RATE))
    }
  }
  return out
}

const featuresOf = (signal: Float32Array) => {
  const extractor = createFeatureExtractor({
    createTransform: createReferenceTransform,
    channels: 1,
    withLoudness: false,
    withPitch: true,
  })
  extractor.push(signal)
  return extractor.finish()
}

const grid = (bpm: number, seconds: number): number[] =>
  Array.from({ length: Math.floor(((seconds - 1) * bpm) / 60) }, (_, i) => 0.5 + (i * 60) / bpm)

describe('trackBeats', () => {
  it('follows a drum loop: tempo within 0.5 %, beats within 70 ms, bars of four', () => {
    const beats = grid(126, 16)
    const features = featuresOf(drumLoop(beats, 16))
    const found = trackBeats(features)
    expect(found.tempoBpm).toBeGreaterThan(125.4)
    expect(found.tempoBpm).toBeLessThan(126.6)
    expect(beatF(beats, found.beats, 2)).toBeGreaterThan(0.97)
    const bars = findDownbeats(found.beats, found.groups, foldChroma(features))
    expect(bars.beatsPerBar).toBe(4)
    expect(
      beatF(
        beats.filter((_, i) => i % 4 === 0),
        bars.downbeats,
        2,
      ),
    ).toBeGreaterThan(0.9)
  })

  it('gives the same beats 20 dB quieter', () => {
    const loop = drumLoop(grid(100, 10), 10)
    const loud = trackBeats(featuresOf(loop))
    const quiet = trackBeats(featuresOf(loop.map((x) => x * 0.1)))
    expect(quiet.beats.length).toBe(loud.beats.length)
    for (const [i, time] of loud.beats.entries()) expect(Math.abs(quiet.beats[i]! - time)).toBeLessThan(0.01)
  })

  it('finds three in a bar', () => {
    const beats = grid(140, 16)
    const features = featuresOf(drumLoop(beats, 16, 3))
    const found = trackBeats(features)
    expect(findDownbeats(found.beats, found.groups, foldChroma(features)).beatsPerBar).toBe(3)
  })

  it.each([0, 1, 5])('has no beat and no NaN in %d s of silence', (seconds) => {
    const found = trackBeats(featuresOf(new Float32Array(seconds * RATE)))
    expect(found).toMatchObject({ tempoBpm: 0, beats: [], confidence: 0, candidates: [], regions: [] })
    expect(
      findDownbeats([], found.groups, { frames: 0, values: new Float32Array(0), tuningCents: 0 }).downbeats,
    ).toEqual([])
  })
})

describe('tempo regions', () => {
  it('fit a constant tempo exactly and split where it changes', () => {
    const first = Array.from({ length: 40 }, (_, i) => i * 0.5)
    const second = Array.from({ length: 40 }, (_, i) => 20 + i * 0.6)
    expect(fittedBpm(first)).toBeCloseTo(120, 6)
    const regions = tempoRegions([...first, ...second])
    expect(regions.length).toBe(2)
    expect(regions[0]!.bpm).toBeCloseTo(120, 0)
    expect(regions[1]!.bpm).toBeCloseTo(100, 0)
    expect(tempoRegions([1])).toEqual([])
  })
})

describe('hiss', () => {
  const beats = grid(120, 12)
  const topsOf = (signal: Float32Array): Float64Array => {
    const features = featuresOf(signal)
    return hissTopsDb(features, referenceLevel(features))
  }
  const clean = drumLoop(beats, 12)
  const hissy = clean.map((x, i) => x + 0.03 * noise(i))

  it('is not found in music and silence, is found where it is, and is the same at any gain', () => {
    expect(topsOf(clean).every((top) => top === 50)).toBe(true)
    expect(topsOf(new Float32Array(RATE)).every((top) => top === 50)).toBe(true)
    const tops = topsOf(hissy)
    const quieter = topsOf(hissy.map((x) => x * 0.137))
    for (const [b, top] of tops.entries()) {
      expect(top).toBeGreaterThanOrEqual(20)
      expect(top).toBeLessThan(48)
      expect(Math.abs(quieter[b]! - top)).toBeLessThanOrEqual(0.5)
    }
  })

  it('leaves the beats of a recording alone', () => {
    expect(beatF(beats, trackBeats(featuresOf(hissy)).beats, 1)).toBeGreaterThan(0.95)
  })

  it('does not draw the beat away from the period where only hiss sounds', () => {
    // Drums, eight seconds of hiss, drums again, all on one grid.
    const all = grid(126, 28)
    const played = all.filter((time) => time < 10 || time > 18)
    const signal = drumLoop(played, 28).map((x, i) => x + 0.02 * noise(i))
    expect(beatF(all, trackBeats(featuresOf(signal)).beats, 1)).toBeGreaterThan(0.97)
  })
})
