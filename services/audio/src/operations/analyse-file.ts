import { analyseRhythm, analyseTrack } from '../domain/analyse-track.ts'
import { SAMPLE_RATE_HZ } from '../domain/features/bands.ts'
import { createFeatureExtractor } from '../domain/features/feature-extractor.ts'
import type { CreateLevelMeter } from '../domain/features/frame-levels.ts'
import type { CreateTransform } from '../domain/features/real-transform.ts'
import type { FrameNetwork } from '../domain/hearing/frame-network.ts'
import { createPeakBuilder } from '../domain/peaks/peaks.ts'
import { hearTags, type TagNetworks } from '../domain/tags/hear-tags.ts'
import { CLEAR_BEAT } from '../domain/tags/music-or-not.ts'
import { createPatchCollector } from '../domain/tags/patch-collector.ts'
import type { AnalysedFile, AnalysisRequest, Decoder } from './ports.ts'
import { probeWithin } from './probe-within.ts'

/** Share of the time for decoding and features; the rest is the analysis. */
const EXTRACTION_SHARE = 0.8

/** Requests the first block at once, before anybody reads. */
function readAhead<Block>(blocks: AsyncIterable<Block>): AsyncGenerator<Block> {
  const reader = blocks[Symbol.asyncIterator]()
  const first = reader.next()
  // The reader gets the error, but there may be no reader.
  first.catch(() => {})
  return (async function* () {
    try {
      for (let step = await first; !step.done; step = await reader.next()) yield step.value
    } finally {
      await reader.return?.()
    }
  })()
}

/**
 * Probes a file, decodes it in bounded memory, and analyses it. A file without a clear beat is decoded a second time when
 * only its rhythm was asked for, because only a full analysis can tell whether it is music.
 */
export function analyseFile({
  decoder,
  createTransform,
  createLevelMeter,
  frameNetwork,
  openTagNetworks,
}: {
  decoder: Decoder
  createTransform: CreateTransform
  createLevelMeter: CreateLevelMeter
  frameNetwork: FrameNetwork
  /** Loads the tag networks at the first full analysis; absent when tagging is off. */
  openTagNetworks?: (() => Promise<TagNetworks>) | undefined
}) {
  const analyse = async (path: string, request: AnalysisRequest): Promise<AnalysedFile> => {
    const { maxDurationSeconds, onProgress } = request
    const full = request.depth === 'full'
    const refused = new AbortController()
    const signal = AbortSignal.any([refused.signal, ...(request.signal ? [request.signal] : [])])
    const format = { sampleRateHz: SAMPLE_RATE_HZ, maxDurationSeconds, signal }
    // Rhythm always uses mono, so ffmpeg need not wait for the probe.
    const early = full ? undefined : readAhead(decoder.decode(path, { ...format, channels: 1 }))
    const source = await probeWithin(decoder, path, request).catch(async (cause: unknown) => {
      refused.abort()
      // Waits until ffmpeg has ended.
      await early?.next().catch(() => {})
      throw cause
    })
    const claimed = source.durationSeconds
    const channels = full && source.channels > 1 ? 2 : 1
    const tagNetworks = full ? await openTagNetworks?.() : undefined
    const collector = tagNetworks ? createPatchCollector(createTransform) : null
    const peakBuilder = full && request.withPeaks ? createPeakBuilder() : null
    const onMono = (samples: Float32Array) => {
      collector?.push(samples)
      peakBuilder?.push(samples)
    }
    const extractor = createFeatureExtractor({
      createTransform,
      createLevelMeter,
      channels,
      withLoudness: full,
      withPitch: true,
      ...(claimed === null ? {} : { expectedSeconds: claimed }),
      ...(collector || peakBuilder ? { onMono } : {}),
    })
    let frames = 0
    for await (const block of early ??
      decoder.decode(path, { ...format, channels, container: source.container })) {
      extractor.push(block)
      frames += block.length / channels
      if (claimed)
        onProgress?.(Math.min(1, frames / SAMPLE_RATE_HZ / claimed) * EXTRACTION_SHARE, 'listening')
    }
    const features = extractor.finish()
    onProgress?.(EXTRACTION_SHARE, full ? 'analysing' : 'finding beats')
    if (!full) {
      const rhythm = analyseRhythm(features)
      if (rhythm.confidence >= CLEAR_BEAT)
        return { source, rhythm, music: { heard: true, probability: rhythm.confidence }, analysis: null }
      if (!openTagNetworks) return { source, rhythm, music: null, analysis: null }
      return { ...(await analyse(path, { ...request, depth: 'full' })), analysis: null }
    }
    const tags =
      collector && tagNetworks
        ? hearTags(tagNetworks, collector.finish(), features.loudness?.integratedLufs ?? null)
        : null
    const analysis = analyseTrack(features, tags, frameNetwork)
    const peaks = peakBuilder && { ...peakBuilder.finish(), sampleRateHz: SAMPLE_RATE_HZ }
    return { source, rhythm: analysis.rhythm, music: analysis.music, analysis, ...(peaks ? { peaks } : {}) }
  }
  return analyse
}
