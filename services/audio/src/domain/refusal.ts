/** Every reason for which the audio service declines a request; `http/errors.ts` maps each one to a status. */
export type ErrorCode =
  | 'VALIDATION_ERROR'
  | 'UNSUPPORTED_FORMAT'
  | 'FILE_TOO_LARGE'
  | 'DURATION_TOO_LONG'
  | 'DECODE_FAILED'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'CONFLICT'
  | 'MALFORMED_REQUEST'
  | 'AUTHENTICATION_ERROR'
  | 'PERMISSION_ERROR'
  | 'RATE_LIMITED'
  | 'SERVICE_UNAVAILABLE'
  | 'INTERNAL_ERROR'

/** What was wrong, where, and what was given instead. */
export interface RefusalDetails {
  readonly field: string
  readonly issue: string
  readonly provided: unknown
  /** When trying again may help. */
  readonly retryAfterSeconds?: number
}

/** The one error of the audio domain: a code for machines, a sentence for people, and the offending value. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  readonly details: RefusalDetails

  constructor(code: ErrorCode, message: string, details: RefusalDetails) {
    super(message)
    this.code = code
    this.details = details
  }
}
