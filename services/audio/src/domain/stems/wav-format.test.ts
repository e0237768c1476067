import { describe, expect, it } from 'vitest'
import { sampleBytes, WAV_HEADER_BYTES, wavHeader } from './wav-format.ts'

const layout = { sampleFormat: 's24', sampleRateHz: 44_100, channels: 2 } as const
const word = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4))
const uint32 = (bytes: Uint8Array, at: number): number => new DataView(bytes.buffer).getUint32(at, true)

describe('WAV', () => {
  it('has a header with the sizes of what follows', () => {
    const header = wavHeader(layout, 600)
    expect([word(header, 0), word(header, 12), word(header, 48), word(header, 72)]).toEqual([
      'RIFF',
      'JUNK',
      'fmt ',
      'data',
    ])
    expect(uint32(header, 4)).toBe(WAV_HEADER_BYTES - 8 + 600)
    expect(uint32(header, 76)).toBe(600)
    expect(uint32(header, 64)).toBe(44_100 * 6)
  })

  it('becomes RF64 past four gigabytes', () => {
    const dataBytes = 6 * 1e9
    const header = wavHeader(layout, dataBytes)
    const view = new DataView(header.buffer)
    expect([word(header, 0), word(header, 12)]).toEqual(['RF64', 'ds64'])
    expect(uint32(header, 76)).toBe(0xffff_ffff)
    expect(view.getBigUint64(28, true)).toBe(6_000_000_000n)
    expect(view.getBigUint64(36, true)).toBe(1_000_000_000n)
  })

  it('rounds, clips and counts', () => {
    const samples = Float32Array.from([0, 0.5, -1, 1, 1.5, -2, Number.NaN])
    const s16 = sampleBytes(samples, 's16')
    expect([...new Int16Array(s16.bytes.buffer)]).toEqual([0, 16_384, -32_768, 32_767, 32_767, -32_768, 0])
    expect(s16.clipped).toBe(2)
    const s24 = sampleBytes(Float32Array.from([-1 / 0x80_0000, 0.5]), 's24')
    expect([...s24.bytes]).toEqual([0xff, 0xff, 0xff, 0x00, 0x00, 0x40])
    const f32 = sampleBytes(samples, 'f32')
    expect(new Float32Array(f32.bytes.buffer)[4]).toBe(1.5)
    expect(f32.clipped).toBe(0)
  })
})
