import type { Database, RunSql } from '@assay/kit/database'
import { type TenantScope, tablesOf, tenantRows } from '@assay/kit/tenant-data'
import { accessEnded, mayDo, roleRefused } from '../../domain/accounts/access.ts'
import type { Role } from '../../domain/accounts/user.ts'
import type { Actor, OrganizationData } from '../../operations/ports.ts'
import type { EvidenceDatabase } from './schema.ts'
import { inTurnOf, patiently } from './with-organization.ts'

/** Name of the column that every table of organizations has. */
export const ORGANIZATION_COLUMN = 'organization_id'

/** Tables that hold only secrets of sessions, which an export leaves out. */
export const SECRET_TABLES = ['refresh_token', 'page_session']
/** Columns that an export leaves out: secrets. */
export const SECRET_COLUMNS = ['password_hash']

/** Enters the organization for one transaction as an administrator, or as the operator of the database. */
async function enter(run: RunSql, actor: Actor): Promise<void> {
  if (actor.epoch === 'operator') {
    await run(
      `SELECT set_config('role', 'evidence_tenant', true), set_config('evidence.organization_id', $1::text, true)`,
      [actor.organizationId],
    )
    return
  }
  const [row] = await run('SELECT user_role, user_epoch FROM enter_organization($1::uuid, $2::uuid, NULL)', [
    actor.organizationId,
    actor.userId,
  ])
  const standing = row as { user_role: Role; user_epoch: number } | undefined
  if (!standing || standing.user_epoch !== actor.epoch) throw accessEnded()
  if (!mayDo(standing.user_role, 'administer')) throw roleRefused(standing.user_role, 'administer')
}

type Transactions = Pick<Database<EvidenceDatabase>, 'inTransaction'>

/**
 * Reads all data of an organization under row-level security. Each page is a transaction of its own and takes its turn among
 * the requests of the organization, so an export takes no connection from another one.
 */
export function postgresOrganizationData(
  database: Transactions & Pick<Database<EvidenceDatabase>, 'db'>,
): OrganizationData {
  const inTurn = ({ organizationId }: Actor): Transactions => ({
    inTransaction: (work) => inTurnOf(database.db, organizationId, () => database.inTransaction(work)),
  })
  const begun = (actor: Actor): Transactions => ({
    inTransaction: (work) => patiently(() => inTurn(actor).inTransaction(work)),
  })
  const scopeOf = (actor: Actor): TenantScope => ({
    column: ORGANIZATION_COLUMN,
    value: actor.organizationId,
    prepare: (run) => enter(run, actor),
  })
  const exported = async (actor: Actor, transactions: Transactions) =>
    (await tablesOf(transactions, scopeOf(actor)))
      .filter(({ name }) => !SECRET_TABLES.includes(name))
      .reverse()
  return {
    async manifest(actor) {
      const tables = await exported(actor, inTurn(actor))
      const name = await inTurn(actor).inTransaction(async (run) => {
        await enter(run, actor)
        const [row] = await run('SELECT name FROM organization WHERE id = $1::uuid', [actor.organizationId])
        return (row as { name: string }).name
      })
      return {
        organizationId: actor.organizationId,
        organization: name,
        tables: tables.map((table) => table.name),
      }
    },
    async *rows(actor, name) {
      const table = (await exported(actor, begun(actor))).find((known) => known.name === name)
      if (table) yield* tenantRows(begun(actor), scopeOf(actor), table, SECRET_COLUMNS)
    },
  }
}
