import { STEM_NAMES, type StemBlocks, type StemName, type StemSeparator } from '../domain/stems/stem.ts'
import type { AudioWriter, Decoder, ProgressReport } from './ports.ts'
import { probeWithin } from './probe-within.ts'

const SAMPLE_RATE_HZ = 44_100

/** How to separate a file, and where to write the stems. */
export interface SeparationRequest {
  readonly maxDurationSeconds: number
  readonly signal?: AbortSignal
  readonly onProgress?: ProgressReport
}

/** Separates a file into its four stems in bounded memory. Creates either all four files or none. */
export function separateStems(deps: {
  decoder: Decoder
  createSeparator: () => StemSeparator
  openWriter: (stem: StemName) => Promise<AudioWriter>
}) {
  return async (path: string, request: SeparationRequest): Promise<Record<StemName, string>> => {
    const { maxDurationSeconds, onProgress } = request
    const abortable = request.signal ? { signal: request.signal } : {}
    const { container, durationSeconds } = await probeWithin(deps.decoder, path, request)
    const separator = deps.createSeparator()
    const writers = {} as Record<StemName, AudioWriter>
    const write = async (blocks: StemBlocks) => {
      for (const stem of STEM_NAMES) if (blocks[stem].length > 0) await writers[stem].write(blocks[stem])
    }
    try {
      for (const stem of STEM_NAMES) writers[stem] = await deps.openWriter(stem)
      const format = { sampleRateHz: SAMPLE_RATE_HZ, channels: 2, container, maxDurationSeconds } as const
      let frames = 0
      for await (const block of deps.decoder.decode(path, { ...format, ...abortable })) {
        await write(await separator.push(block))
        frames += block.length / 2
        if (durationSeconds)
          onProgress?.(Math.min(1, frames / SAMPLE_RATE_HZ / durationSeconds), 'separating')
      }
      await write(await separator.finish())
      const paths = {} as Record<StemName, string>
      for (const stem of STEM_NAMES) paths[stem] = (await writers[stem].finish()).path
      return paths
    } catch (error) {
      await Promise.all(Object.values(writers).map((writer) => writer.discard()))
      throw error
    }
  }
}
