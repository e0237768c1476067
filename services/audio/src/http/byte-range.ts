/** First and last byte of a range request, both included; `unsatisfiable` when the content has no such bytes. */
export type RequestedRange = { readonly start: number; readonly end: number } | 'unsatisfiable' | undefined

const SINGLE = /^bytes=(\d*)-(\d*)$/
/**
 * Most bytes of one answer to a range without an end, as players send it. A player would otherwise hold a connection for
 * as long as it plays, and browsers have six of them per host.
 */
const MOST_BYTES = 2 * 1024 ** 2

/**
 * Reads a Range header (RFC 9110, section 14.2). Anything but one range of bytes is ignored, as the standard allows; the
 * answer is then the whole content. A range without an end is answered with its first part (section 15.3.7).
 */
export function readRange(header: string | undefined, sizeBytes: number): RequestedRange {
  const [, first = '', last = ''] = SINGLE.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Number(last)
    if (length === 0 || sizeBytes === 0) return 'unsatisfiable'
    return { start: Math.max(0, sizeBytes - length), end: sizeBytes - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return undefined
  if (start >= sizeBytes) return 'unsatisfiable'
  const asked = last === '' ? start + MOST_BYTES - 1 : Number(last)
  return { start, end: Math.min(asked, sizeBytes - 1) }
}
