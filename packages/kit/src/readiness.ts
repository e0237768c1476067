import { randomUUID } from 'node:crypto'
import { mkdir, stat, statfs, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from './database.ts'

/** Reason why a process cannot take work. Both texts are public, so they contain no address and no path. */
export interface Reason {
  readonly field: string
  readonly issue: string
}

/** Something that must work before a process takes work. */
export interface Check {
  readonly field: string
  /** Rejects when the check fails. */
  readonly ask: () => Promise<unknown>
  /** Returns the sentence for the client. */
  readonly issue: (error: NodeJS.ErrnoException) => string
  /** Time for which a result is reused. */
  readonly freshMs?: number
  /** Whether all replicas use the same one, so that no other replica works while it fails. */
  readonly shared?: boolean
}

/** A check that failed: the text for clients and the error for the log. */
interface Failure {
  readonly reason: Reason
  readonly error: Error
}

/** Rejects while a process cannot take work. Otherwise resolves to failures that do not stop it. */
export type Ready = () => Promise<readonly Failure[]>

/** Thrown by the function that `readiness` returns. The log gets the causes. */
export class NotReady extends Error {
  override readonly name = 'NotReady'
  readonly reasons: readonly Reason[]

  constructor(reasons: readonly Reason[], causes: readonly unknown[]) {
    super(reasons.map(({ field, issue }) => `${field}: ${issue}`).join(' '), {
      cause: causes.length === 1 ? causes[0] : new AggregateError(causes),
    })
    this.reasons = reasons
  }
}

/** Longest duration of `/ready`; a check without a result by then has failed. */
const CHECK_TIMEOUT_MS = 2500

/**
 * Shares one call between all callers: runs the check again only when the last result has arrived and is no longer
 * fresh.
 */
function oneCall({ ask, freshMs = 0 }: Check): () => Promise<unknown> {
  let answer: Promise<unknown> | undefined
  let freshUntil = Number.POSITIVE_INFINITY
  return () => {
    if (answer === undefined || performance.now() >= freshUntil) {
      freshUntil = Number.POSITIVE_INFINITY
      answer = ask().finally(() => {
        freshUntil = performance.now() + freshMs
      })
      answer.catch(() => {}) // Nobody may be waiting any more.
    }
    return answer
  }
}

async function withinTime(answer: Promise<unknown>, milliseconds: number): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds)
  await Promise.race([answer, promise]).finally(() => clearTimeout(timer))
}

/** Returns a function that asks all checks at once and resolves to those that failed. */
function failuresOf(checks: readonly Check[], timeoutMs: number): () => Promise<readonly Failure[]> {
  const all = checks.map((check) => ({ check, ask: oneCall(check) }))
  return async () => {
    const failures = await Promise.all(
      all.map(({ check, ask }) =>
        withinTime(ask(), timeoutMs).then(
          () => [],
          (error: Error) => [{ error, reason: { field: check.field, issue: check.issue(error) } }],
        ),
      ),
    )
    return failures.flat()
  }
}

/**
 * Returns a function that rejects with all reasons when one of `checks` fails. Otherwise it resolves to the failures of
 * `reported`, which do not make the process unready.
 */
export function readiness(
  checks: readonly Check[],
  reported: readonly Check[] = [],
  timeoutMs: number = CHECK_TIMEOUT_MS,
): Ready {
  const [failed, alsoFailed] = [failuresOf(checks, timeoutMs), failuresOf(reported, timeoutMs)]
  return async () => {
    const [failures, others] = await Promise.all([failed(), alsoFailed()])
    if (failures.length === 0) return others
    const all = [...failures, ...others]
    throw new NotReady(
      all.map(({ reason }) => reason),
      all.map(({ error }) => error),
    )
  }
}

/** Checks that the database responds, on a connection that requests never use. */
export const databaseCheck = <Schema>(database: Pick<Database<Schema>, 'aside'>): Check => ({
  field: 'database',
  ask: () => database.aside('SELECT 1'),
  issue: () => 'The database is not available right now.',
})

const FOLDER_FRESH_MS = 1000

/**
 * Checks that a folder has free space, is writable and is still on the same disk as at the first check. `field` is the
 * setting that names the folder.
 */
export function folderCheck(field: string, folder: string, minFreeBytes: number): Check {
  let device: number | undefined
  return {
    field,
    freshMs: FOLDER_FRESH_MS,
    async ask() {
      if (device === undefined) await mkdir(folder, { recursive: true, mode: 0o700 })
      const { dev } = await stat(folder)
      device ??= dev
      if (dev !== device) throw Object.assign(new Error('the folder is on another disk'), { code: 'ENODEV' })
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize < minFreeBytes) {
        const few = new Error(`${bavail * bsize} bytes are free, fewer than ${minFreeBytes}`)
        throw Object.assign(few, { code: 'ENOSPC' })
      }
      const probe = join(folder, `.ready-${randomUUID()}`)
      await writeFile(probe, 'Written to test that the folder is writable; removed at once.', {
        flag: 'wx',
        mode: 0o600,
      })
      await unlink(probe)
    },
    issue: ({ code }) => {
      if (code === 'ENOSPC' || code === 'EDQUOT')
        return `The disk of this folder is full: fewer than ${minFreeBytes} bytes are free.`
      if (code === 'ENOENT' || code === 'ENODEV') return 'The folder no longer exists.'
      return 'The folder cannot be written to.'
    },
  }
}
