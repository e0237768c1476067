/** `npm run fuzz -w @assay/audio`: generated requests by the OpenAPI document; see `fuzz` in the kit for the options. */
import { fuzz } from '@assay/kit/testing-fuzz'
import { newApiKey, startService } from '../service.ts'

const ok = await fuzz({
  service: 'audio',
  folder: import.meta.dirname,
  examples: 46,
  argv: process.argv.slice(2),
  async start() {
    const { key, entry } = await newApiKey('fuzzer')
    // Small limits: what is generated may reach every path and none of it may become expensive.
    const service = await startService('server', {
      AUTHENTICATION: 'api-key',
      API_KEYS: entry,
      MAX_UPLOAD_BYTES: '1000000',
      MAX_SYNC_DURATION_SECONDS: '10',
      MAX_DURATION_SECONDS: '20',
      MAX_BATCH_FILES: '4',
      MAX_OPEN_JOBS_PER_CLIENT: '200',
    })
    return {
      baseUrl: service.baseUrl,
      secrets: { ASSAY_API_KEY: key },
      processes: [service.server, ...service.workers],
      clean: () => service.stop(),
    }
  },
})
process.exitCode = ok ? 0 : 1
