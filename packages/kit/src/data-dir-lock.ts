import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Process that holds a data folder. Used in messages, and by commands that send their work to the running server. */
export interface DataDirOwner {
  readonly pid: number
  readonly command: string
  /** Address of the running server; undefined until it listens. */
  readonly url?: string
}

/** Lock of a data folder, held by this process. */
export interface DataDirLock {
  /** Stores the address of the running server for other processes. */
  announce(url: string): void
  release(): void
}

/** Thrown when another process holds the data folder. */
export class DataDirInUse extends Error {
  readonly owner: DataDirOwner | undefined

  constructor(dataDir: string, owner: DataDirOwner | undefined) {
    const who = owner ? `process ${owner.pid} (${owner.command})` : 'another process'
    const there = owner?.url ? ` It answers at ${owner.url}: send your requests there,` : ' Use that process,'
    super(
      `The data folder ${resolve(dataDir)} is in use by ${who}. The embedded database serves one process at a time.${there} stop it first, choose another folder with --data-dir, or set DATABASE_URL to a PostgreSQL server, which any number of processes can share.`,
    )
    this.name = 'DataDirInUse'
    this.owner = owner
  }
}

function readOwner(path: string): DataDirOwner | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as DataDirOwner
  } catch {
    return undefined // The holder is between creating and writing the file; the lock alone decides.
  }
}

/** Another connection holds the lock: https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5

/**
 * Locks the folder for this process. The lock is an exclusive SQLite transaction, so the operating system releases it
 * when the process ends in any way. It is never stale.
 */
export function lockDataDir(dataDir: string, command: string): DataDirLock {
  mkdirSync(dataDir, { recursive: true })
  const ownerPath = join(dataDir, 'owner.json')
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(join(dataDir, 'lock.sqlite'), { timeout: 0 })
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    database?.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY)
      throw new DataDirInUse(dataDir, readOwner(ownerPath))
    throw new Error(`The data folder ${resolve(dataDir)} cannot be locked: ${(error as Error).message}.`, {
      cause: error,
    })
  }
  const write = (owner: DataDirOwner) => writeFileSync(ownerPath, JSON.stringify(owner))
  write({ pid: process.pid, command })
  return {
    announce: (url) => write({ pid: process.pid, command, url }),
    release: () => {
      rmSync(ownerPath, { force: true })
      database.close()
    },
  }
}
