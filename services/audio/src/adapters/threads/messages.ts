import type { ErrorCode, RefusalDetails } from '../../domain/refusal.ts'
import type { StemName } from '../../domain/stems/stem.ts'
import type { AnalysedFile, AnalysisDepth } from '../../operations/ports.ts'

/** Task for a thread. */
export type ThreadTask = {
  readonly path: string
  readonly maxDurationSeconds: number
} & (
  | {
      readonly kind: 'analyse'
      readonly depth: AnalysisDepth
      readonly tags: boolean
      readonly withPeaks: boolean
    }
  | {
      readonly kind: 'separate'
      readonly folder: string
      readonly format: 'wav' | 'flac'
      /** Network for separation and its expected checksum; undefined uses the DSP engine. */
      readonly weights: { readonly path: string; readonly sha256: string } | undefined
    }
)

/** Answer of a thread. Class instances cannot be sent between threads, so a refusal is sent as its fields. */
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
