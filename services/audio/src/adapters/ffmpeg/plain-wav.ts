import { open } from 'node:fs/promises'
import type { PcmFormat } from '../../domain/audio-source.ts'
import { PLAIN_WAV_BYTES, type PlainWav, readPlainWav } from '../../domain/plain-wav.ts'

/** The layout of a plain WAV file; undefined where ffmpeg shall judge. */
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

/** Whether the samples are wanted as they are, or as the mean of both channels: anything else is ffmpeg's. */
export const givesPlainly = (wav: PlainWav, wanted: PcmFormat): boolean =>
  wav.sampleRateHz === wanted.sampleRateHz && wav.channels >= wanted.channels

/** Full scale of 16 bits, and of 24 bits in the upper bytes of 32. */
const FULL_16 = 0x8000
const FULL_32 = 0x8000_0000

/** Samples as ffmpeg gives them, to the last bit: integers over full scale, channels mixed by half of each. */
const readers: Record<16 | 24, (bytes: Buffer, from: number, mixed: boolean, out: Float32Array) => void> = {
  16: (bytes, from, mixed, out) => {
    const samples = new Int16Array(bytes.buffer, bytes.byteOffset + from)
    if (mixed) {
      for (let i = 0; i < out.length; i++) out[i] = (samples[2 * i]! + samples[2 * i + 1]!) / (2 * FULL_16)
    } else {
      for (let i = 0; i < out.length; i++) out[i] = samples[i]! / FULL_16
    }
  },
  24: (bytes, from, mixed, out) => {
    const sample = (at: number) => (bytes[at]! << 8) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 24)
    if (mixed) {
      for (let i = 0, at = from; i < out.length; i++, at += 6)
        out[i] = (sample(at) + sample(at + 3)) / (2 * FULL_32)
    } else {
      for (let i = 0, at = from; i < out.length; i++, at += 3) out[i] = sample(at) / FULL_32
    }
  },
}

/** Blocks that are read from the disk at once. */
const BLOCKS_PER_READ = 8

/**
 * The samples of a plain WAV file as `decode` gives them. ffmpeg takes 0.1 s to start, which is a third of the time that beats
 * of three minutes take. The next part is read while one is worked on.
 */
export async function* plainWavBlocks(
  path: string,
  wav: PlainWav,
  options: { channels: 1 | 2; blockFrames: number; signal: AbortSignal | undefined },
): AsyncGenerator<Float32Array, void, undefined> {
  const { channels, blockFrames, signal } = options
  const mixed = channels < wav.channels
  const read = readers[wav.bitsPerSample]
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
      // The file was cut meanwhile: what there was is what there is.
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
