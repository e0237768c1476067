import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  inspect,
  overflowOf,
  type PageOptions,
  picture,
  SCHEMES,
  setUp,
  signIn,
  useService,
  WIDTHS,
} from './browser.ts'

const service = useService()
const LONG = 'x'.repeat(64)
let session: PageOptions['session']

/** One observation of the example run. */
let observation = ''
let report = ''

beforeAll(async () => {
  const { page, context } = await service.open()
  await setUp(page, service.setupAddress)
  await page.getByRole('button', { name: 'Try with an example run' }).click()
  await page.locator('[data-complete=true]').waitFor()
  observation = (await page.locator('[data-observation]').first().getAttribute('data-observation'))!
  const made = await page.evaluate(async (longName) => {
    const send = (path: string, body: object) =>
      fetch(`./v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-assay-page': '1' },
        body: JSON.stringify(body),
      }).then((answer) => answer.json())
    await send('auth/users', { username: longName, password: 'another long password', role: 'viewer' })
    return send('reports', { run_id: 'example', limit: 5 })
  }, LONG)
  report = encodeURIComponent(made.result_hash)
  session = await context.storageState()
  await context.close()
})

type View = readonly [path: () => string, act?: (page: Page) => Promise<void>]
const loaded = (page: Page) => page.locator('[data-complete=true]').waitFor()
const VIEWS: Readonly<Record<string, View>> = {
  runs: [() => '#/runs'],
  observations: [() => '#/runs/example', loaded],
  'observations-nothing': [() => '#/runs/example?find=nothing-has-this-name', loaded],
  candidate: [() => `#/runs/example/observations/${observation}`],
  review: [() => '#/review?run=example'],
  reports: [() => '#/reports?run=example'],
  report: [() => `#/reports/${report}`],
  people: [() => '#/people', (page) => page.getByRole('cell', { name: 'Added a user' }).first().waitFor()],
  'no-page': [() => '#/nowhere'],
  'sign-in': [
    () => '#/runs',
    async (page) => {
      await page.context().clearCookies()
      await page.reload()
      await page.getByLabel('User name').waitFor()
    },
  ],
}

for (const [name, [path, act]] of Object.entries(VIEWS))
  test(`${name} is accessible and fits: both widths, both colour schemes, large text`, async () => {
    const { page, context, complaints, settled } = await service.open({ width: WIDTHS.narrow, session })
    await page.goto(`${service.url}/${path()}`)
    await page.locator('h1').first().waitFor()
    await act?.(page)
    for (const [size, width] of Object.entries(WIDTHS)) {
      await page.setViewportSize({ width, height: 900 })
      for (const scheme of SCHEMES) {
        await page.emulateMedia({ colorScheme: scheme })
        await settled()
        await inspect(page, `${name}-${size}-${scheme}`, scheme === 'light' ? 'all' : 'colours')
      }
    }
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await settled()
    expect(await overflowOf(page), `${name} with text at twice its size`).toBeLessThanOrEqual(0)
    expect(complaints).toEqual([])
    await context.close()
  })

test('a viewer with a very long name sees only what a viewer may do', async () => {
  const { page, context, complaints } = await service.open({ width: WIDTHS.narrow })
  await page.goto(`${service.url}/#/people`)
  await page.getByLabel('User name').fill(LONG)
  await page.getByLabel('Password', { exact: true }).fill('another long password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Only administrators manage people' }).waitFor()
  expect(await page.getByRole('link', { name: 'People' }).count()).toBe(0)
  await inspect(page, 'no-permission-narrow-light')
  await page.goto(`${service.url}/#/runs`)
  await page.getByText('You may look at runs').waitFor()
  expect(await page.locator('input[type=file]').count()).toBe(0)
  await inspect(page, 'runs-viewer-narrow-light')
  expect(complaints).toEqual([])
  await context.close()
})

test('without a connection the page says so, and goes on afterwards', async () => {
  const { page, context } = await service.open({ session })
  await page.goto(`${service.url}/#/runs`)
  await page.getByRole('heading', { name: 'Your runs' }).waitFor()
  await context.setOffline(true)
  await page.getByText('No connection. What you see may be out of date.').waitFor()
  await page.getByRole('link', { name: 'People' }).click()
  await page.getByRole('alert').first().waitFor()
  await picture(page, 'offline-wide-light')
  // A view that was first opened without a connection opens with it, without a click.
  await context.setOffline(false)
  await page.getByRole('heading', { name: 'People' }).waitFor()
  await page.getByRole('cell', { name: 'Added a user' }).first().waitFor()
  await context.close()
})

test('a wrong password and an ended session are said in words', async () => {
  const { page, context } = await service.open()
  await page.goto(`${service.url}/#/runs/example?level=2a`)
  await page.getByLabel('User name').fill('ada')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('User name or password is wrong.').waitFor()
  await inspect(page, 'sign-in-wrong-wide-light')
  await signIn(page, 'ada')
  await loaded(page)
  expect(page.url(), 'where the user wanted to go').toContain('level=2a')
  await context.clearCookies()
  await page.getByRole('link', { name: 'Review', exact: true }).click()
  await page.getByText('Your session has ended, ada.').waitFor()
  await inspect(page, 'session-ended-wide-light')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery staple')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Sign in' }).waitFor({ state: 'detached' })
  expect(page.url()).toContain('#/review')
  await context.close()
})

test('the picture at the top of the README', async () => {
  const { page, context } = await service.open({ width: 1320, session })
  await page.goto(`${service.url}/#/runs/example?sort=observation`)
  await loaded(page)
  await picture(page, 'readme', false)
  await context.close()
})

test('the first view is at most 200 kB of compressed script', async () => {
  const { page, context, settled } = await service.open({ session })
  let bytes = 0
  page.on('response', async (response) => {
    if (response.url().endsWith('.js')) bytes += Number(response.headers()['content-length'] ?? 0)
  })
  await page.goto(`${service.url}/#/runs`)
  await page.getByRole('heading', { name: 'Your runs' }).waitFor()
  await settled()
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThan(200_000)
  await context.close()
})
