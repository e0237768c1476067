import { analyseRhythm, analyseTrack } from '../domain/analyse-track.ts'
import { SAMPLE_RATE_HZ } from '../domain/features/bands.ts'
import { createFeatureExtractor } from '../domain/features/feature-extractor.ts'
import type { CreateTransform } from '../domain/features/real-transform.ts'
import type { AnalysedFile, AnalysisRequest, Decoder } from './ports.ts'
import { probeWithin } from './probe-within.ts'

/** Decoding and one-pass features take about this share of the time; the rest is what follows on the features. */
const EXTRACTION_SHARE = 0.8

/** Probes, decodes once in bounded memory, and analyses what was heard. */
export function analyseFile({
  decoder,
  createTransform,
}: {
  decoder: Decoder
  createTransform: CreateTransform
}) {
  return async (path: string, request: AnalysisRequest): Promise<AnalysedFile> => {
    const { maxDurationSeconds, onProgress } = request
    const abortable = request.signal ? { signal: request.signal } : {}
    const source = await probeWithin(decoder, path, request)
    const claimed = source.durationSeconds
    const full = request.depth === 'full'
    const channels = full && source.channels > 1 ? 2 : 1
    const extractor = createFeatureExtractor({
      createTransform,
      channels,
      withLoudness: full,
      withPitch: true,
      ...(claimed === null ? {} : { expectedSeconds: claimed }),
    })
    const format = {
      sampleRateHz: SAMPLE_RATE_HZ,
      channels,
      container: source.container,
      maxDurationSeconds,
    } as const
    let frames = 0
    for await (const block of decoder.decode(path, { ...format, ...abortable })) {
      extractor.push(block)
      frames += block.length / channels
      if (claimed)
        onProgress?.(Math.min(1, frames / SAMPLE_RATE_HZ / claimed) * EXTRACTION_SHARE, 'listening')
    }
    const features = extractor.finish()
    onProgress?.(EXTRACTION_SHARE, full ? 'analysing' : 'finding beats')
    if (!full) return { source, rhythm: analyseRhythm(features), analysis: null }
    const analysis = analyseTrack(features)
    return { source, rhythm: analysis.rhythm, analysis }
  }
}
