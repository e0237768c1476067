import { addressOf, type RunningProcess, stopProcess } from '@assay/kit/testing-process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../cli.ts'
import { type LoopbackLlm, startLoopbackLlm } from '../loopback-llm.ts'
import { scripted } from '../scripted-model.ts'

let model: LoopbackLlm
let server: RunningProcess
let admin: string
/** Words and measurements that must not be found anywhere but in answers. */
const SECRETS = ['Zaphod', 'melancholy', '83.7', '187.3', '1979-03-08']
const QUESTION = 'Zaphod is a melancholy man born 1979-03-08, 187.3 cm and 83.7 kg. BMI and body fat?'

const STAGES = [
  ...['query_processor', 'semantic_grounding', 'domain_knowledge', 'reasoning_optimization'],
  ...['solution_generation', 'response_scoring', 'response_comparison', 'threshold_verification'],
]

beforeAll(async () => {
  model = await startLoopbackLlm()
  server = query([
    ...['serve', '--port', '0', '--admin-port', '0', '--log-level', 'trace'],
    ...['--llm-provider', 'openai-compatible', '--llm-model', 'x', '--llm-base-url', model.baseUrl],
  ])
  const url = await addressOf(server)
  admin = (await server.wrote(/"metrics":"(http:[^"]+)\/metrics"/))[1] as string
  const post = (path: string, body: object) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  model.script(scripted())
  const answers = [
    await post('/query', { query: QUESTION }),
    await post('/query', { query: 'How is Zaphod?', options: { llm: 'off' } }),
    await post('/query', { query: QUESTION, options: { stop_after: 'domain_knowledge', llm: 'off' } }),
    await post('/query/process', { query: QUESTION, options: { llm: 'off' } }),
    await post('/metrics', { parameters: { height_cm: 187.3, weight_kg: 83.7, Zaphod: 1 } }),
    await post('/modeler', { query: QUESTION, options: { task: 'melancholy' } }),
    await post('/metrics', { parameters: { weight_kg: 'Zaphod' } }),
  ]
  model.script({ kind: 'status', status: 500 })
  answers.push(await post('/query', { query: QUESTION, options: { llm: 'required' } }))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 422, 422, 502])
})
afterAll(async () => {
  await stopProcess(server)
  await model.close()
})

/** The figures of one metric by their labels, as Prometheus reads them. */
function figures(text: string, name: string): { labels: Record<string, string>; value: number }[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`))
    .map((line) => ({
      labels: Object.fromEntries(
        [...line.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
      ),
      value: Number(line.slice(line.lastIndexOf(' ') + 1)),
    }))
}

test.each(['/metrics', '/telemetry'])(
  '%s of the admin port counts stages, model use and answers',
  async (path) => {
    const response = await fetch(`${admin}${path}`)
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
    const text = await response.text()

    const stages = figures(text, 'query_stage_duration_count')
    for (const stage of STAGES) expect(stages.some(({ labels }) => labels.stage === stage)).toBe(true)
    const count = (stage: string) =>
      stages.filter(({ labels }) => labels.stage === stage).reduce((sum, { value }) => sum + value, 0)
    expect(count('query_processor')).toBe(4)
    expect(count('domain_knowledge')).toBe(3)
    expect(count('threshold_verification')).toBe(2)
    expect(new Set(stages.map(({ labels }) => labels.outcome))).toEqual(
      new Set(['done', 'model', 'abstained']),
    )

    const calls = figures(text, 'query_model_calls_total')
    const tokens = figures(text, 'query_model_tokens_total')
    const answered = calls.find(({ labels }) => labels.outcome === 'answered')?.value as number
    expect(answered).toBeGreaterThan(2)
    expect(calls.find(({ labels }) => labels.outcome === 'failed')?.value).toBe(1)
    expect(tokens.find(({ labels }) => labels.direction === 'in')?.value).toBe(100 * answered)
    expect(tokens.find(({ labels }) => labels.direction === 'out')?.value).toBe(20 * answered)
    expect(tokens[0]?.labels.model).toBe('openai-compatible:x')

    const outcomes = Object.fromEntries(
      figures(text, 'query_response_duration_count').map(({ labels, value }) => [labels.outcome, value]),
    )
    expect(outcomes).toEqual({ answered: 1, abstained: 1, stopped: 2, failed: 1 })
    expect(figures(text, 'http_server_request_duration_count').length).toBeGreaterThan(3)
    for (const secret of SECRETS) expect(text).not.toContain(secret)
  },
)

test('no word of a question and no measurement is in the log', async () => {
  const log = server.output()
  expect(log).toContain('"route":"/query"')
  for (const secret of SECRETS) expect(log).not.toContain(secret)
})
