import { afterAll, beforeAll, expect, test } from 'vitest'
import { inProcess } from './in-process.ts'

let service: Awaited<ReturnType<typeof inProcess>>
beforeAll(async () => {
  service = await inProcess('--max-event-loop-delay-ms', '0')
})
afterAll(() => service.close())

const send = async (
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  payload?: string,
  type = 'application/json',
) => {
  const response = await service.app.inject({
    method,
    url,
    ...(payload === undefined ? {} : { payload, headers: { 'content-type': type } }),
  })
  return { status: response.statusCode, headers: response.headers, body: response.json() }
}
const person = '"parameters":{"sex":"female","age":31,"height_cm":168,"weight_kg":62}'

test.each([
  ['a question', '/query', '{"query":"bmi\\u0000"}', 'query'],
  ['a context', '/query', '{"query":"bmi","context":{"a":[{"b":"\\ud800"}]}}', 'context.a.0.b'],
  ['the name of an option', '/metrics', `{${person},"options":{"a\\u0000":1}}`, 'options.a\0'],
  ['parameters', '/metrics/formatted', '{"parameters":{"sex":"\\udc00"}}', 'parameters.sex'],
  ['a number that is none', '/metrics', '{"parameters":{"weight_kg":1e999}}', 'parameters.weight_kg'],
])('text is text in %s', async (_name, url, body, field) => {
  const answer = await send('POST', url, body)
  expect([answer.status, answer.body.details.field]).toEqual([422, field])
})

test('text is text in a FHIR bundle too', async () => {
  const bundle = '{"resourceType":"Bundle","entry":[{"a":"\\u0000"}]}'
  const answer = await send('POST', '/fhir/metrics', bundle, 'application/fhir+json')
  expect([answer.status, answer.body.details.field]).toEqual([422, 'entry.0.a'])
})

test('no free-form body breaks it', async () => {
  const deep = '['.repeat(10_000) + ']'.repeat(10_000)
  for (const [context, status] of [
    [deep, 422],
    ['{"__proto__":{"x":1}}', 400],
    ['{"a":-0,"b":1e-999,"c":1.7976931348623157e308}', 200],
  ] as const)
    expect(
      (await send('POST', '/query', `{"query":"bmi of 62 kg and 168 cm","context":${context}}`)).status,
    ).toBe(status)
})

test('every refusal has field, issue and provided, unknown query parameters and methods included', async () => {
  const refusals = [
    await send('POST', '/metrics', '{'),
    await send('GET', '/nothing'),
    await send('PUT', '/metrics', '{}'),
    await send('POST', '/metrics', `{"a":"${'x'.repeat(5_000_000)}"}`),
    await send('POST', '/metrics', '<a/>', 'application/xml'),
    await send('POST', '/metrics/batch', '<a/>', 'application/xml'),
    await send('POST', '/metrics', '{}'),
    await send('POST', `/metrics?as_of=1`, `{${person}}`),
    await send('POST', '/metrics/batch?metric=bmi', 'sex,age\n', 'text/csv'),
    await send(
      'POST',
      '/modeler',
      `{"query":"days","options":{"task":"inverse","metric":"nonsense","input":"weight_kg","target":20},"context":{${person}}}`,
    ),
  ]
  expect(refusals.map(({ status }) => status)).toEqual([400, 404, 405, 413, 415, 415, 422, 422, 422, 422])
  for (const { body } of refusals)
    expect(body.details).toMatchObject({
      field: expect.any(String),
      issue: expect.any(String),
      request_id: expect.any(String),
    })
  for (const { body } of refusals) expect(body.details).toHaveProperty('provided')
  expect(refusals[8]!.body.details.issue).toContain('did you mean metrics?')
  expect(refusals[2]!.headers.allow).toBe('POST')
})
