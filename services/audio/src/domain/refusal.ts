/** Codes with which the audio service refuses a request. `http/errors.ts` maps each one to a status. */
export type ErrorCode =
  | 'VALIDATION_ERROR'
  | 'UNSUPPORTED_FORMAT'
  | 'FILE_TOO_LARGE'
  | 'DURATION_TOO_LONG'
  | 'DECODE_FAILED'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'CONFLICT'
  | 'RANGE_NOT_SATISFIABLE'
  | 'MALFORMED_REQUEST'
  | 'AUTHENTICATION_ERROR'
  | 'PERMISSION_ERROR'
  | 'RATE_LIMITED'
  | 'SERVICE_UNAVAILABLE'
  | 'INTERNAL_ERROR'

/** Details of a refusal: which input, what is wrong, and what was received. */
export interface RefusalDetails {
  readonly field: string
  readonly issue: string
  readonly provided: unknown
  /** Seconds after which a retry may succeed. */
  readonly retryAfterSeconds?: number
}

/** Error of the audio domain: a code for programs, a message for people, and the refused value. */
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

/** Whether an error says that the storage or a tool is away. It says nothing about the file, which may be tried again. */
export const isOutage = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.code === 'SERVICE_UNAVAILABLE' && error.details.field === 'service'
