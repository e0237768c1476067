import type { RhythmAnalysis, TrackAnalysis } from '../domain/analyse-track.ts'
import type { AudioProbe } from '../domain/audio-source.ts'
import type { StemEngine } from '../domain/stems/stem.ts'
import type { MusicDecision } from '../domain/tags/music-or-not.ts'
import type { Features } from './measure-features.ts'
import type { StoredTrackStems } from './ports/library.ts'
import type { IndexedTrack } from './ports/search.ts'
import type { ProducedStems } from './produce-stems.ts'

/** Converts results to the bodies that endpoints answer and jobs store; `Results` is the body of a full analysis. */
export interface WorkBodies<Results extends object> {
  /** Returns the body of a full analysis; a missing title is inserted by `named`. */
  analysis(analysis: TrackAnalysis, source: AudioProbe): Results
  /** Returns the same body with the title of a track that has none in its tags. */
  named(results: Results, title: string): Results
  /** Returns what a library stores of a named analysis. */
  indexed(
    results: Results,
  ): Pick<IndexedTrack, 'title' | 'artist' | 'keyName' | 'camelot' | 'dominantEmotion' | 'energy'>
  /** Returns what a kept track stores: the named analysis and its emotions over time. */
  kept(results: Results, analysis: TrackAnalysis): object
  features(features: Features): object
  beats(rhythm: RhythmAnalysis, music: MusicDecision | null): object
  drums(results: Results): object
  analyze(results: Results): object
  emotions(results: Results): object
  semanticAnalyze(
    results: Results,
    facts: { description: string; trackId: string | null; includeEmotions: boolean },
  ): object
  stems(stems: ProducedStems, engine: StemEngine): { readonly stems: StoredTrackStems }
}
