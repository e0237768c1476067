import type { Database } from '@assay/kit/database'
import { type Kysely, sql } from 'kysely'
import type { AudioDatabase } from './schema.ts'

/**
 * An inverted file, not a graph: a query asks for the extreme of a few coordinates, far from every track, and a graph of
 * neighbours does not lead there (ADR 20 has the figures). Clusters are learnt from the tracks, so the index is made when
 * there are enough, and anew when there are many more.
 */
const INDEX = 'track_vector'
/** Clusters grow with the root of the tracks: anew when these are four times as many. */
const GROWTH = 2
/** One lock for all processes: only one of them makes the index. */
const LOCK = 7_012_003

/** As many clusters as each has rows. */
const listsFor = (tracks: number): number => Math.max(1, Math.round(Math.sqrt(tracks)))

/** Share of the clusters that a search looks through: where recall@10 passes 0.95 (`npm run bench:search`). */
export const PROBED_SHARE = 0.3
/** A filter leaves fewer good tracks in the best clusters. */
export const PROBED_SHARE_FILTERED = 0.5
const MIN_PROBES = 10

/** Clusters of the index as it is; undefined where there is none. */
export const listsOf = async (db: Kysely<AudioDatabase>): Promise<number | undefined> => {
  const { rows } = await sql<{ lists: number | null }>`
    SELECT (SELECT option_value::int FROM pg_options_to_table(reloptions) WHERE option_name = 'lists') AS lists
    FROM pg_class JOIN pg_index ON indexrelid = pg_class.oid
    WHERE relname = ${INDEX} AND indisvalid`.execute(db)
  return rows[0]?.lists ?? undefined
}

/** How many clusters a search looks through. */
export const probesFor = (lists: number, share: number): number =>
  Math.max(MIN_PROBES, Math.ceil(lists * share))

/** Makes the index where the tracks have outgrown exact search, and anew where they have outgrown the index. True if it did. */
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
  // On a server tracks come in meanwhile; the embedded database has one user, who waits.
  const meanwhile = database.kind === 'server' ? 'CONCURRENTLY' : ''
  return db.connection().execute(async (connection) => {
    const run = (text: string) => sql.raw<{ taken: boolean }>(text).execute(connection)
    const { rows } = await run(`SELECT pg_try_advisory_lock(${LOCK}) AS taken`)
    if (!rows[0]?.taken) return false
    try {
      await run(`SET maintenance_work_mem = '${options.maintenanceMemory}'`)
      // What a process that died meanwhile left.
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
