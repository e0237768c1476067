import { describe, expect, it } from 'vitest'
import { createFeatureExtractor } from '../features/feature-extractor.ts'
import { createReferenceTransform } from '../features/reference-transform.ts'
import { foldChroma } from '../tonality/chroma.ts'
import { type Downbeats, findDownbeats } from './downbeats.ts'
import { trackBeats } from './track-beats.ts'

const RATE = 44_100

/** Clicks of noise; every `accent`-th is twice as loud, none when 0. */
function barsOfClicks(bpm: number, accent: number): Downbeats {
  const signal = new Float32Array(20 * RATE)
  for (let beat = 0; 0.5 + (beat * 60) / bpm < 19.5; beat++) {
    const start = Math.round((0.5 + (beat * 60) / bpm) * RATE)
    const amplitude = accent > 0 && beat % accent === 0 ? 0.8 : 0.4
    for (let i = 0; i < 2000; i++) {
      const x = Math.sin(i * 12.9898) * 43_758.5453
      signal[start + i] = amplitude * Math.exp(-i / 400) * (2 * (x - Math.floor(x)) - 1)
    }
  }
  const extractor = createFeatureExtractor({
    createTransform: createReferenceTransform,
    channels: 1,
    withLoudness: false,
    withPitch: true,
  })
  extractor.push(signal)
  const features = extractor.finish()
  const { beats, groups } = trackBeats(features)
  return findDownbeats(beats, groups, foldChroma(features))
}

describe('downbeats', () => {
  it.each([97, 120, 128])('of identical clicks at %d BPM are not known: four a bar, confidence 0', (bpm) => {
    expect(barsOfClicks(bpm, 0)).toMatchObject({ beatsPerBar: 4, confidence: 0 })
  })

  it.each([3, 4])('of clicks with each %dth accented are the accented ones', (accent) => {
    const bars = barsOfClicks(120, accent)
    expect(bars.beatsPerBar).toBe(accent)
    expect(bars.confidence).toBeGreaterThan(0.1)
    for (const [i, time] of bars.downbeats.entries()) expect(time).toBeCloseTo(0.5 + i * accent * 0.5, 1)
  })
})
