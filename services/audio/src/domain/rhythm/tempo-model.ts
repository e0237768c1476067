import { type BeatEvidence, evidenceTerms, plausibility } from './hypotheses.ts'
import stored from './tempo-model.json' with { type: 'json' }

/** Weights of `learnedPlausibility`, made by `lab/tempo/fit-tempo.py`. */
export interface TempoModel {
  /** Mean and deviation of each input. */
  readonly means: readonly number[]
  readonly deviations: readonly number[]
  /** Weights of the sum of all inputs. */
  readonly linear: readonly number[]
  /** Units: weights of the inputs, bias and weight in the sum. */
  readonly units: readonly {
    readonly weights: readonly number[]
    readonly bias: number
    readonly share: number
  }[]
}

const MODEL: TempoModel = stored

/**
 * Returns the log odds of a beat sequence, up to a constant: `plausibility`, corrected by a small network that learned
 * from drummers and programmed music which metrical level people count. It sees the evidence and how the sequence
 * divides the sounds (`tempoFeatures`).
 */
export function learnedPlausibility(
  evidence: BeatEvidence,
  features: readonly number[],
  model: TempoModel = MODEL,
): number {
  const inputs = [...evidenceTerms(evidence), ...features].map(
    (x, i) => (x - model.means[i]!) / model.deviations[i]!,
  )
  const sumOf = (weights: readonly number[]): number => inputs.reduce((sum, x, i) => sum + x * weights[i]!, 0)
  return model.units.reduce(
    (sum, { weights, bias, share }) => sum + share * Math.tanh(sumOf(weights) + bias),
    plausibility(evidence) + sumOf(model.linear),
  )
}
