/** Details of a refusal: which input, what is wrong, and what was received. */
export interface ProblemDetails {
  /** Dotted path of the refused input, for example `evidence_list.0.value`. */
  readonly field: string
  readonly issue: string
  /** The input as received, shortened. Never a secret. */
  readonly provided: unknown
}

/** Kinds of errors at the edge of a service, outside its operations. A service maps each kind to its own code. */
export type ProblemKind =
  | 'malformed'
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'conflict'
  | 'too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'overloaded'
  | 'internal'

/** HTTP status of each kind. A service may use another code, but not another meaning. */
export const problemStatus: Record<ProblemKind, number> = {
  malformed: 400,
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  'too-large': 413,
  'unsupported-media-type': 415,
  'rate-limited': 429,
  overloaded: 503,
  internal: 500,
}

/** Details of a 500. They reveal nothing internal and have the shape of every other refusal. */
export const INTERNAL_DETAILS: ProblemDetails = {
  field: 'request',
  issue: 'could not be answered because of an error on our side',
  provided: null,
}

/** Refusal by the edge: parsing, validation, authentication, limits. Domains have their own `Refusal`. */
export class Problem extends Error {
  readonly kind: ProblemKind
  readonly details: ProblemDetails
  readonly retryAfterSeconds: number | undefined

  constructor(
    kind: ProblemKind,
    message: string,
    details: ProblemDetails,
    options: { retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'Problem'
    this.kind = kind
    this.details = details
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

const SECRET_NAME = /password|passphrase|token|secret|authorization|credential|api_?-?key/i
const MAX_PROVIDED_CHARACTERS = 200

/** Cuts a text to 200 characters without splitting a surrogate pair. */
export const shortened = (text: string): string =>
  text.length <= MAX_PROVIDED_CHARACTERS ? text : `${text.slice(0, MAX_PROVIDED_CHARACTERS).toWellFormed()}…`

/** Makes a received value safe to return: hides secrets and cuts long values to 200 characters. Never throws. */
export function presentable(field: string, value: unknown): unknown {
  if (value === undefined) return null
  if (SECRET_NAME.test(field)) return '[hidden]'
  if (typeof value === 'string') return shortened(value).toWellFormed()
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  try {
    const text = JSON.stringify(value, (key, inner: unknown) =>
      SECRET_NAME.test(key) ? '[hidden]' : typeof inner === 'string' ? inner.toWellFormed() : inner,
    )
    return text.length <= MAX_PROVIDED_CHARACTERS ? JSON.parse(text) : shortened(text)
  } catch {
    return '[not printable]' // A cycle, a BigInt, a function, or nested deeper than the stack.
  }
}
