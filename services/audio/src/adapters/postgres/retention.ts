import { type Kysely, sql } from 'kysely'
import type { Retention } from '../../operations/ports.ts'
import type { AudioDatabase } from './schema.ts'

/** Finds and removes expired data. Every statement may run twice, or at the same time as another sweep. */
export const postgresRetention = (db: Kysely<AudioDatabase>): Retention => ({
  async now() {
    const { rows } = await sql<{ now: Date }>`SELECT now() AS now`.execute(db)
    return rows[0]!.now
  },
  async needed(keys) {
    if (keys.length === 0) return new Set()
    const inputs = db
      .selectFrom('job')
      .select(sql<string>`input ->> 'key'`.as('key'))
      .where('status', 'in', ['pending', 'processing'])
      .where(sql<string>`input ->> 'key'`, 'in', keys)
    const kept = db.selectFrom('artifact').select(sql<string>`key::text`.as('key')).where('key', 'in', keys)
    const originals = db
      .selectFrom('kept_track')
      .select(sql<string>`original_key::text`.as('key'))
      .where('original_key', 'in', keys)
    const peaks = db
      .selectFrom('kept_track')
      .select(sql<string>`peaks_key::text`.as('key'))
      .where('peaks_key', 'in', keys)
    const rows = await inputs.union(kept).union(originals).union(peaks).execute()
    return new Set(rows.map(({ key }) => key))
  },
  async expiredArtifacts(now, limit) {
    const rows = await db
      .selectFrom('artifact')
      .select('key')
      .where('expires_at', '<', now)
      .limit(limit)
      .execute()
    return rows.map(({ key }) => key)
  },
  async forgetArtifacts(keys) {
    if (keys.length > 0) await db.deleteFrom('artifact').where('key', 'in', keys).execute()
  },
  async forgetBefore(time) {
    const gone = await db.deleteFrom('job').where('completed_at', '<', time).executeTakeFirst()
    await db.deleteFrom('cached_result').where('created_at', '<', time).execute()
    // A key is removed together with its job: as long as the job exists, a repeated request must not start the work
    // again.
    await db
      .deleteFrom('idempotency_key')
      .where('created_at', '<', time)
      .where('job_id', 'is', null)
      .execute()
    await db.deleteFrom('upload_usage').where('day', '<', time.toISOString().slice(0, 10)).execute()
    return Number(gone.numDeletedRows)
  },
})
