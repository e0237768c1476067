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

/** Status of each code. The contract defines the envelope and one code, but no statuses: see ADR 7. */
const errorStatus: Record<ErrorCode, number> = {
  FUZZY_EVIDENCE_VALIDATION_ERROR: 422,
  MALFORMED_REQUEST: 400,
  AUTHENTICATION_ERROR: 401,
  PERMISSION_ERROR: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
}

const codeOfProblem: Record<ProblemKind, ErrorCode> = {
  malformed: 'MALFORMED_REQUEST',
  invalid: 'FUZZY_EVIDENCE_VALIDATION_ERROR',
  unauthenticated: 'AUTHENTICATION_ERROR',
  forbidden: 'PERMISSION_ERROR',
  'not-found': 'NOT_FOUND',
  'method-not-allowed': 'METHOD_NOT_ALLOWED',
  conflict: 'CONFLICT',
  'too-large': 'PAYLOAD_TOO_LARGE',
  'unsupported-media-type': 'UNSUPPORTED_MEDIA_TYPE',
  'rate-limited': 'RATE_LIMITED',
  overloaded: 'SERVICE_UNAVAILABLE',
  internal: 'INTERNAL_ERROR',
}

/** Error envelope of the contract. */
export const ErrorBody = Type.Object(
  {
    error: Type.Object({
      code: Type.String({ description: 'Stable code for programs' }),
      message: Type.String({ description: 'Message for people' }),
      details: Type.Object(
        {
          field: Type.String({ description: 'Dotted path of the input that caused the error' }),
          issue: Type.String({ description: 'Requirement that the input does not meet' }),
          provided: Type.Unknown({
            description: 'Input as received, cut to 200 characters; secrets are hidden',
          }),
        },
        { additionalProperties: true },
      ),
      timestamp: Type.String({ format: 'date-time' }),
      request_id: Type.String({
        description: 'Id of the request, also in the x-request-id header and in the logs',
      }),
    }),
  },
  {
    description: 'Error answer of every operation',
    examples: [
      {
        error: {
          code: 'FUZZY_EVIDENCE_VALIDATION_ERROR',
          message: 'password is required',
          details: { field: 'password', issue: 'is required', provided: null },
          timestamp: '2026-01-01T00:00:00.000Z',
          request_id: '7f0c1f6e-6f0e-4a39-9c38-0d8f6c0e7a11',
        },
      },
    ],
  },
)

/** Converts any error to the contract's envelope. Internal details are never sent. */
export function presentError(error: Error, context: { requestId: string; now: Date }): ErrorAnswer {
  const answer = (
    status: number,
    code: ErrorCode,
    message: string,
    details: ProblemDetails,
    retryAfterSeconds?: number,
  ): ErrorAnswer => ({
    status,
    body: {
      error: { code, message, details, timestamp: context.now.toISOString(), request_id: context.requestId },
    },
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
  return answer(
    500,
    'INTERNAL_ERROR',
    'An internal error occurred. Report it with the request id.',
    INTERNAL_DETAILS,
  )
}
