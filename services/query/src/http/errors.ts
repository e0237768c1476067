import { Problem, type ProblemKind, presentable, problemStatus } from '@assay/kit/problem'
import type { ErrorAnswer } from '@assay/kit/server'
import Type from 'typebox'
import { type ErrorCode, Refusal, type RefusalDetails } from '../domain/refusal.ts'

/** The contract gives the codes but not the statuses: ADR 7. */
export const errorStatus: Record<ErrorCode, number> = {
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
      {},
      {
        additionalProperties: true,
        description: 'field, issue and provided where an input was refused; request_id always',
      },
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

/** A value that was refused is shown in part: it may be megabytes, or nested too deep to be written. */
const shortDetails = (details: RefusalDetails): RefusalDetails =>
  'provided' in details
    ? { ...details, provided: presentable(details.field ?? '', details.provided) }
    : details

/** Any error → the contract's envelope. Nothing internal leaves the service. */
export function presentError(error: Error, context: { requestId: string }): ErrorAnswer {
  const request_id = context.requestId
  if (error instanceof Refusal) {
    return {
      status: errorStatus[error.code],
      body: {
        error_code: error.code,
        message: error.message,
        details: { ...shortDetails(error.details), request_id },
      },
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
    }
  }
  return {
    status: 500,
    body: {
      error_code: 'SYSTEM_ERROR',
      message: 'Something went wrong on our side.',
      details: { request_id },
    },
  }
}
