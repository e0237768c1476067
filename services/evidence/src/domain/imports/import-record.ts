import type { ObservedEvidence } from '../evidence/observed-evidence.ts'

/** One item of a file and the molecule it is about. */
export interface ImportedEvidence {
  readonly moleculeId: string
  readonly item: ObservedEvidence
}

/** What a reader has to know of the lines before: plain data, kept with the progress so that an import resumes. */
export interface ReaderState {
  readonly lineNumber: number
  /** Columns of the current section, from its header line. */
  readonly header?: readonly string[]
  /** mzTab-M: declared names of the identification scores. */
  readonly scores?: Readonly<Record<string, string>>
}
