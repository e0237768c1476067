import { Refusal } from '../../domain/refusal.ts'

/** Reason why the storage is not available. The log has the cause; the client gets only this. */
export type StorageIssue = 'storage_away' | 'storage_refused' | 'storage_full'

const MESSAGES: Record<StorageIssue, string> = {
  storage_away: 'The file storage is not available right now. Try again shortly.',
  storage_refused: 'The file storage refuses this service. The operator must check its settings.',
  storage_full: 'The file storage is full. Try again later.',
}

/** Returns the refusal for a storage that is not available. */
export function storageRefusal(issue: StorageIssue, cause: unknown): Refusal {
  const details = { field: 'service', issue, provided: null }
  return Object.assign(new Refusal('SERVICE_UNAVAILABLE', MESSAGES[issue], details), { cause })
}

/** Returns the refusal for a file that has been removed since its key was issued. */
export const fileGone = (): Refusal =>
  new Refusal('NOT_FOUND', 'The file is no longer stored.', {
    field: 'file',
    issue: 'gone',
    provided: null,
  })

const FULL = new Set(['ENOSPC', 'EDQUOT'])
/** A disk that fails or reads only, or a network folder whose server is away. */
const AWAY = new Set(['EIO', 'EROFS', 'ENODEV', 'ESTALE', 'ENOTCONN', 'EHOSTDOWN', 'ETIMEDOUT'])

/** Converts the error of a disk that is full or away to a refusal; returns every other error unchanged. */
export function diskError(error: unknown): unknown {
  const code = String((error as NodeJS.ErrnoException | null)?.code)
  if (FULL.has(code)) return storageRefusal('storage_full', error)
  return AWAY.has(code) ? storageRefusal('storage_away', error) : error
}
