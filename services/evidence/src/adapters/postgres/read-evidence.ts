import { sql } from 'kysely'
import { observationOf } from '../../domain/observed-evidence.ts'
import type { StoredEvidence } from '../../operations/ports.ts'
import { EVIDENCE_COLUMNS, toStoredEvidence } from './molecule-store.ts'
import type { TenantTransaction } from './with-organization.ts'

/** The database's clock in milliseconds, the resolution in which past states are named. */
export async function currentMoment(trx: TenantTransaction): Promise<Date> {
  const { rows } = await sql<{ moment: Date }>`
    SELECT date_trunc('milliseconds', clock_timestamp()) AS moment`.execute(trx)
  return rows[0]!.moment
}

/** Kept items of one molecule: all, or those with the given ids; those recorded up to `asOf` where it is given. */
export async function readEvidence(
  trx: TenantTransaction,
  organizationId: string,
  moleculeId: string,
  { ids, asOf }: { ids?: readonly string[]; asOf?: Date | undefined } = {},
): Promise<StoredEvidence[]> {
  let query = trx
    .selectFrom('evidence')
    .select(EVIDENCE_COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('molecule_id', '=', moleculeId)
  if (ids !== undefined) query = query.where(sql<boolean>`evidence_id = ANY(${ids}::uuid[])`)
  if (asOf !== undefined) query = query.where('recorded_at', '<=', asOf)
  return (await query.execute()).map(toStoredEvidence)
}

/** Rivals of one molecule that are looked at; the one that matters most is the best of them. */
const MAX_RIVALS = 50

/** The evidence of each other molecule that claims one of the observations, recorded before `before`. */
export async function readRivals(
  trx: TenantTransaction,
  organizationId: string,
  moleculeId: string,
  evidence: readonly StoredEvidence[],
  before: Date,
): Promise<StoredEvidence[][]> {
  const observations = [...new Set(evidence.flatMap(({ metadata }) => observationOf(metadata) ?? []))]
  if (observations.length === 0) return []
  const rows = await trx
    .selectFrom('evidence')
    .select([...EVIDENCE_COLUMNS, 'molecule_id'])
    .where('organization_id', '=', organizationId)
    .where('recorded_at', '<', before)
    .where('molecule_id', 'in', (of) =>
      of
        .selectFrom('evidence as claim')
        .select('claim.molecule_id')
        .distinct()
        .where('claim.organization_id', '=', organizationId)
        .where(sql<boolean>`claim.observation_id = ANY(${observations}::text[])`)
        .where('claim.molecule_id', '<>', moleculeId)
        .where('claim.recorded_at', '<', before)
        .orderBy('claim.molecule_id')
        .limit(MAX_RIVALS),
    )
    .execute()
  const byMolecule = new Map<string, StoredEvidence[]>()
  for (const row of rows) {
    const held = byMolecule.get(row.molecule_id)
    if (held) held.push(toStoredEvidence(row))
    else byMolecule.set(row.molecule_id, [toStoredEvidence(row)])
  }
  return [...byMolecule].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, items]) => items)
}
