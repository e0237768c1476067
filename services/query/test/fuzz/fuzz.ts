/** `npm run fuzz -w @assay/query`: generated requests by the OpenAPI document; see `fuzz` in the kit for the options. */
import { createApiKey } from '@assay/kit/authentication'
import { fuzz } from '@assay/kit/testing-fuzz'
import { addressOf } from '@assay/kit/testing-process'
import { query } from '../cli.ts'

const ok = await fuzz({
  service: 'query',
  folder: import.meta.dirname,
  examples: 160,
  argv: process.argv.slice(2),
  async start() {
    const { key, hash } = createApiKey()
    const server = query(['serve', '--port', '0', '--admin-port', '-1'], {
      AUTHENTICATION: 'api-key',
      API_KEY_HASHES: hash,
      RATE_LIMIT_PER_MINUTE: '0',
      MAX_EVENT_LOOP_DELAY_MS: '0',
      MAX_BATCH_BYTES: '1000000',
      DRAIN_DELAY_MS: '0',
      TRACE_SAMPLE_RATIO: '0',
    })
    const baseUrl = await addressOf(server)
    return { baseUrl, secrets: { ASSAY_API_KEY: key }, processes: [server], clean: async () => undefined }
  },
})
process.exitCode = ok ? 0 : 1
