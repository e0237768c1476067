import { sql } from 'kysely'
import { keepEvidence, type MoleculeItem } from './keep-evidence.ts'
import type { TenantTransaction } from './with-organization.ts'

/** Data that PostgreSQL cannot hold: class 22 (data), class 54 (limits of size), 23514 (check). */
const isUnstorable = (error: unknown): boolean =>
  /^(22|54|23514)/.test(String((error as { code?: unknown }).code ?? ''))

/**
 * Keeps the items of a part of a file with one statement. If PostgreSQL refuses its data, halves are tried until the faulty
 * items stand alone: each of them is handed to `refused`, all others are kept. Returns how many were not kept before.
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
