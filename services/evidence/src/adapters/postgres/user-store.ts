import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Role } from '../../domain/accounts/user.ts'
import type { UserStore } from '../../operations/ports.ts'
import { MEMBER_COLUMNS } from './member-columns.ts'
import type { EvidenceDatabase } from './schema.ts'

/** Stores users and organizations. */
export function postgresUserStore(db: Kysely<EvidenceDatabase>): UserStore {
  const users = db
    .selectFrom('app_user')
    .innerJoin('organization', 'organization.id', 'app_user.organization_id')
    .select([...MEMBER_COLUMNS, 'app_user.password_hash as passwordHash'])

  return {
    async findByUsername(username) {
      const row = await users
        .where(sql`lower(app_user.username)`, '=', username.toLowerCase())
        .executeTakeFirst()
      return row && { ...row, role: row.role as Role }
    },
    async findById(id) {
      const row = await users.where('app_user.id', '=', id).executeTakeFirst()
      return row && { ...row, role: row.role as Role }
    },
    async epochOf(id) {
      const row = await db
        .selectFrom('app_user')
        .select('token_epoch')
        .where('id', '=', id)
        .executeTakeFirst()
      return row?.token_epoch
    },
    async findOrganization(name) {
      const row = await db.selectFrom('organization').select('id').where('name', '=', name).executeTakeFirst()
      return row?.id
    },
    add: (user) =>
      db.transaction().execute(async (trx) => {
        await trx
          .insertInto('organization')
          .values({ id: randomUUID(), name: user.organization })
          .onConflict((conflict) => conflict.column('name').doNothing())
          .execute()
        const added = await trx
          .insertInto('app_user')
          .columns(['id', 'username', 'password_hash', 'role', 'organization_id'])
          .expression((from) =>
            from
              .selectFrom('organization')
              .where('name', '=', user.organization)
              .select((to) => [
                sql<string>`${user.id}::uuid`.as('id'),
                to.val(user.username).as('username'),
                to.val(user.passwordHash).as('password_hash'),
                to.val(user.role).as('role'),
                'organization.id as organization_id',
              ]),
          )
          .onConflict((conflict) => conflict.expression(sql`lower(username)`).doNothing())
          .returning('id')
          .execute()
        return added.length > 0
      }),
  }
}
