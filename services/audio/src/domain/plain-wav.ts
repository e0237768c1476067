import { SNIFF_BYTES, sniffContainer } from './sniff-container.ts'

/** WAV file with integer samples, as most programs write it. It can be read without a decoder. */
export interface PlainWav {
  readonly bitsPerSample: 16 | 24
  /** Sample rate in Hz, 1 000 to 768 000. */
  readonly sampleRateHz: number
  readonly channels: 1 | 2
  /** Offset of the samples, bytes from the start of the file. */
  readonly dataAt: number
  /** Samples per channel, at least 1. */
  readonly frames: number
}

/** Number of leading bytes that are enough to decide. */
export const PLAIN_WAV_BYTES = 65_536

const PCM = 1
const EXTENSIBLE = 0xfffe
/** Channel masks: front centre for mono, front left and right for stereo; 0 means unspecified. */
const USUAL_MASKS: Readonly<Record<number, readonly number[]>> = { 1: [0, 4], 2: [0, 3] }
/** KSDATAFORMAT_SUBTYPE_PCM without its first two bytes, which are the format. */
const SUBTYPE = [0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0xaa, 0x00, 0x38, 0x9b, 0x71]
/** Sync words of other codecs within samples: IEC 61937 and the four variants of DTS (ETSI TS 102 114). */
const SYNC_WORDS = new Set([0x72f81f4e, 0x7ffe8001, 0xfe7f0180, 0x1fffe800, 0xff1f00e8])
/** Tags with title and artist; files that have them are left to a decoder. */
const NAMING = ['INAM', 'IART']

const text = (view: DataView, at: number): string =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3))

type Format = Pick<PlainWav, 'bitsPerSample' | 'sampleRateHz' | 'channels'>

function readFormat(view: DataView, at: number, size: number): Format | undefined {
  if (size !== 16 && size !== 18 && size !== 40) return undefined
  const tag = view.getUint16(at, true)
  const channels = view.getUint16(at + 2, true)
  const sampleRateHz = view.getUint32(at + 4, true)
  const frameBytes = view.getUint16(at + 12, true)
  const bitsPerSample = view.getUint16(at + 14, true)
  if (channels !== 1 && channels !== 2) return undefined
  if (bitsPerSample !== 16 && bitsPerSample !== 24) return undefined
  if (sampleRateHz < 1000 || sampleRateHz > 768_000) return undefined
  if (frameBytes !== (channels * bitsPerSample) / 8) return undefined
  if (view.getUint32(at + 8, true) !== sampleRateHz * frameBytes) return undefined
  if (tag === EXTENSIBLE) {
    if (size !== 40 || view.getUint16(at + 18, true) !== bitsPerSample) return undefined
    if (!USUAL_MASKS[channels]!.includes(view.getUint32(at + 20, true))) return undefined
    if (view.getUint16(at + 24, true) !== PCM) return undefined
    if (SUBTYPE.some((byte, i) => view.getUint8(at + 26 + i) !== byte)) return undefined
  } else if (tag !== PCM) return undefined
  return { bitsPerSample, sampleRateHz, channels }
}

/** Whether a LIST chunk contains a title or artist, or is of an unusual kind. */
function names(view: DataView, from: number, end: number): boolean {
  if (end - from < 4 || text(view, from) !== 'INFO') return true
  let at = from + 4
  while (at + 8 <= end) {
    if (NAMING.includes(text(view, at))) return true
    const size = view.getUint32(at + 4, true)
    at += 8 + size + (size & 1)
  }
  return false
}

/** Whether samples begin like another kind of stream, or contain its sync words. */
function isDisguised(bytes: Uint8Array): boolean {
  if (sniffContainer(bytes.subarray(0, SNIFF_BYTES)) !== undefined) return true
  let word = 0
  for (let i = 0; i < bytes.length; i++) {
    word = ((word << 8) | bytes[i]!) >>> 0
    if (SYNC_WORDS.has(word)) return true
  }
  return false
}

/**
 * Reads the header of a plain WAV file from its first `PLAIN_WAV_BYTES` (or all bytes) and its size in bytes. Returns
 * undefined for any file that deviates, has tags or could contain another codec; a decoder must read those. Sources:
 * Multimedia Programming Interface and Data Specifications 1.0 (IBM, Microsoft 1991), WAVEFORMATEXTENSIBLE.
 */
export function readPlainWav(head: Uint8Array, sizeBytes: number): PlainWav | undefined {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  if (head.length < 44 || text(view, 0) !== 'RIFF' || text(view, 8) !== 'WAVE') return undefined
  if (view.getUint32(4, true) + 8 !== sizeBytes) return undefined
  let format: Format | undefined
  let at = 12
  while (at + 8 <= head.length) {
    const id = text(view, at)
    const size = view.getUint32(at + 4, true)
    const from = at + 8
    if (id === 'data') {
      if (format === undefined || size === 0 || from + size + (size & 1) !== sizeBytes) return undefined
      const frames = size / ((format.channels * format.bitsPerSample) / 8)
      if (!Number.isInteger(frames) || isDisguised(head.subarray(from))) return undefined
      return { ...format, dataAt: from, frames }
    }
    if (from + size > head.length) return undefined
    if (id === 'fmt ') {
      if (format !== undefined) return undefined
      format = readFormat(view, from, size)
      if (format === undefined) return undefined
    } else if (id === 'LIST') {
      if (names(view, from, from + size)) return undefined
    } else if (id !== 'JUNK') return undefined
    at = from + size + (size & 1)
  }
  return undefined
}
