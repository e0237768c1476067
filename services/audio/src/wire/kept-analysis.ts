import type { Static } from 'typebox'
import type { TrackAnalysis } from '../domain/analyse-track.ts'
import type { TrackCorrections } from '../domain/corrections/corrections.ts'
import { correctGrid, type Grid } from '../domain/corrections/grid.ts'
import { camelotName, type Key, keyName } from '../domain/tonality/find-key.ts'
import type { KeptReader } from '../operations/correct-track.ts'
import type { EffectiveValues } from '../operations/ports/library.ts'
import type { PresentedAnalysis } from './analysis.present.ts'
import { presentEmotions } from './emotions.present.ts'
import { rounded } from './rounded.ts'
import type { EmotionSpan } from './tracks.schema.ts'

/** Analysis as a kept track stores it. */
export interface KeptAnalysis {
  readonly results: PresentedAnalysis
  readonly emotions: readonly Static<typeof EmotionSpan>[]
}

/** Features that explain a dimension of a section. */
const REASONS = 3

const seconds = (value: number) => rounded(value, 4)

/** Returns what a kept track stores of an analysis: its body, and the emotions of each section with their reasons. */
export const keptAnalysis = (results: PresentedAnalysis, analysis: TrackAnalysis): KeptAnalysis => ({
  results,
  emotions: analysis.sections.map(({ startSeconds, endSeconds, feeling }) => {
    const { summary, emotions, contributions } = presentEmotions(feeling)
    return {
      start_time: seconds(startSeconds),
      end_time: seconds(endSeconds),
      dominant_emotion: summary.dominant_emotion,
      emotions,
      contributions: Object.fromEntries(
        Object.entries(contributions).map(([name, parts]) => [name, parts.slice(0, REASONS)]),
      ),
    }
  }),
})

/** Returns the measured grid of an analysis. */
const gridOf = ({ beats }: PresentedAnalysis): Grid => ({
  tempoBpm: beats.tempo,
  beats: beats.beats,
  downbeats: beats.downbeats,
  beatsPerBar: beats.beats_per_bar,
  regions: beats.tempo_regions.map(({ start_time, end_time, bpm }) => ({
    startSeconds: start_time,
    endSeconds: end_time,
    bpm,
  })),
})

/** Returns beats as corrected. The confidence is 1, because a person confirmed them. */
function correctedBeats(
  results: PresentedAnalysis,
  { value, base }: NonNullable<TrackCorrections['grid']>,
): PresentedAnalysis['beats'] {
  const grid = correctGrid(base, value, results.metadata.duration)
  return {
    tempo: rounded(grid.tempoBpm, 3),
    tempo_candidates: results.beats.tempo_candidates,
    tempo_regions: grid.regions.map(({ startSeconds, endSeconds, bpm }) => ({
      start_time: seconds(startSeconds),
      end_time: seconds(endSeconds),
      bpm: rounded(bpm, 3),
    })),
    beats: grid.beats.map(seconds),
    downbeats: grid.downbeats.map(seconds),
    beats_per_bar: grid.beatsPerBar,
    confidence: 1,
    downbeat_confidence: 1,
  }
}

/** Returns a key that a person stated: it holds for the whole track, and its confidence is 1. */
const statedKey = (key: Key, duration: number): NonNullable<PresentedAnalysis['key']> => {
  const named = { name: keyName(key), camelot: camelotName(key), confidence: 1 }
  return { ...named, regions: [{ start_time: 0, end_time: duration, ...named }], changes: [] }
}

/** Kinds of sections that an analysis finds. */
const KINDS = ['intro', 'build', 'drop', 'break', 'main', 'outro']

/** Returns the kind that a label of a section names with its first word; `main` for any other label. */
function kindOf(label: string): string {
  const [first = ''] = label.toLowerCase().split(' ')
  return KINDS.includes(first) ? first : 'main'
}

/** Returns an analysis with the corrections of a person applied. Whatever was not corrected stays as measured. */
export function correctedAnalysis(
  results: PresentedAnalysis,
  { grid, key, sections }: TrackCorrections,
): PresentedAnalysis {
  return {
    ...results,
    ...(grid ? { beats: correctedBeats(results, grid) } : {}),
    ...(key ? { key: statedKey(key.value, results.metadata.duration) } : {}),
    ...(sections
      ? {
          phrases: sections.value.map(({ startSeconds, endSeconds, label }) => ({
            start_time: seconds(startSeconds),
            end_time: seconds(endSeconds),
            type: kindOf(label),
            label,
          })),
        }
      : {}),
  }
}

/** Returns the values by which a list sorts and filters, with corrections applied. */
function effectiveValues({ results }: KeptAnalysis, corrections: TrackCorrections): EffectiveValues {
  const { beats, key } = correctedAnalysis(results, corrections)
  return {
    tempoBpm: beats.tempo,
    tempoConfidence: beats.confidence,
    keyName: key?.name ?? null,
    camelot: key?.camelot ?? null,
    keyConfidence: key?.confidence ?? null,
  }
}

/** Reads what a kept track stores, for the operation that corrects it. */
export const keptReader: KeptReader = {
  grid: (analysis) => gridOf((analysis as KeptAnalysis).results),
  values: (analysis, corrections) => effectiveValues(analysis as KeptAnalysis, corrections),
}
