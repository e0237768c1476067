import { type Kysely, sql } from 'kysely'
import {
  afterSuccess,
  type Count,
  decideLogin,
  KNOWN_NETWORK_DAYS,
  type LoginCounts,
  TURN_SECONDS,
} from '../../domain/accounts/login-throttle.ts'
import type { LoginThrottle } from '../../operations/ports.ts'
import type { EvidenceDatabase } from './schema.ts'

/** Returns the keys under which attempts are counted. Usernames are case-insensitive. */
const bucketsOf = (username: string, network: string) => {
  const account = username.toLowerCase()
  // A network contains no space, so two different pairs never share a bucket.
  return { network: `network:${network}`, account: `account:${account}`, pair: `pair:${account} ${network}` }
}
type Buckets = ReturnType<typeof bucketsOf>

interface Row {
  readonly bucket: string
  readonly attempts: number
  readonly window_ends_at: Date
  readonly turn_at: Date | null
}

/** Creates missing counters, locks and reads all of them, always in the order network, account, pair. */
async function lockCounts(
  db: Kysely<EvidenceDatabase>,
  buckets: Buckets,
): Promise<{ counts: Omit<LoginCounts, 'known'>; nowMs: number }> {
  const names = [buckets.network, buckets.account, buckets.pair]
  const { rows } = await sql<Row & { now: Date }>`
    INSERT INTO login_attempt (bucket, attempts, window_ends_at)
    SELECT name, 0, now() FROM unnest(${names}::text[]) WITH ORDINALITY AS wanted (name, place) ORDER BY place
    ON CONFLICT (bucket) DO UPDATE SET attempts = login_attempt.attempts
    RETURNING bucket, attempts, window_ends_at, turn_at, now()`.execute(db)
  const found = (name: string) => rows.find(({ bucket }) => bucket === name)!
  const count = (name: string): Count => ({
    attempts: found(name).attempts,
    windowEndsMs: found(name).window_ends_at.getTime(),
  })
  return {
    counts: {
      network: count(buckets.network),
      account: count(buckets.account),
      pair: count(buckets.pair),
      turnMs: found(buckets.pair).turn_at?.getTime(),
    },
    nowMs: rows[0]!.now.getTime(),
  }
}

async function saveCounts(
  db: Kysely<EvidenceDatabase>,
  buckets: Buckets,
  before: Omit<LoginCounts, 'known'>,
  after: LoginCounts,
): Promise<void> {
  for (const name of ['network', 'account', 'pair'] as const) {
    const count = after[name]
    const turnMs = name === 'pair' ? after.turnMs : undefined
    if (count === before[name] && (name !== 'pair' || turnMs === before.turnMs)) continue
    await db
      .updateTable('login_attempt')
      .set({
        attempts: count?.attempts ?? 0,
        ...(count ? { window_ends_at: new Date(count.windowEndsMs) } : {}),
        turn_at: turnMs === undefined ? null : new Date(turnMs),
      })
      .where('bucket', '=', buckets[name])
      .execute()
  }
}

/**
 * Counts login attempts in the database, so that all replicas share the counts, and before the password is
 * checked, so that parallel guesses count too. `decideLogin` makes the decision.
 */
export function postgresLoginThrottle(db: Kysely<EvidenceDatabase>): LoginThrottle {
  const isKnown = async (trx: Kysely<EvidenceDatabase>, username: string, network: string) =>
    (await trx
      .selectFrom('login_network')
      .innerJoin('app_user', 'app_user.id', 'login_network.user_id')
      .select('login_network.network')
      .where(sql`lower(app_user.username)`, '=', username.toLowerCase())
      .where('login_network.network', '=', network)
      .where(sql<boolean>`last_login_at > now() - make_interval(days => ${KNOWN_NETWORK_DAYS})`)
      .executeTakeFirst()) !== undefined
  /** Deletes expired counters. Each attempt deletes more than it creates, so no separate process is needed. */
  const sweep = () =>
    sql`DELETE FROM login_attempt WHERE bucket IN (SELECT bucket FROM login_attempt
      WHERE window_ends_at < now() AND (turn_at IS NULL OR turn_at < now() - make_interval(secs => ${TURN_SECONDS}))
      LIMIT 10 FOR UPDATE SKIP LOCKED)`.execute(db)
  return {
    async attempt(username, network) {
      await sweep()
      return db.transaction().execute(async (trx) => {
        const buckets = bucketsOf(username, network)
        const { counts, nowMs } = await lockCounts(trx, buckets)
        const known = await isKnown(trx, username, network)
        const decided = decideLogin({ ...counts, known }, nowMs)
        await saveCounts(trx, buckets, counts, decided.counts)
        return decided.waitSeconds
      })
    },
    async succeeded(member, network) {
      await db.transaction().execute(async (trx) => {
        const buckets = bucketsOf(member.username, network)
        const { counts } = await lockCounts(trx, buckets)
        const known = await isKnown(trx, member.username, network)
        await saveCounts(trx, buckets, counts, afterSuccess({ ...counts, known }))
        await sql`INSERT INTO login_network (user_id, network, last_login_at)
          SELECT id, ${network}, now() FROM app_user WHERE id = ${member.id} FOR KEY SHARE
          ON CONFLICT (user_id, network) DO UPDATE SET last_login_at = now()`.execute(trx)
        await sql`DELETE FROM login_network WHERE user_id = ${member.id}
          AND last_login_at < now() - make_interval(days => ${KNOWN_NETWORK_DAYS})`.execute(trx)
      })
    },
  }
}
