import { execFileSync } from 'node:child_process'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { slowdown } from '@assay/kit/testing-process'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspect, openPage, SCHEMES, startBrowser, startPacked, WIDTHS } from './browser.ts'

let browser: Browser
let service: Awaited<ReturnType<typeof startPacked>>
beforeAll(async () => {
  service = await startPacked()
  browser = await startBrowser()
})
afterAll(async () => {
  await browser?.close()
  service?.process.signal('SIGTERM')
  await service?.process.ended
})

const PERSON = '#/?sex=female&age_years=34&height_cm=165&weight_kg=62&waist_cm=74'
const VISITS = '2024-03-10,6.1,62.4,41.2;2024-06-12,7.9,68.8,43.9;2025-01-11,9.8,77.5,46.6'
const CHILD = `#/growth?sex=female&birth=2023-11-09&weeks=34&visits=${encodeURIComponent(VISITS)}`
const VIEWS = {
  'measure-empty': '#/',
  measure: PERSON,
  ask: `#/ask?q=${encodeURIComponent('woman, 34, 165 cm, 62 kg: what is my BMI?')}`,
  growth: CHILD,
  plan: '#/plan?sex=male&age=45&height=178&weight=96&activity=low_active&goal=88&weeks=26',
  survey: '#/survey',
  catalogue: '#/catalogue?find=surface',
  metric: '#/catalogue/bmi',
}

describe('every view', () => {
  for (const [size, width] of Object.entries(WIDTHS))
    for (const scheme of SCHEMES)
      test(`is accessible and fits, ${size} and ${scheme}`, async () => {
        for (const [name, path] of Object.entries(VIEWS)) {
          const { page, context, complaints } = await openPage(browser, service.url, { width, scheme })
          await page.goto(`${service.url}/${path}`)
          await page.waitForLoadState('networkidle')
          await page.locator('h1').first().waitFor()
          await inspect(page, `${name}-${size}-${scheme}`)
          expect(complaints, name).toEqual([])
          await context.close()
        }
      })
})

test('Measure: an example, a keystroke, where a number comes from, and back', async () => {
  const { page, context, complaints } = await openPage(browser, service.url)
  await page.goto(service.url)
  await page.getByRole('button', { name: 'Try an example' }).click()
  const bmi = page.locator('[data-metric="bmi"]').first()
  await expect.poll(() => bmi.textContent()).toContain('22.8')
  expect(await bmi.textContent()).toContain('normal range')
  await page.getByLabel('Weight', { exact: true }).fill('80')
  await expect.poll(() => bmi.textContent()).toContain('29.4')
  expect(page.url()).toContain('weight_kg=80')
  await bmi.click()
  const drawer = page.getByRole('dialog')
  expect(await drawer.textContent()).toContain('Keys A')
  await page.keyboard.press('Escape')
  await expect.poll(() => drawer.count()).toBe(0)
  await page.getByText('Imperial').click()
  await expect.poll(() => page.getByLabel('Weight', { exact: true }).inputValue()).toBe('176.4')
  await expect.poll(() => bmi.textContent()).toContain('29.4')
  await page.getByLabel('Height', { exact: true }).fill('5\'7"')
  await expect.poll(() => bmi.textContent()).toContain('27.6')
  expect(complaints).toEqual([])
  await context.close()
})

test('Measure: a keystroke shows new numbers within 150 ms', async () => {
  const { page, context } = await openPage(browser, service.url)
  await page.goto(`${service.url}/${PERSON}`)
  await page.locator('[data-metric="bmi"]').first().waitFor()
  const times = await page.evaluate(async () => {
    const field = [...document.querySelectorAll('label')].find((label) => label.textContent === 'Weight')!
    const input = document.getElementById(field.htmlFor) as HTMLInputElement
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
    const shown = () => document.querySelector('[data-metric="bmi"] .card-value')?.textContent
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    const taken: number[] = []
    const bare: number[] = []
    for (let i = 0; i < 40; i++) {
      const before = shown()
      const start = performance.now()
      set.call(input, String(60 + i * 0.9))
      input.dispatchEvent(new Event('input', { bubbles: true }))
      while (shown() === before) await frame()
      taken.push(performance.now() - start)
      // What the machine needs at this moment for the request alone and a frame.
      const begun = performance.now()
      await fetch('metrics', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          parameters: { sex: 'female', age_years: 34, height_cm: 165, weight_kg: 60 + i },
        }),
      }).then((answer) => answer.json())
      await frame()
      bare.push(performance.now() - begun)
    }
    const p95 = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length * 0.95)]!
    return { p95: p95(taken), bare: p95(bare) }
  })
  console.log(
    `keystroke to numbers: p95 ${times.p95.toFixed(0)} ms; request and frame alone: ${times.bare.toFixed(0)} ms`,
  )
  // 150 ms on a quiet machine; on a slow one, what the request alone takes there is the measure.
  expect(times.p95).toBeLessThan(Math.max(150, 5 * times.bare))
  await context.close()
})

test('Ask: the answer, its numbers and its stages', async () => {
  const { page, context, complaints } = await openPage(browser, service.url)
  await page.goto(service.url)
  await page.getByLabel('Or ask in your own words').fill('man, 40, 180 cm, 90 kg. BMI?')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('.answer').textContent()).toContain('27.8')
  expect(page.url()).toContain('#/ask?q=')
  await page.getByText('How the answer was made').click()
  await expect.poll(() => page.getByText('threshold verification').isVisible()).toBe(true)
  await page.goBack()
  await expect.poll(() => page.locator('h1').textContent()).toBe('What do these measurements mean?')
  expect(complaints).toEqual([])
  await context.close()
})

test('Growth: the drawn curves are the reference, to a tenth of a pixel', async () => {
  const { page, context, complaints } = await openPage(browser, service.url)
  await page.goto(`${service.url}/${CHILD}&ages=0-60`)
  const line = page.locator('path[data-line="0 SD"]')
  await line.waitFor()
  const drawn = await page.evaluate(() => {
    const svg = document.querySelector<SVGSVGElement>('svg.line-chart')!
    const range = (name: string) => svg.dataset[name]!.split(' ').map(Number)
    const points = (document.querySelector('path[data-line="0 SD"]')!.getAttribute('d') ?? '')
      .split(/[ML]/)
      .filter(Boolean)
      .map((pair) => pair.split(' ').map(Number))
    return {
      x: range('xRange'),
      y: range('yRange'),
      points,
      box: svg.viewBox.baseVal.height,
      width: svg.viewBox.baseVal.width,
    }
  })
  const [x0 = 0, x1 = 0] = drawn.x
  const [y0 = 0, y1 = 0] = drawn.y
  /** Median weight of girls at 0, 12 and 60 months, kg (WHO Child Growth Standards 2006, weight for age). */
  for (const [months, kg] of [
    [0, 3.2322],
    [12, 8.9481],
    [60, 18.2193],
  ] as const) {
    const px = 52 + ((months - x0) / (x1 - x0)) * (drawn.width - 52 - 54)
    const py = drawn.box - 44 - ((kg - y0) / (y1 - y0)) * (drawn.box - 12 - 44)
    const nearest = drawn.points.reduce((a, b) => (Math.abs(b[0]! - px) < Math.abs(a[0]! - px) ? b : a))
    expect(Math.abs(nearest[0]! - px)).toBeLessThan(0.1)
    expect(Math.abs(nearest[1]! - py), `${months} months`).toBeLessThan(0.1)
  }
  const printed = execFileSync('pdftotext', ['-', '-'], {
    input: await page.pdf({ format: 'A4' }),
  }).toString()
  expect(printed).toContain('Weight for age, girls')
  expect(printed).toContain('+2 SD')
  expect(printed, 'controls are not printed').not.toContain('Show as table')
  await page.getByRole('button', { name: 'Show as table' }).click()
  await page.getByRole('columnheader', { name: '+2 SD' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('Plan: an example, a moved goal, and a goal that is not safe', async () => {
  const { page, context, complaints } = await openPage(browser, service.url)
  await page.goto(`${service.url}/#/plan`)
  await page.getByRole('button', { name: 'Try an example' }).click()
  await expect.poll(() => page.locator('.answer').textContent()).toContain('88.0 kg in about 26 weeks')
  await page.locator('path[data-line="kg"]').waitFor()
  await page.getByLabel('Move the goal').fill('91')
  await expect.poll(() => page.locator('.answer').textContent()).toContain('91.0 kg')
  await page.getByLabel('Goal', { exact: true }).fill('55')
  await page.getByRole('heading', { name: 'Not as asked' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('Survey: an example, 100 000 rows without a freeze, and a table with nothing usable', async () => {
  const { page, context } = await openPage(browser, service.url)
  await page.goto(`${service.url}/#/survey`)
  await page.getByRole('button', { name: 'Try an example' }).click()
  await page.getByRole('heading', { name: /600 of 600 rows/ }).waitFor()
  expect(await page.locator('figure').textContent()).toContain('Wasting')
  await page.getByText('How the columns were read').click()
  expect(await page.getByLabel('Meaning of weight_kg').inputValue()).toBe('weight_kg')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Printable report' }).click()
  expect((await download).suggestedFilename()).toBe('example-survey-report.html')
  const rows = Array.from(
    { length: 100_000 },
    (_, i) =>
      `${i % 2 ? 'F' : 'M'},${6 + (i % 50)},${(7 + (i % 90) / 10).toFixed(1)},${(66 + (i % 40) / 2).toFixed(1)}`,
  )
  await page.evaluate(() => {
    const state = globalThis as unknown as { longest: number }
    state.longest = 0
    let last = performance.now()
    const watch = () => {
      const now = performance.now()
      state.longest = Math.max(state.longest, now - last)
      last = now
      requestAnimationFrame(watch)
    }
    requestAnimationFrame(watch)
  })
  await page.setInputFiles('input[type=file]', {
    name: 'large.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`sex,age_months,weight_kg,height_cm\n${rows.join('\n')}\n`),
  })
  await page.getByRole('heading', { name: /100000 rows of large.csv/ }).waitFor({ timeout: 250_000 })
  const longest = await page.evaluate(() => (globalThis as unknown as { longest: number }).longest)
  console.log(`survey of 100 000 rows: longest pause between frames ${longest.toFixed(0)} ms`)
  // 300 ms were seen on a quiet machine: the file is sent in one piece and computed elsewhere.
  expect(longest).toBeLessThan(1500 * slowdown())
  await page.setInputFiles('input[type=file]', {
    name: 'none.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('a,b\n1,2\n'),
  })
  await page.getByRole('alert').waitFor()
  await context.close()
})

test('Catalogue: a search, a metric, its own address', async () => {
  const { page, context } = await openPage(browser, service.url)
  await page.goto(`${service.url}/#/catalogue`)
  await page.getByLabel('Search metrics').fill('mosteller')
  await page.getByRole('link', { name: /Mosteller/ }).click()
  await expect.poll(() => page.url()).toContain('#/catalogue/bsa_mosteller')
  await expect.poll(() => page.locator('h1').textContent()).toContain('Mosteller')
  await context.close()
})

test('everything by keyboard alone', async () => {
  const { page, context } = await openPage(browser, service.url)
  await page.goto(service.url)
  await page.locator('h1').waitFor()
  const reach = async (name: string) => {
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press('Tab')
      const focused = await page.evaluate(
        () =>
          document.activeElement?.textContent ||
          (document.activeElement as HTMLInputElement)?.labels?.[0]?.textContent,
      )
      if (focused === name) return
    }
    throw new Error(`no way to ${name} by the keyboard`)
  }
  await reach('Try an example')
  await page.keyboard.press('Enter')
  const bmi = page.locator('[data-metric="bmi"]')
  await bmi.waitFor()
  for (let i = 0; i < 60 && !(await bmi.evaluate((card) => card === document.activeElement)); i++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect(await bmi.evaluate((card) => card === document.activeElement), 'the focus returns').toBe(true)
  await context.close()
})

test('a lost connection is said, and trying again works', async () => {
  const { page, context } = await openPage(browser, service.url)
  await page.goto(`${service.url}/${PERSON}`)
  await page.locator('[data-metric="bmi"]').first().waitFor()
  await context.setOffline(true)
  await page.getByLabel('Weight', { exact: true }).fill('71')
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('alert').textContent()).toContain('cannot be reached')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => page.locator('[data-metric="bmi"]').first().textContent()).toContain('26.1')
  await context.close()
})

test('a refused value is said in the words of the service', async () => {
  const { page, context } = await openPage(browser, service.url)
  await page.goto(`${service.url}/#/?height_cm=900&weight_kg=62`)
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('alert').textContent()).toContain('height_cm')
  await context.close()
})

test('works below a path of a proxy', async () => {
  const proxy = createServer((incoming, outgoing) => {
    if (!incoming.url?.startsWith('/deep/assay/')) return void outgoing.writeHead(404).end()
    const onward = httpRequest(
      new URL(incoming.url.slice('/deep/assay'.length), service.url),
      { method: incoming.method, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    incoming.pipe(onward)
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const { page, context, complaints } = await openPage(browser, url)
  await page.goto(`${url}/deep/assay/${PERSON}`)
  await expect.poll(() => page.locator('[data-metric="bmi"]').first().textContent()).toContain('22.8')
  expect(complaints).toEqual([])
  await context.close()
  proxy.close()
})

test('the first view is below 200 kB of compressed JavaScript, and its policy allows no inline script', async () => {
  const { page, context } = await openPage(browser, service.url)
  let bytes = 0
  const client = await context.newCDPSession(page)
  await client.send('Network.enable')
  const scripts = new Set<string>()
  client.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  const answer = await page.goto(service.url)
  await page.waitForLoadState('networkidle')
  console.log(`first view: ${(bytes / 1000).toFixed(0)} kB of JavaScript`)
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThan(200_000)
  expect(answer?.headers()['content-security-policy']).toContain("script-src 'self'")
  expect(answer?.headers()['content-security-policy']).not.toContain('unsafe-inline')
  await context.close()
})

test('nothing that was typed is in the log of the service', () => {
  const log = service.process.output()
  expect(log).toContain('/metrics')
  expect(log).not.toMatch(/weight_kg|height_cm|what is my BMI|birth_date/)
})

test('PAGE=off leaves the interface for programs alone', async () => {
  const without = await startPacked(['--page', 'off'])
  expect((await fetch(`${without.url}/`)).status).toBe(404)
  expect((await fetch(`${without.url}/health`)).status).toBe(200)
  without.process.signal('SIGTERM')
  await without.process.ended
})
