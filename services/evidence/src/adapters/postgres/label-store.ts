import type { Queue } from '@assay/kit/queue'
import { type Kysely, sql } from 'kysely'
import { MAX_CALIBRATION_ITEMS } from '../../domain/evidence/evidence-item.ts'
import { type ObservationKey, observationText } from '../../domain/evidence/observed-evidence.ts'
import { invalid } from '../../domain/refusal.ts'
import type { JobData, Labelled, LabelledMolecule, LabelStore, Rival } from '../../operations/ports.ts'
import { audit } from './audit.ts'
import { readLearned } from './learned.ts'
import { EVIDENCE_COLUMNS, toStoredEvidence } from './molecule-store.ts'
import { currentMoment, observationsOf, readClaims } from './read-evidence.ts'
import type { EvidenceDatabase } from './schema.ts'
import {
  leaveOrganization,
  readOrganization,
  type TenantTransaction,
  writeOrganization,
} from './with-organization.ts'

async function readLabelled(
  trx: TenantTransaction,
  organizationId: string,
): Promise<Pick<Labelled, 'molecules' | 'claims'>> {
  const labels = await trx
    .selectFrom('label')
    .distinctOn(['molecule_id', 'run_id', 'observation_id'])
    .select(['molecule_id', 'run_id', 'observation_id', 'correct'])
    .select(
      sql<Date>`min(recorded_at) OVER (PARTITION BY molecule_id, run_id, observation_id)`.as(
        'first_labelled_at',
      ),
    )
    .where('organization_id', '=', organizationId)
    .orderBy('molecule_id')
    .orderBy('run_id')
    .orderBy('observation_id')
    .orderBy('recorded_at', 'desc')
    .execute()
  const ids = labels.map((row) => row.molecule_id)
  const evidence = await trx
    .selectFrom('evidence')
    .select([...EVIDENCE_COLUMNS, 'molecule_id'])
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`molecule_id = ANY(${ids}::text[])`)
    .where('set_aside_at', 'is', null)
    .orderBy('molecule_id')
    .orderBy('evidence_id')
    .limit(MAX_CALIBRATION_ITEMS + 1)
    .execute()
  if (evidence.length > MAX_CALIBRATION_ITEMS)
    throw invalid(
      'labels',
      `refer to more than ${MAX_CALIBRATION_ITEMS} kept items, the maximum for one calibration`,
      labels.length,
    )
  const byMolecule = Map.groupBy(evidence, (row) => row.molecule_id)
  const molecules = labels.map((label) => ({
    moleculeId: label.molecule_id,
    pair: label.observation_id === '' ? null : { runId: label.run_id, observationId: label.observation_id },
    correct: label.correct,
    firstLabelledAt: label.first_labelled_at,
    evidence: (byMolecule.get(label.molecule_id) ?? []).map(toStoredEvidence),
  }))
  return { molecules, claims: await readClaimsOfLabels(trx, organizationId, molecules) }
}

/** Reads all candidates of the labelled observations: of the pair, or of every pair of a molecule labelled as such. */
async function readClaimsOfLabels(
  trx: TenantTransaction,
  organizationId: string,
  molecules: readonly LabelledMolecule[],
): Promise<Rival[]> {
  const pairs = new Map<string, ObservationKey>()
  for (const { pair, evidence } of molecules)
    for (const key of pair ? [pair] : observationsOf(evidence)) pairs.set(observationText(key), key)
  const options = { field: 'labels', most: MAX_CALIBRATION_ITEMS }
  return readClaims(trx, organizationId, [...pairs.values()], options)
}

/** Returns the index of the first label of a pair for which the molecule has no evidence. */
async function firstUnclaimed(
  trx: TenantTransaction,
  organizationId: string,
  labels: readonly { moleculeId: string; pair: ObservationKey | null }[],
): Promise<number | undefined> {
  const pairs = labels.flatMap(({ moleculeId, pair }, index) =>
    pair ? [{ index, moleculeId, ...pair }] : [],
  )
  if (pairs.length === 0) return undefined
  const { rows } = await sql<{ index: number }>`
    SELECT p.index FROM unnest(${pairs.map(({ index }) => index)}::int[],
      ${pairs.map(({ moleculeId }) => moleculeId)}::text[], ${pairs.map(({ runId }) => runId)}::text[],
      ${pairs.map(({ observationId }) => observationId)}::text[]) AS p (index, molecule_id, run_id, observation_id)
    WHERE NOT EXISTS (SELECT FROM evidence e WHERE e.organization_id = ${organizationId}
      AND e.run_id = p.run_id AND e.observation_id = p.observation_id AND e.molecule_id = p.molecule_id)
    ORDER BY p.index LIMIT 1`.execute(trx)
  return rows[0]?.index
}

/** Stores labels and the models learned from them. */
export function postgresLabelStore(
  db: Kysely<EvidenceDatabase>,
  queue: Pick<Queue<JobData>, 'send'>,
): LabelStore {
  return {
    label: (actor, labels) =>
      writeOrganization(db, actor, async (trx) => {
        const ids = labels.map(({ moleculeId }) => moleculeId)
        const known = await trx
          .selectFrom('molecule')
          .select('molecule_id')
          .where('organization_id', '=', actor.organizationId)
          .where(sql<boolean>`molecule_id = ANY(${ids}::text[])`)
          .execute()
        const have = new Set(known.map((row) => row.molecule_id))
        const unknown = ids.findIndex((id) => !have.has(id))
        if (unknown >= 0) return { index: unknown, what: 'molecule' as const }
        const unclaimed = await firstUnclaimed(trx, actor.organizationId, labels)
        if (unclaimed !== undefined) return { index: unclaimed, what: 'pair' as const }
        await trx
          .insertInto('label')
          .values(
            labels.map(({ moleculeId, pair, correct, curator }) => ({
              organization_id: actor.organizationId,
              molecule_id: moleculeId,
              recorded_at: sql<Date>`clock_timestamp()`,
              correct,
              curator,
              user_id: actor.userId,
              run_id: pair?.runId ?? '',
              observation_id: pair?.observationId ?? '',
            })),
          )
          .execute()
        const details = { count: labels.length }
        await audit(trx, actor, { action: 'label.add', target: ids.length === 1 ? ids[0]! : 'many', details })
        return undefined
      }),
    labelled: (organizationId) =>
      readOrganization(
        db,
        organizationId,
        async (trx) => {
          const moment = await currentMoment(trx)
          const { model } = await readLearned(trx, organizationId, moment)
          const fitted = await trx
            .selectFrom('learned_model')
            .select('recorded_at')
            .where('organization_id', '=', organizationId)
            .where('version', '=', model.version)
            .executeTakeFirst()
          const labelled = await readLabelled(trx, organizationId)
          return { ...labelled, model, modelAt: fitted?.recorded_at ?? null, moment }
        },
        'read',
      ),
    addModel: (actor, model, labelCount) =>
      writeOrganization(
        db,
        actor,
        async (trx) => {
          const { rows } = await sql<{ version: number }>`SELECT coalesce(max(version), 0) + 1 AS version
            FROM learned_model WHERE organization_id = ${actor.organizationId}`.execute(trx)
          const { version } = rows[0]!
          await trx
            .insertInto('learned_model')
            .values({
              organization_id: actor.organizationId,
              version,
              // One millisecond ahead, so that no reader at this moment can have missed it (see `learnedLock`).
              recorded_at: sql<Date>`next_moment('-infinity') + interval '1 millisecond'`,
              model: JSON.stringify({ ...model, version }),
            })
            .execute()
          const details = { version, by: model.calibration.by, labels: labelCount }
          await audit(trx, actor, { action: 'calibration.fit', target: `version ${version}`, details })
          // The summaries of all observations rest on the model.
          await leaveOrganization(trx)
          const { organizationId } = actor
          await queue.send(trx, 'assess', { organizationId, runId: null }, { group: organizationId })
          return version
        },
        { learned: 'written' },
      ),
  }
}
