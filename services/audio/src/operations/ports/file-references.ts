/** What refers to a stored file. */
type FileHolder = 'open job' | 'artifact' | 'original of track' | 'peaks of track'

/** A row that refers to a stored file. */
export interface FileReference {
  readonly key: string
  readonly holder: FileHolder
  /** Identifier of the job or track; of an artifact its key. */
  readonly id: string
  /** Size of the file when its row was written; null when the row does not say. */
  readonly sizeBytes: number | null
}

/** Reads which rows refer to stored files. */
export interface FileReferences {
  /** Yields every row that needs a file now, in pages. */
  all(): AsyncIterable<readonly FileReference[]>
  /** Returns those of the keys that a row needs now. */
  needed(keys: readonly string[]): Promise<ReadonlySet<string>>
}
