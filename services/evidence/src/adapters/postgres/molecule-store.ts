import { type Kysely, type Selectable, sql } from 'kysely'
import type { Molecule, Structure } from '../../domain/evidence/molecule.ts'
import type { MoleculeStore, StoredEvidence } from '../../operations/ports.ts'
import { audit } from './audit.ts'
import { readGivenNames } from './given-names.ts'
import { markObservations } from './mark-observations.ts'
import type { EvidenceDatabase, TenantDatabase } from './schema.ts'
import { readOrganization, writeOrganization } from './with-organization.ts'

const COLUMNS = ['molecule_id', 'name', 'aliases', 'structure', 'created_at'] as const

type Row = Pick<Selectable<TenantDatabase['molecule']>, (typeof COLUMNS)[number]>

const toMolecule = (row: Row): Molecule => ({
  id: row.molecule_id,
  name: row.name,
  aliases: row.aliases,
  structure: row.structure as Structure | null,
  createdAt: row.created_at,
})

/** Columns of an evidence row that are read. */
export const EVIDENCE_COLUMNS = [
  'evidence_id',
  'type',
  'value',
  'uncertainty',
  'observed_at',
  'source',
  'metadata',
  'recorded_at',
] as const

/** Evidence row with the columns that are read. */
export type EvidenceRow = Pick<Selectable<TenantDatabase['evidence']>, (typeof EVIDENCE_COLUMNS)[number]>

/** Converts an evidence row. */
export const toStoredEvidence = (row: EvidenceRow): StoredEvidence => ({
  id: row.evidence_id,
  type: row.type,
  value: row.value,
  uncertainty: row.uncertainty,
  observedAt: row.observed_at,
  source: row.source,
  metadata: row.metadata,
  recordedAt: row.recorded_at,
})

/** Below this number of fingerprints a search compares all of them; above, it uses the approximate index. */
const EXACT_SEARCH_ROWS = 50_000

/** Stores the molecules of one organization. */
export function postgresMoleculeStore(db: Kysely<EvidenceDatabase>): MoleculeStore {
  return {
    find: (organizationId, id) =>
      readOrganization(db, organizationId, async (trx) => {
        const row = await trx
          .selectFrom('molecule')
          .select(COLUMNS)
          .select((to) =>
            to
              .selectFrom('evidence')
              .where('evidence.organization_id', '=', organizationId)
              .where('evidence.molecule_id', '=', id)
              .select((of) => of.fn.countAll<number>().as('n'))
              .as('evidence_count'),
          )
          .where('organization_id', '=', organizationId)
          .where('molecule_id', '=', id)
          .executeTakeFirst()
        return row && { ...toMolecule(row), evidenceCount: row.evidence_count ?? 0 }
      }),
    put: (actor, molecule) =>
      writeOrganization(db, actor, async (trx) => {
        const values = {
          name: molecule.name,
          aliases: [...molecule.aliases],
          structure: molecule.structure && JSON.stringify(molecule.structure.structure),
          inchikey: molecule.structure?.structure.inchikey ?? null,
          morgan: molecule.structure?.morganBits ?? null,
        }
        const before = await readGivenNames(trx, actor.organizationId, [{ moleculeId: molecule.id }])
        await trx
          .insertInto('molecule')
          .values({
            organization_id: actor.organizationId,
            molecule_id: molecule.id,
            ...values,
            created_at: sql<Date>`next_moment('-infinity')`,
            last_recorded_at: sql<Date>`'-infinity'`,
          })
          .onConflict((conflict) => conflict.columns(['organization_id', 'molecule_id']).doUpdateSet(values))
          .execute()
        // The table of a run shows the name, so the summaries of the molecule's observations are out of date.
        if ((before.get(molecule.id) ?? null) !== molecule.name)
          await markObservations(trx, actor.organizationId, [
            { moleculeId: molecule.id, item: { metadata: {} } },
          ])
        const details = { name: molecule.name, inchikey: values.inchikey }
        await audit(trx, actor, { action: 'molecule.put', target: molecule.id, details })
      }),
    list: (organizationId, { after, limit }) =>
      readOrganization(db, organizationId, async (trx) => {
        const all = trx.selectFrom('molecule').select(COLUMNS).where('organization_id', '=', organizationId)
        const rest = after === undefined ? all : all.where('molecule_id', '>', after)
        return (await rest.orderBy('molecule_id').limit(limit).execute()).map(toMolecule)
      }),
    similar: (organizationId, morganBits, { limit, minSimilarity }) =>
      readOrganization(db, organizationId, async (trx) => {
        const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM (SELECT FROM molecule
          WHERE organization_id = ${organizationId} AND morgan IS NOT NULL LIMIT ${EXACT_SEARCH_ROWS}) AS fingerprints`.execute(
          trx,
        )
        if (rows[0]!.n < EXACT_SEARCH_ROWS) await sql`SET LOCAL enable_indexscan = off`.execute(trx)
        // The index covers all organizations: scan until enough rows of this one are found.
        else await sql`SET LOCAL hnsw.iterative_scan = strict_order`.execute(trx)
        const distance = sql<number>`morgan <%> ${morganBits}::bit(2048)`
        const found = await trx
          .selectFrom('molecule')
          .select(COLUMNS)
          .select(sql<number>`1 - (${distance})`.as('similarity'))
          .where('organization_id', '=', organizationId)
          .where('morgan', 'is not', null)
          .orderBy(distance)
          .orderBy('molecule_id')
          .limit(limit)
          .execute()
        return found
          .filter(({ similarity }) => similarity >= minSimilarity)
          .map(({ similarity, ...row }) => ({ molecule: toMolecule(row), similarity }))
      }),
    evidence: (organizationId, id, { after, limit }) =>
      readOrganization(db, organizationId, async (trx) => {
        const all = trx
          .selectFrom('evidence')
          .select(EVIDENCE_COLUMNS)
          .where('organization_id', '=', organizationId)
          .where('molecule_id', '=', id)
        const rest = after === undefined ? all : all.where('evidence_id', '>', after)
        return (await rest.orderBy('evidence_id').limit(limit).execute()).map(toStoredEvidence)
      }),
  }
}
