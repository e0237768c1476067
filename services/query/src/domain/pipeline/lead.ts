import { placeOf, preferenceFor } from '../metrics/preferences.ts'
import { cardById } from '../metrics/registry.ts'
import type { Scored } from './response-scoring.ts'
import type { Grounded } from './semantic-grounding.ts'

/**
 * Puts metrics into the order in which they are told: person, quantity as asked, equations inside their limits first, then
 * the published preference for the purpose. The score breaks ties only.
 */
export function inOrder(scored: readonly Scored[], grounded: Grounded): readonly Scored[] {
  const quantities = [...new Set(grounded.wanted.map((id) => cardById(id)?.quantity))]
  const rank = ({ metric, person }: Scored): readonly number[] => {
    const { quantity } = metric.card
    const asked = quantities.indexOf(quantity)
    const inputs = grounded.people.find(({ index }) => index === person)?.inputs ?? {}
    const preference = preferenceFor(quantity, inputs, grounded.purpose)
    return [
      person,
      asked < 0 ? quantities.length : asked,
      metric.withinLimits ? 0 : 1,
      placeOf(metric.id, preference),
    ]
  }
  return scored
    .map((candidate) => ({ candidate, rank: rank(candidate) }))
    .sort((a, b) => {
      for (const [i, place] of a.rank.entries()) if (place !== b.rank[i]) return place - (b.rank[i] ?? 0)
      return b.candidate.score - a.candidate.score
    })
    .map(({ candidate }) => candidate)
}
