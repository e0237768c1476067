import type { EvidenceItem } from '../../domain/evidence-item.ts'
import type { LabelledObservation } from '../../domain/learn-tables.ts'
import type { OptimisationContext, OptimisationRequest } from '../../domain/optimise.ts'
import type { ErrorCode, RefusalDetails } from '../../domain/refusal.ts'
import type { HeavyComputation } from '../../operations/ports.ts'

/** What a thread is asked for: plain data only. */
export type ThreadTask =
  | {
      readonly kind: 'optimise'
      readonly items: readonly EvidenceItem[]
      readonly request: OptimisationRequest
      readonly context: OptimisationContext
    }
  | { readonly kind: 'learn'; readonly observations: readonly LabelledObservation[]; readonly nowMs: number }

export type ThreadResult =
  | Awaited<ReturnType<HeavyComputation['optimise']>>
  | Awaited<ReturnType<HeavyComputation['learn']>>

/** Refusals are answers, not errors: their class does not survive the way between threads. */
export type ThreadAnswer =
  | { readonly result: ThreadResult }
  | { readonly refusal: { code: ErrorCode; message: string; details: RefusalDetails } }
