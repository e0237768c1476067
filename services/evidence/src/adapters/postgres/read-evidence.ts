import { sql } from 'kysely'
import { candidateKeyOfAll, structureKey } from '../../domain/evidence/candidate-key.ts'
import { MAX_ASSESSED_ITEMS, MAX_BATCH_ITEMS, MAX_CLAIM_ITEMS } from '../../domain/evidence/evidence-item.ts'
import {
  type ObservationKey,
  observationKey,
  observationText,
} from '../../domain/evidence/observed-evidence.ts'
import { invalid } from '../../domain/refusal.ts'
import type { Rival, StoredEvidence } from '../../operations/ports.ts'
import { EVIDENCE_COLUMNS, type EvidenceRow, toStoredEvidence } from './molecule-store.ts'
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

/** Reads the kept items of molecules that were set aside, now or up to a past time, grouped by molecule. */
export async function readAside(
  trx: TenantTransaction,
  organizationId: string,
  moleculeIds: readonly string[],
  asOf?: Date,
): Promise<ReadonlyMap<string, StoredEvidence[]>> {
  let query = trx
    .selectFrom('evidence')
    .select([...EVIDENCE_COLUMNS, 'molecule_id'])
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`molecule_id = ANY(${moleculeIds}::text[])`)
    .where('set_aside_at', 'is not', null)
  if (asOf !== undefined) query = query.where('set_aside_at', '<=', asOf)
  const rows = await query.limit(MAX_BATCH_ITEMS + 1).execute()
  atMost(rows, MAX_BATCH_ITEMS, 'molecule_ids', moleculeIds.length)
  const found = Map.groupBy(rows, (row) => row.molecule_id)
  return new Map(Array.from(found, ([moleculeId, list]) => [moleculeId, list.map(toStoredEvidence)]))
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

/** Returns the observations that items name, each once. */
export const observationsOf = (evidence: Iterable<StoredEvidence>): ObservationKey[] => {
  const found = new Map<string, ObservationKey>()
  for (const { metadata } of evidence) {
    const key = observationKey(metadata)
    if (key !== undefined) found.set(observationText(key), key)
  }
  return [...found.values()]
}

/**
 * Reads all candidates of observations with one query, however many there are: per molecule its items of these pairs
 * and its items that bear on the molecule as such, sorted by molecule. With `before`, the state just before that time.
 * With `aside`, also those that were set aside, in a list of their own; they make no candidate.
 */
export async function readClaims(
  trx: TenantTransaction,
  organizationId: string,
  observations: readonly ObservationKey[],
  options: { before?: Date; except?: string; field?: string; most?: number; aside?: boolean } = {},
): Promise<Rival[]> {
  if (observations.length === 0) return []
  const { before, most = MAX_CLAIM_ITEMS } = options
  const inUseThen =
    before === undefined
      ? sql`e.set_aside_at IS NULL`
      : sql`(e.set_aside_at IS NULL OR e.set_aside_at >= ${before})`
  const recorded = before === undefined ? sql`true` : sql`e.recorded_at < ${before}`
  const inState = options.aside ? recorded : sql`${recorded} AND ${inUseThen}`
  const names = sql.join([...EVIDENCE_COLUMNS, 'molecule_id'].map((name) => sql.ref(`e.${name}`)))
  const columns = sql`${names}, NOT ${inUseThen} AS aside`
  // OFFSET 0 keeps the planner from joining the whole table when its statistics lag behind an import.
  const { rows } = await sql<EvidenceRow & { molecule_id: string; aside: boolean }>`
    WITH claim AS (
      SELECT found.* FROM unnest(${observations.map(({ runId }) => runId)}::text[],
        ${observations.map(({ observationId }) => observationId)}::text[]) AS o (run_id, observation_id),
        LATERAL (
          SELECT ${columns} FROM evidence e
          WHERE e.organization_id = ${organizationId} AND e.run_id = o.run_id AND e.observation_id = o.observation_id
            AND ${inState} AND e.molecule_id <> ${options.except ?? ''} OFFSET 0
        ) AS found
      LIMIT ${most + 1}
    )
    SELECT * FROM claim WHERE NOT aside OR molecule_id IN (SELECT molecule_id FROM claim WHERE NOT aside)
    UNION ALL
    SELECT found.* FROM (SELECT DISTINCT molecule_id FROM claim WHERE NOT aside) AS m,
      LATERAL (
        SELECT ${columns} FROM evidence e
        WHERE e.organization_id = ${organizationId} AND e.molecule_id = m.molecule_id AND e.observation_id IS NULL
          AND ${inState} OFFSET 0
      ) AS found
    LIMIT ${most + 1}`.execute(trx)
  atMost(rows, most, options.field ?? 'molecule_id', options.except ?? observations.length)
  return byMolecule(rows, options.aside)
}

/** Reads every other molecule that claims an observation of these items, as it was just before `before`. */
export const readRivals = (
  trx: TenantTransaction,
  organizationId: string,
  { moleculeId, evidence }: Rival,
  options: { readonly before: Date; readonly aside?: boolean },
): Promise<Rival[]> =>
  readClaims(trx, organizationId, observationsOf(evidence), { ...options, except: moleculeId })

/** Returns the candidate key of a molecule from its items in use. */
export const keyOf = ({ moleculeId, evidence }: Pick<Rival, 'moleculeId' | 'evidence'>): string =>
  candidateKeyOfAll(
    moleculeId,
    evidence.map(({ metadata }) => metadata),
  )

/**
 * Reads the other ids of candidates with one query, as they were just before `before`: molecules whose items about the
 * molecule as such have the candidate key of one of these molecules, with all such items, also those that name no key. The
 * molecules themselves are left out. What was set aside is in a list of its own; items about observations are among it
 * if no other item of the molecule is about one, so that the bounds are the same whichever id is read.
 */
export async function readOtherIds(
  trx: TenantTransaction,
  organizationId: string,
  molecules: readonly Pick<Rival, 'moleculeId' | 'evidence'>[],
  options: { readonly before: Date; readonly field?: string; readonly most?: number },
): Promise<Rival[]> {
  const { before, field = 'molecule_id', most = MAX_ASSESSED_ITEMS } = options
  const keys = new Set(molecules.flatMap((one) => structureKey(keyOf(one)) ?? []))
  if (keys.size === 0) return []
  const ids = molecules.map(({ moleculeId }) => moleculeId)
  const names = sql.join([...EVIDENCE_COLUMNS, 'molecule_id'].map((name) => sql.ref(`e.${name}`)))
  // A key is stored per item, so one item finds the molecule. OFFSET 0: see `readClaims`.
  const { rows } = await sql<EvidenceRow & { molecule_id: string; aside: boolean }>`
    WITH same AS (
      SELECT molecule_id FROM evidence
      WHERE organization_id = ${organizationId} AND candidate_key = ANY(${[...keys]}::text[])
        AND molecule_id <> ALL(${ids}::text[]) AND recorded_at < ${before}
      LIMIT ${most + 1}
    )
    SELECT found.* FROM (SELECT DISTINCT molecule_id FROM same) AS m,
      LATERAL (
        SELECT ${names}, coalesce(e.set_aside_at < ${before}, false) AS aside FROM evidence e
        WHERE e.organization_id = ${organizationId} AND e.molecule_id = m.molecule_id AND e.recorded_at < ${before}
          AND (e.observation_id IS NULL OR (e.set_aside_at < ${before} AND NOT EXISTS (
            SELECT FROM evidence u WHERE u.organization_id = ${organizationId} AND u.molecule_id = m.molecule_id
              AND u.observation_id IS NOT NULL AND u.recorded_at < ${before}
              AND (u.set_aside_at IS NULL OR u.set_aside_at >= ${before})))) OFFSET 0
      ) AS found
    LIMIT ${most + 1}`.execute(trx)
  atMost(rows, most, field, ids.length === 1 ? ids[0] : ids.length)
  // All items of a molecule decide its key, so it can differ from the key of one item.
  return byMolecule(rows, true).filter((other) => keys.has(keyOf(other)))
}

/** Groups rows by molecule, sorted; what was set aside in a list of its own. */
const byMolecule = (
  rows: readonly (EvidenceRow & { molecule_id: string; aside: boolean })[],
  withAside = false,
): Rival[] =>
  [...Map.groupBy(rows, (row) => row.molecule_id)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([moleculeId, items]) => {
      const of = (aside: boolean) => items.filter((row) => row.aside === aside).map(toStoredEvidence)
      return { moleculeId, evidence: of(false), ...(withAside ? { aside: of(true) } : {}) }
    })

/** Reads the rivals of many molecules with one query; the other ids of those without observations with another. */
export async function readRivalsOfMany(
  trx: TenantTransaction,
  organizationId: string,
  molecules: readonly Rival[],
  before: Date,
): Promise<(molecule: Rival) => Rival[]> {
  const claimed = observationsOf(molecules.flatMap(({ evidence }) => evidence))
  const options = { before, field: 'molecule_ids' }
  const claims = await readClaims(trx, organizationId, claimed, { ...options, aside: true })
  const asSuch = molecules.filter(({ evidence }) => observationsOf(evidence).length === 0)
  const otherIds = await readOtherIds(trx, organizationId, asSuch, options)
  const byKey = Map.groupBy([...asSuch, ...otherIds], keyOf)
  const byObservation = new Map<string, Rival[]>()
  for (const claim of claims)
    for (const key of observationsOf(claim.evidence).map(observationText))
      byObservation.set(key, [...(byObservation.get(key) ?? []), claim])
  return (molecule) => {
    const { moleculeId } = molecule
    const named = observationsOf(molecule.evidence)
    if (named.length === 0)
      return (byKey.get(keyOf(molecule)) ?? []).filter((other) => other.moleculeId !== moleculeId)
    const rivals = new Set(named.flatMap((key) => byObservation.get(observationText(key)) ?? []))
    return claims.filter((claim) => claim.moleculeId !== moleculeId && rivals.has(claim))
  }
}
