/** All data of one client: its rows and its stored files. */
export interface ClientData {
  /** Returns the tables with data of clients. */
  tables(): Promise<readonly string[]>
  /** Yields the rows of a table as JSON texts, page by page. */
  rows(client: string, table: string): AsyncGenerator<string[]>
  /** Yields the keys of all files that rows of the client refer to, page by page. A key may come twice. */
  fileKeys(client: string): AsyncGenerator<string[]>
}

/** Deletion that has begun and is not complete. */
interface OpenDeletion {
  readonly deletionId: string
  readonly startedAt: Date
  readonly requestedBy: string
}

/** What a deletion has removed so far. */
interface DeletionState {
  readonly counts: Readonly<Record<string, number>>
  readonly exportSha256: string | null
  readonly at: Date
}

/** Deletes the data of clients whole. */
export interface ClientEraser {
  /** Opens a deletion, or continues one that was interrupted. */
  open(client: string, requestedBy: string, newId: string): Promise<OpenDeletion>
  /** Cancels open jobs and removes them from the queue. Returns how many a worker still has. */
  stopJobs(client: string): Promise<number>
  noteExport(deletionId: string, sha256: string): Promise<void>
  /** Adds to the number of files whose removal was asked for. */
  noteFiles(deletionId: string, files: number): Promise<void>
  /** Deletes all rows. Returns the counts, those of an interrupted run included, and the rows that are left. */
  deleteRows(
    deletionId: string,
    client: string,
    onProgress: (table: string, rows: number) => void,
  ): Promise<DeletionState & { readonly left: Readonly<Record<string, number>> }>
  complete(deletionId: string, receipt: string, hash: string): Promise<void>
  /** Returns all receipts, newest first. */
  receipts(): Promise<unknown[]>
}
