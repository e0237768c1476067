import { type Kysely, sql } from 'kysely'
import type { UploadMeter } from '../../operations/ports.ts'
import type { AudioDatabase } from './schema.ts'

/** Counts uploaded bytes per client and day. Two simultaneous uploads cannot both use the rest of a quota. */
export const postgresUploadMeter = (db: Kysely<AudioDatabase>): UploadMeter => ({
  async used(owner, day) {
    const row = await db
      .selectFrom('upload_usage')
      .select('bytes')
      .where('owner', '=', owner)
      .where('day', '=', day)
      .executeTakeFirst()
    return row?.bytes ?? 0
  },
  async admit(owner, day, bytes, quotaBytes) {
    if (bytes > quotaBytes) return false
    const counted = await db
      .insertInto('upload_usage')
      .values({ owner, day, bytes })
      .onConflict((on) =>
        on
          .columns(['owner', 'day'])
          .doUpdateSet({ bytes: sql<number>`upload_usage.bytes + ${bytes}` })
          .where(sql<boolean>`upload_usage.bytes + ${bytes} <= ${quotaBytes}`),
      )
      .returning('bytes')
      .execute()
    return counted.length > 0
  },
})
