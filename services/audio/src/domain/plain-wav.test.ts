import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPlainWav } from './plain-wav.ts'

const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0))
const u16 = (value: number): number[] => [value & 255, (value >> 8) & 255]
const u32 = (value: number): number[] => [...u16(value & 0xffff), ...u16(value >>> 16)]
const chunk = (id: string, body: readonly number[]): number[] => [
  ...ascii(id),
  ...u32(body.length),
  ...body,
  ...(body.length % 2 === 1 ? [0] : []),
]
const riff = (...chunks: readonly number[][]): Uint8Array => {
  const body = [...ascii('WAVE'), ...chunks.flat()]
  return Uint8Array.from([...ascii('RIFF'), ...u32(body.length), ...body])
}
const format = (channels = 2, bits = 16, rate = 44_100, tag = 1): number[] =>
  chunk('fmt ', [
    ...u16(tag),
    ...u16(channels),
    ...u32(rate),
    ...u32((rate * channels * bits) / 8),
    ...u16((channels * bits) / 8),
    ...u16(bits),
  ])
const extensible = (mask: number): number[] => {
  const [, , , , , , , , ...plain] = format(2, 24, 48_000, 0xfffe)
  const subtype = [1, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71]
  return chunk('fmt ', [...plain, ...u16(22), ...u16(24), ...u32(mask), ...subtype])
}
const SAMPLES = Array.from({ length: 24 }, (_, i) => i)
const data = chunk('data', SAMPLES)
const read = (bytes: Uint8Array) => readPlainWav(bytes, bytes.length)

describe('readPlainWav', () => {
  it('tells where the samples are', () => {
    expect(read(riff(format(), data))).toEqual({
      bitsPerSample: 16,
      sampleRateHz: 44_100,
      channels: 2,
      dataAt: 44,
      frames: 6,
    })
    expect(read(riff(format(1), data))).toMatchObject({ channels: 1, frames: 12 })
    expect(read(riff(extensible(3), data))).toMatchObject({
      bitsPerSample: 24,
      sampleRateHz: 48_000,
      frames: 4,
    })
    const maker = chunk('LIST', [...ascii('INFO'), ...chunk('ISFT', ascii('Lavf59'))])
    expect(read(riff(chunk('JUNK', [1, 2, 3]), format(), maker, data))).toMatchObject({ frames: 6 })
  })

  it('needs the beginning of the samples only', () => {
    const whole = riff(format(), chunk('data', Array(100_000).fill(3)))
    expect(readPlainWav(whole.subarray(0, 4096), whole.length)).toEqual(read(whole))
  })

  it.each<[string, Uint8Array]>([
    ['float samples', riff(format(2, 16, 44_100, 3), data)],
    ['8 bits', riff(format(2, 8), data)],
    ['three channels', riff(format(3), data)],
    ['an absurd rate', riff(format(2, 16, 900_000), data)],
    ['unusual loudspeakers', riff(extensible(0x30), data)],
    ['no format', riff(data)],
    ['two formats', riff(format(), format(), data)],
    ['no samples', riff(format(), chunk('data', []))],
    ['half a frame', riff(format(), chunk('data', SAMPLES.slice(1)))],
    ['something behind the samples', riff(format(), data, chunk('id3 ', [1, 2]))],
    ['a title', riff(format(), chunk('LIST', [...ascii('INFO'), ...chunk('INAM', ascii('Song'))]), data)],
    ['an unknown chunk', riff(format(), chunk('bext', SAMPLES), data)],
    ['an mp3 stream for samples', riff(format(), chunk('data', [0xff, 0xfb, 0x90, 0, ...SAMPLES]))],
    ['bursts of DTS', riff(format(), chunk('data', [...SAMPLES, 0xfe, 0x7f, 0x01, 0x80]))],
    ['a size that lies', riff(format(), data).subarray(0, 60)],
    ['no WAV', Uint8Array.from({ length: 64 }, (_, i) => i)],
  ])('leaves %s to a decoder', (_, bytes) => {
    expect(read(bytes)).toBeUndefined()
  })

  it('a damaged header is never read beyond its bytes, nor promises samples beyond the end of the file', () => {
    const good = riff(extensible(0), chunk('LIST', [...ascii('INFO'), ...chunk('ISFT', [65, 66])]), data)
    const damage = fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 6 })
    fc.assert(
      fc.property(damage, fc.nat(good.length), (changes, length) => {
        const bytes = good.slice()
        for (const [at, value] of changes) bytes[at] = value
        const found = readPlainWav(bytes.subarray(0, length), good.length)
        if (found === undefined) return
        const end = found.dataAt + (found.frames * found.channels * found.bitsPerSample) / 8
        expect(end).toBeLessThanOrEqual(good.length)
      }),
    )
  })
})
