import { type Kysely, sql } from 'kysely'
import {
  applyDelta,
  deltaOf,
  type NetworkDelta,
  type TypeMeans,
} from '../../domain/network/learned-network.ts'
import { MAX_NETWORK_TYPES } from '../../domain/network/predict-evidence.ts'
import type { TeachMolecules } from '../../operations/ports.ts'
import { readLearned } from './learned.ts'
import type { EvidenceDatabase } from './schema.ts'
import { type TenantTransaction, withOrganization } from './with-organization.ts'

/** Number of molecules that one transaction teaches. It holds the lock of the learned statistics. */
const BATCH = 500

/** After every stored delta, of which the last may be a millisecond ahead of the clock. */
const END_OF_TIME = new Date('9999-01-01')

/** The one spelling of a type (see `normaliseType`): kept items may be older than the rule. */
const TYPE_NAME = sql`replace(lower(type), '-', '_')`

/**
 * Returns the mean value per type of each molecule, and what it had taught before. A molecule without any evidence left
 * has no values; one whose evidence is all set aside keeps what it taught.
 */
async function lessonsOf(trx: TenantTransaction, organizationId: string, moleculeIds: readonly string[]) {
  const { rows } = await sql<{ molecule_id: string; means: TypeMeans; taught: TypeMeans | null }>`
    SELECT m.molecule_id, m.means, (SELECT d.after FROM network_delta d
      WHERE d.organization_id = ${organizationId} AND d.molecule_id = m.molecule_id
      ORDER BY d.recorded_at DESC LIMIT 1) AS taught
    FROM (SELECT molecule_id, jsonb_object_agg(type, mean) AS means
      FROM (SELECT molecule_id, ${TYPE_NAME} AS type, avg(value) AS mean FROM evidence
        WHERE organization_id = ${organizationId} AND molecule_id = ANY(${moleculeIds}::text[]) AND set_aside_at IS NULL
        GROUP BY molecule_id, ${TYPE_NAME}) AS typed
      GROUP BY molecule_id
      UNION ALL
      SELECT asked.id, '{}'::jsonb FROM unnest(${moleculeIds}::text[]) AS asked (id)
      WHERE NOT EXISTS (SELECT FROM evidence WHERE organization_id = ${organizationId} AND molecule_id = asked.id)) AS m
    ORDER BY m.molecule_id`.execute(trx)
  return rows.flatMap(({ molecule_id, means, taught }) => {
    if (Object.keys(means).length > MAX_NETWORK_TYPES) return []
    const delta = deltaOf(taught, means)
    return delta === null ? [] : [{ moleculeId: molecule_id, delta }]
  })
}

async function store(
  trx: TenantTransaction,
  organizationId: string,
  lessons: readonly { readonly moleculeId: string; readonly delta: NetworkDelta }[],
) {
  const { network } = await readLearned(trx, organizationId, END_OF_TIME)
  const json = (value: TypeMeans | null) => (value === null ? null : JSON.stringify(value))
  // One millisecond ahead, so that no reader at this moment can have missed it (see `learnedLock`).
  const { rows } = await sql<{ recorded_at: Date }>`
    INSERT INTO network_delta (organization_id, molecule_id, recorded_at, before, after)
    SELECT ${organizationId}::uuid, lesson.molecule_id, at.moment, lesson.before::jsonb, lesson.after::jsonb
    FROM unnest(${lessons.map(({ moleculeId }) => moleculeId)}::text[],
        ${lessons.map(({ delta }) => json(delta.before))}::text[],
        ${lessons.map(({ delta }) => json(delta.after))}::text[]) AS lesson (molecule_id, before, after),
      (SELECT next_moment(coalesce(max(recorded_at), '-infinity')) + interval '1 millisecond' AS moment
       FROM network_delta WHERE organization_id = ${organizationId}) AS at
    RETURNING recorded_at`.execute(trx)
  await trx
    .insertInto('network_snapshot')
    .values({
      organization_id: organizationId,
      recorded_at: rows[0]!.recorded_at,
      statistics: JSON.stringify(lessons.reduce((sum, { delta }) => applyDelta(sum, delta), network)),
    })
    .execute()
}

async function teachBatch(trx: TenantTransaction, organizationId: string, moleculeIds: readonly string[]) {
  const lessons = await lessonsOf(trx, organizationId, moleculeIds)
  if (lessons.length > 0) await store(trx, organizationId, lessons)
}

/** Teaches what molecules say now within a transaction that holds the lock of the learned statistics for writing. */
export async function teachBatches(
  trx: TenantTransaction,
  organizationId: string,
  moleculeIds: readonly string[],
): Promise<void> {
  for (let i = 0; i < moleculeIds.length; i += BATCH)
    await teachBatch(trx, organizationId, moleculeIds.slice(i, i + BATCH))
}

/**
 * Teaches the learned statistics what molecules say now, in batches. Molecules that say the same as before change
 * nothing. Each batch stores the sum as a snapshot, so that reading stays short.
 */
export const postgresTeacher =
  (db: Kysely<EvidenceDatabase>): TeachMolecules =>
  async (organizationId, moleculeIds) => {
    for (let i = 0; i < moleculeIds.length; i += BATCH) {
      await withOrganization(
        db,
        organizationId,
        (trx) => teachBatch(trx, organizationId, moleculeIds.slice(i, i + BATCH)),
        'written',
      )
    }
  }
