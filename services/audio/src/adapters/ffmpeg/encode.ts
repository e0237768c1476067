import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { Refusal } from '../../domain/refusal.ts'
import { type SampleFormat, sampleBytes, WAV_HEADER_BYTES, wavHeader } from '../../domain/stems/wav-format.ts'

/** How to write a file. */
export interface EncodeOptions {
  readonly format: 'wav' | 'flac'
  readonly sampleRateHz: number
  readonly channels: 1 | 2
  /** `f32` by default for WAV, `s24` for FLAC, which has no float format. */
  readonly sampleFormat?: SampleFormat
  readonly signal?: AbortSignal
  readonly ffmpegPath?: string
}

interface EncodedFile {
  readonly path: string
  readonly frames: number
  readonly sizeBytes: number
  /** Number of samples beyond full scale that an integer format had to clip. */
  readonly clippedSamples: number
}

/** An audio file that is being written. It appears under its final name only after `finish` has resolved. */
export interface AudioWriter {
  /**
   * Appends interleaved samples (nominally ±1). Waits while the disk or the encoder is behind. The block may be reused.
   */
  write(block: Float32Array): Promise<void>
  finish(): Promise<EncodedFile>
  /** Stops and removes the partial file. Safe at any time; after `finish` it does nothing. */
  discard(): Promise<void>
}

/** Destination of the samples: our WAV writer or an encoder. */
interface Sink {
  write(bytes: Uint8Array): Promise<void>
  close(): Promise<void>
  /** Stops at once; the partial file may still exist. */
  destroy(): Promise<void>
}

async function wavSink(partial: string, options: EncodeOptions, sampleFormat: SampleFormat): Promise<Sink> {
  const file: FileHandle = await open(partial, 'wx', 0o600)
  const layout = { ...options, sampleFormat }
  let dataBytes = 0
  await file.write(wavHeader(layout, 0), 0, WAV_HEADER_BYTES, 0)
  return {
    async write(bytes) {
      await file.write(bytes, 0, bytes.length, WAV_HEADER_BYTES + dataBytes)
      dataBytes += bytes.length
    },
    async close() {
      if (dataBytes % 2 === 1) await file.write(new Uint8Array(1), 0, 1, WAV_HEADER_BYTES + dataBytes)
      await file.write(wavHeader(layout, dataBytes), 0, WAV_HEADER_BYTES, 0)
      await file.sync()
      await file.close()
    },
    destroy: () => file.close().catch(() => {}),
  }
}

const flacArguments = (partial: string, options: EncodeOptions, sampleFormat: 's16' | 's24'): string[] => [
  ...['-hide_banner', '-v', 'error', '-nostats', '-threads', '1', '-protocol_whitelist', 'file,pipe'],
  ...['-f', `${sampleFormat}le`, '-ar', String(options.sampleRateHz), '-ac', String(options.channels)],
  ...['-i', 'pipe:0', '-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact', '-c:a', 'flac'],
  ...(sampleFormat === 's24' ? ['-sample_fmt', 's32', '-bits_per_raw_sample', '24'] : ['-sample_fmt', 's16']),
  ...['-f', 'flac', '-n', `file:${partial}`],
]

/** Writes FLAC with ffmpeg. Samples are rounded to integers here, so that FLAC and WAV contain the same samples. */
async function flacSink(partial: string, options: EncodeOptions, sampleFormat: 's16' | 's24'): Promise<Sink> {
  const command = options.ffmpegPath ?? 'ffmpeg'
  const child = spawn(command, flacArguments(partial, options, sampleFormat), {
    shell: false,
    stdio: ['pipe', 'ignore', 'ignore'],
    // biome-ignore lint/style/noProcessEnv: a child needs PATH to be found; configuration is not read here.
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' },
  })
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  // A broken pipe appears as an exit code, which the next step reports. Without a listener it would end the process.
  child.stdin.on('error', () => {})
  try {
    await once(child, 'spawn')
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT'
    throw new Refusal(
      'SERVICE_UNAVAILABLE',
      missing ? `${command} is not installed; install ffmpeg or set its path` : `${command} did not start`,
      { field: 'service', issue: missing ? 'tool_missing' : 'tool_failed', provided: null },
    )
  }
  const failed = (exitCode: number | null) =>
    new Error(`the FLAC encoder stopped early (exit code ${exitCode ?? 'none'})`)
  return {
    async write(bytes) {
      if (child.exitCode !== null || child.signalCode !== null) throw failed(child.exitCode)
      if (child.stdin.write(bytes)) return
      const drained = new Promise<'drained'>((resolve) => child.stdin.once('drain', () => resolve('drained')))
      const exit = await Promise.race([drained, closed])
      if (exit !== 'drained') throw failed(exit)
    },
    async close() {
      child.stdin.end()
      const exitCode = await closed
      if (exitCode !== 0) throw failed(exitCode)
    },
    async destroy() {
      child.kill('SIGKILL')
      await closed
    },
  }
}

function checkedFormat(options: EncodeOptions): SampleFormat {
  const sampleFormat = options.sampleFormat ?? (options.format === 'wav' ? 'f32' : 's24')
  if (options.format === 'flac' && sampleFormat === 'f32')
    throw new Refusal('VALIDATION_ERROR', 'FLAC has no float samples; choose 16 or 24 bits, or WAV', {
      field: 'sampleFormat',
      issue: 'not_in_format',
      provided: sampleFormat,
    })
  return sampleFormat
}

/**
 * Starts a WAV (own writer) or FLAC (ffmpeg) file. Samples go to a temporary name beside it, which is renamed at the
 * end, so that readers never see an incomplete file. On abort, failure or `discard` the encoder is killed and the
 * temporary file removed.
 */
export async function createAudioWriter(path: string, options: EncodeOptions): Promise<AudioWriter> {
  const sampleFormat = checkedFormat(options)
  options.signal?.throwIfAborted()
  const partial = `${path}.${randomUUID()}.partial`
  const sink =
    options.format === 'flac' && sampleFormat !== 'f32'
      ? await flacSink(partial, options, sampleFormat)
      : await wavSink(partial, options, sampleFormat)
  let state: 'open' | 'finished' | 'discarded' = 'open'
  let frames = 0
  let clippedSamples = 0
  let removal: Promise<void> | undefined

  const onAbort = (): void => {
    void discard()
  }
  const discard = (): Promise<void> => {
    if (state === 'open') {
      state = 'discarded'
      removal = sink.destroy().then(() => rm(partial, { force: true }))
      // Callers that wait for the removal get its error. An abort that nobody waits for must not end the process.
      removal.catch(() => {})
    }
    options.signal?.removeEventListener('abort', onAbort)
    return removal ?? Promise.resolve()
  }
  options.signal?.addEventListener('abort', onAbort, { once: true })
  // The signal may have fired while the file was being opened.
  if (options.signal?.aborted === true) await discard()
  options.signal?.throwIfAborted()

  /**
   * Runs a step of the sink. On failure it cleans up first and throws the original reason: the abort, if there was one.
   */
  const guarded = async <T>(step: () => Promise<T>): Promise<T> => {
    if (state === 'finished') throw new Error('the file is finished already')
    try {
      options.signal?.throwIfAborted()
      if (state === 'discarded') throw new Error('the file is discarded already')
      return await step()
    } catch (cause) {
      await discard()
      options.signal?.throwIfAborted()
      throw cause
    }
  }

  return {
    write: (block) =>
      guarded(async () => {
        const { bytes, clipped } = sampleBytes(block, sampleFormat)
        clippedSamples += clipped
        frames += block.length / options.channels
        await sink.write(bytes)
      }),
    finish: () =>
      guarded(async () => {
        await sink.close()
        options.signal?.throwIfAborted()
        const { size } = await stat(partial)
        await rename(partial, path)
        state = 'finished'
        options.signal?.removeEventListener('abort', onAbort)
        return { path, frames, sizeBytes: size, clippedSamples }
      }),
    discard,
  }
}
