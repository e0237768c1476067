import type { AudioProbe } from '../domain/audio-source.ts'
import { createLoudnessMeter, type Loudness } from '../domain/loudness/loudness-meter.ts'
import type { Decoder, ProgressReport } from './ports.ts'
import { probeWithin } from './probe-within.ts'

/** Duration, format and loudness of a file. */
export interface Features {
  /** Decoded length in seconds; headers may be wrong. */
  readonly durationSeconds: number
  readonly source: AudioProbe
  readonly loudness: Loudness
}

/** BS.1770 specifies its filters at 48 kHz; stereo keeps the channel sum that defines loudness. */
const SAMPLE_RATE_HZ = 48_000
const CHANNELS = 2

/** How to measure a file. */
export interface MeasureOptions {
  readonly signal?: AbortSignal
  readonly onProgress?: ProgressReport
  /** Longer audio is refused. */
  readonly maxDurationSeconds: number
}

/** Decodes a file once, in bounded memory, and measures it. */
export function measureFeatures({ decoder }: { decoder: Decoder }) {
  return async (path: string, options: MeasureOptions): Promise<Features> => {
    const { maxDurationSeconds } = options
    const abortable = options.signal ? { signal: options.signal } : {}
    const source = await probeWithin(decoder, path, options)
    // Mono is decoded as mono: two equal channels would read 3 LU too loud.
    const channels = source.channels === 1 ? 1 : CHANNELS
    const meter = createLoudnessMeter({ sampleRateHz: SAMPLE_RATE_HZ, channels })
    const format = {
      sampleRateHz: SAMPLE_RATE_HZ,
      channels,
      container: source.container,
      maxDurationSeconds,
    } as const
    let frames = 0
    for await (const block of decoder.decode(path, { ...format, ...abortable })) {
      meter.push(block)
      frames += block.length / channels
      const expected = source.durationSeconds ?? 0
      if (expected > 0) options.onProgress?.(Math.min(0.99, frames / SAMPLE_RATE_HZ / expected), 'decoding')
    }
    return { durationSeconds: frames / SAMPLE_RATE_HZ, source, loudness: meter.finish() }
  }
}
