import { sql } from 'kysely'
import type { ObservationKey } from '../../domain/evidence/observed-evidence.ts'
import type { Moment, PoolQuery } from '../../operations/ports.ts'
import type { TenantTransaction } from './with-organization.ts'

/**
 * Reads assessed observations, at most `perTenth` of each tenth of the probability, in an order that depends on their
 * ids only: a sample that is the same every time and prefers no feature.
 */
export async function readPool(
  trx: TenantTransaction,
  organizationId: string,
  { runId, unlabelled, perTenth, mostCandidates }: PoolQuery,
): Promise<ObservationKey[]> {
  const { rows } = await sql<{ run_id: string; observation_id: string }>`
    SELECT run_id, observation_id FROM (
      SELECT s.*, sum(candidates) OVER (ORDER BY place, tenth) AS so_far FROM (
        SELECT o.run_id, o.observation_id, o.candidates, least(9, floor(o.probability * 10)) AS tenth,
          row_number() OVER (PARTITION BY least(9, floor(o.probability * 10))
            ORDER BY md5(o.run_id || ' ' || o.observation_id)) AS place
        FROM observation o
        WHERE o.organization_id = ${organizationId} ${runId === null ? sql`` : sql`AND o.run_id = ${runId}`}
          AND o.probability >= 0
          ${
            unlabelled
              ? sql`AND NOT EXISTS (SELECT FROM label l WHERE l.organization_id = o.organization_id
                  AND l.molecule_id = o.molecule_id AND l.run_id = o.run_id AND l.observation_id = o.observation_id)`
              : sql``
          }
      ) AS s WHERE place <= ${perTenth}
    ) AS t WHERE so_far <= ${mostCandidates} ORDER BY so_far`.execute(trx)
  return rows.map((row) => ({ runId: row.run_id, observationId: row.observation_id }))
}

/** Reads the moments at which the evidence about an observation was kept or set aside, and those of fits since. */
export async function readMoments(
  trx: TenantTransaction,
  organizationId: string,
  { runId, observationId }: ObservationKey,
  limit: number,
): Promise<Moment[]> {
  const { rows } = await sql<{ at: Date; kind: Moment['kind']; count: number }>`
    WITH claim AS MATERIALIZED (
      SELECT DISTINCT molecule_id FROM evidence
      WHERE organization_id = ${organizationId} AND run_id = ${runId} AND observation_id = ${observationId}
    ), item AS MATERIALIZED (
      SELECT recorded_at, set_aside_at FROM evidence
      WHERE organization_id = ${organizationId} AND run_id = ${runId} AND observation_id = ${observationId}
      UNION ALL
      SELECT e.recorded_at, e.set_aside_at FROM claim c, LATERAL (
        SELECT recorded_at, set_aside_at FROM evidence
        WHERE organization_id = ${organizationId} AND molecule_id = c.molecule_id AND observation_id IS NULL OFFSET 0
      ) AS e
    )
    SELECT date_trunc('milliseconds', at) AS at, kind, max(count)::int AS count FROM (
      SELECT recorded_at AS at, 'evidence' AS kind, count(*) AS count FROM item GROUP BY recorded_at
      UNION ALL
      SELECT set_aside_at, 'set_aside', count(*) FROM item WHERE set_aside_at IS NOT NULL GROUP BY set_aside_at
      UNION ALL
      SELECT recorded_at, 'fit', version FROM learned_model
      WHERE organization_id = ${organizationId} AND recorded_at >= (SELECT min(recorded_at) FROM item)
    ) AS m GROUP BY date_trunc('milliseconds', at), kind ORDER BY at DESC LIMIT ${limit}`.execute(trx)
  return rows.map((row) => ({ at: row.at, kind: row.kind, count: Number(row.count) }))
}
