/** `npm run bench:slice -w @assay/audio [-- --short] [-- --json]`: one job and a page of jobs, against bare Fastify. */
import { join } from 'node:path'
import { freshDatabase } from '@assay/kit/testing'
import { benchSlice } from '@assay/kit/testing-bench'
import { sql } from 'kysely'
import { EXAMPLE_FEATURES } from '../src/wire/features.schema.ts'
import { audioToEnd } from '../test/cli.ts'

const JOBS = 1000
const fresh = await freshDatabase('server')
try {
  const env = { PATH: process.env.PATH, DATABASE_URL: fresh.config.databaseUrl as string }
  const migrated = await audioToEnd(['migrate'], { DATABASE_URL: env.DATABASE_URL })
  if (migrated.code !== 0) throw new Error(migrated.output)
  const database = await fresh.open()
  const { rows } = await sql<{ id: string }>`
    INSERT INTO job (id, owner, type, status, progress, input, results, created_at, started_at, completed_at)
    SELECT gen_random_uuid(), 'public', 'features', 'completed', 1,
      '{"key":"00000000-0000-4000-8000-000000000000","filename":"track.wav","sizeBytes":44}',
      ${JSON.stringify(EXAMPLE_FEATURES)}::jsonb, now() - n * interval '1 second', now(), now()
    FROM generate_series(1, ${JOBS}) AS n RETURNING id`.execute(database.db)
  await sql`ANALYZE job`.execute(database.db)
  await benchSlice({
    service: 'audio',
    ours: {
      script: join(import.meta.dirname, '../src/cli/main.ts'),
      args: [
        'serve',
        '--production',
        '--rate-limit-per-minute',
        '100000000',
        '--max-event-loop-delay-ms',
        '0',
        '--admin-port',
        '0',
        '--log-level',
        'info',
      ],
      env,
    },
    bare: { script: join(import.meta.dirname, 'slice-bare.ts'), args: [], env },
    requests: [
      { name: 'GET jobs/{id}', method: 'GET', path: `/api/v1/jobs/${rows[0]!.id}` },
      { name: 'GET jobs, 20 of 1000', method: 'GET', path: '/api/v1/jobs' },
    ],
  })
} finally {
  await fresh.remove()
}
