/** POST /metrics with full inputs against Fastify alone, both as processes of their own. */
import { join } from 'node:path'
import { benchSlice } from '@assay/kit/testing-bench'
import { FULL_PARAMETERS } from './full-parameters.ts'

const env = { PATH: process.env.PATH }
await benchSlice({
  service: 'query',
  ours: {
    script: join(import.meta.dirname, '../src/cli/main.ts'),
    args: ['serve', '--rate-limit-per-minute', '100000000', '--admin-port', '0', '--log-level', 'info'],
    env,
  },
  bare: { script: join(import.meta.dirname, 'bench-bare.ts'), args: [], env },
  requests: [
    {
      name: 'POST /metrics, full inputs',
      method: 'POST',
      path: '/metrics',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ parameters: FULL_PARAMETERS }),
    },
  ],
})
