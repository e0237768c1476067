import { describeTrack } from '../domain/semantic/describe-track.ts'
import { measureTrack } from '../domain/semantic/track-measures.ts'
import { STEM_NAMES, type StemEngine } from '../domain/stems/stem.ts'
import { titleOfFile } from '../domain/track-title.ts'
import { presentFeatures } from '../http/present.ts'
import { named, type PresentedAnalysis, presentAnalysis, presentRhythm } from '../http/present-analysis.ts'
import type { AnalyseOnce } from './analyse-once.ts'
import type { indexTrack } from './index-track.ts'
import type { measureFeatures } from './measure-features.ts'
import type { AnalysisEngine } from './ports.ts'
import type { produceStems } from './produce-stems.ts'
import type { Work, WorkRequest, Works } from './run-job.ts'

export interface AnalysisWorkDeps {
  readonly engine: AnalysisEngine
  readonly measure: ReturnType<typeof measureFeatures>
  readonly once: AnalyseOnce
  readonly indexTrack: ReturnType<typeof indexTrack>
}

export interface StemsWorkDeps {
  readonly produceStems: ReturnType<typeof produceStems>
  readonly stemEngine: StemEngine
}

const limits = ({ maxDurationSeconds, signal, onProgress }: WorkRequest) => ({
  maxDurationSeconds,
  ...(signal ? { signal } : {}),
  ...(onProgress ? { onProgress } : {}),
})

/** Every kind of work as the body that its endpoint answers and its job stores. */
export const presentedWorks = (deps: AnalysisWorkDeps & StemsWorkDeps): Works => ({
  ...analysisWorks(deps),
  stems: stemsWork(deps),
})

/** All that only listens. */
export function analysisWorks(deps: AnalysisWorkDeps): Omit<Works, 'stems'> {
  const { engine, once } = deps
  const full = (request: WorkRequest) =>
    once('full', request, async (path) => {
      const { analysis, source } = await engine.analyse(path, { depth: 'full', ...limits(request) })
      if (analysis === null) throw new Error('the engine gave no analysis for the depth "full"')
      return { results: presentAnalysis(analysis, source), measures: measureTrack(analysis) }
    })
  const part =
    (of: (results: PresentedAnalysis, request: WorkRequest) => object): Work =>
    async (request) => ({ body: of((await full(request)).results, request) })
  return {
    features: async (request) => ({
      body: await once('features', request, async (path) => ({
        features: presentFeatures(await deps.measure(path, limits(request))),
      })),
    }),
    beats: async (request) => ({
      body: await once('rhythm', request, async (path) => {
        const { rhythm } = await engine.analyse(path, { depth: 'rhythm', ...limits(request) })
        return { beats: presentRhythm(rhythm) }
      }),
    }),
    drums: part(({ drum_analysis }) => ({ drum_analysis })),
    analyze: part((results, { input }) => ({ results: named(results, titleOfFile(input.filename)) })),
    emotions: part(({ emotions }) => emotions),
    semantic_analyze: async (request) => {
      const { owner, input, options } = request
      const analysed = await full(request)
      const { measures } = analysed
      const results = named(analysed.results, titleOfFile(input.filename))
      const { summary, emotions } = results.emotions
      const trackId = options.indexForSearch
        ? await deps.indexTrack({
            owner,
            sha256: input.sha256,
            title: options.title ?? results.metadata.title,
            artist: options.artist ?? results.metadata.artist,
            keyName: results.key?.name ?? null,
            camelot: results.key?.camelot ?? null,
            dominantEmotion: summary.dominant_emotion,
            measures,
          })
        : null
      return {
        body: {
          semantic_analysis: {
            ...(options.includeEmotions ? { summary, emotions } : { summary: null, emotions: null }),
            description: describeTrack(measures),
            indexed: trackId !== null,
            track_id: trackId,
          },
          full_analysis: results,
        },
      }
    },
  }
}

const stemsWork =
  (deps: StemsWorkDeps): Work =>
  async (request) => {
    const { files, format, expiresAt } = await deps.produceStems(request)
    const { name, quality, note } = deps.stemEngine
    const stored = STEM_NAMES.map((stem) => [stem, files[stem].key])
    return {
      body: {
        stems: {
          files: Object.fromEntries(stored),
          engine: name,
          quality,
          note,
          format,
          expires_at: expiresAt.toISOString(),
        },
      },
      artifacts: { files: Object.values(files), expiresAt },
    }
  }
