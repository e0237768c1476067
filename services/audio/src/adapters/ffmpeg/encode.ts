import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { Refusal } from '../../domain/refusal.ts'

export interface EncodeOptions {
  readonly sampleRateHz: number
  readonly channels: 1 | 2
  /** 24 bits either way. */
  readonly format: 'wav' | 'flac'
  readonly signal?: AbortSignal
  readonly ffmpegPath?: string
}

/** A file being written from interleaved f32 blocks. */
export interface AudioWriter {
  /** Resolves when there is room for more. The block may be reused then. */
  write(interleaved: Float32Array): Promise<void>
  /** Resolves when the file is complete; rejects and removes it when it could not be written. */
  close(): Promise<void>
  /** Stop and remove what was written. */
  abandon(): Promise<void>
}

/** Write a WAV or FLAC file through ffmpeg; nothing stays behind when it fails or is abandoned. */
export function createAudioWriter(path: string, options: EncodeOptions): AudioWriter {
  const codec = options.format === 'wav' ? ['-c:a', 'pcm_s24le'] : ['-c:a', 'flac', '-sample_fmt', 's32']
  const child = spawn(
    options.ffmpegPath ?? 'ffmpeg',
    [
      ...['-hide_banner', '-v', 'error', '-y', '-threads', '1', '-protocol_whitelist', 'file,pipe'],
      ...[
        '-f',
        'f32le',
        '-ar',
        String(options.sampleRateHz),
        '-ac',
        String(options.channels),
        '-i',
        'pipe:0',
      ],
      ...codec,
      ...['-f', options.format, `file:${path}`],
    ],
    { shell: false, stdio: ['pipe', 'ignore', 'ignore'] },
  )
  let failure: Error | undefined
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => {
      failure = new Refusal('SERVICE_UNAVAILABLE', 'ffmpeg did not start', { issue: 'tool_missing' })
      resolve(null)
    })
    child.once('close', (code) => resolve(code))
  })
  // A broken pipe is reported by the exit code; without a listener it would end the process.
  child.stdin.on('error', () => {})
  const stop = () => child.kill('SIGKILL')
  options.signal?.addEventListener('abort', stop, { once: true })

  const abandon = async () => {
    stop()
    await ended
    options.signal?.removeEventListener('abort', stop)
    await rm(path, { force: true })
  }

  return {
    async write(interleaved) {
      options.signal?.throwIfAborted()
      const bytes = Buffer.from(
        new Uint8Array(interleaved.buffer, interleaved.byteOffset, interleaved.byteLength),
      )
      if (!child.stdin.write(bytes)) await Promise.race([once(child.stdin, 'drain'), ended])
    },
    async close() {
      child.stdin.end()
      const code = await ended
      options.signal?.removeEventListener('abort', stop)
      if (code === 0 && options.signal?.aborted !== true) return
      await rm(path, { force: true })
      options.signal?.throwIfAborted()
      throw (
        failure ??
        new Refusal('SERVICE_UNAVAILABLE', `the ${options.format} file could not be written`, {
          issue: 'encode_failed',
        })
      )
    },
    abandon,
  }
}
