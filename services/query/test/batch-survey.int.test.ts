import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { goldenRows } from '../bench/growth-golden.ts'
import { SURVEY_HEADER, surveyLines } from '../bench/survey-file.ts'
import { inProcess } from './in-process.ts'

let service: Awaited<ReturnType<typeof inProcess>>
let address: string
beforeAll(async () => {
  service = await inProcess('--max-event-loop-delay-ms', '0')
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  address = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
})
afterAll(() => service.close())

const CSV = 'text/csv'
const send = async (type: string, body: string | Uint8Array, search = '') => {
  const response = await fetch(`${address}/metrics/batch${search}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: body as string,
  })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

describe('a survey', () => {
  it('of the golden children gives the prevalences that their published z-scores give', async () => {
    const children = goldenRows('who-2006').rows.filter(({ age_days }) => Number(age_days) <= 1826)
    expect(children.length).toBeGreaterThan(50)
    const body = [
      'sex,age_days,weight_kg,height_cm,position,oedema',
      ...children.map((c) => [c.sex, c.age_days, c.weight_kg, c.height_cm, c.measured, c.oedema].join(',')),
    ]
    const { data } = JSON.parse((await send(CSV, body.join('\n'), '?output=summary')).text) as {
      data: {
        rows: number
        refused_rows: number
        prevalence: Record<string, { count: number; of: number; percent: number; low: number; high: number }>
      }
    }
    expect(data).toMatchObject({ rows: children.length, refused_rows: 0 })
    /** By the definitions of the WHO, from the z-scores of its own software, rounded as they were published; oedema is severe. */
    const direct = (column: string, below: number, flags: readonly [number, number]) => {
      const isOfWeight = !column.includes('length_height_for_age') || column.includes('weight')
      const swollen = isOfWeight ? children.filter(({ oedema }) => /^y/.test(oedema ?? '')).length : 0
      const scores = children
        .map((child) => child[column] ?? '')
        .filter((z) => z !== '' && z !== 'NA')
        .map(Number)
        .filter((z) => z >= flags[0] && z <= flags[1])
      return { count: swollen + scores.filter((z) => z < below).length, of: swollen + scores.length }
    }
    for (const [name, column, below, flags] of [
      ['stunting', 'z_length_height_for_age', -2, [-6, 6]],
      ['severe_stunting', 'z_length_height_for_age', -3, [-6, 6]],
      ['wasting', 'z_weight_for_length_height', -2, [-5, 5]],
      ['underweight', 'z_weight_for_age', -2, [-6, 5]],
    ] as const) {
      const share = data.prevalence[name]!
      expect({ name, count: share.count, of: share.of }).toEqual({ name, ...direct(column, below, flags) })
      expect(share.percent).toBeCloseTo((100 * share.count) / share.of, 10)
      expect(share.low).toBeLessThanOrEqual(share.percent)
      expect(share.high).toBeGreaterThanOrEqual(share.percent)
    }
  })
})

describe('a long table', () => {
  const block = [...surveyLines(2000)]
    .slice(1)
    .map((line) => `${line}\n`)
    .join('')

  it('needs no more memory than a short one', async () => {
    const run = async (blocks: number) => {
      let sent = 0
      let peak = 0
      const sending = request(`${address}/metrics/batch?output=summary`, {
        method: 'POST',
        headers: { 'content-type': CSV },
      })
      const answered = once(sending, 'response')
      sending.write(`${SURVEY_HEADER}\n`)
      for (; sent < blocks; sent++) {
        if (!sending.write(block)) await once(sending, 'drain')
        peak = Math.max(peak, process.memoryUsage().rss)
      }
      sending.end()
      const [response] = await answered
      let text = ''
      for await (const piece of response) text += piece
      return { rows: JSON.parse(text).data.rows as number, peak }
    }
    await run(10)
    const short = await run(10)
    const long = await run(80)
    expect([short.rows, long.rows]).toEqual([20_000, 160_000])
    expect(long.peak - short.peak).toBeLessThan(150e6)
  })

  it('is let go when the client leaves', async () => {
    const sockets = () =>
      new Promise<number>((done) => service.app.server.getConnections((_error, count) => done(count)))
    const before = await sockets()
    for (let i = 0; i < 10; i++) {
      const sending = request(`${address}/metrics/batch`, {
        method: 'POST',
        headers: { 'content-type': CSV },
        agent: false,
      })
      sending.on('error', () => {})
      sending.on('response', (response) => response.on('error', () => {}).resume())
      sending.write(`${SURVEY_HEADER}\n${block}`)
      await sleep(20)
      sending.destroy()
    }
    // The time limit of the test ends this if they stay.
    while ((await sockets()) > before) await sleep(50)
    expect((await send(CSV, 'height_cm,weight_kg\n180,80\n', '?metrics=bmi')).text).toContain('24.69')
  })
})

it.each(['rows', 'summary'])(
  '%s: a request without a body and Content-Type is refused with 415',
  async (output) => {
    const response = await fetch(`${address}/metrics/batch?output=${output}`, { method: 'POST' })
    expect(response.status).toBe(415)
    expect(await response.json()).toMatchObject({ error_code: 'VALIDATION_ERROR' })
  },
)
