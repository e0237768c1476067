import { DEFAULT_SOURCE_SPREAD } from '../inference/learned-model.ts'
import { sharesOf } from '../numerics/merged-shares.ts'
import type { Trained } from './fit-parameters.ts'
import { choiceOf, type PreparedCandidate } from './prepared-candidates.ts'

/** Information, in labels of even odds, that the value before labels is worth. */
const PRIOR_INFORMATION = 25

/**
 * Learns τ per type: the standard deviation of the error that each source brings of its own. With U = Σ(y − p) and I =
 * Σ p(1 − p) over the labels of a source, E[U² − I] = τ²·I², so that τ² is estimated by Σ(U² − I)/ΣI² (the score test
 * of a variance component: Commenges & Jacqmin-Gadda, J. R. Stat. Soc. B 59 (1997) 157–171), shrunk to the value
 * before labels.
 */
export function sourceSpreads(
  candidates: readonly PreparedCandidate[][],
  { fit, shapes }: Trained,
): ReadonlyMap<string, number> {
  const sources = new Map<string, { type: string; score: number; information: number }>()
  for (const list of candidates) {
    const { outcomes } = choiceOf(list, fit.parameters, shapes)
    const shares = sharesOf(outcomes, fit.parameters)
    list.forEach(({ label, groups }, k) => {
      if (label === undefined) return
      const p = shares[k]!
      for (const key of new Set(groups.map(({ slot, source }) => `${slot.type}\u0000${source}`))) {
        const type = key.slice(0, key.indexOf('\u0000'))
        const sum = sources.get(key) ?? { type, score: 0, information: 0 }
        sum.score += (label ? 1 : 0) - p
        sum.information += p * (1 - p)
        sources.set(key, sum)
      }
    })
  }
  const byType = Map.groupBy(sources.values(), ({ type }) => type)
  return new Map(
    Array.from(byType, ([type, list]) => {
      const weight = list.reduce((sum, { information }) => sum + information ** 2, PRIOR_INFORMATION)
      const excess = list.reduce(
        (sum, { score, information }) => sum + score ** 2 - information,
        PRIOR_INFORMATION * DEFAULT_SOURCE_SPREAD ** 2,
      )
      return [type, Math.min(1, Math.sqrt(Math.max(0, excess / weight)))]
    }),
  )
}
