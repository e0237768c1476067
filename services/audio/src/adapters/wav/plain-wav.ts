import { open } from 'node:fs/promises'
import type { PcmFormat } from '../../domain/audio-source.ts'
import { PLAIN_WAV_BYTES, type PlainWav, readPlainWav } from '../../domain/plain-wav.ts'

/** Opens a file and returns its layout when it is a plain WAV file; undefined when ffmpeg must read it. */
export async function openPlainWav(path: string): Promise<PlainWav | undefined> {
  const file = await open(path, 'r')
  try {
    const head = Buffer.allocUnsafeSlow(PLAIN_WAV_BYTES)
    const { bytesRead } = await file.read(head, 0, head.length, 0)
    return readPlainWav(head.subarray(0, bytesRead), (await file.stat()).size)
  } finally {
    await file.close()
  }
}

/**
 * Whether this reader supports the wanted output: the samples as they are, or both channels mixed. Everything else
 * needs ffmpeg.
 */
export const givesPlainly = (wav: PlainWav, wanted: PcmFormat): boolean =>
  wav.sampleRateHz === wanted.sampleRateHz && wav.channels >= wanted.channels

/** Full scale of 16 bits, and of 24 bits in the upper bytes of 32. */
const FULL_16 = 0x8000
const FULL_32 = 0x8000_0000
const HALF_POWER = Math.fround(Math.SQRT1_2)

/** Mixes two channels into one, each at half its power, in single precision like ffmpeg. */
const mix = (left: number, right: number): number =>
  Math.fround(left * HALF_POWER) + Math.fround(right * HALF_POWER)

/** Reads samples; bit-identical to ffmpeg. */
type ReadSamples = (bytes: Buffer, from: number, mixed: boolean, out: Float32Array) => void

const read16: ReadSamples = (bytes, from, mixed, out) => {
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset + from)
  if (mixed) {
    for (let i = 0; i < out.length; i++)
      out[i] = mix(samples[2 * i]! / FULL_16, samples[2 * i + 1]! / FULL_16)
  } else {
    for (let i = 0; i < out.length; i++) out[i] = samples[i]! / FULL_16
  }
}

const sample24 = (bytes: Buffer, at: number): number =>
  ((bytes[at]! << 8) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 24)) / FULL_32

const read24: ReadSamples = (bytes, from, mixed, out) => {
  if (mixed) {
    for (let i = 0, at = from; i < out.length; i++, at += 6)
      out[i] = mix(sample24(bytes, at), sample24(bytes, at + 3))
  } else {
    for (let i = 0, at = from; i < out.length; i++, at += 3) out[i] = sample24(bytes, at)
  }
}

/** Blocks per read from the disk. */
const BLOCKS_PER_READ = 8

/**
 * Yields the samples of a plain WAV file, like `decode`. ffmpeg takes 0.1 s to start, a third of the time for the beats
 * of three minutes. The next part is read while the current one is processed.
 */
export async function* plainWavBlocks(
  path: string,
  wav: PlainWav,
  options: { channels: 1 | 2; blockFrames: number; signal: AbortSignal | undefined },
): AsyncGenerator<Float32Array, void, undefined> {
  const { channels, blockFrames, signal } = options
  const mixed = channels < wav.channels
  const read = wav.bitsPerSample === 16 ? read16 : read24
  const frameBytes = (wav.channels * wav.bitsPerSample) / 8
  const block = new Float32Array(blockFrames * channels)
  const rooms = [0, 1].map(() => Buffer.allocUnsafeSlow(BLOCKS_PER_READ * blockFrames * frameBytes))
  const file = await open(path, 'r')
  const begin = (frame: number, room: Buffer) => {
    const length = Math.min(room.length, (wav.frames - frame) * frameBytes)
    return file.read(room, 0, length, wav.dataAt + frame * frameBytes)
  }
  let reading = begin(0, rooms[0]!)
  try {
    let frame = 0
    for (let turn = 0; frame < wav.frames; turn = 1 - turn) {
      const { bytesRead } = await reading
      const count = Math.floor(bytesRead / frameBytes)
      // The file was truncated while it was read: use what there is.
      if (count === 0) break
      frame += count
      if (frame < wav.frames) reading = begin(frame, rooms[1 - turn]!)
      for (let done = 0; done < count; done += blockFrames) {
        signal?.throwIfAborted()
        const part = block.subarray(0, Math.min(blockFrames, count - done) * channels)
        read(rooms[turn]!, done * frameBytes, mixed, part)
        yield part
      }
    }
  } finally {
    await reading.catch(() => {})
    await file.close()
  }
}
