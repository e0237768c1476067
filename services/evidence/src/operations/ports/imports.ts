import type { ImportFormat } from '../../domain/imports/import-format.ts'
import type { ImportJob } from '../../domain/imports/import-job.ts'
import type { LineError, ReaderState, Survey } from '../../domain/imports/import-record.ts'
import type { Actor } from './accounts.ts'
import type { KeepItem } from './assessments.ts'
import type { AssessDelivery } from './runs.ts'

/** Data of an import job in the queue. */
export interface ImportDelivery {
  readonly organizationId: string
  readonly importId: string
}

/** Data of each job. Small files have their own queue, so that they never wait for large ones. */
export type JobData = {
  import: ImportDelivery
  'import-small': ImportDelivery
  assess: AssessDelivery
}

/** Part of a file with whole lines, and the state of its reader. */
export interface ImportPart {
  readonly format: ImportFormat
  /** Scope of the observation ids; empty for the shared one. */
  readonly runId: string
  readonly state: ReaderState
  readonly bytes: Uint8Array
}

/** Items and errors of a part, and the state of the reader after it. */
export interface ReadPart {
  readonly items: readonly (KeepItem & {
    readonly moleculeId: string
    /** Line number in the file, from 1. */
    readonly line: number
  })[]
  readonly errors: readonly LineError[]
  readonly state: ReaderState
}

/** Imports, their bytes and their errors. */
export interface ImportStore {
  /** Creates an import. Like `append`, refuses an organization that has used up its quota of the day. */
  start(actor: Actor, job: { id: string; format: ImportFormat }): Promise<void>
  /** Stores a part. Like everything after `start`, waits for a busy organization rather than lose what was sent. */
  append(actor: Actor, importId: string, position: number, bytes: Uint8Array): Promise<void>
  /**
   * Marks the file as complete with its format and layout, and queues it in the same transaction, so that no accepted
   * import is lost. Returns the queued import.
   */
  accept(
    actor: Actor,
    importId: string,
    file: {
      chunkCount: number
      /** Hash of its bytes: the same file again is no further file of the run. */
      hash: string
      run: { id: string; name: string | null }
      survey: Survey
    },
  ): Promise<ImportJob>
  find(organizationId: string, importId: string): Promise<ImportJob | undefined>
  /**
   * Reads and stores the next part in one transaction. Returns `idle` if there is nothing left to do. While the database
   * writes, `read` also receives the following part, so that a caching reader has it ready. Items that the database
   * refuses become errors of their lines.
   */
  advance(
    delivery: ImportDelivery,
    read: (part: ImportPart) => Promise<ReadPart>,
  ): Promise<'more' | 'done' | 'idle'>
  /** Queues the rest of an import behind waiting imports. */
  requeue(delivery: ImportDelivery): Promise<void>
  /** Marks an import as failed with a reason and deletes its bytes. */
  fail(delivery: ImportDelivery, reason: string): Promise<void>
}
