import type { WorkBodies } from '../operations/work-bodies.ts'
import { named, type PresentedAnalysis, presentAnalysis, presentRhythm } from './analysis.present.ts'
import { presentFeatures } from './features.present.ts'
import { keptAnalysis } from './kept-analysis.ts'
import { presentMusic } from './tags.present.ts'

/** Bodies that endpoints answer and jobs store, by type of work. */
export const workBodies: WorkBodies<PresentedAnalysis> = {
  analysis: presentAnalysis,
  named,
  indexed: ({ metadata, key, emotions, energy }) => ({
    title: metadata.title,
    artist: metadata.artist,
    keyName: key?.name ?? null,
    camelot: key?.camelot ?? null,
    dominantEmotion: emotions.summary.dominant_emotion,
    energy: energy?.level ?? null,
  }),
  kept: keptAnalysis,
  features: (features) => ({ features: presentFeatures(features) }),
  beats: (rhythm, music) => ({ beats: presentRhythm(rhythm), music: presentMusic(music) }),
  drums: ({ drum_analysis, music }) => ({ drum_analysis, music }),
  analyze: (results) => ({ results }),
  emotions: ({ emotions }) => emotions,
  semanticAnalyze: (results, { description, trackId, includeEmotions }) => {
    const { summary, emotions } = results.emotions
    return {
      semantic_analysis: {
        ...(includeEmotions ? { summary, emotions } : { summary: null, emotions: null }),
        description,
        indexed: trackId !== null,
        track_id: trackId,
      },
      full_analysis: results,
    }
  },
  stems: ({ files, format, expiresAt }, { name, quality, note }) => ({
    stems: {
      files: {
        drums: files.drums.key,
        bass: files.bass.key,
        other: files.other.key,
        vocals: files.vocals.key,
      },
      engine: name,
      quality,
      note,
      format,
      expires_at: expiresAt.toISOString(),
    },
  }),
}
