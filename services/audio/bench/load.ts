/**
 * `npm run load -w @assay/audio [-- --short | --full | --processes] [-- --json]`: jobs read one by one and in pages at a
 * constant rate, up to the knee, beyond it and back; with `--processes` the knees of 1, 2 and 4 processes. Needs DATABASE_URL.
 * How fast jobs are done is `npm run bench -w @assay/audio`.
 */
import { freshDatabase } from '@assay/kit/testing'
import { proveLoad } from '@assay/kit/testing-load-proof'
import { sql } from 'kysely'
import { EXAMPLE_FEATURES } from '../src/wire/features.schema.ts'
import { audio, audioToEnd } from '../test/cli.ts'

const JOBS = 1000
const fresh = await freshDatabase('server')
try {
  const settings = { DATABASE_URL: fresh.config.databaseUrl as string, NODE_ENV: 'production' }
  const migrated = await audioToEnd(['migrate'], settings)
  if (migrated.code !== 0) throw new Error(migrated.output)
  const database = await fresh.open()
  const { rows } = await sql<{ id: string }>`
    INSERT INTO job (id, owner, type, status, progress, input, results, created_at, started_at, completed_at)
    SELECT gen_random_uuid(), 'public', 'features', 'completed', 1,
      '{"key":"00000000-0000-4000-8000-000000000000","filename":"track.wav","sizeBytes":44}',
      ${JSON.stringify(EXAMPLE_FEATURES)}::jsonb, now() - n * interval '1 second', now(), now()
    FROM generate_series(1, ${JOBS}) AS n RETURNING id`.execute(database.db)
  await sql`ANALYZE job`.execute(database.db)
  const flags = ['--production', '--port', '0', '--rate-limit-per-minute', '0', '--admin-port', '-1']
  const path = (i: number) => (i % 4 ? `/api/v1/jobs/${rows[i % JOBS]!.id}` : '/api/v1/jobs')
  await proveLoad('audio', {
    start: () => audio(['serve', ...flags], settings),
    requestOf: (i) => ({ method: 'GET', path: path(i) }),
    database: true,
  })
} finally {
  await fresh.remove()
}
