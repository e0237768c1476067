import { describe, expect, it } from 'vitest'
import { EMOTIONS, type Emotion } from '../emotion/emotion-model.ts'
import { MTT_LABELS } from '../tags/labels.ts'
import { audioFeatures } from './audio-features.ts'
import type { TrackMeasures } from './track-measures.ts'

const track: TrackMeasures = {
  durationSeconds: 200,
  tempoBpm: 120,
  beatsPerBar: 4,
  beatConfidence: 0.9,
  key: { tonic: 9, mode: 'minor', confidence: 0.8 },
  emotions: Object.fromEntries(EMOTIONS.map((emotion) => [emotion, 5])) as Record<Emotion, number>,
  bassDb: -3,
  loudnessLufs: -12,
  rangeLu: 6,
  drums: {
    hitsPerSecond: { kick: 2, snare: 1, hat: 4, tom: 0, cymbal: 0 },
    ...{ startSeconds: 0, fourOnFloor: 1, backbeat: 0.8, syncopation: 0.1, swing: 0.5 },
  },
}

describe('audioFeatures', () => {
  it('keeps every share between 0 and 1, and says what it cannot tell', () => {
    for (const level of [0, 5, 10]) {
      const emotions = Object.fromEntries(EMOTIONS.map((name) => [name, level])) as Record<Emotion, number>
      const features = audioFeatures({ ...track, emotions })
      for (const name of ['energy', 'danceability', 'valence', 'acousticness'] as const) {
        expect(features[name]).toBeGreaterThanOrEqual(0)
        expect(features[name]).toBeLessThanOrEqual(1)
      }
      expect(features).toMatchObject({ liveness: null, speechiness: null, instrumentalness: null })
    }
  })

  it('names key and mode, and has no tempo without a clear beat', () => {
    expect(audioFeatures(track)).toMatchObject({ key: 9, mode: 0, tempo: 120, timeSignature: 4 })
    expect(audioFeatures({ ...track, key: null, beatConfidence: 0.1 })).toMatchObject({
      ...{ key: null, mode: null, tempo: null, timeSignature: null },
    })
  })

  it('is less instrumental the likelier a voice is, and nothing but long and loud without music', () => {
    const heard = (voice: number) => ({
      mtt: MTT_LABELS.map((label) => (label === 'vocals' ? voice : 0.01)),
      msd: Array.from({ length: 50 }, () => 0.01),
      embedding: [],
    })
    expect(audioFeatures({ ...track, heard: heard(0.7) }).instrumentalness).toBeCloseTo(0.3)
    expect(audioFeatures({ ...track, heard: heard(0.1) }).instrumentalness).toBeCloseTo(0.9)
    const { duration, loudness, ...rest } = audioFeatures({ ...track, music: false })
    expect([duration, loudness]).toEqual([200, -12])
    expect(Object.values(rest).every((value) => value === null)).toBe(true)
  })
})
