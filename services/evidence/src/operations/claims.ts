import { candidateKeyOfAll } from '../domain/evidence/candidate-key.ts'
import type { MoleculeClaim } from '../domain/inference/candidates.ts'
import { itemsOf } from './assess-state.ts'
import type { ObservationClaim, Rival } from './ports.ts'

const NAME_KEYS = ['name', 'compound_name', 'Compound_Name'] as const

/** Returns the first name that the metadata of a molecule's items carry under one of the usual keys. */
export function statedName({ evidence }: Pick<Rival, 'evidence'>): string | null {
  for (const { metadata } of evidence) {
    for (const key of NAME_KEYS) {
      const name = metadata[key]
      if (typeof name === 'string' && name !== '') return name.slice(0, 200).toWellFormed()
    }
  }
  return null
}

/** Converts stored candidates for the computation. */
export const claimsOf = (claims: readonly ObservationClaim[]): MoleculeClaim[] =>
  claims.map((claim) => ({
    moleculeId: claim.moleculeId,
    key: candidateKeyOfAll(
      claim.moleculeId,
      claim.evidence.map(({ metadata }) => metadata),
    ),
    name: statedName(claim),
    givenName: claim.givenName ?? null,
    items: itemsOf(claim),
  }))

/** Returns a function that finds the claims of an observation among many. */
export function claimsByObservation(
  claims: readonly MoleculeClaim[],
): (observation: string) => readonly MoleculeClaim[] {
  const found = new Map<string, MoleculeClaim[]>()
  for (const claim of claims) {
    for (const name of new Set(claim.items.map(({ observation }) => observation))) {
      if (name === undefined) continue
      const listed = found.get(name)
      if (listed) listed.push(claim)
      else found.set(name, [claim])
    }
  }
  return (observation) => found.get(observation) ?? []
}
