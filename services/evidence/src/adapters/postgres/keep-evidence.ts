import { sql } from 'kysely'
import { observationOf } from '../../domain/evidence/observed-evidence.ts'
import type { KeepItem } from '../../operations/ports.ts'
import type { TenantTransaction } from './with-organization.ts'

export interface MoleculeItem extends KeepItem {
  readonly moleculeId: string
}

export interface Kept {
  /** When each molecule's items were recorded. */
  readonly moments: ReadonlyMap<string, Date>
  /** Items that were not kept before. */
  readonly added: number
}

const EXACT = sql`next_moment(molecule.last_recorded_at)`
const RISEN = sql`greatest(EXCLUDED.last_recorded_at, molecule.last_recorded_at + interval '1 millisecond')`

/**
 * Keeps items of any number of molecules with one statement, whatever the engine. The molecule's row is the lock under
 * which its evidence is written, taken in the order of the keys so that two writers never wait for each other, and its
 * time strictly rises: what was kept at a moment can be read again by that moment.
 */
export async function keepEvidence(
  trx: TenantTransaction,
  organizationId: string,
  items: readonly MoleculeItem[],
  options: {
    /** Molecules to touch although no item is about them. */
    readonly alsoMolecules?: readonly string[]
    /**
     * Many molecules at once: their time is taken when the statement starts, not when each row's turn comes, and still
     * rises strictly. Nothing is assessed at that time, so it need not be exact.
     */
    readonly bulk?: boolean
  } = {},
): Promise<Kept> {
  const molecules = [
    ...new Set([...(options.alsoMolecules ?? []), ...items.map(({ moleculeId }) => moleculeId)]),
  ].sort()
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
                            metadata, observation_id, recorded_at)
      SELECT ${organizationId}::uuid, i.molecule_id, i.evidence_id, i.type, i.value, i.uncertainty,
        coalesce(i.observed_at, t.last_recorded_at), i.source, i.metadata::jsonb, i.observation_id, t.last_recorded_at
      FROM unnest(
        ${column(({ moleculeId }) => moleculeId)}::text[],
        ${column(({ id }) => id)}::uuid[],
        ${column(({ item }) => item.type)}::text[],
        ${column(({ item }) => item.value)}::float8[],
        ${column(({ item }) => item.uncertainty)}::float8[],
        ${column(({ item }) => (item.observedAtMs === undefined ? null : new Date(item.observedAtMs).toISOString()))}::timestamptz[],
        ${column(({ item }) => item.source)}::text[],
        ${column(({ item }) => JSON.stringify(item.metadata))}::text[],
        ${column(({ item }) => observationOf(item.metadata) ?? null)}::text[]
      ) AS i (molecule_id, evidence_id, type, value, uncertainty, observed_at, source, metadata, observation_id)
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
