import { sql } from 'kysely'
import { keepEvidence, type MoleculeItem } from './keep-evidence.ts'
import type { TenantTransaction } from './with-organization.ts'

/** Whether PostgreSQL cannot store the data: class 22 (data), class 54 (size limits), 23514 (check constraint). */
const isUnstorable = (error: unknown): boolean =>
  /^(22|54|23514)/.test(String((error as { code?: unknown }).code ?? ''))

/**
 * Stores the items of a part of a file with one statement. If PostgreSQL refuses the data, tries halves until each
 * faulty item is isolated, passes it to `refused` and stores all others. Returns the number of items that were not
 * stored before.
 */
export async function keepLines<Item extends MoleculeItem>(
  trx: TenantTransaction,
  organizationId: string,
  items: readonly Item[],
  refused: (item: Item) => void,
): Promise<number> {
  await sql`SAVEPOINT lines`.execute(trx)
  try {
    const { added } = await keepEvidence(trx, organizationId, items, { bulk: true })
    await sql`RELEASE SAVEPOINT lines`.execute(trx)
    return added
  } catch (error) {
    if (!isUnstorable(error)) throw error
    await sql`ROLLBACK TO SAVEPOINT lines`.execute(trx)
    await sql`RELEASE SAVEPOINT lines`.execute(trx)
  }
  if (items.length === 1) {
    refused(items[0]!)
    return 0
  }
  const middle = items.length >> 1
  const first = await keepLines(trx, organizationId, items.slice(0, middle), refused)
  return first + (await keepLines(trx, organizationId, items.slice(middle), refused))
}
