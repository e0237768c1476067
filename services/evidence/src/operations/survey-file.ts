import type { ImportFormat } from '../domain/imports/import-format.ts'
import { MAX_LINE_CHARACTERS } from '../domain/imports/import-lines.ts'
import type { Survey } from '../domain/imports/import-record.ts'
import { surveyor } from '../domain/imports/survey.ts'

const NEWLINE = 10

/** File as it is sent. */
export interface SentFile {
  /** Format that the sender named; otherwise it is detected. */
  readonly format?: ImportFormat
  /** Format that is assumed if none is detected. */
  readonly fallback?: ImportFormat
  /** Name or path of the file. Only the base names of file and folder are used. */
  readonly name?: string
}

/** Decodes UTF-8 without the byte order mark. Returns undefined for invalid bytes, because replacing them would change data. */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * Returns the lines of bytes, undefined for a line that is not UTF-8. With `western`, such lines are read as
 * Windows-1252, in which old tools write names; the numbers are ASCII. Decodes line by line only if needed, because it
 * is slow.
 */
export function decodedLines(bytes: Uint8Array, western = false): (string | undefined)[] {
  const whole = decodeUtf8(bytes)
  if (whole !== undefined) return whole.split('\n')
  const other = western ? new TextDecoder('windows-1252') : undefined
  const lines: (string | undefined)[] = []
  for (let at = 0; at <= bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, at)
    const end = newline < 0 ? bytes.length : newline
    const line = bytes.subarray(at, end)
    lines.push(decodeUtf8(line) ?? other?.decode(line))
    at = end + 1
  }
  return lines
}

/** Returns the encoding that a byte order mark announces, if it is UTF-16. */
function utf16(start: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : undefined
}

/** Converts UTF-16 with a byte order mark to UTF-8; other bytes stay as they are. */
export async function* asUtf8(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  let held: Uint8Array | undefined
  let started = false
  const encoder = new TextEncoder()
  for await (const piece of bytes) {
    let next = piece
    if (!started) {
      // The mark may be split between two pieces.
      if (held) {
        next = new Uint8Array(held.length + piece.length)
        next.set(held)
        next.set(piece, held.length)
      }
      if (next.length < 2) {
        held = next
        continue
      }
      started = true
      const encoding = utf16(next)
      if (encoding) decoder = new TextDecoder(encoding)
    }
    yield decoder ? encoder.encode(decoder.decode(next, { stream: true })) : next
  }
  if (!started && held) yield held
  if (decoder) yield encoder.encode(decoder.decode())
}

/** Returns the base names of a path and its folder. */
export function fileHint(name: string | undefined) {
  const [file, folder] = (name ?? '').split(/[/\\]/).toReversed()
  return {
    ...(file ? { name: file } : {}),
    ...(folder && folder !== '.' && folder !== '..' ? { folder } : {}),
  }
}

/** First pass over a file that comes in parts of whole lines. */
export function surveyParts(file: SentFile) {
  const detected = file.format === 'table' ? undefined : file.format
  const first = surveyor(fileHint(file.name), detected, file.fallback)
  return {
    part(bytes: Uint8Array): void {
      if (first.done()) return
      const lines = decodedLines(bytes, true)
      if (lines.at(-1) === '') lines.pop()
      for (const line of lines)
        first.line(line !== undefined && line.length <= MAX_LINE_CHARACTERS ? line : '')
    },
    end: (): Survey => first.end(),
  }
}
