import { type BarPattern, barPatterns, type DrumTiming, drumTiming } from './drums/bar-patterns.ts'
import { type DrumHit, findDrums } from './drums/find-drums.ts'
import { onsetCandidates } from './drums/onset-candidates.ts'
import { type EmotionResult, feel } from './emotion/emotion-model.ts'
import { type SpanFeatures, spanFeatures, type TrackContext, UNMEASURED } from './emotion/span-features.ts'
import { type EnergyLevel, energyLevel } from './energy-level.ts'
import type { TrackFeatures } from './features/feature-extractor.ts'
import { findOnsets } from './features/find-onsets.ts'
import { type Novelty, superFlux } from './features/novelty.ts'
import { type SecondCurves, secondCurves } from './features/second-curves.ts'
import type { FrameNetwork } from './hearing/frame-network.ts'
import type { Loudness } from './loudness/loudness-meter.ts'
import { certainTempo } from './rhythm/certain-tempo.ts'
import { findDownbeats } from './rhythm/downbeats.ts'
import type { TempoRegion } from './rhythm/tempo-regions.ts'
import { type TempoCandidate, trackBeats } from './rhythm/track-beats.ts'
import { distinctNames } from './structure/compare-sections.ts'
import { findBoundaries } from './structure/find-sections.ts'
import { joinSections } from './structure/join-sections.ts'
import type { Section } from './structure/label-sections.ts'
import type { HeardTags } from './tags/hear-tags.ts'
import { decideMusic, type MusicDecision } from './tags/music-or-not.ts'
import { type Chroma, foldChroma } from './tonality/chroma.ts'
import { findKey, type KeyResult } from './tonality/find-key.ts'

/** Version of the engine; key of the result cache. Raise it whenever the same file could give another result. */
export const ENGINE_VERSION = 'audio-engine-8'

/** Beats, bars and tempo of a track. */
export interface RhythmAnalysis {
  readonly tempoBpm: number
  readonly candidates: readonly TempoCandidate[]
  readonly regions: readonly TempoRegion[]
  readonly beats: readonly number[]
  readonly downbeats: readonly number[]
  readonly beatsPerBar: number
  /** Clarity, 0 to 1; see `BeatTrack` and `Downbeats`. `probabilityOf` makes a probability of it. */
  readonly confidence: number
  readonly downbeatConfidence: number
}

const NO_RHYTHM: RhythmAnalysis = {
  tempoBpm: 0,
  candidates: [],
  regions: [],
  beats: [],
  downbeats: [],
  beatsPerBar: 0,
  confidence: 0,
  downbeatConfidence: 0,
}

interface DrumAnalysis {
  readonly hits: readonly DrumHit[]
  readonly patterns: readonly BarPattern[]
  readonly timing: DrumTiming
}

/** Section with its name and emotions. */
export interface AnalysedSection extends Section {
  /** Name that no other section of the track has, such as "drop 2" or "A 1". */
  readonly name: string
  readonly feeling: EmotionResult
}

/** Complete analysis of a track. */
export interface TrackAnalysis {
  readonly durationSeconds: number
  readonly loudness: Loudness | null
  readonly rhythm: RhythmAnalysis
  readonly key: KeyResult | null
  readonly tuningCents: number
  readonly drums: DrumAnalysis
  readonly sections: readonly AnalysedSection[]
  readonly features: SpanFeatures
  /** Energy level, 1 to 10; null in silence. */
  readonly energy: EnergyLevel | null
  readonly feeling: EmotionResult
  readonly curves: SecondCurves
  /** Tags that the networks heard; null when tagging is off or nothing is audible. */
  readonly tags: HeardTags | null
  /** Whether this is music; null when tagging is off and something is audible. Otherwise there is no rhythm, key or drum. */
  readonly music: MusicDecision | null
}

/** Finds beats, bars and tempo of a track. Needs only levels; pitch improves the bars. */
export function analyseRhythm(
  features: TrackFeatures,
  novelty: Novelty = superFlux(features),
  chroma: Chroma = foldChroma(features),
): RhythmAnalysis {
  const track = trackBeats(features, novelty, chroma)
  const bars = findDownbeats(track.beats, track.groups, chroma)
  return {
    tempoBpm: track.tempoBpm,
    candidates: track.candidates,
    regions: track.regions,
    beats: track.beats,
    downbeats: bars.downbeats,
    beatsPerBar: bars.beatsPerBar,
    confidence: track.confidence,
    downbeatConfidence: bars.confidence,
  }
}

/** Finds drum hits, and their patterns and timing relative to known beats. */
function analyseDrums(
  features: TrackFeatures,
  rhythm: RhythmAnalysis,
  novelty: Novelty,
  onsets: readonly number[],
  network: FrameNetwork | undefined,
): DrumAnalysis {
  const hits = findDrums(features, rhythm, { novelty, onsets, network })
  return {
    hits,
    patterns: barPatterns(hits, rhythm.beats, rhythm.downbeats, rhythm.beatsPerBar),
    timing: drumTiming(hits, rhythm.beats),
  }
}

/** Decides whether a track is music. Silence is not; without tags nothing else is decided. */
function judgeMusic(
  features: TrackFeatures,
  tags: HeardTags | null,
  { beatConfidence, key }: TrackContext,
  { noisiness }: SpanFeatures,
): MusicDecision | null {
  if (features.loudness?.integratedLufs === null) return { heard: false, probability: 0 }
  if (tags === null) return null
  const keyConfidence = key?.confidence ?? 0
  return decideMusic(tags, { beatConfidence, keyConfidence, noisiness: noisiness ?? 1 })
}

/** Result of a file in which no music was heard: its length, loudness and curves. */
function withoutMusic(
  { durationSeconds, loudness }: TrackFeatures,
  curves: SecondCurves,
  tags: HeardTags | null,
  music: MusicDecision,
): TrackAnalysis {
  const truePeakDbtp = loudness?.truePeakDbtp ?? null
  const context: TrackContext = { truePeakDbtp, tempoBpm: 0, beatConfidence: 0, key: null }
  const feeling = feel(UNMEASURED)
  const boundaries = durationSeconds > 0 ? [0, durationSeconds] : []
  const sections = joinSections({ curves, context, hits: [] }, boundaries)
  return {
    durationSeconds,
    loudness,
    rhythm: NO_RHYTHM,
    key: null,
    tuningCents: 0,
    drums: { hits: [], patterns: [], timing: drumTiming([], []) },
    sections: sections.map((section) => ({ ...section, name: section.label, feeling })),
    features: UNMEASURED,
    energy: null,
    feeling,
    curves,
    tags,
    music,
  }
}

/**
 * Analyses a track from features with loudness and pitch, and from the tags that were heard: rhythm, key, drums,
 * sections and emotions. Pure and deterministic. `network` is a faster implementation of the frame network.
 */
export function analyseTrack(
  features: TrackFeatures,
  tags: HeardTags | null = null,
  network?: FrameNetwork,
): TrackAnalysis {
  const novelty = superFlux(features)
  const chroma = foldChroma(features)
  const onsetFrames = onsetCandidates(novelty)
  const rhythm = analyseRhythm(features, novelty, chroma)
  // Bars of a pulse that is not there would move the key.
  const isPulsed = certainTempo({ tempoBpm: rhythm.tempoBpm, beatConfidence: rhythm.confidence }) > 0
  const key = findKey(chroma, isPulsed ? rhythm.downbeats : [], features.durationSeconds)
  const curves = secondCurves(features, novelty, findOnsets(novelty))
  const context: TrackContext = {
    truePeakDbtp: features.loudness?.truePeakDbtp ?? null,
    tempoBpm: rhythm.tempoBpm,
    beatConfidence: rhythm.confidence,
    key,
  }
  const whole = spanFeatures(curves, context, 0, features.durationSeconds)
  const music = judgeMusic(features, tags, context, whole)
  if (music?.heard === false) return withoutMusic(features, curves, tags, music)
  const drums = analyseDrums(features, rhythm, novelty, onsetFrames, network)
  const boundaries = findBoundaries(features, chroma, rhythm.downbeats)
  const parts = joinSections({ curves, context, hits: drums.hits }, boundaries)
  const names = distinctNames(parts, chroma)
  const sections = parts.map((section, i) => ({
    ...section,
    name: names[i]!,
    feeling: feel(section.features),
  }))
  return {
    durationSeconds: features.durationSeconds,
    loudness: features.loudness,
    rhythm,
    key,
    tuningCents: chroma.tuningCents,
    drums,
    sections,
    features: whole,
    energy: energyLevel(whole, drums.hits, features.durationSeconds),
    feeling: feel(whole),
    curves,
    tags,
    music,
  }
}
