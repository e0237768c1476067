import { type Kysely, sql } from 'kysely'
import { MAX_CALIBRATION_ITEMS } from '../../domain/evidence/evidence-item.ts'
import type { ObservationKey } from '../../domain/evidence/observed-evidence.ts'
import type { Rival, ScoreStore } from '../../operations/ports.ts'
import { readLearned } from './learned.ts'
import { EVIDENCE_COLUMNS, type EvidenceRow, toStoredEvidence } from './molecule-store.ts'
import { currentMoment, readClaims } from './read-evidence.ts'
import type { EvidenceDatabase } from './schema.ts'
import { type TenantTransaction, writeOrganization } from './with-organization.ts'

/** Largest number of observations, and of molecules without one, that a calibration without labels reads. */
const DRAWN = 5000
/** Items of the drawn observations; the rest is room for items that bear on their molecules as such. */
const DRAWN_ITEMS = MAX_CALIBRATION_ITEMS / 2

/** Draws observations by the hash of their id: the draw does not follow the order of files, and is always the same. */
async function drawObservations(
  trx: TenantTransaction,
  organizationId: string,
  runId: string | undefined,
): Promise<ObservationKey[]> {
  const { rows } = await sql<{ run_id: string; observation_id: string }>`
    WITH drawn AS (
      SELECT run_id, observation_id,
        row_number() OVER (ORDER BY hashtextextended(observation_id, 0), run_id, observation_id) AS place
      FROM observation WHERE organization_id = ${organizationId} ${runId === undefined ? sql`` : sql`AND run_id = ${runId}`}
      ORDER BY place LIMIT ${DRAWN}
    ), counted AS (
      SELECT d.*, sum((SELECT count(*) FROM evidence e WHERE e.organization_id = ${organizationId}
        AND e.run_id = d.run_id AND e.observation_id = d.observation_id)) OVER (ORDER BY place) AS items
      FROM drawn d
    )
    SELECT run_id, observation_id FROM counted WHERE items <= ${DRAWN_ITEMS} ORDER BY place`.execute(trx)
  return rows.map((row) => ({ runId: row.run_id, observationId: row.observation_id }))
}

/** Draws molecules without observations, in the same way. */
async function drawBare(trx: TenantTransaction, organizationId: string): Promise<Rival[]> {
  const columns = sql.join([...EVIDENCE_COLUMNS, 'molecule_id'].map((name) => sql.ref(`e.${name}`)))
  const { rows } = await sql<EvidenceRow & { molecule_id: string }>`
    WITH drawn AS (
      SELECT molecule_id FROM (
        SELECT DISTINCT molecule_id FROM evidence
        WHERE organization_id = ${organizationId} AND observation_id IS NULL AND set_aside_at IS NULL
      ) AS m
      WHERE NOT EXISTS (SELECT FROM evidence e WHERE e.organization_id = ${organizationId}
        AND e.molecule_id = m.molecule_id AND e.observation_id IS NOT NULL)
      ORDER BY hashtextextended(molecule_id, 0), molecule_id LIMIT ${DRAWN}
    )
    SELECT ${columns} FROM drawn d JOIN evidence e
      ON e.organization_id = ${organizationId} AND e.molecule_id = d.molecule_id AND e.set_aside_at IS NULL
    ORDER BY hashtextextended(e.molecule_id, 0), e.molecule_id LIMIT ${DRAWN_ITEMS}`.execute(trx)
  return [...Map.groupBy(rows, (row) => row.molecule_id)].map(([moleculeId, items]) => ({
    moleculeId,
    evidence: items.map(toStoredEvidence),
  }))
}

/** Reads kept scores for a calibration without labels. */
export function postgresScoreStore(db: Kysely<EvidenceDatabase>): ScoreStore {
  return {
    draw: (actor, runId) =>
      // As a write: an actor whose access has ended learns nothing, not even which runs there are.
      writeOrganization(
        db,
        actor,
        async (trx) => {
          const { organizationId } = actor
          const { rows } = await sql<{ runs: number; observations: number }>`
            SELECT count(*)::int AS runs, coalesce(sum(observations), 0)::float8 AS observations FROM run
            WHERE organization_id = ${organizationId} ${runId === undefined ? sql`` : sql`AND run_id = ${runId}`}`.execute(
            trx,
          )
          if (runId !== undefined && rows[0]!.runs === 0) return undefined
          const observations = await drawObservations(trx, organizationId, runId)
          const options = { field: 'run_id', most: MAX_CALIBRATION_ITEMS }
          const { model } = await readLearned(trx, organizationId, await currentMoment(trx))
          return {
            observations,
            observationsTotal: rows[0]!.observations,
            claims: await readClaims(trx, organizationId, observations, options),
            bare: runId === undefined ? await drawBare(trx, organizationId) : [],
            model,
          }
        },
        { learned: 'read' },
      ),
  }
}
