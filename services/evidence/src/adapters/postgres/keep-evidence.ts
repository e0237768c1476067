import { sql } from 'kysely'
import { candidateKey, structureKey } from '../../domain/evidence/candidate-key.ts'
import { observationKey } from '../../domain/evidence/observed-evidence.ts'
import type { KeepItem } from '../../operations/ports.ts'
import type { TenantTransaction } from './with-organization.ts'

/** Item and the molecule that it is about. */
export interface MoleculeItem extends KeepItem {
  readonly moleculeId: string
}

/** Result of storing items. */
export interface Kept {
  /** Time at which the items of each molecule were recorded. */
  readonly moments: ReadonlyMap<string, Date>
  /** Number of items that were not stored before. */
  readonly added: number
}

const EXACT = sql`next_moment(molecule.last_recorded_at)`
const RISEN = sql`greatest(EXCLUDED.last_recorded_at, molecule.last_recorded_at + interval '1 millisecond')`

/**
 * Stores items of any number of molecules with one statement, the same on both engines.
 *
 * The row of a molecule is the lock for writing its evidence. Rows are locked in the order of their keys, so that
 * two writers cannot deadlock. The recorded time of a molecule strictly increases, so that its state at any past
 * time can be read again.
 */
export async function keepEvidence(
  trx: TenantTransaction,
  organizationId: string,
  items: readonly MoleculeItem[],
  options: {
    /** Molecules to update although no item is about them. */
    readonly alsoMolecules?: readonly string[]
    /**
     * Set for many molecules at once. The time is then taken when the statement starts, not when each row is
     * locked. It still strictly increases, and it need not be exact because nothing is assessed at that time.
     */
    readonly bulk?: boolean
  } = {},
): Promise<Kept> {
  const molecules = [
    ...new Set([...(options.alsoMolecules ?? []), ...items.map(({ moleculeId }) => moleculeId)]),
  ].sort()
  const keys = items.map(({ item }) => observationKey(item.metadata))
  const column = <T>(of: (item: MoleculeItem) => T) => items.map(of)
  const { rows } = await sql<{ molecule_id: string; last_recorded_at: Date; added: number }>`
    WITH touched AS (
      INSERT INTO molecule (organization_id, molecule_id, created_at, last_recorded_at)
      SELECT ${organizationId}::uuid, id, now, now
      FROM unnest(${molecules}::text[]) WITH ORDINALITY AS m (id, place),
        (SELECT next_moment('-infinity') AS now) AS clock
      ORDER BY place
      ON CONFLICT (organization_id, molecule_id)
      DO UPDATE SET last_recorded_at = ${options.bulk ? RISEN : EXACT}
      RETURNING molecule_id, last_recorded_at
    ), added AS (
      INSERT INTO evidence (organization_id, molecule_id, evidence_id, type, value, uncertainty, observed_at, source,
                            metadata, run_id, observation_id, candidate_key, recorded_at)
      SELECT ${organizationId}::uuid, i.molecule_id, i.evidence_id, i.type, i.value, i.uncertainty,
        coalesce(i.observed_at, t.last_recorded_at), i.source, i.metadata::jsonb, i.run_id, i.observation_id,
        i.candidate_key, t.last_recorded_at
      FROM unnest(
        ${column(({ moleculeId }) => moleculeId)}::text[],
        ${column(({ id }) => id)}::uuid[],
        ${column(({ item }) => item.type)}::text[],
        ${column(({ item }) => item.value)}::float8[],
        ${column(({ item }) => item.uncertainty)}::float8[],
        ${column(({ item }) => (item.observedAtMs === undefined ? null : new Date(item.observedAtMs).toISOString()))}::timestamptz[],
        ${column(({ item }) => item.source)}::text[],
        ${column(({ item }) => JSON.stringify(item.metadata))}::text[],
        ${keys.map((key) => key?.runId ?? '')}::text[],
        ${keys.map((key) => key?.observationId ?? null)}::text[],
        ${items.map(({ moleculeId, item }, i) => (keys[i] ? null : structureKey(candidateKey(moleculeId, item.metadata))))}::text[]
      ) AS i (molecule_id, evidence_id, type, value, uncertainty, observed_at, source, metadata, run_id, observation_id,
              candidate_key)
      JOIN touched t ON t.molecule_id = i.molecule_id
      ON CONFLICT DO NOTHING
      RETURNING 1
    )
    SELECT molecule_id, last_recorded_at, (SELECT count(*) FROM added) AS added FROM touched`.execute(trx)
  return {
    moments: new Map(rows.map((row) => [row.molecule_id, row.last_recorded_at])),
    added: rows[0]?.added ?? 0,
  }
}
