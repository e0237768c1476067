import { type Kysely, sql } from 'kysely'
import { observationKey } from '../../domain/evidence/observed-evidence.ts'
import { applyDelta } from '../../domain/network/learned-network.ts'
import type {
  Actor,
  AssessmentRecord,
  AssessmentStore,
  EvidenceState,
  KeepItem,
  StoredEvidence,
} from '../../operations/ports.ts'
import { audit } from './audit.ts'
import { keepEvidence } from './keep-evidence.ts'
import { readLearned } from './learned.ts'
import { markObservations } from './mark-observations.ts'
import {
  currentMoment,
  observationsOf,
  readAside,
  readEvidence,
  readEvidenceOfMany,
  readOtherIds,
  readRivals,
  readRivalsOfMany,
} from './read-evidence.ts'
import type { EvidenceDatabase } from './schema.ts'
import { storedAssessments } from './stored-assessments.ts'
import { readOrganization, type TenantTransaction, writeOrganization } from './with-organization.ts'

/** Number of deltas after which their sum is stored as a snapshot. */
const DELTAS_PER_SNAPSHOT = 200

const exists = async (trx: TenantTransaction, organizationId: string, moleculeId: string, asOf?: Date) => {
  let query = trx
    .selectFrom('molecule')
    .select('created_at')
    .where('organization_id', '=', organizationId)
    .where('molecule_id', '=', moleculeId)
  if (asOf) query = query.where('created_at', '<=', asOf)
  return (await query.executeTakeFirst()) !== undefined
}

async function completed(
  trx: TenantTransaction,
  organizationId: string,
  found: Pick<EvidenceState, 'moleculeId' | 'moment' | 'evidence'>,
  options: {
    /** Whether kept evidence is assessed: what was set aside then stays in the bounds. */
    readonly kept?: boolean
    /** Whether the evidence of other ids of the candidate counts, too. */
    readonly otherIds?: boolean
    readonly before?: Date
  } = {},
): Promise<EvidenceState & { openDeltas: number }> {
  const { moleculeId, moment, evidence } = found
  const { before = moment, kept = true, otherIds = false } = options
  const aside = kept ? await readAside(trx, organizationId, [moleculeId], moment) : undefined
  const isAsSuch = otherIds && observationsOf(evidence).length === 0
  return {
    ...found,
    ...(aside ? { aside: aside.get(moleculeId) ?? [] } : {}),
    rivals: isAsSuch
      ? await readOtherIds(trx, organizationId, [found], { before })
      : await readRivals(trx, organizationId, found, { before, aside: otherIds }),
    ...(await readLearned(trx, organizationId, moment)),
  }
}

async function addRecord(
  trx: TenantTransaction,
  actor: Actor,
  state: EvidenceState,
  record: AssessmentRecord,
): Promise<void> {
  await trx
    .insertInto('assessment')
    .values({
      organization_id: actor.organizationId,
      molecule_id: state.moleculeId,
      recorded_at: state.moment,
      assessment_id: record.id,
      request: JSON.stringify(record.request),
      algorithm_version: record.algorithmVersion,
      package_version: record.packageVersion,
      model_version: state.model.version,
      overall_score: record.overallScore,
      lower_bound: record.bounds[0],
      upper_bound: record.bounds[1],
      result_hash: record.resultHash,
    })
    .execute()
}

/**
 * Maximum number of observation locks in one transaction. Requests about the same observation run one after the
 * other, so that each sees all earlier rivals; observations beyond this number are not locked.
 */
const MAX_OBSERVATION_LOCKS = 64

async function lockObservations(trx: TenantTransaction, organizationId: string, items: readonly KeepItem[]) {
  const keys = items.flatMap(({ item }) => observationKey(item.metadata) ?? [])
  // The shared scope is locked by the id alone, as before runs existed: an older replica may be writing too.
  const names = [
    ...new Set(
      keys.map(({ runId, observationId }) => (runId === '' ? observationId : `${runId}/${observationId}`)),
    ),
  ].sort()
  if (names.length === 0 || names.length > MAX_OBSERVATION_LOCKS) return
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${organizationId} || name, 1))
    FROM unnest(${names}::text[]) WITH ORDINALITY AS observation (name, place) ORDER BY place`.execute(trx)
}

/** Locks molecules for writing and returns one moment at which all of them change. */
async function lockMolecules(
  trx: TenantTransaction,
  organizationId: string,
  moleculeIds: readonly string[],
): Promise<Date> {
  const { moments } = await keepEvidence(trx, organizationId, [], { alsoMolecules: moleculeIds })
  const moment = new Date(Math.max(...[...moments.values()].map((at) => at.getTime())))
  if (moleculeIds.length > 1)
    await trx
      .updateTable('molecule')
      .set({ last_recorded_at: moment })
      .where('organization_id', '=', organizationId)
      .where(sql<boolean>`molecule_id = ANY(${moleculeIds}::text[])`)
      .execute()
  return moment
}

/** Converts new items as if they were stored at `moment`; items without a time were observed then. */
const asTaken = (items: readonly KeepItem[], moment: Date): StoredEvidence[] =>
  items.map(({ id, item }) => ({
    id,
    type: item.type,
    value: item.value,
    uncertainty: item.uncertainty,
    observedAt: item.observedAtMs === undefined ? moment : new Date(item.observedAtMs),
    source: item.source,
    metadata: item.metadata,
    recordedAt: moment,
  }))

/** Stores evidence, learned statistics and assessments. Each transaction is limited to one organization. */
export function postgresAssessmentStore(db: Kysely<EvidenceDatabase>): AssessmentStore {
  return {
    ...storedAssessments(db),
    keep: (actor, { moleculeId, items, includeKept }, assess) =>
      writeOrganization(
        db,
        actor,
        async (trx) => {
          const ours = items.map((item) => ({ ...item, moleculeId }))
          await lockObservations(trx, actor.organizationId, items)
          const kept = await keepEvidence(trx, actor.organizationId, ours, {
            alsoMolecules: [moleculeId],
          })
          const moment = kept.moments.get(moleculeId)!
          const evidence = await readEvidence(
            trx,
            actor.organizationId,
            moleculeId,
            includeKept ? {} : { ids: items.map(({ id }) => id) },
          )
          const found = { moleculeId, moment, evidence }
          const state = await completed(trx, actor.organizationId, found, { kept: includeKept })
          const { result, record } = await assess(state)
          await addRecord(trx, actor, state, record)
          await audit(trx, actor, {
            action: 'evidence.integrate',
            target: moleculeId,
            details: { assessment_id: record.id, items: items.length, added: kept.added },
          })
          if (kept.added > 0) await markObservations(trx, actor.organizationId, ours)
          return { result, added: kept.added }
        },
        { learned: 'read' },
      ),
    read: (organizationId, moleculeId, asOf) =>
      readOrganization(
        db,
        organizationId,
        async (trx) => {
          if (!(await exists(trx, organizationId, moleculeId, asOf))) return undefined
          const moment = asOf ?? (await currentMoment(trx))
          const evidence = await readEvidence(trx, organizationId, moleculeId, { asOf })
          // A past state contains what was recorded at that millisecond, of all molecules.
          const before = new Date(moment.getTime() + 1)
          const found = { moleculeId, moment, evidence }
          return completed(trx, organizationId, found, { otherIds: true, before })
        },
        'read',
      ),
    readMany: (organizationId, moleculeIds) =>
      readOrganization(
        db,
        organizationId,
        async (trx) => {
          const moment = await currentMoment(trx)
          const learned = await readLearned(trx, organizationId, moment)
          const found = await readEvidenceOfMany(trx, organizationId, moleculeIds)
          const aside = await readAside(trx, organizationId, moleculeIds, moment)
          const molecules = Array.from(found, ([moleculeId, evidence]) => ({
            moleculeId,
            evidence,
            aside: aside.get(moleculeId) ?? [],
          }))
          const rivalsOf = await readRivalsOfMany(trx, organizationId, molecules, moment)
          return molecules.map((molecule) => ({
            ...molecule,
            moment,
            rivals: rivalsOf(molecule),
            ...learned,
          }))
        },
        'read',
      ),
    replay: (organizationId, { moleculeId, items, includeKept }, asOf) =>
      readOrganization(
        db,
        organizationId,
        async (trx) => {
          const ids = items.map(({ id }) => id)
          const kept = await readEvidence(trx, organizationId, moleculeId, {
            asOf,
            ...(includeKept ? {} : { ids }),
          })
          const known = new Set(kept.map(({ id }) => id))
          const evidence = [...kept, ...asTaken(items, asOf).filter(({ id }) => !known.has(id))]
          return completed(trx, organizationId, { moleculeId, moment: asOf, evidence }, { kept: includeKept })
        },
        'read',
      ),
    setAside: (actor, moleculeIds, work) =>
      writeOrganization(
        db,
        actor,
        async (trx) => {
          const { organizationId } = actor
          const [moleculeId] = moleculeIds
          if (!(await exists(trx, organizationId, moleculeId))) return undefined
          const moment = await lockMolecules(trx, organizationId, moleculeIds)
          const evidence = await readEvidence(trx, organizationId, moleculeId)
          const found = { moleculeId, moment, evidence }
          const { result, aside } = await work(
            await completed(trx, organizationId, found, { otherIds: true }),
          )
          for (const { moleculeId: target, evidence: items } of aside) {
            const ids = items.map(({ id }) => id)
            await trx
              .updateTable('evidence')
              .set({ set_aside_at: moment })
              .where('organization_id', '=', organizationId)
              .where('molecule_id', '=', target)
              .where(sql<boolean>`evidence_id = ANY(${ids}::uuid[])`)
              .execute()
            const details = { evidence_ids: ids }
            await audit(trx, actor, { action: 'evidence.set_aside', target, details })
          }
          const items = aside.flatMap((one) => one.evidence.map((item) => ({ ...one, item })))
          await markObservations(trx, organizationId, items)
          return result
        },
        { learned: 'read' },
      ),
    learn: (actor, moleculeId, work) =>
      writeOrganization(
        db,
        actor,
        async (trx) => {
          const { organizationId } = actor
          if (!(await exists(trx, organizationId, moleculeId))) return undefined
          const moment = await currentMoment(trx)
          const evidence = await readEvidence(trx, organizationId, moleculeId)
          const found = { moleculeId, moment, evidence }
          const state = await completed(trx, organizationId, found, { otherIds: true })
          const last = await trx
            .selectFrom('network_delta')
            .select('after')
            .where('organization_id', '=', organizationId)
            .where('molecule_id', '=', moleculeId)
            .orderBy('recorded_at', 'desc')
            .limit(1)
            .executeTakeFirst()
          const { result, delta } = await work(state, last?.after ?? null)
          if (!delta) return result
          // One millisecond ahead, so that no reader at this moment can have missed it (see `learnedLock`).
          const { rows } = await sql<{ recorded_at: Date }>`
            INSERT INTO network_delta (organization_id, molecule_id, recorded_at, before, after)
            SELECT ${organizationId}::uuid, ${moleculeId}, next_moment(coalesce(max(recorded_at), '-infinity'))
                + interval '1 millisecond',
              ${delta.before === null ? null : JSON.stringify(delta.before)}::jsonb, ${JSON.stringify(delta.after)}::jsonb
            FROM network_delta WHERE organization_id = ${organizationId}
            RETURNING recorded_at`.execute(trx)
          if (state.openDeltas + 1 >= DELTAS_PER_SNAPSHOT) {
            await trx
              .insertInto('network_snapshot')
              .values({
                organization_id: organizationId,
                recorded_at: rows[0]!.recorded_at,
                statistics: JSON.stringify(applyDelta(state.network, delta)),
              })
              .execute()
          }
          await audit(trx, actor, { action: 'network.learn', target: moleculeId })
          return result
        },
        { learned: 'written' },
      ),
  }
}
