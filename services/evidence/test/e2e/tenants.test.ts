import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshDatabase, type TestDatabase } from '@assay/kit/testing'
import { runToEnd, startProcess } from '@assay/kit/testing-process'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, expect, inject, test } from 'vitest'
import { inspect, PASSWORD, setUp, signIn, useService } from './browser.ts'

/** In the data of the first organization and nowhere else. */
const SECRET = 'belongs-to-the-first'
const RUN = 'plant-extract'
const PAGE = { 'x-assay-page': '1' }

let database: TestDatabase
const service = useService({
  databaseUrl: async () => {
    database = await freshDatabase('server')
    return database.config.databaseUrl!
  },
})
afterAll(() => database.remove())

const main = () => join(inject('packed').evidence!, 'dist/main.js')

/** Creates an administrator of another organization, as an operator would. */
async function addOrganization(username: string, organization: string): Promise<void> {
  const { code, output } = await runToEnd(
    main(),
    [
      'users',
      'create',
      '--username',
      username,
      '--organization',
      organization,
      '--role',
      'admin',
      '--password-stdin',
    ],
    { env: { PATH: process.env.PATH, DATABASE_URL: database.config.databaseUrl }, input: PASSWORD },
  )
  expect([code, output]).toEqual([0, expect.stringContaining('Created admin')])
}

/** Sends a request with the cookie of a browser, as its page would. */
async function send(context: BrowserContext, method: string, path: string, data?: object) {
  const answer = await context.request.fetch(`${service.url}${path}`, {
    method,
    headers: PAGE,
    ...(data ? { data } : {}),
  })
  return { status: answer.status(), text: await answer.text() }
}

const keepSecret = (context: BrowserContext) =>
  send(context, 'POST', '/v1/fuzzy-evidence/integrate', {
    molecule_id: 'MOL_1',
    evidence_list: [
      {
        type: 'spectral_match',
        value: 0.8,
        source: SECRET,
        metadata: { observation_id: 'feature-1', run_id: RUN, name: SECRET },
      },
    ],
  })

async function openSignedIn(username: string, hash = '', expected: readonly number[] = [401, 404]) {
  const opened = await service.open({ expected })
  await opened.page.goto(`${service.url}/${hash}`)
  await signIn(opened.page, username)
  await opened.page.locator('summary', { hasText: username }).waitFor()
  return opened
}

const runLink = (page: Page) => page.locator(`a[href*="${RUN}"]`).first()

test('two organizations in two browsers see nothing of each other', async () => {
  const first = await service.open()
  await setUp(first.page, service.setupAddress)
  expect(await first.page.evaluate(() => window.location.href)).not.toMatch(/setup#|[\w-]{43}/)
  expect((await keepSecret(first.context)).status).toBe(200)
  await addOrganization('bob', 'Other Lab')

  const seen: string[] = []
  const second = await service.open({ expected: [401, 404] })
  second.page.on(
    'response',
    (answer) =>
      void answer.text().then(
        (text) => seen.push(text),
        () => {},
      ),
  )
  await second.page.goto(service.url)
  await signIn(second.page, 'bob')
  await second.page.getByRole('heading', { name: 'Runs', exact: true }).waitFor()
  await first.page.goto(`${service.url}/#/runs`)
  await first.page.reload()
  await runLink(first.page).waitFor()

  for (const hash of [
    '#/runs',
    `#/runs/${RUN}`,
    `#/runs/${RUN}/observations/feature-1`,
    '#/people',
    '#/reports',
  ]) {
    await second.page.goto(`${service.url}/${hash}`)
    await second.page.reload()
    await second.settled()
    const text = (await second.page.locator('body').textContent())!
    expect([hash, text.includes(SECRET), text.includes('Example Lab')]).toEqual([hash, false, false])
  }
  expect(await runLink(second.page).count()).toBe(0)
  expect(seen.length).toBeGreaterThan(5)
  expect(seen.filter((text) => text.includes(SECRET) || text.includes('"ada"'))).toEqual([])
  await first.page.goto(`${service.url}/#/people`)
  await first.page.getByText('ada', { exact: true }).first().waitFor()
  expect(await first.page.locator('main').textContent()).not.toContain('bob')
  expect(first.complaints).toEqual([])
  expect(second.complaints).toEqual([])
  await first.context.close()
  await second.context.close()
})

test('viewer, researcher and administrator see only what they may do', async () => {
  const admin = await openSignedIn('ada')
  for (const role of ['viewer', 'researcher'])
    expect(
      (
        await send(admin.context, 'POST', '/v1/auth/users', {
          username: `${role}1`,
          password: PASSWORD,
          role,
        })
      ).status,
    ).toBe(201)
  await admin.page.goto(`${service.url}/#/people`)
  await admin.page.getByText('viewer1').first().waitFor()
  await admin.context.close()
  const sees = { viewer1: [0, 0], researcher1: [1, 0], ada: [1, 1] }
  for (const [username, [imports, people]] of Object.entries(sees)) {
    const { page, context, complaints } = await openSignedIn(username)
    await runLink(page).waitFor()
    expect([username, await page.getByRole('button', { name: 'Choose files' }).count()]).toEqual([
      username,
      imports,
    ])
    expect([username, await page.getByRole('link', { name: 'People' }).count()]).toEqual([username, people])
    await page.goto(`${service.url}/#/people`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    if (people === 1) await page.getByText('researcher1').first().waitFor()
    expect([username, (await page.locator('main').textContent())!.includes('viewer1')]).toEqual([
      username,
      people === 1,
    ])
    // What the page does not offer, the service refuses.
    expect([username, (await keepSecret(context)).status]).toEqual([username, imports === 1 ? 200 : 403])
    expect([username, (await send(context, 'GET', '/v1/auth/users')).status]).toEqual([
      username,
      people === 1 ? 200 : 403,
    ])
    expect(complaints).toEqual([])
    await context.close()
  }
})

test('a session that has ended asks for the password and returns to where the user was', async () => {
  const { page, context, complaints } = await openSignedIn(
    'researcher1',
    `#/runs/${RUN}?find=feature&sort=observation`,
    [401, 403, 404],
  )
  await page.getByText('feature-1').first().waitFor()
  const address = page.url()
  const other = await context.newPage()
  await other.goto(`${service.url}/#/runs`)
  await runLink(other).waitFor()
  // An administrator changes the password or the role, or the time is over: the service ends the session.
  const login = await fetch(`${service.url}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'researcher1', password: PASSWORD }),
  })
  const { access_token } = (await login.json()) as { access_token: string }
  const ended = await fetch(`${service.url}/v1/auth/sessions`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${access_token}` },
  })
  expect(ended.status).toBe(204)

  await page.reload()
  await page.getByLabel('User name').waitFor()
  expect(await page.locator('body').textContent()).not.toContain(SECRET)
  // A page that was open meanwhile notices it with its next request, and says whose session it was.
  await runLink(other).click()
  await other.getByText('Your session has ended, researcher1').waitFor()
  await signIn(page, 'researcher1')
  await page.getByText('feature-1').first().waitFor()
  expect(page.url()).toBe(address)
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await other.getByText('feature-1').first().waitFor()
  expect(other.url()).toContain(`#/runs/${RUN}`)

  await page.locator('summary', { hasText: 'researcher1' }).click()
  const submit = page.getByRole('button', { name: 'Change password' })
  await submit.click()
  await page.getByLabel('Current password').fill('not the password of anybody')
  await page.getByLabel('New password').fill('a new and longer password')
  await submit.click()
  await page.getByText('The current password is wrong.').waitFor()
  await inspect(page, 'account-wide-light')
  await page.getByLabel('Current password').fill(PASSWORD)
  await submit.click()
  await page.getByText('Password changed.').waitFor()

  const before = await context.cookies(`${service.url}/v1/session`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('User name').waitFor()
  expect(await context.cookies(`${service.url}/v1/session`)).toEqual([])
  const replayed = await fetch(`${service.url}/v1/session`, {
    headers: { cookie: `assay_session=${before[0]!.value}` },
  })
  expect(replayed.status, 'the cookie of before').toBe(401)
  expect(complaints).toEqual([])
  await context.close()
})

test('no script sees a token, and the cookie stays below the path of a proxy', async () => {
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
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/deep/assay`
  const { page, context } = await service.open()
  await page.goto(`${url}/`)
  await signIn(page, 'ada')
  await runLink(page).waitFor()
  const cookies = await context.cookies(`${url}/v1/runs`)
  expect(cookies).toMatchObject([
    { name: 'assay_session', path: '/deep/assay/v1', httpOnly: true, sameSite: 'Strict' },
  ])
  expect(await context.cookies(new URL('/', url).href)).toEqual([])
  const visible = await page.evaluate(() =>
    [document.cookie, ...Object.values(localStorage), ...Object.values(sessionStorage)].join(' '),
  )
  expect(visible).not.toContain(cookies[0]!.value)
  expect(visible).not.toMatch(/eyJ|assay_session/)
  expect(service.log()).not.toContain(cookies[0]!.value)
  await page.reload()
  await runLink(page).waitFor()
  await context.close()
  proxy.close()
})

test('the address of a demonstration opens the example run, once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-demo-e2e-'))
  const demo = startProcess(
    main(),
    ['serve', '--demo', '--port', '0', '--admin-port', '-1', '--drain-delay-ms', '0'],
    {
      env: { PATH: process.env.PATH, TMPDIR: folder },
    },
  )
  const [, address = ''] = await demo.wrote(/Open (http:\S+\/v1\/demo\?token=\S+) to look around/)
  const { page, context } = await service.open()
  await page.goto(address)
  await page.getByText('Example run').first().waitFor()
  expect(page.url()).not.toContain('token')
  await page.locator('a[href*="runs/example"]').first().click()
  await page.getByRole('heading', { name: 'Example run' }).waitFor()
  // Opened again, the address leads to the page: to the runs here, and to a sentence elsewhere.
  await page.goto(address)
  await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor()
  await context.clearCookies()
  await page.goto(address)
  await page.getByRole('alert').getByText('start it again with --demo').waitFor()
  await context.close()
  demo.signal('SIGTERM')
  await demo.ended
  rmSync(folder, { recursive: true, force: true })
})
