import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyLayer } from '../dense-layer.ts'
import { createFeatureExtractor } from '../features/feature-extractor.ts'
import { superFlux } from '../features/novelty.ts'
import { createReferenceTransform } from '../features/reference-transform.ts'
import { findDrums } from './find-drums.ts'
import { DRUM_MODEL, packLayer } from './hit-classifier.ts'
import { hitWindow, riseOf, windowBands, windowLength } from './hit-window.ts'
import { gridCandidates, onsetCandidates } from './onset-candidates.ts'

const RATE = 44_100
const BEAT_SECONDS = 0.5
const BEATS = 24

/** Deterministic noise in ±1. */
const noiseAt = (i: number): number => (Math.imul(i ^ (i >>> 7), 2_654_435_761) >>> 0) / 2 ** 31 - 1

/** Kick on every beat (a falling sine), snare (noise over a tone) on every second, short hats (noise, differenced) between. */
function beatTrack(): Float32Array {
  const out = new Float32Array((BEATS * BEAT_SECONDS + 1) * RATE)
  const play = (atSeconds: number, seconds: number, sound: (t: number, i: number) => number) => {
    const from = Math.round(atSeconds * RATE)
    for (let i = 0; i < seconds * RATE; i++) out[from + i]! += sound(i / RATE, i)
  }
  for (let beat = 0; beat < BEATS; beat++) {
    const at = 0.25 + beat * BEAT_SECONDS
    play(
      at,
      0.3,
      (t) => 0.7 * Math.exp(-t / 0.08) * Math.sin(2 * Math.PI * (55 * t + 3 * (1 - Math.exp(-t / 0.02)))),
    )
    if (beat % 2 === 1)
      play(
        at,
        0.3,
        (t, i) =>
          Math.exp(-t / 0.07) * (0.35 * noiseAt(i + 31 * beat) + 0.3 * Math.sin(2 * Math.PI * 190 * t)),
      )
    play(
      at + BEAT_SECONDS / 2,
      0.1,
      (t, i) => 0.15 * Math.exp(-t / 0.02) * (noiseAt(2 * i + 7) - noiseAt(2 * i + 5)),
    )
  }
  return out
}

const extractor = createFeatureExtractor({
  createTransform: createReferenceTransform,
  channels: 1,
  withLoudness: false,
  withPitch: false,
})
extractor.push(beatTrack())
const features = extractor.finish()
const beats = Array.from({ length: BEATS }, (_, i) => 0.25 + i * BEAT_SECONDS)

describe('drums', () => {
  const hits = findDrums(features, { beats, beatsPerBar: 4 })
  const near = (instrument: string, time: number) =>
    hits.some((hit) => hit.instrument === instrument && Math.abs(hit.timeSeconds - time) <= 0.05)

  it('hears a plain beat on a kit it has never met', () => {
    const inner = beats.slice(1, -1)
    const kicks = inner.filter((time) => near('kick', time)).length / inner.length
    const backbeats = inner.filter((_, i) => i % 2 === 0)
    const snares = backbeats.filter((time) => near('snare', time)).length / backbeats.length
    const hats = inner.filter((time) => near('hat', time + BEAT_SECONDS / 2)).length / inner.length
    expect(Math.min(kicks, snares, hats)).toBeGreaterThan(0.8)
    const plain = inner.filter((_, i) => i % 2 === 1)
    expect(plain.filter((time) => near('snare', time)).length / plain.length).toBeLessThan(0.2)
  })

  it('gives sorted hits with velocity and confidence from 0 to 1, alike on every run', () => {
    expect(hits.length).toBeGreaterThan(0)
    for (const [i, hit] of hits.entries()) {
      expect(hit.timeSeconds).toBeGreaterThanOrEqual(hits[i - 1]?.timeSeconds ?? 0)
      expect(Math.min(hit.velocity, hit.confidence)).toBeGreaterThanOrEqual(0)
      expect(Math.max(hit.velocity, hit.confidence)).toBeLessThanOrEqual(1)
    }
    expect(findDrums(features, { beats, beatsPerBar: 4 })).toEqual(hits)
  })

  it('works without beats, and finds nothing in silence', () => {
    expect(findDrums(features, { beats: [], beatsPerBar: 0 }).some((hit) => hit.instrument === 'kick')).toBe(
      true,
    )
    const silence = { ...features, levels: new Uint16Array(features.levels.length) }
    expect(findDrums(silence, { beats: [], beatsPerBar: 0 })).toEqual([])
    expect(findDrums(silence, { beats, beatsPerBar: 4 })).toEqual([])
  })
})

describe('candidates and windows', () => {
  it('looks at empty sixteenths, away from every onset', () => {
    const novelty = superFlux(features)
    const onsets = onsetCandidates(novelty)
    const added = gridCandidates(novelty, onsets, beats)
    expect(added.length).toBeGreaterThan(0)
    for (const frame of added) for (const onset of onsets) expect(Math.abs(frame - onset)).toBeGreaterThan(4)
  })

  it('describes a frame by means, which nothing beyond the ends disturbs', () => {
    const table = Float32Array.from({ length: 65_536 }, () => 1)
    const window = new Float32Array(windowLength(features.bandCount))
    hitWindow(features, table, 100, window)
    for (const value of window) expect(value).toBeCloseTo(1, 6)
    hitWindow(features, table, 0, window)
    expect(Math.max(...window)).toBeLessThanOrEqual(1.000_001)
    expect(window[0]).toBe(0)
    expect(riseOf(window, windowBands(features.bandCount), 0, 5)).toBeCloseTo(1, 6)
  })

  it('applies a layer as written down', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -999, max: 999 }), { minLength: 6, maxLength: 6 }),
        (weights) => {
          const layer = packLayer({ weights, scale: [0.5, 2], bias: [1, -1] })
          const out = new Float32Array(2)
          applyLayer(layer, Float32Array.of(1, -2, 3), out)
          const row = (from: number) => weights[from]! - 2 * weights[from + 1]! + 3 * weights[from + 2]!
          expect(out[0]).toBeCloseTo(0.5 * row(0) + 1, 2)
          expect(out[1]).toBeCloseTo(2 * row(3) - 1, 2)
        },
      ),
    )
  })

  it('has a model whose layers fit each other', () => {
    for (const { layers } of [...DRUM_MODEL.listeners, DRUM_MODEL.judge])
      for (const [i, layer] of layers.entries()) {
        const { inputs, outputs } = packLayer(layer)
        expect(Number.isInteger(inputs)).toBe(true)
        if (i > 0) expect(inputs).toBe(layers[i - 1]!.bias.length)
        expect(layer.scale.length).toBe(outputs)
      }
    expect(packLayer(DRUM_MODEL.listeners[0]!.layers[0]!).inputs).toBe(windowLength(features.bandCount))
  })
})
