import { type Kysely, sql } from 'kysely'
import { throttleBuckets } from '../../domain/login-throttle.ts'
import type { LoginThrottle } from '../../operations/ports.ts'
import type { EvidenceDatabase } from './schema.ts'

/** Attempts per account and address in fixed windows; counted before the password is checked, so parallel guesses count too. */
export function postgresLoginThrottle(db: Kysely<EvidenceDatabase>): LoginThrottle {
  const count = async (bucket: string, windowSeconds: number) => {
    const { rows } = await sql<{ attempts: number; seconds_left: number }>`
      INSERT INTO login_attempt (bucket, attempts, window_ends_at)
      VALUES (${bucket}, 1, now() + make_interval(secs => ${windowSeconds}))
      ON CONFLICT (bucket) DO UPDATE SET
        attempts = CASE WHEN login_attempt.window_ends_at <= now() THEN 1 ELSE login_attempt.attempts + 1 END,
        window_ends_at = CASE WHEN login_attempt.window_ends_at <= now() THEN EXCLUDED.window_ends_at
                              ELSE login_attempt.window_ends_at END
      RETURNING attempts, ceil(extract(epoch FROM window_ends_at - now()))::int AS seconds_left`.execute(db)
    return rows[0]!
  }
  return {
    async attempt(username, address) {
      await sql`DELETE FROM login_attempt WHERE bucket IN
        (SELECT bucket FROM login_attempt WHERE window_ends_at < now() - interval '1 hour' LIMIT 10)`.execute(
        db,
      )
      let waitSeconds = 0
      for (const { bucket, maxAttempts, windowSeconds } of throttleBuckets(username, address)) {
        const { attempts, seconds_left } = await count(bucket, windowSeconds)
        if (attempts > maxAttempts) waitSeconds = Math.max(waitSeconds, seconds_left, 1)
      }
      return waitSeconds
    },
    async succeeded(username, address) {
      const [account, from] = throttleBuckets(username, address)
      await db.deleteFrom('login_attempt').where('bucket', '=', account!.bucket).execute()
      await db
        .updateTable('login_attempt')
        .set({ attempts: sql<number>`greatest(attempts - 1, 0)` })
        .where('bucket', '=', from!.bucket)
        .execute()
    },
  }
}
