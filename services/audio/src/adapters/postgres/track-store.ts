import type { Database } from '@assay/kit/database'
import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { clearlyHeard } from '../../domain/semantic/heard-axes.ts'
import type { TrackMeasures } from '../../domain/semantic/track-measures.ts'
import type { FoundTrack, TrackFilter, TrackStore } from '../../operations/ports/search.ts'
import { putTrack, queryText, storedText } from './put-track.ts'
import { removeKept } from './remove-kept.ts'
import type { AudioDatabase } from './schema.ts'
import { dropTrackIndex, listsOf, PROBED_SHARE, PROBED_SHARE_FILTERED, probesFor } from './track-index.ts'

/**
 * Largest library that is searched exactly. Above it, the index finds nearly all of the best tracks in a fraction of
 * the time.
 */
export const EXACT_UP_TO = 50_000
/** Time for which the search plan of a library is reused. */
const PLAN_TTL_MS = 60_000

type SearchPlan = { readonly exact: true } | { readonly exact: false; readonly probes: number }
const EXACT: SearchPlan = { exact: true }

/** Whether a person corrected or confirmed a part of the track. */
const isCorrected = (part: 'grid' | 'key') =>
  sql<boolean>`EXISTS (SELECT FROM track_correction WHERE track_id = track.id AND part = ${part})`

const COLUMNS = [
  'id',
  'title',
  'artist',
  'duration_seconds',
  'tempo_bpm',
  'key_name',
  'camelot',
  'description',
  'measures',
  isCorrected('grid').as('tempo_corrected'),
  isCorrected('key').as('key_corrected'),
] as const

interface Row {
  id: string
  title: string
  artist: string | null
  duration_seconds: number
  tempo_bpm: number
  key_name: string | null
  camelot: string | null
  description: string
  measures: unknown
  tempo_corrected: boolean
  key_corrected: boolean
}

const toTrack = (row: Row): Omit<FoundTrack, 'score'> => ({
  id: row.id,
  title: row.title,
  artist: row.artist,
  durationSeconds: row.duration_seconds,
  tempoBpm: row.tempo_bpm,
  keyName: row.key_name,
  camelot: row.camelot,
  description: row.description,
  measures: row.measures as TrackMeasures,
  tempoCorrected: row.tempo_corrected,
  keyCorrected: row.key_corrected,
})

/** Escapes `%` and `_`, so that they have no special meaning. */
const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')

function matching(filter: TrackFilter) {
  return (where: ExpressionBuilder<AudioDatabase, 'track'>) => {
    const { artist, key } = filter
    const conditions = [
      filter.minBpm === undefined ? null : where('tempo_bpm', '>=', filter.minBpm),
      filter.maxBpm === undefined ? null : where('tempo_bpm', '<=', filter.maxBpm),
      filter.minSeconds === undefined ? null : where('duration_seconds', '>=', filter.minSeconds),
      filter.maxSeconds === undefined ? null : where('duration_seconds', '<=', filter.maxSeconds),
      artist === undefined ? null : where('artist', 'ilike', `%${literal(artist)}%`),
      key === undefined
        ? null
        : where.or([
            where(sql<string>`lower(key_name)`, '=', key.toLowerCase()),
            where(sql<string>`lower(camelot)`, '=', key.toLowerCase()),
          ]),
      filter.without === undefined || filter.without.length === 0
        ? null
        : sql<boolean>`NOT (heard && ${filter.without}::text[])`,
    ]
    return where.and(conditions.filter((condition) => condition !== null))
  }
}

/** Creates the store of tracks and their vectors, searched by inner product. */
export function postgresTrackStore(database: Database<AudioDatabase>, now: () => number): TrackStore {
  const { db } = database
  const known = new Map<string, { plan: SearchPlan; at: number }>()

  /** Whether there are too many tracks for exact search. Stops counting at the limit. */
  const isLarge = async (tracks: SelectQueryBuilder<AudioDatabase, 'track', object>) => {
    const some = tracks.select('id').limit(EXACT_UP_TO + 1)
    const { size } = await db
      .selectFrom(some.as('some'))
      .select((to) => to.fn.countAll<number>().as('size'))
      .executeTakeFirstOrThrow()
    return size > EXACT_UP_TO
  }
  const makePlan = async (tracks: SelectQueryBuilder<AudioDatabase, 'track', object>, share: number) => {
    const lists = (await isLarge(tracks)) ? await listsOf(db) : undefined
    return lists === undefined ? EXACT : { exact: false as const, probes: probesFor(lists, share) }
  }

  /** Returns how to search a client's library. Without a filter, the plan is reused for a while. */
  const planFor = async (owner: string, filter: TrackFilter): Promise<SearchPlan> => {
    const tracks = db.selectFrom('track').where('owner', '=', owner)
    const before = known.get(owner)
    const fresh = before && now() - before.at < PLAN_TTL_MS ? before.plan : undefined
    const plan = fresh ?? (await makePlan(tracks, PROBED_SHARE))
    if (!fresh) known.set(owner, { plan, at: now() })
    const filtered = Object.values(filter).some((value) => value !== undefined)
    return plan.exact || !filtered ? plan : makePlan(tracks.where(matching(filter)), PROBED_SHARE_FILTERED)
  }

  return {
    put: (track) => db.transaction().execute((trx) => putTrack(trx, track)),
    async find(id, owner) {
      const row = await db
        .selectFrom('track')
        .select(COLUMNS)
        .select(['search_model', sql<string>`vector::text`.as('vector')])
        .where('id', '=', id)
        .where('owner', '=', owner)
        .executeTakeFirst()
      return (
        row && {
          ...toTrack(row),
          searchModel: row.search_model,
          vector: Float32Array.from((JSON.parse(row.vector) as number[]).slice(0, -1)),
        }
      )
    },
    remove: (id, owner) => db.transaction().execute((trx) => removeKept(trx, id, owner)),
    async nearest({ owner, searchModel, vector, limit, filter, except }) {
      const distance = sql<number>`vector <#> ${queryText(vector)}::halfvec`
      const plan = await planFor(owner, filter)
      // Adding 0 keeps the planner from using the index, which is approximate.
      const order = plan.exact ? sql<number>`(${distance}) + 0` : distance
      let query = db
        .selectFrom('track')
        .select(COLUMNS)
        .select(sql<number>`-(${distance})`.as('score'))
        .where('owner', '=', owner)
        .where('search_model', '=', searchModel)
        .where('music', '=', true)
        .where(matching(filter))
        .orderBy(order)
        .limit(limit)
      // Equal scores in one order, also after a restore. The index could not be used with a second column.
      if (plan.exact) query = query.orderBy('id')
      if (except !== undefined) query = query.where('id', '!=', except)
      const rows = plan.exact
        ? await query.execute()
        : await db.transaction().execute(async (trx) => {
            // Filters may discard the first results: continue until there are enough.
            await sql`SELECT set_config('ivfflat.probes', ${String(plan.probes)}, true),
              set_config('ivfflat.iterative_scan', 'relaxed_order', true)`.execute(trx)
            const { rows } = await trx.executeQuery(query.compile())
            // When the search continues because of filters, the index may return a better track late.
            return rows.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
          })
      return rows.map((row) => ({ ...toTrack(row), score: row.score }))
    },
    async statistics(owner, searchModel) {
      const totals = await db
        .selectFrom('track')
        .select((to) => [
          to.fn.countAll<number>().as('tracks'),
          sql<number>`count(DISTINCT lower(artist))`.as('artists'),
          sql<number>`coalesce(sum(duration_seconds::float8), 0)`.as('seconds'),
          sql<number | null>`avg(tempo_bpm::float8) FILTER (WHERE tempo_bpm > 0)`.as('meanBpm'),
          to.fn.countAll<number>().filterWhere('search_model', '!=', searchModel).as('stale'),
          to.fn.countAll<number>().filterWhere('music', '=', false).as('withoutMusic'),
          sql<Date | null>`max(updated_at)`.as('updatedAt'),
        ])
        .where('owner', '=', owner)
        .executeTakeFirstOrThrow()
      const count = (column: 'dominant_emotion' | 'camelot') =>
        db
          .selectFrom('track')
          .select([
            sql<string | null>`${sql.ref(column)}`.as('name'),
            (to) => to.fn.countAll<number>().as('tracks'),
          ])
          .where('owner', '=', owner)
          .where('music', '=', true)
          .groupBy('name')
          .orderBy('tracks', 'desc')
          .orderBy('name')
          .execute()
      const [emotions, keys] = await Promise.all([count('dominant_emotion'), count('camelot')])
      const named = (rows: { name: string | null; tracks: number }[]) =>
        Object.fromEntries(rows.map(({ name, tracks }) => [name ?? 'none', tracks]))
      return { ...totals, dominantEmotions: named(emotions), keys: named(keys) }
    },
    async stale(searchModel, limit) {
      const rows = await db
        .selectFrom('track')
        .select(['id', 'measures'])
        .where('search_model', '!=', searchModel)
        .limit(limit)
        .execute()
      return rows.map(({ id, measures }) => ({ id, measures: measures as TrackMeasures }))
    },
    async renew(id, { vector, description, searchModel, measures }) {
      await db
        .updateTable('track')
        .set({
          vector: storedText(vector),
          description,
          search_model: searchModel,
          heard: clearlyHeard(measures),
        })
        .where('id', '=', id)
        .execute()
    },
    dropIndex: () => dropTrackIndex(database),
  }
}
