import { type ErrorCode, Refusal, type RefusalDetails } from '../../domain/refusal.ts'

/** What a thread sends: once that it is loaded, then one answer per task. */
export type ThreadAnswer =
  | { readonly loaded: true }
  | { readonly result: unknown }
  /** Refusals are answers: their class does not survive the way between threads. */
  | { readonly refusal: { code: ErrorCode; message: string; details: RefusalDetails } }
  /** Something unexpected: what the thread holds may be damaged, so it must not be used again. */
  | { readonly broken: string }

/** The refusal that a thread reported, as an error of this thread. */
export const refusalOf = ({
  code,
  message,
  details,
}: Extract<ThreadAnswer, { refusal: unknown }>['refusal']): Refusal => new Refusal(code, message, details)
