/** `npm run bench:slice -w @assay/evidence [-- --short] [-- --json]`: two answers behind a token, against bare Fastify. */
import { join } from 'node:path'
import { freshDatabase } from '@assay/kit/testing'
import { benchSlice } from '@assay/kit/testing-bench'
import { addressOf, stopProcess } from '@assay/kit/testing-process'
import { createEvidenceClient } from '../client/client.ts'
import { evidence, evidenceToEnd } from '../test/cli.ts'

const fresh = await freshDatabase('server')
try {
  const env = { PATH: process.env.PATH, DATABASE_URL: fresh.config.databaseUrl as string }
  const settings = { DATABASE_URL: env.DATABASE_URL }
  const password = 'correct horse battery staple'
  const who = ['--username', 'ada', '--organization', 'Example Lab', '--password-stdin']
  const created = await evidenceToEnd(['users', 'create', ...who], settings, password)
  if (created.code !== 0) throw new Error(created.output)
  const server = evidence(['serve', '--port', '0'], settings)
  const client = createEvidenceClient({ baseUrl: await addressOf(server) })
  const { data } = await client.POST('/v1/auth/login', { body: { username: 'ada', password } })
  await stopProcess(server)
  const headers = { authorization: `Bearer ${data!.access_token}` }
  await benchSlice({
    service: 'evidence',
    ours: {
      script: join(import.meta.dirname, '../src/cli/main.ts'),
      args: [
        'serve',
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
      { name: 'GET users/me', method: 'GET', path: '/v1/auth/users/me', headers },
      {
        name: 'GET linguistic-variables',
        method: 'GET',
        path: '/v1/fuzzy-evidence/linguistic-variables',
        headers,
      },
    ],
  })
} finally {
  await fresh.remove()
}
