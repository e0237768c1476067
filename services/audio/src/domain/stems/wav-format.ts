/** Sample formats of stems: 16-bit and 24-bit integers, or 32-bit float, which never clips. */
export type SampleFormat = 's16' | 's24' | 'f32'

const BYTES_PER_SAMPLE: Readonly<Record<SampleFormat, number>> = { s16: 2, s24: 3, f32: 4 }

/** Layout of a WAV file. */
export interface WavLayout {
  readonly sampleFormat: SampleFormat
  readonly sampleRateHz: number
  readonly channels: number
}

/** RIFF, space for the 64-bit sizes, `fmt ` and the head of `data`. */
export const WAV_HEADER_BYTES = 12 + 36 + 24 + 8
const MAX_UINT32 = 0xffff_ffff

const ascii = (bytes: Uint8Array, at: number, text: string): void => {
  for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i)
}

/**
 * Returns the 80 bytes before the samples of a WAV file with `dataBytes` bytes of samples. A JUNK chunk reserves the
 * space of `ds64`, so that a file that grows beyond 4 GiB becomes RF64 without moving a sample (EBU Tech 3306, 2009).
 */
export function wavHeader(layout: WavLayout, dataBytes: number): Uint8Array {
  const bytes = new Uint8Array(WAV_HEADER_BYTES)
  const view = new DataView(bytes.buffer)
  const frameBytes = layout.channels * BYTES_PER_SAMPLE[layout.sampleFormat]
  const riffBytes = WAV_HEADER_BYTES - 8 + dataBytes + (dataBytes & 1)
  const large = riffBytes > MAX_UINT32
  ascii(bytes, 0, large ? 'RF64' : 'RIFF')
  view.setUint32(4, large ? MAX_UINT32 : riffBytes, true)
  ascii(bytes, 8, 'WAVE')
  ascii(bytes, 12, large ? 'ds64' : 'JUNK')
  view.setUint32(16, 28, true)
  if (large) {
    view.setBigUint64(20, BigInt(riffBytes), true)
    view.setBigUint64(28, BigInt(dataBytes), true)
    view.setBigUint64(36, BigInt(dataBytes / frameBytes), true)
  }
  ascii(bytes, 48, 'fmt ')
  view.setUint32(52, 16, true)
  view.setUint16(56, layout.sampleFormat === 'f32' ? 3 : 1, true)
  view.setUint16(58, layout.channels, true)
  view.setUint32(60, layout.sampleRateHz, true)
  view.setUint32(64, layout.sampleRateHz * frameBytes, true)
  view.setUint16(68, frameBytes, true)
  view.setUint16(70, 8 * BYTES_PER_SAMPLE[layout.sampleFormat], true)
  ascii(bytes, 72, 'data')
  view.setUint32(76, large ? MAX_UINT32 : dataBytes, true)
  return bytes
}

/**
 * Converts samples (nominally ±1) to little-endian bytes, and counts how many were clipped (none in float). Rounds to
 * the nearest step without dither, so that the same samples always give the same bytes; NaN becomes silence.
 */
export function sampleBytes(
  samples: Float32Array,
  format: SampleFormat,
): { readonly bytes: Uint8Array; readonly clipped: number } {
  const bytes = new Uint8Array(samples.length * BYTES_PER_SAMPLE[format])
  const view = new DataView(bytes.buffer)
  const full = format === 's16' ? 0x8000 : 0x80_0000
  let clipped = 0
  for (let i = 0; i < samples.length; i++) {
    const sample = Number.isNaN(samples[i]!) ? 0 : samples[i]!
    if (format === 'f32') {
      view.setFloat32(4 * i, sample, true)
      continue
    }
    const wanted = Math.round(sample * full)
    const value = Math.max(-full, Math.min(full - 1, wanted))
    // Full scale itself is one step above the largest integer; that is rounding, not clipping.
    if (Math.abs(wanted) > full) clipped++
    if (format === 's16') view.setInt16(2 * i, value, true)
    else {
      view.setInt16(3 * i, value & 0xffff, true)
      bytes[3 * i + 2] = (value >> 16) & 0xff
    }
  }
  return { bytes, clipped }
}
