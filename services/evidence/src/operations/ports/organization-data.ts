import type { Actor } from './accounts.ts'

/** Manifest at the beginning of an export. */
export interface ExportManifest {
  readonly organizationId: string
  readonly organization: string
  readonly tables: readonly string[]
}

/** All data of one organization. */
export interface OrganizationData {
  /** Returns the tables that an export holds. Refuses a user who is not an administrator. */
  manifest(actor: Actor): Promise<ExportManifest>
  /** Yields the rows of a table as JSON texts, page by page. Access is checked again with every page. */
  rows(actor: Actor, table: string): AsyncGenerator<string[]>
}

/** Deletion that has begun and is not complete. */
export interface OpenDeletion {
  readonly deletionId: string
  readonly startedAt: Date
  readonly requestedBy: string
  /** Rows that had to be removed first, per table, as JSON texts: users and their networks. */
  readonly removedFirst: Readonly<Record<string, readonly string[]>>
}

/** What a deletion has removed so far. */
interface DeletionState {
  readonly counts: Readonly<Record<string, number>>
  readonly exportSha256: string | null
  readonly auditHead: string | null
  readonly at: Date
}

/** Deletes organizations whole. Needs the owner of the database. */
export interface OrganizationEraser {
  /**
   * Opens a deletion, or continues one that was interrupted, and removes every user, which ends all access and stops
   * imports.
   */
  close(organizationId: string, requestedBy: string, newId: string): Promise<OpenDeletion>
  noteExport(deletionId: string, sha256: string): Promise<void>
  /** Removes the jobs of the organization from the queue. Returns how many are running. */
  removeJobs(organizationId: string): Promise<number>
  /** Deletes all rows. Returns the counts per table, those of an interrupted run included, and the rows that are left. */
  deleteRows(
    deletionId: string,
    organizationId: string,
    onProgress: (table: string, rows: number) => void,
  ): Promise<DeletionState & { left: Readonly<Record<string, number>> }>
  /** Removes the organization itself and stores the receipt. */
  complete(deletionId: string, organizationId: string, receipt: string, hash: string): Promise<void>
  /** Lists receipts, newest first. */
  receipts(): Promise<unknown[]>
}

/** Removes data that are older than configured. */
export interface Retention {
  /** Returns the time of the database. */
  now(): Promise<Date>
  organizations(): Promise<string[]>
  /** Removes the oldest audit entries that were written before a time. Returns how many. */
  trimAudit(organizationId: string, before: Date, most: number): Promise<number>
  /** Removes the records of imports that ended before a time. Returns how many. */
  forgetImports(organizationId: string, before: Date): Promise<number>
}
