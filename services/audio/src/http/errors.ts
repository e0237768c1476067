import {
  INTERNAL_DETAILS,
  Problem,
  type ProblemDetails,
  type ProblemKind,
  presentable,
  problemStatus,
} from '@assay/kit/problem'
import type { ErrorAnswer } from '@assay/kit/server'
import Type from 'typebox'
import { type ErrorCode, Refusal } from '../domain/refusal.ts'

/** HTTP status of each code. The contract defines neither; see ADR 7. */
const errorStatus: Record<ErrorCode, number> = {
  VALIDATION_ERROR: 422,
  UNSUPPORTED_FORMAT: 415,
  FILE_TOO_LARGE: 413,
  DURATION_TOO_LONG: 413,
  DECODE_FAILED: 422,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  RANGE_NOT_SATISFIABLE: 416,
  MALFORMED_REQUEST: 400,
  AUTHENTICATION_ERROR: 401,
  PERMISSION_ERROR: 403,
  RATE_LIMITED: 429,
  SERVICE_UNAVAILABLE: 503,
  INTERNAL_ERROR: 500,
}

const codeOfProblem: Record<ProblemKind, ErrorCode> = {
  malformed: 'MALFORMED_REQUEST',
  invalid: 'VALIDATION_ERROR',
  unauthenticated: 'AUTHENTICATION_ERROR',
  forbidden: 'PERMISSION_ERROR',
  'not-found': 'NOT_FOUND',
  'method-not-allowed': 'METHOD_NOT_ALLOWED',
  conflict: 'CONFLICT',
  'too-large': 'FILE_TOO_LARGE',
  'unsupported-media-type': 'UNSUPPORTED_FORMAT',
  'rate-limited': 'RATE_LIMITED',
  overloaded: 'SERVICE_UNAVAILABLE',
  internal: 'INTERNAL_ERROR',
}

/** Schema of the error envelope. */
export const ErrorBody = Type.Object(
  {
    error: Type.Object({
      code: Type.String({ description: 'Code for programs; its meaning never changes' }),
      message: Type.String({ description: 'Message for people' }),
      details: Type.Object(
        {
          field: Type.String({ description: 'Dotted path of the refused input' }),
          issue: Type.String({ description: 'What is wrong with it' }),
          provided: Type.Unknown({ description: 'Input as received, cut to 200 characters; never a secret' }),
        },
        { additionalProperties: true },
      ),
    }),
    request_id: Type.String({
      description: 'Identifier of the request, also in the x-request-id header and in the logs',
    }),
  },
  {
    description: 'Body of every refusal',
    examples: [
      {
        error: {
          code: 'VALIDATION_ERROR',
          message: 'The form has no part named "file".',
          details: { field: 'file', issue: 'missing', provided: null },
        },
        request_id: '7f0c1f6e-6f0e-4a39-9c38-0d8f6c0e7a11',
      },
    ],
  },
)

/** Converts any error to the status and envelope of this service. Internal details are never included. */
export function presentError(error: Error, context: { requestId: string }): ErrorAnswer {
  const answer = (
    status: number,
    code: ErrorCode,
    message: string,
    details: ProblemDetails,
    retryAfterSeconds?: number,
  ): ErrorAnswer => ({
    status,
    body: { error: { code, message, details }, request_id: context.requestId },
    retryAfterSeconds,
  })
  if (error instanceof Refusal) {
    const { retryAfterSeconds, ...details } = error.details
    const shown = { ...details, provided: presentable(details.field, details.provided) }
    return answer(errorStatus[error.code], error.code, error.message, shown, retryAfterSeconds)
  }
  if (error instanceof Problem) {
    const { kind, message, details, retryAfterSeconds } = error
    return answer(problemStatus[kind], codeOfProblem[kind], message, details, retryAfterSeconds)
  }
  return answer(500, 'INTERNAL_ERROR', 'Something went wrong on our side.', INTERNAL_DETAILS)
}
