/**
 * Error codes of the evidence service. `http/errors.ts` maps each to a status and a description with a total
 * `Record<ErrorCode, …>`, so a code that is missing there does not compile.
 */
export type ErrorCode =
  /** The content of the request is not valid (code of the contract). */
  | 'FUZZY_EVIDENCE_VALIDATION_ERROR'
  /** The body is not valid JSON (or NDJSON, CSV, mzTab-M). */
  | 'MALFORMED_REQUEST'
  /** The token is missing or expired, or the credentials are wrong. */
  | 'AUTHENTICATION_ERROR'
  /** The role of a valid token may not do this. */
  | 'PERMISSION_ERROR'
  /** The organization of the caller has no such resource. */
  | 'NOT_FOUND'
  /** The path exists, but not with this method. */
  | 'METHOD_NOT_ALLOWED'
  /** The state of the resource does not allow this, such as a duplicate user. */
  | 'CONFLICT'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'RATE_LIMITED'
  | 'INTERNAL_ERROR'
  /** The database or another dependency is not available, or the process is overloaded or shutting down. */
  | 'SERVICE_UNAVAILABLE'

/** Details that help to correct the request: the field, the issue and the value received. */
export interface RefusalDetails {
  /** Dotted path of the input, e.g. `fuzzy_config.membership_functions.spectral_match.parameters`. */
  readonly field: string
  readonly issue: string
  readonly provided: unknown
  /** Number of seconds after which a retry may succeed. */
  readonly retryAfterSeconds?: number
}

/** Error class of the domain: a code, a message for people, and the details of the contract's error envelope. */
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

/** Creates a refusal of invalid input, with the code of the contract. */
export function invalid(field: string, issue: string, provided: unknown): Refusal {
  return new Refusal('FUZZY_EVIDENCE_VALIDATION_ERROR', `${field}: ${issue}`, { field, issue, provided })
}
