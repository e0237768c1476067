import { readFile, writeFile } from 'node:fs/promises'

/** Interleaved samples with their format. */
export interface WavData {
  readonly sampleRateHz: number
  readonly channels: number
  readonly samples: Float32Array
}

/** Reads a 16-bit PCM or 32-bit float WAV file. */
export async function readWav(path: string): Promise<WavData> {
  const bytes = await readFile(path)
  let at = 12
  let format = { tag: 1, channels: 2, sampleRateHz: 44_100, bits: 16 }
  while (at + 8 <= bytes.length) {
    const name = bytes.toString('ascii', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    const body = at + 8
    if (name === 'fmt ') {
      format = {
        tag: bytes.readUInt16LE(body),
        channels: bytes.readUInt16LE(body + 2),
        sampleRateHz: bytes.readUInt32LE(body + 4),
        bits: bytes.readUInt16LE(body + 14),
      }
    } else if (name === 'data') {
      const count = Math.floor(Math.min(size, bytes.length - body) / (format.bits / 8))
      const samples = new Float32Array(count)
      for (let i = 0; i < count; i++) {
        samples[i] =
          format.bits === 32 ? bytes.readFloatLE(body + 4 * i) : bytes.readInt16LE(body + 2 * i) / 32_768
      }
      return { sampleRateHz: format.sampleRateHz, channels: format.channels, samples }
    }
    at = body + size + (size & 1)
  }
  throw new Error(`no data chunk in ${path}`)
}

/** Writes a 16-bit PCM WAV file; samples beyond ±1 are clipped. */
export async function writeWav(path: string, wav: WavData): Promise<void> {
  const { samples, channels, sampleRateHz } = wav
  const out = Buffer.alloc(44 + samples.length * 2)
  out.write('RIFF', 0)
  out.writeUInt32LE(36 + samples.length * 2, 4)
  out.write('WAVEfmt ', 8)
  out.writeUInt32LE(16, 16)
  out.writeUInt16LE(1, 20)
  out.writeUInt16LE(channels, 22)
  out.writeUInt32LE(sampleRateHz, 24)
  out.writeUInt32LE(sampleRateHz * channels * 2, 28)
  out.writeUInt16LE(channels * 2, 32)
  out.writeUInt16LE(16, 34)
  out.write('data', 36)
  out.writeUInt32LE(samples.length * 2, 40)
  for (let i = 0; i < samples.length; i++) {
    out.writeInt16LE(Math.round(Math.max(-1, Math.min(1, samples[i]!)) * 32_767), 44 + 2 * i)
  }
  await writeFile(path, out)
}
