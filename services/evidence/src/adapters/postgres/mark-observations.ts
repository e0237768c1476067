import { sql } from 'kysely'
import { observationKey, observationText } from '../../domain/evidence/observed-evidence.ts'
import type { TenantTransaction } from './with-organization.ts'

/** Item that was stored or set aside, and the molecule that it is about. */
interface ChangedItem {
  readonly moleculeId: string
  readonly item: { readonly metadata: Readonly<Record<string, unknown>> }
}

/**
 * Registers the observations and runs that changed items name, and marks the summaries of the observations as out of
 * date. An item without an observation bears on all pairs of its molecule, so it marks every observation that the
 * molecule claims. Call it at the end of a transaction: it locks the rows of the observations, in the order of their
 * keys, and of their runs.
 */
export async function markObservations(
  trx: TenantTransaction,
  organizationId: string,
  items: Iterable<ChangedItem>,
): Promise<void> {
  const named = new Map<string, { runId: string; observationId: string }>()
  const asSuch = new Set<string>()
  for (const { moleculeId, item } of items) {
    const key = observationKey(item.metadata)
    if (key === undefined) asSuch.add(moleculeId)
    else named.set(observationText(key), key)
  }
  if (named.size === 0 && asSuch.size === 0) return
  const keys = [...named.values()]
  const claimed =
    asSuch.size === 0
      ? sql``
      : sql`UNION SELECT run_id, observation_id FROM evidence
          WHERE organization_id = ${organizationId} AND molecule_id = ANY(${[...asSuch]}::text[]) AND observation_id IS NOT NULL`
  await sql`
    WITH marked AS (
      INSERT INTO observation (organization_id, run_id, observation_id)
      SELECT ${organizationId}::uuid, run_id, observation_id
      FROM (
        SELECT * FROM unnest(${keys.map(({ runId }) => runId)}::text[],
          ${keys.map(({ observationId }) => observationId)}::text[]) AS o (run_id, observation_id) ${claimed}
      ) AS changed
      ORDER BY run_id COLLATE "C", observation_id COLLATE "C"
      ON CONFLICT (organization_id, run_id, observation_id) DO UPDATE SET changes = observation.changes + 1
      RETURNING run_id, changes
    )
    INSERT INTO run (organization_id, run_id, observations)
    SELECT ${organizationId}::uuid, run_id, count(*) FROM marked WHERE changes = 1 GROUP BY run_id ORDER BY run_id
    ON CONFLICT (organization_id, run_id) DO UPDATE SET observations = run.observations + EXCLUDED.observations`.execute(
    trx,
  )
}

/** Whether summaries of runs other than this one are out of date, because evidence about their molecules changed. */
export async function othersAreStale(
  trx: TenantTransaction,
  organizationId: string,
  runId: string,
): Promise<boolean> {
  const { rows } = await sql<{ stale: boolean }>`SELECT EXISTS (
      SELECT FROM observation WHERE organization_id = ${organizationId} AND run_id <> ${runId}
        AND assessed_changes < changes
    ) AS stale`.execute(trx)
  return rows[0]!.stale
}
