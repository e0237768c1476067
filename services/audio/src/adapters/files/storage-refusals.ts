import { Refusal } from '../../domain/refusal.ts'

/** Why the storage cannot serve now; the operator finds the cause in the log, the client only what it may know. */
export type StorageIssue = 'storage_away' | 'storage_refused' | 'storage_full'

const MESSAGES: Record<StorageIssue, string> = {
  storage_away: 'The file storage does not answer. Try again shortly.',
  storage_refused: 'The file storage does not accept this service. Its operator must look at the settings.',
  storage_full: 'The file storage is full. Try again later.',
}

export function storageRefusal(issue: StorageIssue, cause: unknown): Refusal {
  const details = { field: 'service', issue, provided: null }
  return Object.assign(new Refusal('SERVICE_UNAVAILABLE', MESSAGES[issue], details), { cause })
}

/** A file that was given a key once and has been removed since. */
export const fileGone = (): Refusal =>
  new Refusal('NOT_FOUND', 'The file is no longer stored.', {
    field: 'file',
    issue: 'gone',
    provided: null,
  })

const FULL = new Set(['ENOSPC', 'EDQUOT'])

/** Names a full disk for what it is; every other error stays as it came. */
export function diskError(error: unknown): unknown {
  return FULL.has(String((error as NodeJS.ErrnoException | null)?.code))
    ? storageRefusal('storage_full', error)
    : error
}
