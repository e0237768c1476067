import { describeTrack } from '../domain/semantic/describe-track.ts'
import { measureTrack } from '../domain/semantic/track-measures.ts'
import type { StemEngine } from '../domain/stems/stem.ts'
import { titleOfFile } from '../domain/track-title.ts'
import type { AnalyseOnce } from './analyse-once.ts'
import type { indexTrack } from './index-track.ts'
import { type TracksWorkDeps, tracksWork } from './keep-track.ts'
import type { measureFeatures } from './measure-features.ts'
import type { AnalysisEngine } from './ports.ts'
import type { produceStems } from './produce-stems.ts'
import { limitsOf, type Work, type WorkRequest, type Works } from './run-job.ts'
import type { WorkBodies } from './work-bodies.ts'

/**
 * Name of full analyses in the cache. It changes when their form changes: `full` had measures without what was heard,
 * which searches need.
 */
const FULL_RESULT = 'full-heard'

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

/** Returns all types of work. Each returns the body that its endpoint answers and its job stores. */
export const allWorks = <Results extends object>(
  deps: AnalysisWorkDeps<Results> & StemsWorkDeps<Results> & TracksWorkDeps<Results>,
): Works => ({
  ...analysisWorks(deps),
  stems: stemsWork(deps),
  tracks: tracksWork(deps),
})

/** Returns all types of work that only analyse. */
export function analysisWorks<Results extends object>(
  deps: AnalysisWorkDeps<Results>,
): Omit<Works, 'stems' | 'tracks'> {
  const { engine, once, bodies } = deps
  const full = (request: WorkRequest) =>
    once(FULL_RESULT, request, async (path) => {
      const { analysis, source } = await engine.analyse(path, { depth: 'full', ...limitsOf(request) })
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
        bodies.features(await deps.measure(path, limitsOf(request))),
      ),
    }),
    beats: async (request) => ({
      body: await once('rhythm', request, async (path) => {
        const { rhythm, music } = await engine.analyse(path, { depth: 'rhythm', ...limitsOf(request) })
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
            filename: input.filename,
            measures,
          })
        : null
      const description = describeTrack(measures)
      const includeEmotions = options.includeEmotions === true
      return { body: bodies.semanticAnalyze(results, { description, trackId, includeEmotions }) }
    },
  }
}

/** Returns the work that separates a file. Stems of a track replace those that it had when their job is completed. */
export const stemsWork =
  <Results extends object>(deps: StemsWorkDeps<Results>): Work =>
  async (request) => {
    const stems = await deps.produceStems(request)
    const body = deps.bodies.stems(stems, deps.stemEngine)
    const { trackId } = request.options
    if (trackId !== undefined && request.jobId === undefined)
      throw new Error('only a job keeps the stems of a track')
    return {
      body,
      artifacts: { files: Object.values(stems.files), expiresAt: stems.expiresAt },
      ...(trackId === undefined ? {} : { trackStems: { trackId, stems: body.stems } }),
    }
  }
