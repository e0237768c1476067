import { sql } from 'kysely'
import { MAX_ASSESSED_ITEMS, MAX_BATCH_ITEMS } from '../../domain/evidence/evidence-item.ts'
import { observationOf } from '../../domain/evidence/observed-evidence.ts'
import { invalid } from '../../domain/refusal.ts'
import type { StoredEvidence } from '../../operations/ports.ts'
import { EVIDENCE_COLUMNS, toStoredEvidence } from './molecule-store.ts'
import type { TenantTransaction } from './with-organization.ts'

/** Refuses more items than one computation may read; its time and memory grow with their number. */
function atMost<T>(rows: T[], most: number, field: string, provided: unknown): T[] {
  if (rows.length <= most) return rows
  throw invalid(field, `refers to more than ${most} kept items, the maximum for one request`, provided)
}

/** Returns the time of the database in milliseconds, the resolution in which past states are requested. */
export async function currentMoment(trx: TenantTransaction): Promise<Date> {
  const { rows } = await sql<{ moment: Date }>`
    SELECT date_trunc('milliseconds', clock_timestamp()) AS moment`.execute(trx)
  return rows[0]!.moment
}

/** Condition for items in use: not set aside now, or at the time `asOf`. */
const inUse = (asOf: Date | undefined) =>
  asOf === undefined
    ? sql<boolean>`set_aside_at IS NULL`
    : sql<boolean>`recorded_at <= ${asOf} AND (set_aside_at IS NULL OR set_aside_at > ${asOf})`

/**
 * Reads kept items of one molecule: the items in use, or those with the given ids whether set aside or not. With
 * `asOf`, only items recorded up to that time.
 */
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
  if (ids === undefined) query = query.where(inUse(asOf))
  else query = query.where(sql<boolean>`evidence_id = ANY(${ids}::uuid[])`)
  if (asOf !== undefined) query = query.where('recorded_at', '<=', asOf)
  const rows = await query.limit(MAX_ASSESSED_ITEMS + 1).execute()
  return atMost(rows, MAX_ASSESSED_ITEMS, 'molecule_id', moleculeId).map(toStoredEvidence)
}

/** Reads the items in use of many molecules, grouped by molecule. */
export async function readEvidenceOfMany(
  trx: TenantTransaction,
  organizationId: string,
  moleculeIds: readonly string[],
): Promise<ReadonlyMap<string, StoredEvidence[]>> {
  const molecules = await trx
    .selectFrom('molecule')
    .select('molecule_id')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`molecule_id = ANY(${moleculeIds}::text[])`)
    .execute()
  const rows = await trx
    .selectFrom('evidence')
    .select([...EVIDENCE_COLUMNS, 'molecule_id'])
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`molecule_id = ANY(${moleculeIds}::text[])`)
    .where(inUse(undefined))
    .limit(MAX_BATCH_ITEMS + 1)
    .execute()
  atMost(rows, MAX_BATCH_ITEMS, 'molecule_ids', moleculeIds.length)
  const found = Map.groupBy(rows, (row) => row.molecule_id)
  return new Map(
    molecules.map(({ molecule_id }) => [molecule_id, (found.get(molecule_id) ?? []).map(toStoredEvidence)]),
  )
}

/** Maximum number of rivals that are read; the best one matters most. */
const MAX_RIVALS = 50

/** Reads the evidence of each rival: a molecule that claims one of the observations, recorded before `before`. */
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
    .where(sql<boolean>`(set_aside_at IS NULL OR set_aside_at >= ${before})`)
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
    .limit(MAX_ASSESSED_ITEMS + 1)
    .execute()
  atMost(rows, MAX_ASSESSED_ITEMS, 'molecule_id', moleculeId)
  const byMolecule = new Map<string, StoredEvidence[]>()
  for (const row of rows) {
    const held = byMolecule.get(row.molecule_id)
    if (held) held.push(toStoredEvidence(row))
    else byMolecule.set(row.molecule_id, [toStoredEvidence(row)])
  }
  return [...byMolecule].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, items]) => items)
}
