/**
 * Every way in which the evidence service says no. `http/errors.ts` maps each to a status and an explanation
 * by a total `Record<ErrorCode, …>`, so a code added here without an answer there does not compile.
 */
export type ErrorCode =
  /** The request was understood and its content is not acceptable (the contract's own code). */
  | 'FUZZY_EVIDENCE_VALIDATION_ERROR'
  /** The body is not the JSON (or NDJSON, CSV, mzTab-M) it claims to be. */
  | 'MALFORMED_REQUEST'
  /** No token, an expired token, or wrong credentials. */
  | 'AUTHENTICATION_ERROR'
  /** A valid token whose role may not do this. */
  | 'PERMISSION_ERROR'
  /** Nothing of that name in the caller's organization. */
  | 'NOT_FOUND'
  /** The path exists, the method does not. */
  | 'METHOD_NOT_ALLOWED'
  /** The state of the resource does not allow this (duplicate user, running import). */
  | 'CONFLICT'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'RATE_LIMITED'
  | 'INTERNAL_ERROR'
  /** The database or another dependency is away, or the process is overloaded or shutting down. */
  | 'SERVICE_UNAVAILABLE'

/** What the caller needs to correct the request: where, what, and what was received. */
export interface RefusalDetails {
  /** Dotted path of the offending input, e.g. `fuzzy_config.membership_functions.spectral_match.parameters`. */
  readonly field?: string
  readonly issue?: string
  readonly provided?: unknown
}

/** The one error class of the domain: a code, a sentence for people, and the details of the contract's envelope. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  readonly details: RefusalDetails
  /** When trying again may help. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, details: RefusalDetails = {}, retryAfterSeconds?: number) {
    super(message)
    this.code = code
    this.details = details
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** A refusal of invalid input, with the contract's code. */
export function invalid(field: string, issue: string, provided: unknown): Refusal {
  return new Refusal('FUZZY_EVIDENCE_VALIDATION_ERROR', `${field}: ${issue}`, { field, issue, provided })
}
