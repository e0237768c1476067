import { isUtf8 } from 'node:buffer'
import type { FastifyBodyParser } from 'fastify'
import { Problem } from './problem.ts'
import { MAX_DEPTH, notText, requireStorable, TOO_DEEP } from './text.ts'

const malformed = (issue: string, cause?: unknown) =>
  new Problem('malformed', `The body ${issue}.`, { field: 'body', issue, provided: null }, { cause })

/** Returns only the position of a syntax error: the rest of the message quotes the body, which may contain a secret. */
function placeOf(error: unknown, text: string): string {
  const place = /position \d+(?: \(line \d+ column \d+\))?/.exec((error as Error).message)?.[0]
  return place ?? `position ${text.length}, where it ends`
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const ARRAY = 0x5b
const ARRAY_END = 0x5d
const OBJECT = 0x7b
const OBJECT_END = 0x7d

/** Whether arrays and objects are nested more than `levels` deep, without parsing. */
function nestsDeeper(body: Buffer, levels: number): boolean {
  let depth = 0
  for (let i = 0; i < body.length; i++) {
    const byte = body[i]
    if (byte === QUOTE) {
      for (i++; i < body.length && body[i] !== QUOTE; i++) if (body[i] === BACKSLASH) i++
    } else if (byte === ARRAY || byte === OBJECT) {
      if (++depth > levels) return true
    } else if (byte === ARRAY_END || byte === OBJECT_END) depth--
  }
  return false
}

/** V8 needs about a microsecond per level, so only a body of this size can block others by its depth. */
const DEEP_BODY_BYTES = 16_384

/** Parses JSON. Only UTF-8 is accepted (RFC 8259), because replacing invalid bytes would change the input. */
function parseJson(body: Buffer): unknown {
  if (body.length === 0) throw malformed('is empty although the Content-Type announces JSON')
  if (!isUtf8(body)) throw malformed('is not valid UTF-8')
  if (body.length > DEEP_BODY_BYTES && nestsDeeper(body, MAX_DEPTH)) throw notText('body', TOO_DEEP, null)
  const text = body.toString().replace(/^\ufeff/, '')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw malformed(`is not valid JSON at ${placeOf(error, text)}`, error)
  }
  requireStorable(value, { checkTexts: body.includes('\\u') })
  return value
}

/** Parser of JSON bodies for `addContentTypeParser` with `parseAs: 'buffer'`. */
export const jsonBody: FastifyBodyParser<Buffer> = (_request, body, done) => {
  let value: unknown
  try {
    value = parseJson(body)
  } catch (error) {
    done(error as Error, undefined)
    return
  }
  done(null, value)
}
