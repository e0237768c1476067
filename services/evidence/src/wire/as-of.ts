import { readTimestamp } from '../domain/evidence/observed-evidence.ts'
import { invalid } from '../domain/refusal.ts'

/** Reads a past time. Refuses a time in the future, which cannot be replayed. */
export function readAsOf(text: string | undefined, now: Date): Date | undefined {
  if (text === undefined) return undefined
  const ms = readTimestamp(text, 'as_of')
  if (ms <= now.getTime()) return new Date(ms)
  throw invalid('as_of', 'must not be in the future', text)
}
