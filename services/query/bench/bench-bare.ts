/** Fastify alone with the schemas of /metrics and the answer ready in memory: the same bytes, nothing computed. */
import Fastify from 'fastify'
import { calculateMetrics } from '../src/operations/calculate-metrics.ts'
import { presentMetrics } from '../src/wire/metrics.present.ts'
import { MetricsAnswer, MetricsBody } from '../src/wire/metrics.schema.ts'
import { FULL_PARAMETERS } from './full-parameters.ts'

const answer = presentMetrics(
  calculateMetrics({ now: () => new Date() })({ parameters: FULL_PARAMETERS }),
  0.0001,
)
const app = Fastify({ logger: false, ajv: { customOptions: { coerceTypes: false, strict: false } } })
app.get('/health', async () => ({ status: 'healthy' }))
app.post('/metrics', { schema: { body: MetricsBody, response: { 200: MetricsAnswer } } }, async () => answer)
await app.listen({ host: '127.0.0.1', port: Number(process.argv[process.argv.indexOf('--port') + 1]) })
