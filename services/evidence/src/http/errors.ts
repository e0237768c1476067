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

/** The contract gives the envelope and one code, not the statuses: ADR 7. */
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

export const ErrorBody = Type.Object(
  {
    error: Type.Object({
      code: Type.String({ description: 'For programs; never changes its meaning' }),
      message: Type.String({ description: 'For people' }),
      details: Type.Object(
        {
          field: Type.String({ description: 'Dotted path of the offending input' }),
          issue: Type.String({ description: 'What is wrong with it' }),
          provided: Type.Unknown({
            description: 'The input as received, cut to 200 characters; never a secret',
          }),
        },
        { additionalProperties: true },
      ),
      timestamp: Type.String({ format: 'date-time' }),
      request_id: Type.String({ description: 'Also in the x-request-id header and in our logs' }),
    }),
  },
  {
    description: 'Every refusal has this shape.',
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

/** Any error → the contract's envelope. Nothing internal leaves the service. */
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
  return answer(500, 'INTERNAL_ERROR', 'Something went wrong on our side.', INTERNAL_DETAILS)
}
