import type { measureFeatures } from '../operations/measure-features.ts'
import type { AnalysedFile, AnalysisEngine } from '../operations/ports.ts'
import type { Analyse, Analyses } from '../operations/run-job.ts'
import { presentFeatures } from './present.ts'
import { presentAnalysis, presentDrums, presentEmotions, presentRhythm } from './present-analysis.ts'

/** Every kind of analysis as the body that its endpoint answers and its job stores. */
export function presentedAnalyses(deps: {
  engine: AnalysisEngine
  measure: ReturnType<typeof measureFeatures>
}): Analyses {
  const full =
    (
      present: (
        file: AnalysedFile & { analysis: NonNullable<AnalysedFile['analysis']> },
        title: string,
      ) => object,
    ): Analyse =>
    async (path, { title, ...options }) => {
      const { analysis, ...file } = await deps.engine.analyse(path, { depth: 'full', ...options })
      if (analysis === null) throw new Error('the engine gave no analysis for the depth "full"')
      return present({ ...file, analysis }, title)
    }
  return {
    features: async (path, options) => ({ features: presentFeatures(await deps.measure(path, options)) }),
    beats: async (path, { title: _title, ...options }) => {
      const { rhythm } = await deps.engine.analyse(path, { depth: 'rhythm', ...options })
      return { beats: presentRhythm(rhythm) }
    },
    drums: full(({ analysis }) => ({ drum_analysis: presentDrums(analysis) })),
    analyze: full(({ analysis, source }, title) => ({ results: presentAnalysis(analysis, source, title) })),
    emotions: full(({ analysis }) => presentEmotions(analysis.feeling)),
  }
}
