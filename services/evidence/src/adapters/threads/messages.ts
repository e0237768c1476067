import { type ErrorCode, Refusal, type RefusalDetails } from '../../domain/refusal.ts'

/** Message of a thread: `loaded` once, then one answer per task. */
export type ThreadAnswer =
  | { readonly loaded: true }
  | { readonly result: unknown }
  /** Refusal, sent as data because classes are lost between threads. */
  | { readonly refusal: { code: ErrorCode; message: string; details: RefusalDetails } }
  /** Unexpected error. The state of the thread may be corrupt, so the thread must not be used again. */
  | { readonly broken: string }

/** Turns the refusal that a thread reported into an error. */
export const refusalOf = ({
  code,
  message,
  details,
}: Extract<ThreadAnswer, { refusal: unknown }>['refusal']): Refusal => new Refusal(code, message, details)
