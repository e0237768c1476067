import { internalTerms } from '../fuzzy/term-sets.ts'
import { type LearnedModel, typeParameters } from '../inference/learned-model.ts'

/** What one value of a type says under two models, in log-odds. */
interface LevelChange {
  readonly value: number
  readonly before: number
  readonly after: number
}

/** Parameters of one type under two models. */
export interface TypeChange {
  readonly type: string
  /** λ at the centres of the nine terms; for probabilities, what is added to their definition. */
  readonly levels: readonly LevelChange[]
  readonly supportCorrelation: { readonly before: number; readonly after: number }
  readonly oppositionCorrelation: { readonly before: number; readonly after: number }
}

/** Returns the parameters of types under two models, sorted by type. */
export function compareTypes(
  before: LearnedModel,
  after: LearnedModel,
  types: Iterable<string>,
): TypeChange[] {
  return [...new Set(types)].sort().map((type) => {
    const [old, fresh] = [typeParameters(before, type), typeParameters(after, type)]
    return {
      type,
      levels: internalTerms.triangular[9].centers.map((value, t) => ({
        value,
        before: old.levels[t]!,
        after: fresh.levels[t]!,
      })),
      supportCorrelation: { before: old.supportCorrelation, after: fresh.supportCorrelation },
      oppositionCorrelation: { before: old.oppositionCorrelation, after: fresh.oppositionCorrelation },
    }
  })
}
