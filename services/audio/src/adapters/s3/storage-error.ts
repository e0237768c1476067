import { Refusal } from '../../domain/refusal.ts'
import { type StorageIssue, storageRefusal } from '../files/storage-refusals.ts'

interface ServiceError {
  readonly name?: string
  readonly code?: unknown
  readonly $metadata?: { readonly httpStatusCode?: number }
}

/** Connections that failed, broke or timed out; the SDK's own timeouts have these names. */
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ERR_STREAM_PREMATURE_CLOSE',
])

const statusOf = (error: unknown): number | undefined =>
  (error as ServiceError | null)?.$metadata?.httpStatusCode

/** A HEAD has no body, so its error has no better name than NotFound. */
const MISSING = new Set(['NoSuchKey', 'NoSuchUpload', 'NoSuchVersion', 'NotFound'])

/**
 * Whether the object, or the unfinished upload, does not exist. Other errors with status 404 are no statement about the
 * object: the bucket is gone, or (versitygw) the access key is unknown.
 */
export const isMissing = (error: unknown): boolean =>
  statusOf(error) === 404 && MISSING.has((error as ServiceError).name ?? '')

function issueOf(error: unknown): StorageIssue | undefined {
  const { name = '', code } = (error ?? {}) as ServiceError
  const status = statusOf(error)
  if (status === 401 || status === 403 || name === 'CredentialsProviderError') return 'storage_refused'
  if (status === 404 && !isMissing(error)) return 'storage_refused'
  if (status === 507) return 'storage_full'
  if (status === 429 || (status !== undefined && status >= 500)) return 'storage_away'
  if (name === 'TimeoutError' || NETWORK_CODES.has(String(code))) return 'storage_away'
  return undefined
}

/**
 * Converts a failed request to the bucket: unavailable, refusing or full becomes a 503, anything else stays an internal
 * error.
 */
export function storageError(error: unknown): unknown {
  if (error instanceof Refusal) return error
  const issue = issueOf(error)
  return issue ? storageRefusal(issue, error) : error
}
