/** `npm run fuzz -w @assay/evidence`: generated requests by the OpenAPI document; see `fuzz` in the kit for the options. */
import { freshDatabase } from '@assay/kit/testing'
import { fuzz } from '@assay/kit/testing-fuzz'
import { addressOf } from '@assay/kit/testing-process'
import { createEvidenceClient } from '../../client/client.ts'
import { evidence, evidenceToEnd } from '../cli.ts'

const PASSWORD = 'correct horse battery staple'

const ok = await fuzz({
  service: 'evidence',
  folder: import.meta.dirname,
  examples: 20,
  argv: process.argv.slice(2),
  async start() {
    const database = await freshDatabase('server')
    const settings = {
      DATABASE_URL: database.config.databaseUrl as string,
      RATE_LIMIT_PER_MINUTE: '0',
      MAX_EVENT_LOOP_DELAY_MS: '0',
      IMPORT_LIMIT_BYTES: '100000',
      TOKEN_LIFETIME_SECONDS: '86400',
      DRAIN_DELAY_MS: '0',
      TRACE_SAMPLE_RATIO: '0',
    }
    // The document's examples log in as ada.
    for (const username of ['fuzzer', 'ada']) {
      const role = username === 'fuzzer' ? 'admin' : 'viewer'
      const create = ['users', 'create', '--username', username, '--organization', 'Fuzz', '--role', role]
      const { code, output } = await evidenceToEnd([...create, '--password-stdin'], settings, PASSWORD)
      if (code !== 0) throw new Error(output)
    }
    const server = evidence(['serve', '--port', '0', '--admin-port', '-1'], settings)
    const worker = evidence(['work'], settings)
    const baseUrl = await addressOf(server)
    await worker.wrote(/"working"/)
    const logIn = async (username: string) => {
      const client = createEvidenceClient({ baseUrl })
      const { data } = await client.POST('/v1/auth/login', { body: { username, password: PASSWORD } })
      return data!
    }
    const [own, scratch] = [await logIn('fuzzer'), await logIn('ada')]
    return {
      baseUrl,
      secrets: {
        ASSAY_TOKEN: own.access_token,
        ASSAY_USER_ID: own.user.id,
        ASSAY_SCRATCH_TOKEN: scratch.access_token,
      },
      processes: [server, worker],
      clean: () => database.remove(),
    }
  },
})
process.exitCode = ok ? 0 : 1
