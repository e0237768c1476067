/** The same answers by Fastify and pg alone: what the slice is measured against. */
import Fastify from 'fastify'
import pg from 'pg'
import { JobBody, JobListAnswer, JobListQuery, JobParameters } from '../src/wire/jobs.schema.ts'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
// int8, as the service reads it.
pg.types.setTypeParser(20, Number)

interface Row {
  readonly id: string
  readonly input: { filename: string }
  readonly options: { trackId?: string } | null
}
const present = (row: Row) => ({
  ...row,
  filename: row.input.filename,
  track_id: row.options?.trackId ?? null,
})

const app = Fastify({ logger: false, ajv: { customOptions: { strict: false } } })
app.get('/health', async () => ({ status: 'healthy' }))
app.get<{ Params: { id: string } }>(
  '/api/v1/jobs/:id',
  { schema: { params: JobParameters, response: { 200: JobBody } } },
  async (request) => {
    const { rows } = await pool.query<Row>("SELECT * FROM job WHERE id = $1 AND owner = 'public'", [
      request.params.id,
    ])
    return present(rows[0]!)
  },
)
app.get<{ Querystring: { page: number; per_page: number } }>(
  '/api/v1/jobs',
  { schema: { querystring: JobListQuery, response: { 200: JobListAnswer } } },
  async (request) => {
    const { page, per_page } = request.query
    const [jobs, count] = await Promise.all([
      pool.query<Row>(
        `SELECT id, owner, type, status, progress, stage, input, options, attempts, batch_id, error, created_at, started_at,
          completed_at FROM job WHERE owner = 'public' ORDER BY created_at DESC, id DESC LIMIT $1 OFFSET $2`,
        [per_page + 1, (page - 1) * per_page],
      ),
      pool.query<{ total: number }>("SELECT count(*) AS total FROM job WHERE owner = 'public'"),
    ])
    const total = count.rows[0]!.total
    const shown = jobs.rows.slice(0, per_page)
    const next_cursor = jobs.rows.length > per_page ? shown.at(-1)!.id : null
    return {
      jobs: shown.map(present),
      pagination: { page, per_page, total, pages: Math.ceil(total / per_page), next_cursor },
    }
  },
)
await app.listen({ host: '127.0.0.1', port: Number(process.argv[process.argv.indexOf('--port') + 1]) })
