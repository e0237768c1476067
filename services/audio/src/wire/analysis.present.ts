import type { Static } from 'typebox'
import type { RhythmAnalysis, TrackAnalysis } from '../domain/analyse-track.ts'
import type { AudioProbe } from '../domain/audio-source.ts'
import { probabilityOf } from '../domain/confidence/probability.ts'
import type { EnergyLevel } from '../domain/energy-level.ts'
import {
  emotionalProfile,
  segmentRecords,
  technicalFeatures,
  textSummary,
} from '../domain/records/records.ts'
import { camelotName, type KeyResult, keyName } from '../domain/tonality/find-key.ts'
import { keyChanges } from '../domain/tonality/key-changes.ts'
import type { AnalysisBody, BeatsBody, DrumsBody } from './analysis.schema.ts'
import { presentEmotions } from './emotions.present.ts'
import { presentLoudness } from './features.present.ts'
import { rounded } from './rounded.ts'
import { presentMusic, presentTags } from './tags.present.ts'

const seconds = (value: number) => rounded(value, 4)

const snakeKeys = (record: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(record).map(([key, value]) => [
      key.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`),
      value,
    ]),
  )

/** Returns the probability that the downbeats are right; without a rhythm there are none. */
const downbeatProbability = ({ confidence, downbeats, downbeatConfidence }: RhythmAnalysis): number =>
  confidence > 0 && downbeats.length > 0 ? probabilityOf('downbeat', downbeatConfidence) : 0

/** Presents beats and tempo. */
export const presentRhythm = (rhythm: RhythmAnalysis): Static<typeof BeatsBody> => ({
  tempo: rounded(rhythm.tempoBpm, 3),
  tempo_candidates: rhythm.candidates.map(({ bpm, weight }) => ({
    bpm: rounded(bpm, 3),
    weight: rounded(weight, 4),
  })),
  tempo_regions: rhythm.regions.map(({ startSeconds, endSeconds, bpm }) => ({
    start_time: seconds(startSeconds),
    end_time: seconds(endSeconds),
    bpm: rounded(bpm, 3),
  })),
  beats: rhythm.beats.map(seconds),
  downbeats: rhythm.downbeats.map(seconds),
  beats_per_bar: rhythm.beatsPerBar,
  confidence: rounded(probabilityOf('beat', rhythm.confidence), 4),
  downbeat_confidence: rounded(downbeatProbability(rhythm), 4),
})

/** Presents drum hits and patterns. */
export const presentDrums = ({ drums }: TrackAnalysis): Static<typeof DrumsBody> => ({
  num_hits: drums.hits.length,
  hits: drums.hits.map(({ timeSeconds, instrument, velocity, confidence }) => ({
    timestamp: seconds(timeSeconds),
    instrument,
    velocity: rounded(velocity, 3),
    confidence: rounded(confidence, 3),
  })),
  patterns: drums.patterns.map(({ rows, bars, share, firstBarSeconds }) => ({
    rows,
    bars,
    share: rounded(share, 4),
    first_bar_time: seconds(firstBarSeconds),
  })),
  swing: drums.timing.swing === null ? null : rounded(drums.timing.swing, 4),
  microtiming: {
    mean_offset_ms: rounded(drums.timing.meanOffsetMs, 2),
    spread_ms: rounded(drums.timing.spreadMs, 2),
  },
})

const presentKey = (key: KeyResult | null) =>
  key && {
    name: keyName(key),
    camelot: camelotName(key),
    confidence: rounded(probabilityOf('key', key.confidence), 4),
    regions: key.regions.map((region) => ({
      start_time: seconds(region.startSeconds),
      end_time: seconds(region.endSeconds),
      name: keyName(region),
      camelot: camelotName(region),
      confidence: rounded(probabilityOf('key', region.confidence), 4),
    })),
    changes: keyChanges(key).map(({ timeSeconds, from, to }) => ({
      time: seconds(timeSeconds),
      from: keyName(from),
      to: keyName(to),
      camelot: camelotName(to),
    })),
  }

const presentEnergy = (energy: EnergyLevel | null) =>
  energy && {
    level: energy.level,
    contributions: Object.fromEntries(
      Object.entries(snakeKeys(energy.contributions)).map(([name, value]) => [name, rounded(value, 4)]),
    ),
  }

/** Placeholder until `named` inserts the file name: the same bytes may be uploaded under several names. */
const UNTITLED = ''

/** Returns the output records of the contract, by name. */
function presentRecords(analysis: TrackAnalysis, source: AudioProbe) {
  const title = source.title ?? UNTITLED
  const profile = emotionalProfile(analysis)
  return {
    metadata: {
      title,
      artist: source.artist,
      duration: seconds(analysis.durationSeconds),
      container: source.container,
      codec: source.codec,
      sample_rate: source.sampleRateHz,
      channels: source.channels,
    },
    emotional_profile: {
      overall_mood: [...profile.overallMood],
      intensity_curve: profile.intensityCurve.map((value) => rounded(value, 4)),
      emotional_segments: profile.emotionalSegments.map((segment) => ({
        start_time: seconds(segment.startTime),
        end_time: seconds(segment.endTime),
        primary_emotion: segment.primaryEmotion,
        tension_level: rounded(segment.tensionLevel, 3),
        descriptors: [...segment.descriptors],
      })),
      peak_moments: profile.peakMoments.map((peak) => ({
        time: seconds(peak.time),
        intensity: rounded(peak.intensity, 4),
        description: peak.description,
        key_elements: [...peak.keyElements],
      })),
    },
    segments: segmentRecords(analysis).map((segment) => ({
      segment_id: segment.segmentId,
      start_time: seconds(segment.startTime),
      end_time: seconds(segment.endTime),
      type: segment.type,
      energy_level: rounded(segment.energyLevel, 4),
      key_elements: [...segment.keyElements],
      description: segment.description,
    })),
    technical_features: technicalFeatures(analysis).map(
      ({ time, featureType, description, characteristics }) => ({
        time: seconds(time),
        feature_type: featureType,
        description,
        characteristics: snakeKeys(characteristics),
      }),
    ),
    summary: textSummary(analysis, title),
  }
}

/** Body of a full analysis. */
export type PresentedAnalysis = Static<typeof AnalysisBody>

/** Returns the `results` of `POST /analyze`, before `named` inserts a missing title. */
export const presentAnalysis = (analysis: TrackAnalysis, source: AudioProbe): PresentedAnalysis => ({
  ...presentRecords(analysis, source),
  beats: presentRhythm(analysis.rhythm),
  key: presentKey(analysis.key),
  tuning_cents: rounded(analysis.tuningCents, 2),
  phrases: analysis.sections.map(({ startSeconds, endSeconds, label, name }) => ({
    start_time: rounded(startSeconds, 3),
    end_time: rounded(endSeconds, 3),
    type: label,
    label: name,
  })),
  energy: presentEnergy(analysis.energy),
  loudness: analysis.loudness && presentLoudness(analysis.loudness),
  drum_analysis: presentDrums(analysis),
  emotions: presentEmotions(analysis.feeling),
  music: presentMusic(analysis.music),
  tags: presentTags(analysis),
})

/** Inserts the file's title into an analysis without a title tag; the title is the first line of the summary. */
export function named(results: PresentedAnalysis, title: string): PresentedAnalysis {
  if (results.metadata.title !== UNTITLED) return results
  return {
    ...results,
    metadata: { ...results.metadata, title },
    summary: `${title}${results.summary}`,
  }
}
