import type { Database } from '@assay/kit/database'
import { type Kysely, sql } from 'kysely'
import type { AudioDatabase } from './schema.ts'

/**
 * Name of the index, an inverted file (IVF) rather than a graph: a query asks for the extreme of a few coordinates, far
 * from every track, and a neighbour graph does not lead there (figures in ADR 20). Its clusters are learned from the
 * tracks, so it is built when there are enough tracks, and rebuilt when there are many more.
 */
const INDEX = 'track_vector'
/**
 * The number of clusters grows with the square root of the tracks, so a factor of 2 means four times as many tracks.
 */
const GROWTH = 2
/** Advisory lock, so that only one process builds the index. */
const LOCK = 7_012_003

/** Returns the number of clusters: as many as each cluster has rows. */
const listsFor = (tracks: number): number => Math.max(1, Math.round(Math.sqrt(tracks)))

/** Share of clusters that a search reads; recall@10 exceeds 0.95 from here on (`npm run bench:search`). */
export const PROBED_SHARE = 0.3
/** Share with a filter, which leaves fewer matching tracks in the best clusters. */
export const PROBED_SHARE_FILTERED = 0.5
const MIN_PROBES = 10

/** Returns the number of clusters of the index; undefined when there is no index. */
export const listsOf = async (db: Kysely<AudioDatabase>): Promise<number | undefined> => {
  const { rows } = await sql<{ lists: number | null }>`
    SELECT (SELECT option_value::int FROM pg_options_to_table(reloptions) WHERE option_name = 'lists') AS lists
    FROM pg_class JOIN pg_index ON indexrelid = pg_class.oid
    WHERE relname = ${INDEX} AND indisvalid`.execute(db)
  return rows[0]?.lists ?? undefined
}

/** Returns how many clusters a search reads. */
export const probesFor = (lists: number, share: number): number =>
  Math.max(MIN_PROBES, Math.ceil(lists * share))

/** Removes the index, because its clusters were learned from other vectors. The next maintenance builds it again. */
export async function dropTrackIndex(database: Database<AudioDatabase>): Promise<void> {
  const meanwhile = database.kind === 'server' ? 'CONCURRENTLY' : ''
  await sql.raw(`DROP INDEX ${meanwhile} IF EXISTS ${INDEX}`).execute(database.db)
}

/**
 * Builds the index when there are too many tracks for exact search, and rebuilds it when the tracks have outgrown it.
 * Returns whether it did.
 */
export async function maintainTrackIndex(
  database: Database<AudioDatabase>,
  options: { from: number; maintenanceMemory: string },
): Promise<boolean> {
  const { db } = database
  const { tracks } = await db
    .selectFrom('track')
    .select((to) => to.fn.countAll<number>().as('tracks'))
    .executeTakeFirstOrThrow()
  if (tracks <= options.from) return false
  const lists = await listsOf(db)
  if (lists !== undefined && listsFor(tracks) < GROWTH * lists) return false
  // On a server, tracks can be added during the build. The embedded database has one user, who waits.
  const meanwhile = database.kind === 'server' ? 'CONCURRENTLY' : ''
  return database.inSession(async (run) => {
    const [lock] = await run(`SELECT pg_try_advisory_lock(${LOCK}) AS taken`)
    if (lock?.taken !== true) return false
    try {
      await run(`SET maintenance_work_mem = '${options.maintenanceMemory}'`)
      // Removes an index left by a process that died during the build.
      await run(`DROP INDEX ${meanwhile} IF EXISTS ${INDEX}_new`)
      await run(
        `CREATE INDEX ${meanwhile} ${INDEX}_new ON track USING ivfflat (vector halfvec_ip_ops) WITH (lists = ${listsFor(tracks)})`,
      )
      await run(`DROP INDEX ${meanwhile} IF EXISTS ${INDEX}`)
      await run(`ALTER INDEX ${INDEX}_new RENAME TO ${INDEX}`)
      return true
    } finally {
      await run('RESET maintenance_work_mem')
      await run(`SELECT pg_advisory_unlock(${LOCK}) AS taken`)
    }
  })
}
