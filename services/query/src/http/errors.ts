import { INTERNAL_DETAILS, Problem, type ProblemKind, presentable, problemStatus } from '@assay/kit/problem'
import type { ErrorAnswer } from '@assay/kit/server'
import Type from 'typebox'
import { type ErrorCode, Refusal } from '../domain/refusal.ts'

/** The contract gives the codes but not the statuses: ADR 7. */
const errorStatus: Record<ErrorCode, number> = {
  CONFIG_ERROR: 500,
  VALIDATION_ERROR: 422,
  STAGE_EXECUTION_ERROR: 500,
  MODEL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
  API_ERROR: 502,
  RESOURCE_NOT_FOUND: 404,
  SYSTEM_ERROR: 500,
  AUTHENTICATION_ERROR: 401,
  PERMISSION_ERROR: 403,
  RATE_LIMITED: 429,
}

const codeOfProblem: Record<ProblemKind, ErrorCode> = {
  malformed: 'VALIDATION_ERROR',
  invalid: 'VALIDATION_ERROR',
  unauthenticated: 'AUTHENTICATION_ERROR',
  forbidden: 'PERMISSION_ERROR',
  'not-found': 'RESOURCE_NOT_FOUND',
  'method-not-allowed': 'RESOURCE_NOT_FOUND',
  conflict: 'VALIDATION_ERROR',
  'too-large': 'VALIDATION_ERROR',
  'unsupported-media-type': 'VALIDATION_ERROR',
  'rate-limited': 'RATE_LIMITED',
  overloaded: 'SERVICE_UNAVAILABLE',
  internal: 'SYSTEM_ERROR',
}

export const ErrorBody = Type.Object(
  {
    error_code: Type.String({ description: 'For programs; never changes its meaning' }),
    message: Type.String({ description: 'For people' }),
    details: Type.Object(
      {
        field: Type.String({ description: 'Dotted path of the offending input' }),
        issue: Type.String({ description: 'What is wrong with it' }),
        provided: Type.Unknown({ description: 'As received, cut to 200 characters; never a secret' }),
        request_id: Type.String({ description: 'Also in the x-request-id header and in our logs' }),
      },
      { additionalProperties: true },
    ),
  },
  {
    description: 'Every refusal has this shape.',
    examples: [
      {
        error_code: 'VALIDATION_ERROR',
        message: 'parameters is required',
        details: {
          field: 'parameters',
          issue: 'is required',
          provided: null,
          request_id: '7f0c1f6e-6f0e-4a39-9c38-0d8f6c0e7a11',
        },
      },
    ],
  },
)

/** Any error → the contract's envelope. Nothing internal leaves the service. */
export function presentError(error: Error, context: { requestId: string }): ErrorAnswer {
  const request_id = context.requestId
  if (error instanceof Refusal) {
    const { field, provided, retry_after_seconds } = error.details
    const details = { ...error.details, provided: presentable(field, provided), request_id }
    return {
      status: errorStatus[error.code],
      body: { error_code: error.code, message: error.message, details },
      retryAfterSeconds: retry_after_seconds,
    }
  }
  if (error instanceof Problem) {
    return {
      status: problemStatus[error.kind],
      body: {
        error_code: codeOfProblem[error.kind],
        message: error.message,
        details: { ...error.details, request_id },
      },
      retryAfterSeconds: error.retryAfterSeconds,
    }
  }
  return {
    status: 500,
    body: {
      error_code: 'SYSTEM_ERROR',
      message: 'Something went wrong on our side.',
      details: { ...INTERNAL_DETAILS, request_id },
    },
  }
}
