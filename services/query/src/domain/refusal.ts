/** The eight codes of the contract, then our three additions for authentication, permission and rate. */
export type ErrorCode =
  | 'CONFIG_ERROR'
  | 'VALIDATION_ERROR'
  | 'STAGE_EXECUTION_ERROR'
  | 'MODEL_ERROR'
  | 'SERVICE_UNAVAILABLE'
  | 'API_ERROR'
  | 'RESOURCE_NOT_FOUND'
  | 'SYSTEM_ERROR'
  | 'AUTHENTICATION_ERROR'
  | 'PERMISSION_ERROR'
  | 'RATE_LIMITED'

/** Details of a refusal: the field by its wire name, the issue in words, the value provided. */
export type RefusalDetails = {
  readonly field: string
  readonly issue: string
  readonly provided: unknown
  readonly retry_after_seconds?: number
  readonly [key: string]: unknown
}

/** The error class of this service: a refusal with a code for the client. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly details: RefusalDetails

  constructor(code: ErrorCode, message: string, details: RefusalDetails) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.details = details
  }
}
