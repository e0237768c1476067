import type { RhythmAnalysis, TrackAnalysis } from '../domain/analyse-track.ts'
import type { AudioProbe } from '../domain/audio-source.ts'
import { describeTrack } from '../domain/semantic/describe-track.ts'
import { measureTrack } from '../domain/semantic/track-measures.ts'
import type { StemEngine } from '../domain/stems/stem.ts'
import type { MusicDecision } from '../domain/tags/music-or-not.ts'
import { titleOfFile } from '../domain/track-title.ts'
import type { AnalyseOnce } from './analyse-once.ts'
import type { indexTrack } from './index-track.ts'
import type { Features, measureFeatures } from './measure-features.ts'
import type { AnalysisEngine, IndexedTrack } from './ports.ts'
import type { ProducedStems, produceStems } from './produce-stems.ts'
import type { Work, WorkRequest, Works } from './run-job.ts'

/** Converts results to the bodies that endpoints answer and jobs store; `Results` is the body of a full analysis. */
export interface WorkBodies<Results extends object> {
  /** Returns the body of a full analysis; a missing title is inserted by `named`. */
  analysis(analysis: TrackAnalysis, source: AudioProbe): Results
  /** Returns the same body with the title of a track that has none in its tags. */
  named(results: Results, title: string): Results
  /** Returns what a library stores of a named analysis. */
  indexed(
    results: Results,
  ): Pick<IndexedTrack, 'title' | 'artist' | 'keyName' | 'camelot' | 'dominantEmotion'>
  features(features: Features): object
  beats(rhythm: RhythmAnalysis, music: MusicDecision | null): object
  drums(results: Results): object
  analyze(results: Results): object
  emotions(results: Results): object
  semanticAnalyze(
    results: Results,
    facts: { description: string; trackId: string | null; includeEmotions: boolean },
  ): object
  stems(stems: ProducedStems, engine: StemEngine): object
}

/** Dependencies of work that only analyses. */
export interface AnalysisWorkDeps<Results extends object> {
  readonly engine: AnalysisEngine
  readonly measure: ReturnType<typeof measureFeatures>
  readonly once: AnalyseOnce
  readonly indexTrack: ReturnType<typeof indexTrack>
  readonly bodies: WorkBodies<Results>
}

/** Dependencies of the separation. */
export interface StemsWorkDeps<Results extends object> {
  readonly produceStems: ReturnType<typeof produceStems>
  readonly stemEngine: StemEngine
  readonly bodies: Pick<WorkBodies<Results>, 'stems'>
}

const limits = ({ maxDurationSeconds, signal, onProgress }: WorkRequest) => ({
  maxDurationSeconds,
  ...(signal ? { signal } : {}),
  ...(onProgress ? { onProgress } : {}),
})

/** Returns all types of work. Each returns the body that its endpoint answers and its job stores. */
export const allWorks = <Results extends object>(
  deps: AnalysisWorkDeps<Results> & StemsWorkDeps<Results>,
): Works => ({
  ...analysisWorks(deps),
  stems: stemsWork(deps),
})

/** Returns all types of work that only analyse. */
export function analysisWorks<Results extends object>(deps: AnalysisWorkDeps<Results>): Omit<Works, 'stems'> {
  const { engine, once, bodies } = deps
  const full = (request: WorkRequest) =>
    once('full', request, async (path) => {
      const { analysis, source } = await engine.analyse(path, { depth: 'full', ...limits(request) })
      if (analysis === null) throw new Error('the engine returned no analysis for the depth "full"')
      return { results: bodies.analysis(analysis, source), measures: measureTrack(analysis) }
    })
  const named = (results: Results, { input }: WorkRequest) =>
    bodies.named(results, titleOfFile(input.filename))
  const part =
    (of: (results: Results, request: WorkRequest) => object): Work =>
    async (request) => ({ body: of((await full(request)).results, request) })
  return {
    features: async (request) => ({
      body: await once('features', request, async (path) =>
        bodies.features(await deps.measure(path, limits(request))),
      ),
    }),
    beats: async (request) => ({
      body: await once('rhythm', request, async (path) => {
        const { rhythm, music } = await engine.analyse(path, { depth: 'rhythm', ...limits(request) })
        return bodies.beats(rhythm, music)
      }),
    }),
    drums: part((results) => bodies.drums(results)),
    analyze: part((results, request) => bodies.analyze(named(results, request))),
    emotions: part((results) => bodies.emotions(results)),
    semantic_analyze: async (request) => {
      const { owner, input, options } = request
      const { results: unnamed, measures } = await full(request)
      const results = named(unnamed, request)
      const indexed = bodies.indexed(results)
      const trackId = options.indexForSearch
        ? await deps.indexTrack({
            owner,
            sha256: input.sha256,
            ...indexed,
            title: options.title ?? indexed.title,
            artist: options.artist ?? indexed.artist,
            measures,
          })
        : null
      const description = describeTrack(measures)
      const includeEmotions = options.includeEmotions === true
      return { body: bodies.semanticAnalyze(results, { description, trackId, includeEmotions }) }
    },
  }
}

const stemsWork =
  <Results extends object>(deps: StemsWorkDeps<Results>): Work =>
  async (request) => {
    const stems = await deps.produceStems(request)
    return {
      body: deps.bodies.stems(stems, deps.stemEngine),
      artifacts: { files: Object.values(stems.files), expiresAt: stems.expiresAt },
    }
  }
