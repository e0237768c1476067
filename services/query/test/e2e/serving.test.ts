import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { ASKED, CHILD, PERSON, PLAN } from './addresses.ts'
import { expectToFit, startPacked, useService } from './browser.ts'

const service = useService()

test.concurrent('a lost connection is said, and trying again works', async ({ expect }) => {
  const { page, context } = await service.open()
  await page.goto(`${service.url}/${PERSON}`)
  await page.locator('[data-metric="bmi"]').first().waitFor()
  await context.setOffline(true)
  await page.getByLabel('Weight', { exact: true }).fill('71')
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('alert').textContent()).toContain('cannot be reached')
  // A view that was never open cannot be loaded now, and says so.
  await page.getByRole('link', { name: 'Survey' }).click()
  await page.getByText('This view could not be loaded').waitFor()
  // Once the connection is back, it opens by itself.
  await context.setOffline(false)
  await page.getByRole('heading', { name: 'Survey' }).waitFor()
  await context.setOffline(true)
  await page.goBack()
  await page.getByRole('alert').waitFor()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => page.locator('[data-metric="bmi"]').first().textContent()).toContain('26.1')
  await context.close()
})

test.concurrent('a refused value is said beside its field, in the words of the service', async ({
  expect,
}) => {
  const { page, context } = await service.open()
  await page.goto(`${service.url}/${PERSON}`)
  await page.locator('[data-metric="bmi"]').first().waitFor()
  const height = page.getByLabel('Height', { exact: true })
  await height.fill('900')
  await expect.poll(() => height.getAttribute('aria-invalid')).toBe('true')
  const described = (await height.getAttribute('aria-describedby'))!.split(' ').at(-1)!
  expect(await page.locator(`[id="${described}"]`).textContent()).toContain('between 20 and 280 cm')
  expect(await page.locator('[data-metric="bmi"]').count(), 'the numbers stay').toBe(1)
  await page.getByText('these are the numbers from before').waitFor()
  await height.fill('170')
  await expect.poll(() => height.getAttribute('aria-invalid')).toBe(null)
  await context.close()
})

test.concurrent('a slow network shows where things will be, and moves nothing when they come', async ({
  expect,
}) => {
  for (const [path, ready] of [
    [PERSON, '[data-metric="bmi"]'],
    [CHILD, 'path[data-line="0 SD"]'],
    [PLAN, 'path[data-line="kg"]'],
  ] as const) {
    const { page, context } = await service.open()
    await page.route(/\/(metrics|growth|modeler)/, async (route) => {
      await new Promise((done) => setTimeout(done, 1500))
      await route.continue()
    })
    await page.addInitScript(() => {
      const state = globalThis as unknown as { shift: number }
      state.shift = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          state.shift += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(`${service.url}/${path}`)
    await page.locator('.skeleton').first().waitFor()
    await page.locator(ready).first().waitFor()
    await page.waitForTimeout(300)
    const shift = await page.evaluate(() => (globalThis as unknown as { shift: number }).shift)
    console.log(`layout shift of ${path.slice(0, 10)} on a slow network: ${shift.toFixed(3)}`)
    // What web.dev calls good.
    expect(shift, path).toBeLessThan(0.1)
    await context.close()
  }
})

test.concurrent('an address with nonsense in it opens a view that says what is wrong', async ({ expect }) => {
  const { page, context, complaints, settled } = await service.open()
  const nonsense = encodeURIComponent('💥<script>alert(1)</script>\'";--\u0000%')
  for (const path of [
    `#/?weight_kg=${nonsense}&height_cm=165`,
    `#/?age_years=-5&weight_kg=62&height_cm=165`,
    `#/?birth_date=2999-01-01&age_by=birth&weight_kg=62&height_cm=165`,
    `#/ask?q=${nonsense}`,
    `#/ask?q=${'👶'.repeat(3000)}`,
    `#/growth?sex=${nonsense}&birth=${nonsense}&visits=${nonsense}`,
    `#/growth?sex=female&birth=9999-99-99&visits=${';,;,'.repeat(500)}`,
    `#/growth?sex=female&birth=2023-11-09&index=${nonsense}&ages=${nonsense}&reference=${nonsense}`,
    `#/plan?sex=male&age=-45&height=178&weight=96&goal=1e9&weeks=-3`,
    `#/plan?sex=${nonsense}&age=45&height=178&weight=96&goal=88&weeks=26`,
    `#/catalogue?find=${nonsense}`,
    `#/catalogue/${nonsense}`,
    '#/nowhere',
  ]) {
    // Another address of the open page would not load it again.
    await page.goto('about:blank')
    await page.goto(`${service.url}/${path}`)
    await settled()
    expect((await page.locator('main').textContent())?.trim().length, path).toBeGreaterThan(20)
    await expectToFit(page, path)
  }
  expect(complaints.filter((text) => !/422|400|Failed to load/.test(text))).toEqual([])
  await context.close()
})

test.concurrent('works below a path of a proxy', async ({ expect }) => {
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
  const { page, context, complaints } = await service.open({ url })
  await page.goto(`${url}/deep/assay/${PERSON}`)
  await expect.poll(() => page.locator('[data-metric="bmi"]').first().textContent()).toContain('22.8')
  expect(complaints).toEqual([])
  await context.close()
  proxy.close()
})

test.concurrent('the first view is below 200 kB of compressed JavaScript, and its policy allows no inline script', async ({
  expect,
}) => {
  const { page, context, settled } = await service.open()
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
  await settled()
  console.log(`first view: ${(bytes / 1000).toFixed(0)} kB of JavaScript`)
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThan(200_000)
  expect(answer?.headers()['content-security-policy']).toContain("script-src 'self'")
  expect(answer?.headers()['content-security-policy']).not.toContain('unsafe-inline')
  await context.close()
})

test.concurrent('nothing that was typed is in the log of the service, and the name of a child is never sent', async ({
  expect,
}) => {
  const { page, context } = await service.open()
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  for (const [path, ready] of [
    [PERSON, '[data-metric="bmi"]'],
    [`${CHILD}&name=Rumpelstilzchen`, 'path[data-line="0 SD"]'],
    [ASKED, '.answer'],
  ] as const) {
    await page.goto(`${service.url}/${path}`)
    await page.locator(ready).first().waitFor()
  }
  expect(sent.join('\n')).toContain('weight_kg')
  expect(sent.join('\n')).not.toContain('Rumpelstilzchen')
  expect(service.log()).toContain('/metrics')
  expect(service.log()).not.toMatch(/weight_kg|height_cm|what is my BMI|birth_date|Rumpelstilzchen/)
  expect(await page.locator('footer').textContent()).toContain('neither stores nor logs')
  await context.close()
})

test('PAGE=off leaves the interface for programs alone', async () => {
  const without = await startPacked(['--page', 'off'])
  expect((await fetch(`${without.url}/`)).status).toBe(404)
  expect((await fetch(`${without.url}/health`)).status).toBe(200)
  without.process.signal('SIGTERM')
  await without.process.ended
})
