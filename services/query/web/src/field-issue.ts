import { AssayError } from '@assay/query-client'
import { capital, readNumber } from '@assay/ui/format'
import { TEXT } from './text.ts'

const isRefusal = (error: unknown): error is AssayError & { readonly field: string } =>
  error instanceof AssayError && error.status === 422 && error.field !== undefined

/** What the service says is wrong with a field, to be shown beside it; undefined when the error is about something else. */
export function issueAt(error: unknown, field: string): string | undefined {
  if (!isRefusal(error) || error.field.split('.').at(-1) !== field) return undefined
  return capital(error.issue ?? error.message)
}

/** Whether an error is about one of these fields, and is therefore shown there. */
export const isAt = (error: unknown, fields: readonly string[]): boolean =>
  fields.some((field) => issueAt(error, field) !== undefined)

/** What is wrong with a text that should be a number. */
export const numberFault = (text: string): string | undefined =>
  text.trim() === '' || readNumber(text) !== undefined ? undefined : TEXT.notANumber
