/** Encodings of tables that people send. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

const startsWith = (bytes: Uint8Array, ...mark: readonly number[]) =>
  mark.every((byte, i) => bytes[i] === byte)

/** Returns the encoding that the beginning of a table shows: by its byte order mark, or by where its zero bytes are. */
function sniffEncoding(bytes: Uint8Array): Encoding {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le'
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be'
  const zeros = [0, 0]
  const length = Math.min(bytes.length, 1000)
  for (let i = 0; i < length; i++) if (bytes[i] === 0) zeros[i % 2] = zeros[i % 2]! + 1
  if (zeros[1]! > length / 4 && zeros[0]! < length / 20) return 'utf-16le'
  if (zeros[0]! > length / 4 && zeros[1]! < length / 20) return 'utf-16be'
  return 'utf-8'
}

/** Where a character that is not complete begins at the end of UTF-8 bytes; their length when all are complete. */
function completeUntil(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) return bytes.length
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return back < length ? bytes.length - back : bytes.length
    }
  }
  return bytes.length
}

const joined = (a: Uint8Array, b: Uint8Array): Uint8Array => {
  if (a.length === 0) return b
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

/**
 * Decodes a table piece by piece. UTF-16 is told by its mark or its zero bytes. Everything else is UTF-8 until bytes
 * come that are not, and Windows-1252 from there on.
 */
export function textDecoder() {
  let encoding: Encoding | undefined
  let rest: Uint8Array = new Uint8Array()
  let wide: InstanceType<typeof TextDecoder> | undefined

  const narrow = (bytes: Uint8Array): string => {
    if (encoding === 'utf-8') {
      try {
        return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
      } catch {
        encoding = 'windows-1252'
      }
    }
    return new TextDecoder('windows-1252').decode(bytes)
  }
  let isFirst = true
  const withoutMark = (text: string) => {
    if (!isFirst || text === '') return text
    isFirst = false
    return text.startsWith('\ufeff') ? text.slice(1) : text
  }
  return {
    get encoding() {
      return encoding
    },
    /** Text of the next bytes; `atEnd` also gives what was held back. */
    decode(chunk: Uint8Array, atEnd = false): string {
      if (encoding === undefined) {
        if (chunk.length === 0 && !atEnd) return ''
        // One byte says nothing about the next: wait for two.
        rest = joined(rest, chunk)
        if (rest.length < 2 && !atEnd) return ''
        encoding = sniffEncoding(rest)
        if (encoding !== 'utf-8') wide = new TextDecoder(encoding)
        chunk = rest
        rest = new Uint8Array()
      }
      if (wide) return wide.decode(chunk, { stream: !atEnd })
      const bytes = joined(rest, chunk)
      const until = atEnd ? bytes.length : completeUntil(bytes)
      rest = bytes.slice(until)
      return withoutMark(until === 0 ? '' : narrow(bytes.subarray(0, until)))
    },
  }
}
