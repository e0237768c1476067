import type { ErrorObject } from 'ajv'
import type { FastifyError, FastifyRequest } from 'fastify'
import { isDatabaseAway, isDatabaseBusy } from './database-away.ts'
import { Problem, shortened } from './problem.ts'
import { pathOf } from './request-address.ts'
import { invalid } from './validation.ts'

/**
 * Whether PostgreSQL refused a value: data exceptions (class 22: invalid text, a number or time out of range) and
 * exceeded limits (class 54: a row or an index entry that is too large).
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export const isUnstorable = (error: unknown): boolean =>
  error instanceof Error && /^(22|54)[0-9A-Z]{3}$/.test(String((error as { code?: unknown }).code))

type Sent = Pick<FastifyRequest, 'headers' | 'url'> & {
  readonly routeOptions: Pick<FastifyRequest['routeOptions'], 'bodyLimit'>
}

/** Converts an error of Fastify or its plugins (`FST_…`) by its status. */
function refusalOfFastify(error: FastifyError, { headers, url, routeOptions }: Sent): Error {
  const cause = { cause: error }
  switch (error.statusCode) {
    case 406: // FST_INVALID_MULTIPART_CONTENT_TYPE
    case 415: {
      const provided = headers['content-type']
      return new Problem(
        'unsupported-media-type',
        'The Content-Type of this request is not one that this address takes.',
        {
          field: 'content-type',
          issue:
            provided === undefined ? 'is missing' : 'is not one that this address takes; /docs lists them',
          provided: provided === undefined ? null : shortened(provided),
        },
        cause,
      )
    }
    case 413: {
      const issue = error.code.startsWith('FST_ERR_CTP')
        ? `must have at most ${routeOptions.bodyLimit} bytes`
        : 'has more parts, or larger ones, than this service accepts'
      const length = Number(headers['content-length'])
      return new Problem(
        'too-large',
        'The request is larger than this service accepts.',
        { field: 'body', issue, provided: Number.isFinite(length) ? length : null },
        cause,
      )
    }
    case 400:
    case 414:
      return error.code !== 'FST_ERR_BAD_URL' && error.statusCode === 400
        ? new Problem(
            'malformed',
            'The body of the request cannot be read.',
            { field: 'body', issue: 'cannot be read', provided: null },
            cause,
          )
        : new Problem(
            'malformed',
            'The address of the request cannot be read.',
            { field: 'path', issue: 'cannot be read', provided: shortened(pathOf(url)) },
            cause,
          )
    default:
      return error
  }
}

/** Converts any thrown value to a `Problem`, a refusal of the service, or an unexpected Error. */
export function toProblem(thrown: unknown, request: Sent): Error {
  if (!(thrown instanceof Error)) return new Error('A non-Error was thrown.', { cause: thrown })
  const error = thrown as FastifyError
  if (error.validation)
    return invalid(error.validation as unknown as ErrorObject[], error.validationContext ?? 'body')
  if (isDatabaseAway(error))
    return new Problem(
      'overloaded',
      'The database is not available right now. Try again shortly.',
      { field: 'service', issue: 'cannot reach its database', provided: null },
      { cause: error, retryAfterSeconds: 1 },
    )
  if (isDatabaseBusy(error))
    return new Problem(
      'overloaded',
      'Other requests hold this data for too long. Try again shortly.',
      { field: 'service', issue: 'waited too long for data in use', provided: null },
      { cause: error, retryAfterSeconds: 1 },
    )
  if (isUnstorable(error))
    return new Problem(
      'invalid',
      'The request holds a value that cannot be stored.',
      { field: 'request', issue: 'holds a value that cannot be stored', provided: null },
      { cause: error },
    )
  return error.code?.startsWith('FST_') ? refusalOfFastify(error, request) : error
}
