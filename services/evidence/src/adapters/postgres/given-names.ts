import { sql } from 'kysely'
import type { TenantTransaction } from './with-organization.ts'

/** Reads the names that the organization gave molecules, by molecule; those without one are left out. */
export async function readGivenNames(
  trx: TenantTransaction,
  organizationId: string,
  molecules: readonly { readonly moleculeId: string }[],
): Promise<ReadonlyMap<string, string>> {
  if (molecules.length === 0) return new Map()
  const ids = molecules.map(({ moleculeId }) => moleculeId)
  const rows = await trx
    .selectFrom('molecule')
    .select(['molecule_id', 'name'])
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`molecule_id = ANY(${ids}::text[])`)
    .where('name', 'is not', null)
    .execute()
  return new Map(rows.map(({ molecule_id, name }) => [molecule_id, name!]))
}
