import { isUtf8 } from 'node:buffer'
import type { FastifyBodyParser } from 'fastify'
import { Problem } from './problem.ts'
import { requireStorable } from './text.ts'

const malformed = (issue: string, cause?: unknown) =>
  new Problem('malformed', `The body ${issue}.`, { field: 'body', issue, provided: null }, { cause })

/** Only the place: the rest of the message quotes the body, which may hold a secret. */
function placeOf(error: unknown, text: string): string {
  const place = /position \d+(?: \(line \d+ column \d+\))?/.exec((error as Error).message)?.[0]
  return place ?? `position ${text.length}, where it ends`
}

/** Reads JSON: UTF-8 only, as RFC 8259 demands, because replacing faulty bytes would change what was sent. */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) throw malformed('is empty although the Content-Type announces JSON')
  if (!isUtf8(body)) throw malformed('is not valid UTF-8')
  const text = body.toString().replace(/^\ufeff/, '')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw malformed(`is not valid JSON at ${placeOf(error, text)}`, error)
  }
  requireStorable(value)
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
