import type { ObservedEvidence } from '../evidence/observed-evidence.ts'

/** Item of a file and the molecule that it is about. */
export interface ImportedEvidence {
  readonly moleculeId: string
  readonly item: ObservedEvidence
}

/** State of a reader between lines. Plain data, stored with the progress so that an import can resume. */
export interface ReaderState {
  readonly lineNumber: number
  /** Columns of the current section, from its header line. */
  readonly header?: readonly string[]
  /** Declared names of the identification scores (mzTab-M). */
  readonly scores?: Readonly<Record<string, string>>
}
