import type { PcmFormat } from '../../domain/audio-source.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Container } from '../../domain/sniff-container.ts'
import { givesPlainly, openPlainWav, plainWavBlocks } from '../wav/plain-wav.ts'
import { AUDIO_DECODERS, inputArguments } from './input-arguments.ts'
import { startChild } from './run-child.ts'
import { sniffFile } from './sniff-file.ts'

/** How to decode a file. */
export interface DecodeOptions extends PcmFormat {
  readonly signal?: AbortSignal
  /** Frames per block; 8 192 by default. Every block except the last has exactly this length. */
  readonly blockFrames?: number
  /** Time limit in milliseconds; ten minutes by default. */
  readonly timeoutMs?: number
  /**
   * Refuses with DURATION_TOO_LONG once more than this was decoded; no limit by default. Samples are counted, because a
   * header may be wrong.
   */
  readonly maxDurationSeconds?: number
  /** Container found by `probe`; detected again when absent. */
  readonly container?: Container
  readonly ffmpegPath?: string
}

/**
 * +24 dBFS. No real recording is louder, but float files can contain NaN, infinities and 1e30, which must not reach the
 * features.
 */
const MAX_MAGNITUDE = 16
const MAX_MAGNITUDE_BITS = 0x41800000
const WITHOUT_SIGN = 0x7fffffff
const BYTES_PER_SAMPLE = 4
/** In stereo this is as much as a pipe holds, so ffmpeg can fill it while a block is processed. */
const DEFAULT_BLOCK_FRAMES = 8192

/**
 * Replaces NaN and limits huge samples. Compares the bits as integers, which is faster: without the sign they are
 * ordered by magnitude, with infinities and NaN last.
 */
const sanitise = (block: Float32Array): void => {
  const bits = new Int32Array(block.buffer, block.byteOffset, block.length)
  for (let i = 0; i < bits.length; i++) {
    if ((bits[i]! & WITHOUT_SIGN) <= MAX_MAGNITUDE_BITS) continue
    block[i] = Number.isNaN(block[i]!) ? 0 : Math.sign(block[i]!) * MAX_MAGNITUDE
  }
}

const decodeArguments = (container: Container, path: string, format: PcmFormat): string[] => [
  ...['-hide_banner', '-nostdin', '-threads', '1', '-filter_threads', '1'],
  ...inputArguments(container, path, AUDIO_DECODERS),
  ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1'],
  ...['-ac', String(format.channels), '-ar', String(format.sampleRateHz)],
  ...['-c:a', 'pcm_f32le', '-f', 'f32le', 'pipe:1'],
]

/**
 * Yields the samples of a file as interleaved f32 blocks (nominally ±1). The block is reused: copy it to keep it. A
 * damaged file yields everything that could be decoded; a file without any decodable audio is refused.
 */
export async function* decode(
  path: string,
  options: DecodeOptions,
): AsyncGenerator<Float32Array, void, undefined> {
  options.signal?.throwIfAborted()
  const container = options.container ?? (await sniffFile(path)).container
  const plain = container === 'wav' ? await openPlainWav(path) : undefined
  options.signal?.throwIfAborted()
  if (plain === undefined || !givesPlainly(plain, options)) {
    yield* decodeByFfmpeg(path, container, options)
    return
  }
  const { channels, signal, blockFrames = DEFAULT_BLOCK_FRAMES, maxDurationSeconds } = options
  if (maxDurationSeconds !== undefined && plain.frames > maxDurationSeconds * plain.sampleRateHz)
    throw tooLong(maxDurationSeconds)
  yield* plainWavBlocks(path, plain, { channels, blockFrames, signal })
}

/** Decodes with ffmpeg. The process is killed when the signal aborts, the time is up or the reader stops early. */
async function* decodeByFfmpeg(
  path: string,
  container: Container,
  options: DecodeOptions,
): AsyncGenerator<Float32Array, void, undefined> {
  const running = startChild(options.ffmpegPath ?? 'ffmpeg', decodeArguments(container, path, options))
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    running.stop()
  }, options.timeoutMs ?? 600_000)
  options.signal?.addEventListener('abort', running.stop, { once: true })

  const block = new Float32Array((options.blockFrames ?? DEFAULT_BLOCK_FRAMES) * options.channels)
  const bytes = new Uint8Array(block.buffer)
  const maxFrames = (options.maxDurationSeconds ?? Number.POSITIVE_INFINITY) * options.sampleRateHz
  let filled = 0
  let frames = 0
  try {
    for await (const chunk of running.child.stdout as AsyncIterable<Buffer>) {
      let taken = 0
      while (taken < chunk.length) {
        const count = Math.min(chunk.length - taken, bytes.length - filled)
        bytes.set(chunk.subarray(taken, taken + count), filled)
        taken += count
        filled += count
        if (filled < bytes.length) continue
        options.signal?.throwIfAborted()
        frames += block.length / options.channels
        if (frames > maxFrames) throw tooLong(options.maxDurationSeconds!)
        sanitise(block)
        yield block
        filled = 0
      }
    }
    const { exitCode, errorText } = await running.ended
    options.signal?.throwIfAborted()
    if (timedOut)
      throw new Refusal('DECODE_FAILED', 'decoding took too long', {
        field: 'file',
        issue: 'timeout',
        provided: null,
      })
    const left = Math.floor(filled / (BYTES_PER_SAMPLE * options.channels))
    frames += left
    if (frames > maxFrames) throw tooLong(options.maxDurationSeconds!)
    if (frames === 0) throw undecodable(container, exitCode, errorText)
    if (left > 0) {
      const tail = block.subarray(0, left * options.channels)
      sanitise(tail)
      yield tail
    }
  } catch (cause) {
    // A pipe broken by our own kill is an abort, not an input error.
    options.signal?.throwIfAborted()
    throw cause
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', running.stop)
    running.stop()
    await running.ended.catch(() => {})
  }
}

const tooLong = (limitSeconds: number): Refusal =>
  new Refusal('DURATION_TOO_LONG', `the audio is longer than ${limitSeconds} seconds`, {
    field: 'file',
    issue: 'too_long',
    provided: null,
  })

/**
 * Creates the refusal of a file that cannot be decoded. It names only container and exit code, because ffmpeg's output
 * can contain a path of this machine.
 */
const undecodable = (container: Container, exitCode: number | null, errorText: string): Refusal =>
  new Refusal('DECODE_FAILED', `no audio could be decoded from the ${container} file`, {
    field: 'file',
    issue: errorText.includes('not on whitelist')
      ? 'codec_not_accepted'
      : exitCode === 0
        ? 'no_samples'
        : 'corrupt',
    provided: container,
  })
