/** The same answers by Fastify alone: what the slice is measured against. */
import Fastify from 'fastify'
import { calculateMetrics, type MetricsRequest } from '../src/operations/calculate-metrics.ts'
import { presentMetrics } from '../src/wire/metrics.present.ts'
import { MetricsAnswer, MetricsBody } from '../src/wire/metrics.schema.ts'

const calculate = calculateMetrics({ now: () => new Date() })
const app = Fastify({ logger: false, ajv: { customOptions: { coerceTypes: false, strict: false } } })
app.get('/health', async () => ({ status: 'healthy' }))
app.post<{ Body: MetricsRequest }>(
  '/metrics',
  { schema: { body: MetricsBody, response: { 200: MetricsAnswer } } },
  async (request) => {
    const started = performance.now()
    const result = calculate(request.body)
    return presentMetrics(result, (performance.now() - started) / 1000)
  },
)
await app.listen({ host: '127.0.0.1', port: Number(process.argv[process.argv.indexOf('--port') + 1]) })
