import type { ObservedEvidence } from '../evidence/observed-evidence.ts'
import type { Delimiter } from './cells.ts'
import type { ImportFormat } from './import-format.ts'

/** Item of a file and the molecule that it is about. */
export interface ImportedEvidence {
  readonly moleculeId: string
  readonly item: ObservedEvidence
}

/** Names of a file, which some tools need: they name the feature by the folder only. */
export interface FileHint {
  /** Base name of the file. */
  readonly name?: string
  /** Base name of its folder. */
  readonly folder?: string
}

/** What the first pass over a file found: its layout and the scales of its scores. Plain data. */
export interface Survey {
  readonly format: ImportFormat
  /** Id of the table layout. */
  readonly layout?: string
  readonly written?: 'json' | 'blocks'
  readonly delimiter?: Delimiter
  /** Line of the header, from 1. */
  readonly headerLine?: number
  readonly header?: readonly string[]
  readonly decimalComma?: boolean
  /** Upper end of the scale of a card, where the file decides it. */
  readonly scales?: Readonly<Record<string, number>>
  readonly file?: FileHint
}

/** Error in one line or cell. The other lines and cells are kept. */
export interface LineError {
  /** Line number, from 1. */
  readonly line: number
  readonly field: string
  readonly issue: string
  /** Text of the cell, cut to a short length. */
  readonly provided?: string
}

/** Part of the state of a reader of mzTab-M. */
interface MzTabState {
  /** Columns of the feature section. */
  readonly featureHeader?: readonly string[]
  readonly summaryHeader?: readonly string[]
  /** Names and accessions of the identification scores, by number. */
  readonly measures?: Readonly<Record<string, { readonly name: string; readonly accession?: string }>>
  /** Feature groups: rows of SMF that one row of SML joins. */
  readonly groupOfFeature?: Readonly<Record<string, string>>
  readonly groupOfEvidence?: Readonly<Record<string, string>>
  readonly software?: readonly string[]
}

/** State of a reader between lines. Plain data, stored with the progress so that an import can resume. */
export interface ReaderState {
  readonly lineNumber: number
  /** Columns of the current section, from its header line. */
  readonly header?: readonly string[]
  /** Layout and scales, from the first pass over the file. */
  readonly survey?: Survey
  readonly mztab?: MzTabState
  /** Lines of a record that is not complete. */
  readonly pending?: string
  /** Best raw score of the observation that was read last. */
  readonly best?: { readonly observation: string; readonly score: number }
  /** Reasons why rows and cells are not evidence, with their numbers. */
  readonly notes?: Readonly<Record<string, number>>
  /** Number of cells with a value in the columns that are read. */
  readonly cells?: number
}
