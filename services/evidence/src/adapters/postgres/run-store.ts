import type { Queue } from '@assay/kit/queue'
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import { ALGORITHM_VERSION } from '../../domain/assessment/assess.ts'
import type { ObservationKey } from '../../domain/evidence/observed-evidence.ts'
import type {
  AssessDelivery,
  DescribedState,
  JobData,
  NewSummary,
  ObservationClaim,
  ObservationQuery,
  ObservationRow,
  ObservationState,
  Run,
  RunStore,
} from '../../operations/ports.ts'
import { readGivenNames } from './given-names.ts'
import { readLearned } from './learned.ts'
import { currentMoment, readClaims } from './read-evidence.ts'
import { readMoments, readPool } from './review-reads.ts'
import type { EvidenceDatabase, TenantDatabase } from './schema.ts'
import { readOrganization, type TenantTransaction, withOrganization } from './with-organization.ts'

const RUN_COLUMNS = ['run_id', 'name', 'created_at', 'files', 'observations'] as const

const toRun = (row: Pick<Selectable<TenantDatabase['run']>, (typeof RUN_COLUMNS)[number]>): Run => ({
  id: row.run_id,
  name: row.name,
  createdAt: row.created_at,
  files: row.files,
  observations: row.observations,
})

type Row = Omit<Selectable<TenantDatabase['observation']>, 'organization_id' | 'words'>

const COLUMNS = sql`run_id, observation_id, changes, assessed_changes, model_version, algorithm_version, assessed_at,
  candidates, candidate_key, molecule_id, name, probability, lower_bound, upper_bound, none_probability, facts`

const toRow =
  (modelVersion: number) =>
  (row: Row): ObservationRow => ({
    runId: row.run_id,
    observationId: row.observation_id,
    summary:
      row.candidate_key === null || row.facts === null
        ? undefined
        : {
            candidates: row.candidates,
            none: row.none_probability!,
            facts: row.facts,
            best: {
              key: row.candidate_key,
              moleculeId: row.molecule_id!,
              name: row.name,
              probability: row.probability,
              bounds: [row.lower_bound!, row.upper_bound!],
            },
          },
    storedProbability: row.probability,
    assessedAt: row.assessed_at,
    modelVersion: row.model_version,
    current:
      row.assessed_changes === row.changes &&
      (row.candidate_key === null || row.facts !== null) &&
      row.model_version === modelVersion &&
      row.algorithm_version === ALGORITHM_VERSION,
  })

/** Returns the condition for rows after the last one of the previous page. */
function afterPlace({ sort, after }: ObservationQuery): RawBuilder<unknown> {
  if (!after) return sql``
  return sort === 'observation_id'
    ? sql`AND observation_id > ${after.observationId}`
    : sql`AND (probability, observation_id) < (${after.probability}::float8, ${after.observationId})`
}

/** Number of rows in the order of the table in which a common word is looked for before all rows are read. */
const NEAR_ROWS = 2000

async function readRows(
  trx: TenantTransaction,
  organizationId: string,
  runId: string,
  query: ObservationQuery,
): Promise<Row[]> {
  const inPage = sql`organization_id = ${organizationId} AND run_id = ${runId}
    ${query.minProbability === undefined ? sql`` : sql`AND probability >= ${query.minProbability}::float8`}
    ${afterPlace(query)}`
  const order =
    query.sort === 'observation_id'
      ? sql`ORDER BY observation_id`
      : sql`ORDER BY probability DESC, observation_id DESC`
  const near = sql`SELECT * FROM observation WHERE ${inPage} ${order}`
  if (query.words.length === 0)
    return (await sql<Row>`SELECT ${COLUMNS} FROM (${near} LIMIT ${query.limit}) AS o ${order}`.execute(trx))
      .rows
  // Words are letters and digits only, so they need no escape.
  const words = query.words.map((word) => `'${word}':*`).join(' & ')
  // A common word soon fills a page in the order of the table; for a rare one all rows are read as they are stored.
  const { rows } = await sql<Row>`SELECT ${COLUMNS} FROM (${near} LIMIT ${NEAR_ROWS}) AS o
    WHERE words @@ ${words}::tsquery ${order} LIMIT ${query.limit}`.execute(trx)
  if (rows.length === query.limit) return rows
  const rare = await sql<Row>`WITH found AS MATERIALIZED (
      SELECT * FROM observation WHERE ${inPage} AND words @@ ${words}::tsquery
    ) SELECT ${COLUMNS} FROM found ${order} LIMIT ${query.limit}`.execute(trx)
  return rare.rows
}

const readRun = (trx: TenantTransaction, organizationId: string, runId: string) =>
  trx
    .selectFrom('run')
    .select([...RUN_COLUMNS, 'summaries'])
    .where('organization_id', '=', organizationId)
    .where('run_id', '=', runId)
    .executeTakeFirst()

/** Locks and reads the next observations that are not current, without waiting for writers. */
async function nextStale(
  trx: TenantTransaction,
  { organizationId, runId, after }: AssessDelivery,
  modelVersion: number,
  limit: number,
) {
  const { rows } = await sql<Pick<Row, 'run_id' | 'observation_id' | 'changes'>>`
    SELECT run_id, observation_id, changes FROM observation
    WHERE organization_id = ${organizationId} ${runId === null ? sql`` : sql`AND run_id = ${runId}`}
      ${after ? sql`AND (run_id, observation_id) > (${after.runId}, ${after.observationId})` : sql``}
      AND (assessed_changes < changes OR (facts IS NULL AND candidate_key IS NOT NULL) OR model_version IS DISTINCT FROM ${modelVersion}
        OR algorithm_version IS DISTINCT FROM ${ALGORITHM_VERSION})
    ORDER BY run_id, observation_id LIMIT ${limit} FOR UPDATE SKIP LOCKED`.execute(trx)
  return rows.map((row) => ({
    key: { runId: row.run_id, observationId: row.observation_id },
    changes: row.changes,
  }))
}

async function storeSummaries(
  trx: TenantTransaction,
  organizationId: string,
  state: Pick<ObservationState, 'model' | 'moment'>,
  summaries: readonly (NewSummary & { readonly changes: number })[],
) {
  const column = <T>(of: (one: (typeof summaries)[number]) => T) => summaries.map(of)
  await sql`
    UPDATE observation o SET assessed_changes = s.changes, model_version = ${state.model.version},
      algorithm_version = ${ALGORITHM_VERSION}, assessed_at = ${state.moment}, candidates = s.candidates,
      candidate_key = s.candidate_key, molecule_id = s.molecule_id, name = s.name, probability = s.probability,
      lower_bound = s.lower_bound, upper_bound = s.upper_bound, none_probability = s.none_probability, facts = s.facts::jsonb,
      words = array_to_tsvector(string_to_array(s.words, ' '))
    FROM unnest(
      ${column(({ key }) => key.runId)}::text[],
      ${column(({ key }) => key.observationId)}::text[],
      ${column(({ changes }) => changes)}::int[],
      ${column(({ summary }) => summary?.candidates ?? 0)}::int[],
      ${column(({ summary }) => summary?.best.key ?? null)}::text[],
      ${column(({ summary }) => summary?.best.moleculeId ?? null)}::text[],
      ${column(({ summary }) => summary?.best.name ?? null)}::text[],
      ${column(({ summary }) => summary?.best.probability ?? -1)}::float8[],
      ${column(({ summary }) => summary?.best.bounds[0] ?? null)}::float8[],
      ${column(({ summary }) => summary?.best.bounds[1] ?? null)}::float8[],
      ${column(({ summary }) => summary?.none ?? null)}::float8[],
      ${column(({ summary }) => (summary ? JSON.stringify(summary.facts) : null))}::text[],
      ${column(({ words }) => words.join(' '))}::text[]
    ) AS s (run_id, observation_id, changes, candidates, candidate_key, molecule_id, name, probability, lower_bound,
            upper_bound, none_probability, facts, words)
    WHERE o.organization_id = ${organizationId} AND o.run_id = s.run_id AND o.observation_id = s.observation_id`.execute(
    trx,
  )
  const runs = [...new Set(column(({ key }) => key.runId))].sort()
  await sql`UPDATE run SET summaries = summaries + 1
    WHERE organization_id = ${organizationId} AND run_id = ANY(${runs}::text[])`.execute(trx)
}

/** Reads all candidates of observations, with the names that the organization gave them. */
async function readNamedClaims(
  trx: TenantTransaction,
  organizationId: string,
  observations: readonly ObservationKey[],
  options: { readonly field?: string; readonly before?: Date } = {},
): Promise<ObservationClaim[]> {
  const claims = await readClaims(trx, organizationId, observations, { ...options, aside: true })
  const names = await readGivenNames(trx, organizationId, claims)
  return claims.map((claim) => ({ ...claim, givenName: names.get(claim.moleculeId) ?? null }))
}

/** Stores runs and the summaries of their observations. */
export function postgresRunStore(
  db: Kysely<EvidenceDatabase>,
  queue: Pick<Queue<JobData>, 'send'>,
): RunStore {
  const stateOf = async (
    trx: TenantTransaction,
    organizationId: string,
    keys: readonly ObservationKey[],
    asOf?: Date,
  ): Promise<DescribedState> => {
    const moment = asOf ?? (await currentMoment(trx))
    const { model, network } = await readLearned(trx, organizationId, moment)
    const field = 'observation_id'
    // A past state contains what was recorded at that millisecond.
    const before = asOf && new Date(asOf.getTime() + 1)
    const state = before ? { before } : {}
    const claims = await readNamedClaims(trx, organizationId, keys, { field, ...state })
    const types = new Set(Object.keys(network.patterns).flatMap((key) => key.split('\u0000')))
    return { moment, model, claims, types: [...types] }
  }
  return {
    list: (organizationId, { after, limit }) =>
      readOrganization(db, organizationId, async (trx) => {
        let query = trx.selectFrom('run').select(RUN_COLUMNS).where('organization_id', '=', organizationId)
        if (after) query = query.where(sql<boolean>`(created_at, run_id) < (${after.createdAt}, ${after.id})`)
        const rows = await query
          .orderBy('created_at', 'desc')
          .orderBy('run_id', 'desc')
          .limit(limit)
          .execute()
        return rows.map(toRun)
      }),
    find: (organizationId, runId) =>
      readOrganization(db, organizationId, async (trx) => {
        const row = await readRun(trx, organizationId, runId)
        return row && toRun(row)
      }),
    observations: (organizationId, runId, query) =>
      readOrganization(
        db,
        organizationId,
        async (trx) => {
          // One read of the run for both: each statement is a round trip of its own.
          const run = await readRun(trx, organizationId, runId)
          if (!run) return undefined
          const moment = await currentMoment(trx)
          const { model } = await readLearned(trx, organizationId, moment)
          const rows = (await readRows(trx, organizationId, runId, query)).map(toRow(model.version))
          const after = Number((await readRun(trx, organizationId, runId))?.summaries ?? 0)
          const old = rows.filter(({ current }) => !current)
          const claims = await readNamedClaims(trx, organizationId, old, { field: 'limit' })
          const summaries = { before: Number(run.summaries), after }
          return { run: toRun(run), rows, state: { moment, model, claims }, summaries }
        },
        'read',
      ),
    read: (organizationId, observations, asOf) =>
      readOrganization(db, organizationId, (trx) => stateOf(trx, organizationId, observations, asOf), 'read'),
    pool: (organizationId, query) =>
      readOrganization(db, organizationId, (trx) => readPool(trx, organizationId, query)),
    moments: (organizationId, observation, limit) =>
      readOrganization(db, organizationId, (trx) => readMoments(trx, organizationId, observation, limit)),
    refresh: (delivery, limit, summarise) =>
      withOrganization(
        db,
        delivery.organizationId,
        async (trx) => {
          const { organizationId } = delivery
          // Statistics lag behind an import; without them the planner would read the whole table for each batch.
          await sql`SELECT set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`.execute(
            trx,
          )
          const moment = await currentMoment(trx)
          const { model } = await readLearned(trx, organizationId, moment)
          const stale = await nextStale(trx, delivery, model.version, limit)
          if (stale.length === 0) return undefined
          const keys = stale.map(({ key }) => key)
          const claims = await readNamedClaims(trx, organizationId, keys)
          const summaries = await summarise(keys, { moment, model, claims })
          const changed = summaries.map((one, i) => ({ ...one, changes: stale[i]!.changes }))
          await storeSummaries(trx, organizationId, { model, moment }, changed)
          return keys.at(-1)
        },
        'read',
      ),
    requeue: (delivery) =>
      db
        .transaction()
        .execute((trx) => queue.send(trx, 'assess', delivery, { group: delivery.organizationId })),
  }
}
