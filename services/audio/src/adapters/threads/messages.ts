import type { ErrorCode, RefusalDetails } from '../../domain/refusal.ts'
import type { StemName } from '../../domain/stems/stem.ts'
import type { AnalysedFile, AnalysisDepth } from '../../operations/ports.ts'

/** What a thread is asked. */
export type ThreadTask = {
  readonly path: string
  readonly maxDurationSeconds: number
} & (
  | { readonly kind: 'analyse'; readonly depth: AnalysisDepth }
  | {
      readonly kind: 'separate'
      readonly folder: string
      readonly format: 'wav' | 'flac'
      /** A network to separate with, and the checksum it must have; the DSP engine otherwise. */
      readonly weights: { readonly path: string; readonly sha256: string } | undefined
    }
)

/** What it answers: classes do not survive the way between threads, so a refusal travels as its parts. */
export type ThreadAnswer =
  | { readonly file: AnalysedFile }
  | { readonly stems: Readonly<Record<StemName, string>> }
  | {
      readonly refusal: {
        readonly code: ErrorCode
        readonly message: string
        readonly details: RefusalDetails
      }
    }
