import type { ErrorObject } from 'ajv'
import type { FastifyError } from 'fastify'
import { isDatabaseAway, isDatabaseBusy } from './database-away.ts'
import { Problem } from './problem.ts'
import { invalid } from './validation.ts'

/** Errors of Fastify and its plugins (`FST_…`) by their status; the rest is either already ours or unexpected. */
export function toProblem(thrown: unknown): Error {
  if (!(thrown instanceof Error))
    return new Error('Something that is no Error was thrown.', { cause: thrown })
  const error = thrown as FastifyError
  if (error.validation)
    return invalid(error.validation as unknown as ErrorObject[], error.validationContext ?? 'body')
  if (isDatabaseAway(error))
    return new Problem('overloaded', 'The database does not answer now. Try again shortly.', {
      cause: error,
      retryAfterSeconds: 1,
    })
  if (isDatabaseBusy(error))
    return new Problem('overloaded', 'Other requests hold these data for too long. Try again shortly.', {
      cause: error,
      retryAfterSeconds: 1,
    })
  if (!error.code?.startsWith('FST_')) return error
  switch (error.statusCode) {
    case 406: // FST_INVALID_MULTIPART_CONTENT_TYPE
    case 415:
      return new Problem(
        'unsupported-media-type',
        'The Content-Type of this request is not one that this address takes.',
        { cause: error },
      )
    case 413:
      return new Problem('too-large', 'The request is larger than this service accepts.', { cause: error })
    case 400:
    case 414:
      return new Problem(
        'malformed',
        error.code.includes('BODY')
          ? 'The body is not valid JSON.'
          : 'The address, headers or body of the request cannot be read.',
        { cause: error },
      )
    default:
      return error
  }
}
