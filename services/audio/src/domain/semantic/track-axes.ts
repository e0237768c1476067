import { EMOTIONS, type Emotion } from '../emotion/emotion-model.ts'
import { certainTempo } from '../rhythm/certain-tempo.ts'
import { HEARD_AXES, type HeardAxis, heardAxes } from './heard-axes.ts'
import type { TrackMeasures } from './track-measures.ts'

/** Measured axes of a track besides its nine dimensions, each about −1.5 to 1.5, 0 in the middle. */
export const MEASURED_AXES = [
  'tempo',
  'tempoMiddle',
  'tempo88',
  'tempo105',
  'tempo120',
  'tempo135',
  'tempo140',
  'tempo170',
  'pace',
  'major',
  'drums',
  'fourOnFloor',
  'backbeat',
  'syncopation',
  'swing',
  'cymbals',
  'triple',
  'bass',
  'lateDrums',
  'range',
] as const
/** Name of a measured axis. */
export type MeasuredAxis = (typeof MEASURED_AXES)[number]
/** Name of an axis: a dimension, a measured axis or one that the tag networks hear. */
export type Axis = Emotion | MeasuredAxis | HeardAxis
/** All axes. */
export const AXES: readonly Axis[] = [...EMOTIONS, ...MEASURED_AXES, ...HEARD_AXES]

/**
 * Rounded centre and spread of each dimension over the tuning pieces. They differ from 5, which is the average of music
 * in general.
 */
const EMOTION_SCALES: Readonly<Record<Emotion, readonly [middle: number, spread: number]>> = {
  energy: [4.4, 2.3],
  brightness: [5.4, 2],
  tension: [5.3, 2.1],
  warmth: [4.4, 1.9],
  groove: [6.5, 1.4],
  aggression: [5.6, 2],
  atmosphere: [4.9, 2.1],
  melancholy: [5.4, 2.1],
  euphoria: [5.1, 2],
}
/** Largest value, in spreads. */
const LIMIT = 1.6

/**
 * Returns the weight of the mode by the confidence of the key, 0 to 1. On the tuning pieces the mode is always right
 * above 0.4; below, one in three is wrong, mostly the relative key.
 */
const sureness = (confidence: number): number => Math.max(0, Math.min(1, (confidence - 0.1) / 0.7))

const bounded = (value: number): number =>
  Number.isFinite(value) ? Math.max(-LIMIT, Math.min(LIMIT, value)) : 0

/** Returns how near a tempo is to a centre: 1 at the centre, −0.5 far away; `width` in octaves. */
const near = (bpm: number, centreBpm: number, width: number): number =>
  bpm > 0 ? 1.5 * Math.exp(-0.5 * (Math.log2(bpm / centreBpm) / width) ** 2) - 0.5 : 0

/** Returns the position of a track on every axis, −1.6 to 1.6; 0 when it could not be measured. */
export function trackAxes(track: TrackMeasures): Record<Axis, number> {
  const { drums, key } = track
  const tempoBpm = certainTempo(track)
  const { kick, snare, hat, tom, cymbal } = drums.hitsPerSecond
  const feel = EMOTIONS.map((emotion) => {
    const [middle, spread] = EMOTION_SCALES[emotion]
    return [emotion, bounded((track.emotions[emotion] - middle) / spread)] as const
  })
  // A few hits per minute are errors of the transcription, not drums.
  const rate = kick + snare + hat + tom + cymbal
  const drumming = Math.min(1, rate / 2)
  const measured: Record<MeasuredAxis, number> = {
    tempo: tempoBpm > 0 ? bounded(Math.log2(tempoBpm / 118) / 0.4) : 0,
    tempoMiddle: near(tempoBpm, 108, 0.18),
    tempo88: near(tempoBpm, 88, 0.12),
    tempo105: near(tempoBpm, 105, 0.12),
    tempo120: near(tempoBpm, 122, 0.08),
    tempo135: near(tempoBpm, 135, 0.1),
    tempo140: near(tempoBpm, 143, 0.08),
    tempo170: near(tempoBpm, 173, 0.06),
    pace: bounded((kick + snare - 2) / 1),
    major: key === null ? 0 : (key.mode === 'major' ? 1 : -1) * sureness(key.confidence),
    drums: bounded((rate - 4.5) / 2.5),
    fourOnFloor: bounded(drumming * ((drums.fourOnFloor - 0.55) / 0.35)),
    backbeat: bounded(drumming * ((drums.backbeat - 0.5) / 0.4)),
    syncopation: bounded((drumming * drums.syncopation - 0.25) / 0.25),
    swing: drums.swing === null ? 0 : bounded(((drums.swing - 0.5) / 0.12) * drumming),
    cymbals: bounded((cymbal - 0.4) / 0.5),
    triple: track.beatsPerBar === 3 ? 1 : -0.1,
    bass: track.bassDb === null ? 0 : bounded((track.bassDb + 2.2) / 1.5),
    lateDrums: bounded((Math.min(drums.startSeconds, 30) - 8) / 8),
    range: bounded((track.rangeLu - 7) / 4),
  }
  const heard = Object.entries(heardAxes(track)).map(([axis, value]) => [axis, bounded(value)] as const)
  return {
    ...(Object.fromEntries(feel) as Record<Emotion, number>),
    ...measured,
    ...(Object.fromEntries(heard) as Record<HeardAxis, number>),
  }
}
