import type { LabelledObservation } from '../domain/calibration/labelled-observation.ts'
import { distinctItems } from '../domain/evidence/evidence-item.ts'
import { observationText } from '../domain/evidence/observed-evidence.ts'
import { defaultFuzzyConfig } from '../domain/fuzzy/fuzzy-config.ts'
import { type MoleculeClaim, poolCandidates } from '../domain/inference/candidates.ts'
import { untrainedModel } from '../domain/inference/learned-model.ts'
import { assessPairs } from '../domain/inference/pairs.ts'
import { itemOf } from './assess-state.ts'
import { claimsByObservation, claimsOf } from './claims.ts'
import type { Labelled, LabelledMolecule } from './ports.ts'

/** Labels of one observation, by molecule. Labels of the pair count before those of the molecule as such. */
interface ObservationLabels {
  readonly ofPair: Map<string, LabelledMolecule>
  readonly asSuch: Map<string, LabelledMolecule>
}

/** Candidate of a labelled observation. */
export interface LabelledCandidate extends LabelledObservation {
  /** Time of its first label; absent for a rival that nobody has labelled. */
  readonly firstLabelledAt?: Date
}

/**
 * Returns what a fit learns from: each labelled observation with all its candidates, labelled or not, and each labelled
 * molecule without observations. A label of the molecule as such is about its best pair, as its score is; the untrained
 * model chooses the pair, so that the choice does not depend on earlier fits. Molecules with one candidate key are one
 * candidate: it is right if one of them is labelled right.
 */
export function labelledObservations(
  { molecules, claims }: Pick<Labelled, 'molecules' | 'claims'>,
  nowMs: number,
): LabelledCandidate[] {
  const all = claimsOf(claims)
  const claiming = claimsByObservation(all)
  const byId = new Map(all.map((claim) => [claim.moleculeId, claim]))
  const observations = new Map<string, ObservationLabels>()
  const out: LabelledCandidate[] = []
  for (const molecule of molecules) {
    const own = byId.get(molecule.moleculeId)
    const observation = molecule.pair
      ? observationText(molecule.pair)
      : own && bestObservation(own, claiming, nowMs)
    if (observation === undefined) {
      out.push(bareMolecule(molecule))
      continue
    }
    const labels = observations.get(observation) ?? { ofPair: new Map(), asSuch: new Map() }
    observations.set(observation, labels)
    const into = molecule.pair ? labels.ofPair : labels.asSuch
    into.set(molecule.moleculeId, molecule)
  }
  for (const [observation, labels] of observations)
    out.push(...labelledCandidates(observation, claiming(observation), labels))
  return out
}

const bareMolecule = ({ correct, evidence, firstLabelledAt }: LabelledMolecule): LabelledCandidate => ({
  label: correct,
  firstLabelledAt,
  items: distinctItems(evidence.map(itemOf)),
})

/** Returns the observation of the most probable pair of a molecule. */
function bestObservation(
  own: MoleculeClaim,
  claiming: (observation: string) => readonly MoleculeClaim[],
  nowMs: number,
): string | undefined {
  const names = new Set(own.items.flatMap(({ observation }) => observation ?? []))
  if (names.size === 1) return [...names][0]
  const rivals = new Set([...names].flatMap(claiming))
  rivals.delete(own)
  return assessPairs(own, [...rivals], defaultFuzzyConfig, untrainedModel, { nowMs })[0].observation
}

/** Returns the candidates of one observation with their labels. */
function labelledCandidates(
  observation: string,
  claims: readonly MoleculeClaim[],
  { ofPair, asSuch }: ObservationLabels,
): LabelledCandidate[] {
  return poolCandidates(claims, observation).map(({ moleculeIds, items }) => {
    const labels = moleculeIds.flatMap((id) => ofPair.get(id) ?? asSuch.get(id) ?? [])
    const [first] = labels.toSorted((a, b) => a.firstLabelledAt.getTime() - b.firstLabelledAt.getTime())
    return {
      items,
      observationId: observation,
      ...(first === undefined
        ? {}
        : { label: labels.some(({ correct }) => correct), firstLabelledAt: first.firstLabelledAt }),
    }
  })
}
