/** `npm run bench:slice -w @assay/query [-- --short] [-- --json]`: POST /metrics against bare Fastify. */
import { join } from 'node:path'
import { benchSlice } from '@assay/kit/testing-bench'

const env = { PATH: process.env.PATH }
const body = (options: object) =>
  JSON.stringify({ parameters: { height_cm: 180, weight_kg: 80, age_years: 30, sex: 'male' }, options })
const post = { method: 'POST', path: '/metrics', headers: { 'content-type': 'application/json' } } as const

await benchSlice({
  service: 'query',
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
    {
      name: 'POST /metrics, three metrics',
      ...post,
      body: body({ metrics: ['bmi', 'bsa_mosteller', 'bmr_mifflin_st_jeor'] }),
    },
    { name: 'POST /metrics, all metrics', ...post, body: body({}) },
  ],
})
