import type { Kysely } from 'kysely'
import type { ResultCache, ResultKey } from '../../operations/ports.ts'
import type { AudioDatabase } from './schema.ts'

const columns = ({ owner, sha256, analysis, engineVersion }: ResultKey) => ({
  owner,
  content_sha256: sha256,
  analysis,
  engine_version: engineVersion,
})

/** Caches results by content, separately for each client. */
export const postgresResultCache = (db: Kysely<AudioDatabase>): ResultCache => ({
  async find(key) {
    const row = await db
      .selectFrom('cached_result')
      .select('body')
      .where((where) => where.and(columns(key)))
      .executeTakeFirst()
    return row?.body as object | undefined
  },
  async save(key, body) {
    await db
      .insertInto('cached_result')
      .values({ ...columns(key), body: JSON.stringify(body) })
      .onConflict((on) => on.doNothing())
      .execute()
  },
})
