import { ALGORITHM_VERSION } from '../domain/assessment/assess.ts'
import {
  INTEGRATION_OBJECTIVES,
  type ObjectiveWeights,
  parseObjectiveWeights,
} from '../domain/assessment/objectives.ts'
import { moleculeKey } from '../domain/evidence/identifiers.ts'
import {
  checkEvidence,
  contentForm,
  type ObservedEvidence,
  observationKey,
  observationText,
  type RawEvidence,
} from '../domain/evidence/observed-evidence.ts'
import { defaultFuzzyConfig, type FuzzyConfig } from '../domain/fuzzy/fuzzy-config.ts'
import { parseFuzzyConfig } from '../domain/fuzzy/fuzzy-config-parse.ts'
import type { ImportFormat } from '../domain/imports/import-format.ts'
import { lineReader, startOfFile } from '../domain/imports/import-lines.ts'
import type { LineError } from '../domain/imports/import-record.ts'
import { untrainedModel } from '../domain/inference/learned-model.ts'
import { untaughtNetwork } from '../domain/network/learned-network.ts'
import { invalid, Refusal } from '../domain/refusal.ts'
import { assessPairsOfState } from './assess-state.ts'
import { type Integrated, resultHashOf } from './integrate-evidence.ts'
import type { ContentId, EvidenceState, ResultHash, StoredEvidence } from './ports.ts'

const observationsOf = ({ metadata }: StoredEvidence): string[] => {
  const key = observationKey(metadata)
  return key === undefined ? [] : [observationText(key)]
}

interface Batch {
  readonly molecules: ReadonlyMap<string, readonly ObservedEvidence[]>
  readonly config: FuzzyConfig
  readonly weights: ObjectiveWeights | undefined
  readonly errors: readonly LineError[]
}

function readRequest(text: string): Batch {
  let body: Record<string, unknown>
  try {
    body = JSON.parse(text) as Record<string, unknown>
  } catch {
    throw new Refusal('MALFORMED_REQUEST', 'The file is not valid JSON.', {
      field: 'file',
      issue: 'is not valid JSON',
      provided: null,
    })
  }
  if (typeof body.molecule_id !== 'string') throw invalid('molecule_id', 'must be text', body.molecule_id)
  if (!Array.isArray(body.evidence_list)) throw invalid('evidence_list', 'must be a list', body.evidence_list)
  const items = (body.evidence_list as RawEvidence[]).map((raw, i) =>
    checkEvidence(raw, `evidence_list.${i}`),
  )
  return {
    molecules: new Map([[moleculeKey(body.molecule_id), items]]),
    config: parseFuzzyConfig(body.fuzzy_config),
    weights: parseObjectiveWeights(
      body.objective_weights as Record<string, unknown> | undefined,
      'objective_weights',
      INTEGRATION_OBJECTIVES,
    ),
    errors: [],
  }
}

function readLines(text: string, format: ImportFormat): Batch {
  const errors: LineError[] = []
  const reader = lineReader(format, startOfFile, (error) => errors.push(error))
  const found = text.split('\n').flatMap((line) => reader.read(line))
  const molecules = Map.groupBy(found, ({ moleculeId }) => moleculeId)
  return {
    molecules: new Map([...molecules].map(([id, list]) => [id, list.map(({ item }) => item)])),
    config: defaultFuzzyConfig,
    weights: undefined,
    errors,
  }
}

/**
 * Assesses the evidence in a file without a server: nothing is stored and nothing was learned. Molecules of the
 * file that share an observation are rivals.
 */
export function assessOffline(deps: { contentId: ContentId; resultHash: ResultHash }) {
  return (
    text: string,
    format: ImportFormat | 'json',
    moment: Date,
  ): { results: Integrated[]; errors: readonly LineError[] } => {
    const batch = format === 'json' ? readRequest(text) : readLines(text, format)
    const stored = new Map(
      [...batch.molecules].map(([id, items]): [string, StoredEvidence[]] => [
        id,
        items.map(({ observedAtMs, ...item }) => ({
          ...item,
          id: deps.contentId(contentForm({ ...item, observedAtMs })),
          observedAt: observedAtMs === undefined ? moment : new Date(observedAtMs),
          recordedAt: moment,
        })),
      ]),
    )
    const claims = new Map<string, string[]>()
    for (const [id, evidence] of stored) {
      for (const name of new Set(evidence.flatMap(observationsOf))) {
        claims.set(name, [...(claims.get(name) ?? []), id])
      }
    }
    const rivalsOf = (moleculeId: string, evidence: readonly StoredEvidence[]) => {
      const names = evidence.flatMap(observationsOf)
      const ids = new Set(names.flatMap((name) => claims.get(name) ?? []))
      ids.delete(moleculeId)
      return [...ids].sort().map((id) => ({ moleculeId: id, evidence: stored.get(id)! }))
    }
    const results = [...stored].map(([moleculeId, evidence]): Integrated => {
      const rivals = rivalsOf(moleculeId, evidence)
      const state: EvidenceState = {
        moleculeId,
        moment,
        evidence,
        rivals,
        model: untrainedModel,
        network: untaughtNetwork,
      }
      const assessed = assessPairsOfState(state, batch.config, batch.weights)
      return {
        moleculeId,
        ...assessed,
        moment,
        model: untrainedModel,
        algorithmVersion: ALGORITHM_VERSION,
        resultHash: resultHashOf(assessed, deps.resultHash),
        added: 0,
      }
    })
    return { results, errors: batch.errors }
  }
}
