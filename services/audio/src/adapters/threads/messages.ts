import type { ErrorCode, RefusalDetails } from '../../domain/refusal.ts'
import type { AnalysedFile, AnalysisDepth } from '../../operations/ports.ts'

/** What a thread is asked. */
export interface ThreadTask {
  readonly path: string
  readonly depth: AnalysisDepth
  readonly maxDurationSeconds: number
}

/** What it answers: classes do not survive the way between threads, so a refusal travels as its parts. */
export type ThreadAnswer =
  | { readonly file: AnalysedFile }
  | {
      readonly refusal: {
        readonly code: ErrorCode
        readonly message: string
        readonly details: RefusalDetails
      }
    }
