/**
 * Accepted containers, by their common names. m4a covers every MPEG-4 file with sound only, mp4 one with video; they
 * begin alike, and the streams decide. Only the sound of mp4 and webm is read.
 */
export type Container = 'wav' | 'aiff' | 'mp3' | 'flac' | 'aac' | 'm4a' | 'ogg' | 'opus' | 'mp4' | 'webm'

/** All accepted containers, in the order shown to users. */
export const CONTAINERS: readonly Container[] = [
  'wav',
  'aiff',
  'mp3',
  'flac',
  'aac',
  'm4a',
  'ogg',
  'opus',
  'mp4',
  'webm',
]

/** Number of leading bytes that are enough to detect a container (a tag in front is skipped separately). */
export const SNIFF_BYTES = 4096

const ascii = (bytes: Uint8Array, at: number, text: string): boolean => {
  if (at + text.length > bytes.length) return false
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false
  return true
}

/**
 * Returns the length in bytes of the ID3v2 tag at the start of a file, including header and footer; 0 when there is
 * none. Source: ID3v2.4.0 structure, section 3.1 (four 7-bit size bytes).
 */
export function id3Length(bytes: Uint8Array): number {
  if (bytes.length < 10 || !ascii(bytes, 0, 'ID3')) return 0
  const size =
    ((bytes[6]! & 0x7f) << 21) | ((bytes[7]! & 0x7f) << 14) | ((bytes[8]! & 0x7f) << 7) | (bytes[9]! & 0x7f)
  return 10 + size + ((bytes[5]! & 0x10) === 0 ? 0 : 10)
}

const frameHeader = (bytes: Uint8Array, at: number): 'mp3' | 'aac' | undefined => {
  if (at + 4 > bytes.length || bytes[at] !== 0xff) return undefined
  const second = bytes[at + 1]!
  if ((second & 0xf6) === 0xf0) return (bytes[at + 2]! & 0x3c) >> 2 < 13 ? 'aac' : undefined
  const version = (second >> 3) & 3
  const layer = (second >> 1) & 3
  const bitRate = bytes[at + 2]! >> 4
  const sampleRate = (bytes[at + 2]! >> 2) & 3
  const valid = (second & 0xe0) === 0xe0 && version !== 1 && layer !== 0 && bitRate !== 15 && sampleRate !== 3
  return valid ? 'mp3' : undefined
}

const EBML_ID = [0x1a, 0x45, 0xdf, 0xa3]
/** The header of a WebM file has about 30 bytes; the document type is near its end. */
const EBML_HEADER_BYTES = 64

/** Whether an EBML document declares the type webm. Other documents, such as Matroska, are not accepted. */
function isWebm(bytes: Uint8Array): boolean {
  if (!EBML_ID.every((byte, i) => bytes[i] === byte)) return false
  for (let at = EBML_ID.length; at < Math.min(bytes.length, EBML_HEADER_BYTES); at++) {
    // Element DocType (0x4282), its length (one byte, 0x84 for four), its text.
    if (bytes[at] === 0x42 && bytes[at + 1] === 0x82 && bytes[at + 2] === 0x84)
      return ascii(bytes, at + 3, 'webm')
  }
  return false
}

/**
 * Detects the container from the leading bytes of a file (at most a few kilobytes, after any ID3v2 tag), never from its
 * name; undefined when it is not accepted. `afterTag` states that an ID3 tag came before, which allows padding before
 * the first MPEG frame. Sources: RIFF/RF64 (EBU Tech 3306), Audio Interchange File Format (Apple, 1989 and 1991), FLAC
 * format, RFC 8794 (EBML, WebM), RFC 3533 (Ogg), RFC 7845 (Opus), ISO/IEC 14496-12 (ftyp), ISO/IEC 11172-3 and 13818-7 (frame sync).
 */
export function sniffContainer(bytes: Uint8Array, afterTag = false): Container | undefined {
  const riff = ascii(bytes, 0, 'RIFF') || ascii(bytes, 0, 'RF64') || ascii(bytes, 0, 'RIFX')
  if (riff) return ascii(bytes, 8, 'WAVE') ? 'wav' : undefined
  if (ascii(bytes, 0, 'FORM')) return ascii(bytes, 8, 'AIFF') || ascii(bytes, 8, 'AIFC') ? 'aiff' : undefined
  if (ascii(bytes, 0, 'fLaC')) return 'flac'
  if (ascii(bytes, 0, 'OggS')) return ascii(bytes, 28, 'OpusHead') ? 'opus' : 'ogg'
  if (ascii(bytes, 4, 'ftyp')) return 'm4a'
  if (isWebm(bytes)) return 'webm'
  const direct = frameHeader(bytes, 0)
  if (direct !== undefined || !afterTag) return direct
  // Taggers may write zeros between the tag and the first frame.
  let at = 0
  while (at < bytes.length && bytes[at] === 0) at++
  return frameHeader(bytes, at)
}
