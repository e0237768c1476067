/** Files that no honest encoder makes, built byte by byte. */

const ascii = (text: string) => Buffer.from(text, 'latin1')
const u16 = (value: number) => Buffer.from([value >> 8, value & 255])
const u32 = (value: number) =>
  Buffer.from([value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255])

/** Remainder of a polynomial division, most significant bit first. */
function crc(bytes: Uint8Array, bits: 8 | 16, polynomial: number): number {
  const top = 1 << (bits - 1)
  const mask = (1 << bits) - 1
  let rest = 0
  for (const byte of bytes) {
    rest ^= byte << (bits - 8)
    for (let bit = 0; bit < 8; bit++)
      rest = rest & top ? ((rest << 1) ^ polynomial) & mask : (rest << 1) & mask
  }
  return rest
}

const BLOCK = 65_535
const BOMB_RATE_HZ = 1000

/**
 * A valid FLAC file of silence, 14 bytes for each 65 seconds, that does not say how long it is.
 * https://www.rfc-editor.org/rfc/rfc9639 (sections 8.2, 9.1 and 9.2.3)
 */
export function flacBomb(hours: number): Buffer<ArrayBuffer> {
  const info = Buffer.concat([
    u16(BLOCK),
    u16(BLOCK),
    Buffer.alloc(6),
    // 20 bits of sample rate, 3 of channels less 1, 5 of bits less 1, 36 of samples: 0 is not known.
    u32(((BOMB_RATE_HZ << 12) | (7 << 4)) >>> 0),
    u32(0),
    Buffer.alloc(16),
  ])
  const frames = Math.ceil((hours * 3600 * BOMB_RATE_HZ) / BLOCK)
  const parts = [ascii('fLaC'), Buffer.from([0x80, 0, 0, info.length]), info]
  for (let frame = 0; frame < frames; frame++) {
    const number = frame < 128 ? [frame] : [0xc0 | (frame >> 6), 0x80 | (frame & 63)]
    const head = Buffer.from([0xff, 0xf8, 0x7c, 0x02, ...number, 0xff, 0xfe, BOMB_RATE_HZ / 1000])
    const body = Buffer.concat([head, Buffer.from([crc(head, 8, 0x07), 0, 0])])
    parts.push(body, u16(crc(body, 16, 0x8005)))
  }
  return Buffer.concat(parts)
}

/** A FLAC file with a picture that is only an address (RFC 9639, section 8.8). */
export function flacWithPictureAt(flac: Buffer, address: string): Buffer<ArrayBuffer> {
  const link = '-->'
  const picture = Buffer.concat([
    u32(3),
    u32(link.length),
    ascii(link),
    u32(0),
    Buffer.alloc(16),
    u32(address.length),
    ascii(address),
  ])
  const afterInfo = 4 + 4 + 34
  const block = Buffer.concat([Buffer.from([0x06]), u32(picture.length).subarray(1), picture])
  return Buffer.concat([flac.subarray(0, afterInfo), block, flac.subarray(afterInfo)])
}

/** An ID3v2.3 tag whose cover is only an address (APIC with the type "-->"), before any bytes. */
export function withId3CoverAt(audio: Buffer, address: string): Buffer<ArrayBuffer> {
  const content = Buffer.concat([
    Buffer.from([0]),
    ascii('-->'),
    Buffer.from([0, 3, 0]),
    ascii(address),
    Buffer.from([0]),
  ])
  const frame = Buffer.concat([ascii('APIC'), u32(content.length), u16(0), content])
  return Buffer.concat([id3Header(frame.length), frame, audio])
}

/** An AIFF file with such a tag in a chunk of its own. */
export function aiffWithId3CoverAt(aiff: Buffer, address: string): Buffer<ArrayBuffer> {
  const tag = withId3CoverAt(Buffer.alloc(0), address)
  const even = Buffer.concat([tag, Buffer.alloc(tag.length % 2)])
  const bytes = Buffer.concat([aiff, ascii('ID3 '), u32(tag.length), even])
  bytes.writeUInt32BE(bytes.length - 8, 4)
  return bytes
}

/** Ten bytes that announce a tag of so many more. */
export const id3Header = (size: number): Buffer =>
  Buffer.concat([
    ascii('ID3'),
    Buffer.from([3, 0, 0, size >> 21, (size >> 14) & 127, (size >> 7) & 127, size & 127]),
  ])

const box = (type: string, content: Uint8Array) =>
  Buffer.concat([u32(8 + content.length), ascii(type), content])

/** The boxes of an MPEG-4 file with the content of one of them made anew. */
function rebuilt(bytes: Buffer, [name, ...inner]: readonly string[], content: () => Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const size = bytes.readUInt32BE(at)
    const whole = bytes.subarray(at, at + size)
    const type = whole.toString('latin1', 4, 8)
    const changed =
      type === name && (inner.length > 0 ? rebuilt(whole.subarray(8), inner, content) : content())
    parts.push(changed ? box(type, changed) : whole)
    at += size
  }
  return Buffer.concat(parts)
}

/** A Macintosh alias to a path, as QuickTime files refer to others; 150 bytes before its extras. */
function alias(path: string): Buffer {
  const padded = (text: string, length: number) => Buffer.concat([ascii(text), Buffer.alloc(length)], length)
  const name = path.split('/').at(-1)!
  return Buffer.concat([
    Buffer.alloc(10),
    Buffer.from([1]),
    padded('/', 27),
    Buffer.alloc(12),
    Buffer.from([name.length]),
    padded(name, 63),
    Buffer.alloc(16),
    u16(1),
    u16(1),
    Buffer.alloc(16),
    u16(2),
    u16(path.length + (path.length % 2)),
    padded(path, path.length + (path.length % 2)),
    u16(0xffff),
    u16(0),
  ])
}

/** An MPEG-4 file whose samples are said to be elsewhere (ISO/IEC 14496-12, 8.7.2; QuickTime's alias). */
export function m4aReferringTo(m4a: Buffer, kind: 'url ' | 'alis', target: string): Buffer<ArrayBuffer> {
  const record = kind === 'alis' ? alias(target) : Buffer.from(`${target}\0`)
  const dref = Buffer.concat([u32(0), u32(1), box(kind, Buffer.concat([u32(0), record]))])
  const path = ['moov', 'trak', 'mdia', 'minf', 'dinf', 'dref']
  return Buffer.from(rebuilt(m4a, path, () => dref))
}

/** A wav header that claims whatever it likes, and a second of silence. */
export function lyingWav(claims: {
  dataBytes?: number
  channels?: number
  rateHz?: number
}): Buffer<ArrayBuffer> {
  const { dataBytes = 8000, channels = 1, rateHz = 8000 } = claims
  const bytes = Buffer.alloc(44 + 8000, 128)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(0xffffffff, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(channels, 22)
  bytes.writeUInt32LE(rateHz, 24)
  bytes.writeUInt32LE((rateHz * channels) >>> 0, 28)
  bytes.writeUInt16LE(channels & 0xffff, 32)
  bytes.writeUInt16LE(8, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(dataBytes, 40)
  return bytes
}

/** An AIFF header that claims whatever it likes, and a second of silence at 8 kHz. Rates are 80-bit floats, 16 383 being 2^0. */
export function lyingAiff(claims: {
  frames?: number
  channels?: number
  bits?: number
  rateExponent?: number
  soundBytes?: number
}): Buffer<ArrayBuffer> {
  const { frames = 8000, channels = 1, bits = 8, rateExponent = 16_383 + 12, soundBytes = 8008 } = claims
  const mantissa = Buffer.from([0xfa, 0, 0, 0, 0, 0, 0, 0])
  const common = Buffer.concat([u16(channels), u32(frames), u16(bits), u16(rateExponent), mantissa])
  const sound = Buffer.alloc(8008)
  const chunks = [ascii('COMM'), u32(common.length), common, ascii('SSND'), u32(soundBytes), sound]
  const form = Buffer.concat([ascii('AIFF'), ...chunks])
  return Buffer.concat([ascii('FORM'), u32(form.length), form])
}
