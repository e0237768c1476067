import type { Static } from 'typebox'
import { runName } from '../domain/evidence/observed-evidence.ts'
import type { candidateHistory, Explained } from '../operations/explain-candidate.ts'
import { presentRecommendation } from './analysis.present.ts'
import type { ExplanationAnswer, HistoryAnswer } from './explanations.schema.ts'
import { presentCalibrated } from './integrate.present.ts'

type Item = Explained['explanation']['items'][number]

const ratio = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole)

const presentItem = (
  { item, undecayedLambda, lambda, share, temporalWeight, score }: Item,
  explained: Explained,
) => ({
  evidence_id: item.id,
  type: item.type,
  source: item.source,
  group: item.group,
  value: item.value,
  uncertainty: item.uncertainty,
  timestamp: new Date(item.observedAtMs).toISOString(),
  recorded_at: explained.kept.get(item.id)!.recordedAt.toISOString(),
  about: item.observation === undefined ? ('molecule' as const) : ('pair' as const),
  alone_log_odds: undecayedLambda,
  temporal_weight: temporalWeight,
  correlation_weight: ratio(share, lambda),
  log_odds: share,
  contribution_score: score,
})

/** Presents the explanation of a candidate. */
export function presentExplanation(explained: Explained): Static<typeof ExplanationAnswer> {
  const { explanation, model } = explained
  const { candidate, spread, flip } = explanation
  return {
    observation_id: explained.key.observationId,
    run_id: runName(explained.key.runId),
    molecule_id: candidate.moleculeIds[0],
    molecule_ids: [...candidate.moleculeIds],
    candidate_key: candidate.key,
    name: explained.name,
    smiles: explained.smiles,
    rank: explanation.rank,
    candidates_total: explained.candidatesTotal,
    probability: explanation.probability,
    bounds: [...explanation.bounds],
    none: explanation.none,
    prior_log_odds: explanation.priorLogOdds,
    rival_log_odds: explanation.rivalLogOdds,
    log_odds: explanation.logOdds,
    items: explanation.items
      .map((item) => presentItem(item, explained))
      .sort(
        (a, b) => Math.abs(b.log_odds) - Math.abs(a.log_odds) || (a.evidence_id < b.evidence_id ? -1 : 1),
      ),
    groups: explanation.groups.map((group) => ({
      type: group.type,
      group: group.group,
      item_count: group.itemCount,
      effective_count: group.effectiveCount,
      log_odds: group.logOdds,
      support_correlation: group.supportCorrelation,
      opposition_correlation: group.oppositionCorrelation,
      fitted: group.fitted,
    })),
    none_log_odds: explanation.noneLogOdds,
    rivals: explanation.rivals.map(({ key, name, logOdds }) => ({
      candidate_key: key,
      name,
      log_odds: logOdds,
    })),
    rivals_total: explanation.rivalsTotal,
    bounds_parts: {
      measurement: spread.measurement,
      sources: spread.sources,
      rivals: spread.rivals,
      model: spread.model,
      presets: spread.presets,
      understated: spread.understated,
      set_aside: spread.setAside,
      standard_deviation: { below: spread.below, above: spread.above },
    },
    confidence_threshold: explained.threshold,
    flip: {
      verdict: flip.decision,
      log_odds_to_flip: flip.logOddsToFlip,
      items_to_remove: flip.itemsToRemove ? [...flip.itemsToRemove] : null,
    },
    level: explanation.level,
    conflict_score: explanation.conflictScore,
    consistency_score: explanation.consistencyScore,
    recommendations: explanation.recommendations.map(presentRecommendation),
    calibration: presentCalibrated(
      explanation.items.map(({ item }) => item.type),
      model,
    ),
    algorithm_version: explained.algorithmVersion,
    model_version: model.version,
    timestamp: explained.moment.toISOString(),
  }
}

/** Presents the history of a candidate. */
export const presentHistory = ({
  key,
  steps,
}: Awaited<ReturnType<ReturnType<typeof candidateHistory>>>): Static<typeof HistoryAnswer> => ({
  observation_id: key.observationId,
  run_id: runName(key.runId),
  steps: steps.map(({ at, kind, count, modelVersion, past }) => ({
    timestamp: at.toISOString(),
    change: kind,
    count,
    model_version: modelVersion,
    probability: past?.probability ?? null,
    bounds: past ? [...past.bounds] : null,
  })),
})
