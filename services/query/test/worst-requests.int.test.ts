import { slowdown } from '@assay/kit/testing-process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FULL_PARAMETERS } from '../bench/full-parameters.ts'
import { readConfig } from '../src/config.ts'
import { inProcess } from './in-process.ts'

const { bodyLimitBytes, maxBundleBytes } = readConfig({ argv: [], env: {} })
let service: Awaited<ReturnType<typeof inProcess>>
beforeAll(async () => {
  service = await inProcess('--max-event-loop-delay-ms', '0')
})
afterAll(() => service.close())

/** Usually a fifth of it or less; before the limits some of these took 700. Processor time doubles on shared cores. */
const maxProcessorMs = () => 250 * Math.min(2, slowdown())

/** Milliseconds of this thread's processor; the least of three, because the garbage collector may have had its turn. */
async function send(url: string, payload: string) {
  let ms = Number.POSITIVE_INFINITY
  let status = 0
  let answerBytes = 0
  for (let i = 0; i < 3; i++) {
    const started = process.threadCpuUsage()
    const answer = await service.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      payload,
    })
    const { user, system } = process.threadCpuUsage(started)
    ms = Math.min(ms, (user + system) / 1000)
    status = answer.statusCode
    answerBytes = answer.body.length
  }
  return { ms, status, answerBytes }
}

const filled = (unit: string, length: number) => unit.repeat(Math.floor(length / unit.length))
/** An object of as many keys as fit. */
const manyKeys = (bytes: number) => {
  const parts: string[] = []
  for (let length = 0; length < bytes - 20; length += parts.at(-1)!.length + 1)
    parts.push(`"k${parts.length.toString(36)}":1`)
  return `{${parts.join(',')}}`
}
const JSON_BYTES = bodyLimitBytes - 100
const BUNDLE_BYTES = maxBundleBytes - 100
const nested = `${'['.repeat(JSON_BYTES / 2 - 20)}${']'.repeat(JSON_BYTES / 2 - 20)}`

describe('the worst legal request', () => {
  it.each([
    ['/metrics', 'keys that mean nothing', `{"parameters":${manyKeys(JSON_BYTES)}}`],
    ['/metrics/formatted', 'keys that mean nothing', `{"parameters":${manyKeys(JSON_BYTES)}}`],
    ['/metrics', 'options that mean nothing', `{"parameters":{},"options":${manyKeys(JSON_BYTES)}}`],
    [
      '/metrics',
      'a list of names',
      `{"parameters":{},"options":{"metrics":[${filled('"bmi",', JSON_BYTES - 60)}"bmi"]}}`,
    ],
    ['/metrics', 'a value that is a large object', `{"parameters":{"height_cm":${manyKeys(JSON_BYTES)}}}`],
    [
      '/metrics',
      'a value that is long text',
      `{"parameters":{"height_cm":"${filled('1 ', JSON_BYTES - 60)}"}}`,
    ],
    ['/metrics', 'a value that is nested deep', `{"parameters":{"height_cm":${nested}}}`],
    ['/query', 'context that means nothing', `{"query":"bmi","context":${manyKeys(JSON_BYTES)}}`],
    ['/modeler', 'context that means nothing', `{"query":"man","context":${manyKeys(JSON_BYTES)}}`],
    [
      '/modeler',
      'days without end',
      JSON.stringify({
        query: 'man, 40 years, 180 cm, 100 kg',
        context: FULL_PARAMETERS,
        options: { task: 'weight_trajectory', intake_change_kcal: -500, days: 1e9 },
      }),
    ],
    [
      '/fhir/metrics',
      'a million entries',
      `{"resourceType":"Bundle","entry":[${filled('1,', BUNDLE_BYTES - 60)}1]}`,
    ],
    [
      '/fhir/metrics',
      'keys that mean nothing',
      `{"resourceType":"Bundle","entry":[],"x":${manyKeys(BUNDLE_BYTES)}}`,
    ],
  ])('%s with %s is answered quickly and briefly', async (url, _name, payload) => {
    const { ms, status, answerBytes } = await send(url, payload)
    expect(status).toBeLessThan(500)
    expect(ms).toBeLessThan(maxProcessorMs())
    expect(answerBytes).toBeLessThan(1e6)
  })
  const LONGEST = 10_000
  it.each(
    [
      '1',
      '1 ',
      '80 kg ',
      `5'11" `,
      'he is 41. she is 42. ',
      'bmi? ',
      '70-80 kg ',
      '1/2 ',
      '((((',
      '😀',
      '\u200b1',
    ].concat(['1990-02-03 ', 'what weight gives bmi 25? ', '1,000,000,', 'thirty-five-', 'weigth heigth ']),
  )('a question of %j over and over is answered quickly', async (unit) => {
    const payload = JSON.stringify({ query: filled(unit, LONGEST) })
    for (const url of ['/query', '/query/process', '/modeler']) {
      const { ms, status } = await send(url, payload)
      expect(status).toBeLessThan(500)
      expect(ms).toBeLessThan(maxProcessorMs())
    }
  })
  it.each([
    ['/metrics', bodyLimitBytes],
    ['/query', bodyLimitBytes],
    ['/fhir/metrics', maxBundleBytes],
  ])('%s refuses more than %i bytes with 413', async (url, limit) => {
    const { status } = await send(url, `{"parameters":{"note":"${'a'.repeat(limit)}"}}`)
    expect(status).toBe(413)
  })
})
