/**
 * The writes and reads of one `integrate` by Fastify, pg and jose alone, statement for statement, with no mathematics:
 * what the endpoint is measured against. It sends the same answer, which it does not compute. Ids, columns and answer are
 * made once at the start, which favours this side.
 */
import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { importJWK, type JWK, jwtVerify } from 'jose'
import pg from 'pg'
import { contentId } from '../src/adapters/hash/content-id.ts'
import { checkEvidence, contentForm, type RawEvidence } from '../src/domain/evidence/observed-evidence.ts'

const organization = process.env.BENCH_ORGANIZATION as string
const sent = JSON.parse(process.env.BENCH_ITEMS as string) as RawEvidence[]
const answer = JSON.parse(process.env.BENCH_ANSWER as string) as Record<string, unknown>
const items = sent.map((raw, i) => checkEvidence(raw, String(i)))
const ids = items.map((item) => contentId(contentForm(item)))
const columns = [
  ids,
  items.map(({ type }) => type),
  items.map(({ value }) => value),
  items.map(({ uncertainty }) => uncertainty),
  items.map(({ observedAtMs }) => new Date(observedAtMs as number).toISOString()),
  items.map(({ source }) => source),
  items.map(({ metadata }) => JSON.stringify(metadata)),
  items.map(() => ''),
  items.map(() => null),
  items.map(() => null),
]

const ENTER = `SELECT user_role, user_epoch, pg_advisory_xact_lock_shared(hashtextextended($1, 0))
  FROM enter_organization($2, $3, $4)`
const KEEP = `
  WITH touched AS (
    INSERT INTO molecule (organization_id, molecule_id, created_at, last_recorded_at)
    SELECT $1::uuid, id, now, now
    FROM unnest($2::text[]) WITH ORDINALITY AS m (id, place), (SELECT next_moment('-infinity') AS now) AS clock
    ORDER BY place
    ON CONFLICT (organization_id, molecule_id)
    DO UPDATE SET last_recorded_at = next_moment(molecule.last_recorded_at)
    RETURNING molecule_id, last_recorded_at
  ), added AS (
    INSERT INTO evidence (organization_id, molecule_id, evidence_id, type, value, uncertainty, observed_at, source,
                          metadata, run_id, observation_id, candidate_key, recorded_at)
    SELECT $3::uuid, i.molecule_id, i.evidence_id, i.type, i.value, i.uncertainty,
      coalesce(i.observed_at, t.last_recorded_at), i.source, i.metadata::jsonb, i.run_id, i.observation_id,
      i.candidate_key, t.last_recorded_at
    FROM unnest($4::text[], $5::uuid[], $6::text[], $7::float8[], $8::float8[], $9::timestamptz[], $10::text[],
                $11::text[], $12::text[], $13::text[], $14::text[])
      AS i (molecule_id, evidence_id, type, value, uncertainty, observed_at, source, metadata, run_id, observation_id,
            candidate_key)
    JOIN touched t ON t.molecule_id = i.molecule_id
    ON CONFLICT DO NOTHING
    RETURNING 1
  )
  SELECT molecule_id, last_recorded_at, (SELECT count(*) FROM added) AS added FROM touched`
const READ = `SELECT evidence_id, type, value, uncertainty, observed_at, source, metadata, recorded_at FROM evidence
  WHERE organization_id = $1 AND molecule_id = $2 AND evidence_id = ANY($3::uuid[])`
const LEARNED = `
  SELECT (SELECT max(version) FROM learned_model WHERE organization_id = $1 AND recorded_at <= $2) AS version,
    s.at AS snapshot_at,
    (SELECT jsonb_agg(jsonb_build_object('before', d.before, 'after', d.after) ORDER BY d.recorded_at)
     FROM network_delta d WHERE d.organization_id = $3 AND d.recorded_at <= $4
       AND d.recorded_at > coalesce(s.at, '-infinity')) AS deltas
  FROM (SELECT max(recorded_at) AS at FROM network_snapshot WHERE organization_id = $5 AND recorded_at <= $6) AS s`
const RECORD = `INSERT INTO assessment (organization_id, molecule_id, recorded_at, assessment_id, request,
    algorithm_version, package_version, model_version, overall_score, lower_bound, upper_bound, result_hash)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`
const AUDIT = `INSERT INTO audit_log (organization_id, user_id, request_id, action, target, details)
  VALUES ($1, $2, $3, $4, $5, $6)`

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const stored = await pool.query<{ kid: string; private_jwk: JWK }>('SELECT kid, private_jwk FROM signing_key')
const keys = new Map(
  await Promise.all(
    stored.rows.map(
      async ({ kid, private_jwk: { d: _, ...jwk } }) => [kid, await importJWK(jwk, 'ES256')] as const,
    ),
  ),
)

const app = Fastify({ logger: false })
app.get('/health', async () => ({ status: 'healthy' }))
app.post('/v1/fuzzy-evidence/integrate', async (request) => {
  const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
  const { payload } = await jwtVerify(token, ({ kid = '' }) => keys.get(kid)!, {
    issuer: 'assay-evidence',
    audience: 'assay-evidence',
    algorithms: ['ES256'],
  })
  const { molecule_id } = request.body as { molecule_id: string }
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query(ENTER, [`learned ${organization}`, organization, payload.sub, null])
    const kept = await client.query(KEEP, [
      organization,
      [molecule_id],
      organization,
      items.map(() => molecule_id),
      ...columns,
    ])
    const { last_recorded_at: moment, added } = kept.rows[0]
    await client.query(READ, [organization, molecule_id, ids])
    await client.query(LEARNED, [organization, moment, organization, moment, organization, moment])
    const id = randomUUID()
    const asked = { evidence_ids: ids, include_kept: false, fuzzy_config: null, objective_weights: null }
    const record = [
      organization,
      molecule_id,
      moment,
      id,
      JSON.stringify(asked),
      '2.1.0',
      '0.1.0',
      0,
      0.5,
      0.4,
      0.6,
      id,
    ]
    await client.query(RECORD, record)
    const details = JSON.stringify({ assessment_id: id, items: items.length, added: Number(added) })
    const trail = [organization, payload.sub, request.id, 'evidence.integrate', molecule_id, details]
    await client.query(AUDIT, trail)
    await client.query('COMMIT')
    return { ...answer, molecule_id }
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })
console.log(JSON.stringify({ url }))
process.once('SIGTERM', () => process.exit(0))
