import { MAX_MOLECULE_ID_CHARACTERS } from '../domain/evidence/identifiers.ts'
import { invalid } from '../domain/refusal.ts'

/** Kinds of lists. Each list accepts only its own cursors. */
export type CursorKind = 'molecule' | 'evidence' | 'audit' | 'run' | 'observation' | 'time'

const isTime = (text: string) => !Number.isNaN(Date.parse(text))

/** Whether a text can be the key of an entry, by kind of list. */
const IS_KEY: Record<CursorKind, (key: string) => boolean> = {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no identifier of a molecule holds them.
  molecule: (key) => key.length <= MAX_MOLECULE_ID_CHARACTERS && !/[\u0000-\u001f\u007f]/.test(key),
  time: (key) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(key) && isTime(key),
  run: (key) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z [^\0]{0,200}$/.test(key) && isTime(key.slice(0, 24)),
  observation: (key) => /^\d{1,15} (?:-1|\d(?:\.\d{1,20})?(?:e-\d{1,3})?) [^\0]{1,200}$/.test(key),
  audit: (key) => /^\d{1,15}$/.test(key),
  evidence: (key) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key),
}

/** Encodes the key of an entry as an opaque cursor. */
export const writeCursor = (key: string): string => Buffer.from(key).toString('base64url')

/** Decodes a cursor. Refuses a cursor of another kind of list and any other text. */
export function readCursor(kind: CursorKind, cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined
  const key = Buffer.from(cursor, 'base64url').toString()
  if (key !== '' && writeCursor(key) === cursor && IS_KEY[kind](key)) return key
  throw invalid('cursor', 'must be a next_cursor of this list', cursor)
}
