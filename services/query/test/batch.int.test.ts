import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { escapeFormula } from '@assay/kit/formula-cell'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { surveyLines } from '../bench/survey-file.ts'
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
const NDJSON = 'application/x-ndjson'
const send = async (type: string, body: string | Uint8Array, search = '') => {
  const response = await fetch(`${address}/metrics/batch${search}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: body as string,
  })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}
const table = (text: string) => parse(text, { columns: true }) as Record<string, string>[]
const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, never>)
const Z = ['weight_for_age_z', 'length_height_for_age_z', 'weight_for_length_height_z', 'bmi_for_age_z']

describe('CSV', () => {
  it('keeps order, foreign columns and their spelling, whatever they hold', async () => {
    const cell = fc.oneof(
      fc.string(),
      fc.constantFrom('a,b', 'say "hi"', 'two\nlines', 'é', ' padded ', '0012'),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 }), async (rows) => {
        // A line of empty cells only is an empty line to CSV; a number in front keeps it one.
        const text = rows
          .map(([a, b], i) =>
            [String(i), a, b, '180', '80'].map((one) => `"${one.replaceAll('"', '""')}"`).join(','),
          )
          .join('\r\n')
        const answer = await send(
          CSV,
          `n,"my ""note""",odd,height_cm,weight_kg\r\n${text}\r\n`,
          '?metrics=bmi',
        )
        expect(answer).toMatchObject({ status: 200, type: 'text/csv; charset=utf-8' })
        const out = table(answer.text)
        // What a spreadsheet would take for a formula gets an apostrophe; nothing else is touched.
        const given = (one: string) => escapeFormula(Buffer.from(one).toString('utf8'))
        expect(out.map((row) => [row.n, row['my "note"'], row.odd])).toEqual(
          rows.map(([a, b], i) => [String(i), given(a), given(b)]),
        )
        for (const row of out) expect(Number(row.bmi)).toBeCloseTo(80 / 1.8 ** 2, 10)
      }),
      { numRuns: 30 },
    )
  })
  it('reads a byte order mark, CRLF, quotes, units and a last line without an end', async () => {
    const { text } = await send(
      CSV,
      '\ufeff"height_cm",weight_kg\r\n"5\'11""",80\r\n\r\n180,"72,5 kg"',
      '?metrics=bmi',
    )
    const [first, second, ...rest] = table(text)
    expect(rest).toEqual([])
    expect(Number(first?.bmi)).toBeCloseTo(80 / 1.8034 ** 2, 8)
    expect(Number(second?.bmi)).toBeCloseTo(72.5 / 1.8 ** 2, 8)
  })
  it('says in its row what is wrong with a row, and goes on', async () => {
    const rows = [
      '1,male,100,-5,60',
      '2,x,100,6,60',
      '3,male,100,6,60,9,9',
      '4,male',
      '5,ma"le,1,2,3',
      '6,male,100,6,60',
    ]
    const { text } = await send(CSV, `id,sex,age_days,weight_kg,height_cm\n${rows.join('\n')}\n`)
    // A row with more cells than the header keeps them all, so the columns behind shift: read it without names.
    const out = (parse(text, { relax_column_count: true }) as string[][]).slice(1)
    const errors = out.map((row) => row.at(-1))
    expect(errors[0]).toContain('weight_kg must be between')
    expect(errors[1]).toContain('sex must be one of')
    expect(errors[2]).toBe('the line has 2 more cells than the header')
    expect(errors[3]).toBe('')
    expect(errors[4]).toContain('quotation mark')
    expect(out[5]?.[0]).toBe('6')
    expect(Number(out[5]?.[5])).toBeLessThan(3)
    expect(out).toHaveLength(6)
  })
  it.each([
    ['an empty file', '', ''],
    ['a header only', 'id,sex', `id,sex,${Z.join(',')},error\n`],
    ['empty lines only', '\n\r\n\n', ''],
  ])('answers %s in kind', async (_name, body, expected) => {
    expect(await send(CSV, body)).toMatchObject({ status: 200, text: expected })
  })
  it('refuses a table whose header names a parameter twice, in the envelope', async () => {
    const { status, type, text } = await send(CSV, 'sex,weight_kg,weight_kg\nmale,1,2\n')
    expect(status).toBe(422)
    expect(type).toMatch(/^application\/json/)
    expect(JSON.parse(text)).toMatchObject({
      error_code: 'VALIDATION_ERROR',
      details: { field: 'weight_kg' },
    })
  })
  it('writes no cell that a spreadsheet would run, and reads its own table again', async () => {
    const attacks = ['=1+1', "=cmd|' /C calc'!A0", '+SUM(A1)', '-2+3', '@SUM(1)', '\t=1', '\r=1', '＝1+1']
    const cells = [...attacks, '-1.5', '+3', '-']
    const body = cells.map((one) => `"${one}",180,"+80"`).join('\n')
    const { text } = await send(CSV, `"=HYPERLINK(""x"")",height_cm,weight_kg\n${body}\n`, '?metrics=bmi')
    const [header, ...rows] = parse(text) as string[][]
    expect(header?.[0]).toBe('\'=HYPERLINK("x")')
    expect(rows.map(([first]) => first)).toEqual([...attacks.map((one) => `'${one}`), '-1.5', '+3', '-'])
    for (const row of rows) for (const cell of row) expect(cell).not.toMatch(/^([=@\t\r＝]|[+-](?![\d.,]*$))/)
    const again = parse((await send(CSV, text, '?metrics=bmi')).text) as string[][]
    expect(again.slice(1).map((row) => row.slice(0, 5))).toEqual(rows.map((row) => row.slice(0, 5)))
    expect(again.slice(1).map((row) => row.at(-2))).toEqual(rows.map((row) => row.at(-2)))
    const { text: json } = await send(
      NDJSON,
      '{"note":"=1+1","height_cm":180,"weight_kg":80}',
      '?metrics=bmi',
    )
    expect(lines(json)[0]).toMatchObject({ note: '=1+1' })
  })
  it.each([
    ['a million columns', `${'a,'.repeat(1_000_000)}b\n1\n`, 'cannot be read'],
    ['too many columns', `${'a,'.repeat(5000)}b\n1\n`, 'must have at most 5000 columns'],
    ['a header that is never closed', `"${'a\n'.repeat(100_000)}`, 'cannot be read'],
  ])('refuses %s as a whole', async (_name, body, issue) => {
    const { status, text } = await send(CSV, body)
    expect(status).toBe(422)
    expect(JSON.parse(text).details).toMatchObject({ field: 'header', issue: expect.stringContaining(issue) })
  })
  it('gives up on a gigantic line without holding it, and reads on', async () => {
    const before = process.memoryUsage().rss
    const { text } = await send(
      CSV,
      `id,height_cm,weight_kg\n1,${'9'.repeat(20_000_000)}\n2,180,80\n`,
      '?metrics=bmi',
    )
    expect(text.length).toBeLessThan(1000)
    expect(text).toContain('longer than 100000 characters')
    expect(text).toContain('2,180,80,24.69')
    expect(process.memoryUsage().rss - before).toBeLessThan(300e6)
  })
})

describe('NDJSON', () => {
  it('keeps every line’s own fields and order, and ends with the summary', async () => {
    const rows = Array.from({ length: 2000 }, (_, i) => ({
      id: i,
      note: 'é\n',
      tags: [1, { a: null }],
      height_cm: 180,
      weight_kg: 60 + (i % 40),
    }))
    const { text, type } = await send(
      NDJSON,
      rows.map((row) => JSON.stringify(row)).join('\n'),
      '?metrics=bmi',
    )
    expect(type).toBe('application/x-ndjson; charset=utf-8')
    const out = lines(text)
    expect(out.pop()).toMatchObject({ summary: { rows: 2000, refused_rows: 0 } })
    expect(out.map(({ metrics: _metrics, ...row }) => row)).toEqual(rows)
    expect(out.map(({ metrics }) => (metrics as unknown as { bmi: number }).bmi)).toEqual(
      rows.map(({ weight_kg }) => weight_kg / 1.8 ** 2),
    )
  })
  it('says what is wrong with a line, and goes on', async () => {
    const long = JSON.stringify({ id: 'x'.repeat(5_000_000) })
    const { text } = await send(
      NDJSON,
      ['{', '[1]', '{"height_cm":"tall"}', long, '', '{"id":9,"height_cm":180,"weight_kg":80}'].join('\r\n'),
      '?metrics=bmi',
    )
    const out = lines(text)
    expect(out.map(({ error }) => error)).toEqual([
      'the line is not JSON',
      'the line is not a JSON object',
      expect.stringContaining('height_cm'),
      'the line is longer than 100000 characters',
      undefined,
      undefined,
    ])
    expect(out[4]).toMatchObject({ id: 9, metrics: { bmi: expect.closeTo(24.69, 2) } })
  })
  it('goes on after a line that is nested deeper than the stack', async () => {
    const deep = `{"a":${'['.repeat(40_000)}${']'.repeat(40_000)}}`
    const { status, text } = await send(NDJSON, `${deep}\n{"height_cm":180,"weight_kg":80}\n`, '?metrics=bmi')
    expect(status).toBe(200)
    const [first, second] = lines(text)
    expect(first?.error).toBe('the line is nested deeper than 100 levels')
    expect(second).toMatchObject({ metrics: { bmi: expect.closeTo(24.69, 2) } })
  })
  it('answers an empty file with the summary of nobody', async () => {
    const [only] = lines((await send(NDJSON, '')).text)
    expect(only).toMatchObject({
      summary: { rows: 0, prevalence: { stunting: { count: 0, of: 0, percent: null } } },
    })
  })
  it('agrees with CSV', async () => {
    const [header, ...rows] = [...surveyLines(300)] as [string, ...string[]]
    const names = header.split(',')
    const asJson = rows.map((row) => {
      const cells = row.split(',')
      return JSON.stringify(
        Object.fromEntries(
          names.map((name, i) => [
            name,
            name === 'oedema' ? false : Number.isNaN(Number(cells[i])) ? cells[i] : Number(cells[i]),
          ]),
        ),
      )
    })
    const [csv, ndjson] = await Promise.all([
      send(CSV, [header, ...rows].join('\n'), '?output=summary'),
      send(NDJSON, asJson.join('\n'), '?output=summary'),
    ])
    const { table: fromLines, ...lined } = JSON.parse(ndjson.text).data
    const { table: fromCells, ...celled } = JSON.parse(csv.text).data
    expect(lined).toEqual(celled)
    expect(fromLines.columns_read).toEqual(fromCells.columns_read)
  })
})

describe('limits', () => {
  it('refuses a metric that is named twice', async () => {
    const { status, text } = await send(CSV, 'height_cm\n1\n', '?metrics=bmi,bmi')
    expect(status).toBe(422)
    expect(JSON.parse(text).details).toMatchObject({
      field: 'metrics.1',
      issue: 'occurs twice',
      provided: 'bmi',
    })
  })
  it('counts the addresses of one IPv6 network as one client', async () => {
    const one = await inProcess('--max-batches-per-client', '1', '--batch-wait-ms', '0')
    try {
      await one.app.ready()
      const sendFrom = async (remoteAddress: string, payload: Readable) => {
        const headers = { 'content-type': CSV }
        const url = '/metrics/batch?metrics=bmi'
        return (await one.app.inject({ method: 'POST', url, remoteAddress, headers, payload })).statusCode
      }
      const open = new PassThrough()
      const first = sendFrom('2001:db8::1', open)
      open.write('height_cm,weight_kg\n180,80\n')
      const small = () => Readable.from(['height_cm,weight_kg\n180,80\n'])
      expect(await sendFrom('2001:db8::2', small())).toBe(429)
      expect(await sendFrom('2001:db8:0:1::1', small())).toBe(200)
      open.end()
      expect(await first).toBe(200)
    } finally {
      await one.close()
    }
  })
  it.concurrent.each(['with its length announced', 'in chunks'])(
    'refuses a table that is too large, sent %s',
    async (how) => {
      const small = await inProcess('--max-batch-bytes', '100000')
      try {
        const url = await small.app.listen({ host: '127.0.0.1', port: 0 })
        const body = Buffer.from(`id,height_cm\n${'1,180\n'.repeat(2_000_000)}`)
        const sending = request(`${url}/metrics/batch?output=summary`, {
          method: 'POST',
          headers: { 'content-type': CSV, ...(how === 'in chunks' ? {} : { 'content-length': body.length }) },
        })
        const answered = once(sending, 'response')
        sending.on('error', () => {})
        sending.end(body)
        const [response] = await answered
        let text = ''
        for await (const piece of response) text += piece
        expect([response.statusCode, JSON.parse(text).error_code]).toEqual([413, 'VALIDATION_ERROR'])
      } finally {
        await small.close()
      }
    },
  )
})
