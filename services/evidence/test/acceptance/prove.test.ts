import { freshDatabase, hasServer } from '@assay/kit/testing'
import { addressOf, stopProcess } from '@assay/kit/testing-process'
import { expect, test } from 'vitest'
import { createEvidenceClient } from '../../client/client.ts'
import { evidence, evidenceToEnd } from '../cli.ts'

const PASSWORD = 'correct horse battery staple'

test.runIf(hasServer)(
  'prove: every claim about a sound deployment with two organizations holds',
  async () => {
    const fresh = await freshDatabase('server')
    const settings = { DATABASE_URL: fresh.config.databaseUrl as string }
    try {
      for (const name of ['ada', 'bob']) {
        const who = ['--username', name, '--organization', `Lab of ${name}`, '--password-stdin']
        expect((await evidenceToEnd(['users', 'create', ...who], settings, PASSWORD)).code).toBe(0)
      }
      const server = evidence(['serve', '--port', '0', '--admin-port', '-1'], settings)
      try {
        const url = await addressOf(server)
        const tokens = await Promise.all(
          ['ada', 'bob'].map(async (username) => {
            const client = createEvidenceClient({ baseUrl: url })
            const { data } = await client.POST('/v1/auth/login', { body: { username, password: PASSWORD } })
            return data!.access_token
          }),
        )
        const keys = ['--key', tokens[0]!, '--other-key', tokens[1]!]
        const { code, output } = await evidenceToEnd(['prove', '--url', url, ...keys, '--json'])
        const { claims } = JSON.parse(output) as { claims: { verdict: string }[] }
        expect(claims.filter(({ verdict }) => verdict === 'broken')).toEqual([])
        expect(claims.filter(({ verdict }) => verdict === 'holds').length).toBeGreaterThan(7)
        expect(code).toBe(0)
      } finally {
        await stopProcess(server)
      }
    } finally {
      await fresh.remove()
    }
  },
)
