import { isUtf8 } from 'node:buffer'
import type { FastifyBodyParser } from 'fastify'
import { Problem } from './problem.ts'
import { MAX_DEPTH, notText, requireStorable, TOO_DEEP } from './text.ts'

const malformed = (issue: string, cause?: unknown) =>
  new Problem('malformed', `The body ${issue}.`, { field: 'body', issue, provided: null }, { cause })

/** Only the place: the rest of the message quotes the body, which may hold a secret. */
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

/** Whether arrays and objects open inside one another more than `levels` times, without parsing. */
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

/** V8 takes about a microsecond for each level: only a body of this size can keep others waiting by its depth alone. */
const DEEP_BODY_BYTES = 16_384

/** Reads JSON: UTF-8 only, as RFC 8259 demands, because replacing faulty bytes would change what was sent. */
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

/** The one parser of JSON bodies, for `addContentTypeParser` with `parseAs: 'buffer'`. */
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
