import { invalid } from '../domain/refusal.ts'

/** A place in a list as an opaque word. */
export const writeCursor = (key: string): string => Buffer.from(key).toString('base64url')

/** Reads a cursor back; anything that `writeCursor` did not write is refused. */
export function readCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined
  const key = Buffer.from(cursor, 'base64url').toString()
  if (key !== '' && writeCursor(key) === cursor) return key
  throw invalid('cursor', 'must be a next_cursor of this list', cursor)
}
