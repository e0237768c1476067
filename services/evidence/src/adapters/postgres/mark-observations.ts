import { sql } from 'kysely'
import { observationKey, observationText } from '../../domain/evidence/observed-evidence.ts'
import type { TenantTransaction } from './with-organization.ts'

/**
 * Registers the observations and runs that new items name, and marks the summaries of the observations as out of date.
 * Call it at the end of a transaction: it locks the rows of the observations, in the order of their keys, and of their
 * runs.
 */
export async function markObservations(
  trx: TenantTransaction,
  organizationId: string,
  items: Iterable<{ readonly item: { readonly metadata: Readonly<Record<string, unknown>> } }>,
): Promise<void> {
  const named = new Map<string, { runId: string; observationId: string }>()
  for (const { item } of items) {
    const key = observationKey(item.metadata)
    if (key !== undefined) named.set(observationText(key), key)
  }
  if (named.size === 0) return
  const keys = [...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key)
  await sql`
    WITH marked AS (
      INSERT INTO observation (organization_id, run_id, observation_id)
      SELECT ${organizationId}::uuid, run_id, observation_id
      FROM unnest(${keys.map(({ runId }) => runId)}::text[], ${keys.map(({ observationId }) => observationId)}::text[])
        WITH ORDINALITY AS o (run_id, observation_id, place)
      ORDER BY place
      ON CONFLICT (organization_id, run_id, observation_id) DO UPDATE SET changes = observation.changes + 1
      RETURNING run_id, changes
    )
    INSERT INTO run (organization_id, run_id, observations)
    SELECT ${organizationId}::uuid, run_id, count(*) FROM marked WHERE changes = 1 GROUP BY run_id ORDER BY run_id
    ON CONFLICT (organization_id, run_id) DO UPDATE SET observations = run.observations + EXCLUDED.observations`.execute(
    trx,
  )
}
