import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningProcess, startProcess } from '@assay/kit/testing-process'
import axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folders of the unpacked services by name, from tooling/unpack.ts. */
    packed: Readonly<Record<string, string>>
  }
}

/** Screenshots and printed pages, written by the run. */
export const SHOTS = join(import.meta.dirname, '../../../../dist/screenshots/evidence')

export const WIDTHS = { narrow: 380, wide: 1440 } as const
export const SCHEMES = ['light', 'dark'] as const
export const PASSWORD = 'correct horse battery staple'

/** Service as it is published, with its address and the one-time address that it printed. */
interface Started {
  readonly url: string
  readonly setupAddress: string
  readonly process: RunningProcess
}

/** Starts the service as it is published, without users: on a server if `databaseUrl` is given, else embedded. */
export async function startPacked(
  folder: string,
  args: readonly string[] = [],
  databaseUrl?: string,
): Promise<Started> {
  const process_ = startProcess(
    join(inject('packed').evidence!, 'dist/main.js'),
    ['serve', '--port', '0', '--admin-port', '-1', '--rate-limit-per-minute', '0', ...args],
    {
      env: {
        PATH: process.env.PATH,
        DATA_DIR: folder,
        ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      },
    },
  )
  const [, url = ''] = await process_.wrote(/"url":"(http:[^"]+)"/)
  const [, setupAddress = ''] = await process_.wrote(/Open (\S+\/setup#\S+) to create/)
  return { url, setupAddress, process: process_ }
}

const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    // The tests may run as root, where chromium's own sandbox does not.
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })

/** How a page is opened. */
export interface PageOptions {
  readonly width?: number
  readonly scheme?: 'light' | 'dark'
  /** Answers that belong to what is tested, such as 401 before signing in. */
  readonly expected?: readonly number[]
  /** Session of another page, from `context.storageState()`. */
  readonly session?: Awaited<ReturnType<BrowserContext['storageState']>> | undefined
}

/** Returns once the page has drawn what it has, and whether it still shows places of things to come. */
const drawn = (page: Page): Promise<boolean> =>
  page.evaluate(
    () =>
      new Promise<boolean>((done) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => done(document.querySelector('.skeleton') === null)),
        ),
      ),
  )

/** A page that reports whatever a user would call broken: errors, blocked content, requests to other hosts. */
async function openPage(
  browser: Browser,
  url: string,
  { width = WIDTHS.wide, scheme = 'light', expected = [401], session }: PageOptions = {},
): Promise<{ page: Page; context: BrowserContext; complaints: string[]; settled: () => Promise<void> }> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: scheme,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...(session ? { storageState: session } : {}),
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // The answer itself is reported below.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  page.on('response', async (response) => {
    if (response.status() >= 400 && !expected.includes(response.status()))
      complaints.push(`${response.status()} ${response.url()} ${await response.text().catch(() => '')}`)
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url()))
      complaints.push(`request to ${request.url()}`)
  })
  const underWay = new Set<Request>()
  page.on('request', (request) => underWay.add(request))
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  /** Waits until everything was loaded and drawn. An answer may lead to the next request, so it looks twice. */
  const settled = async () => {
    for (let quiet = 0; quiet < 2; ) quiet = (await drawn(page)) && underWay.size === 0 ? quiet + 1 : 0
  }
  return { page, context, complaints, settled }
}

/** Returns how much wider than the screen the page is, in pixels. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Takes a picture of the whole page. */
export async function picture(page: Page, name: string, fullPage = true): Promise<void> {
  mkdirSync(SHOTS, { recursive: true })
  await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage })
}

/** Checks a view for serious faults of accessibility and for a layout wider than the screen, and takes a picture. */
export async function inspect(page: Page, name: string): Promise<void> {
  await picture(page, name)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    () =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
        resultTypes: ['violations'],
      }) as Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>,
  )
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    name,
  ).toEqual([])
  expect(await overflowOf(page), `${name} is wider than the screen`).toBeLessThanOrEqual(0)
}

/** Creates the first administrator with the one-time address, as a person would. */
export async function setUp(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByLabel('Organization').fill('Example Lab')
  await page.getByLabel('User name').fill('ada')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create and sign in' }).click()
  await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor()
}

/** Signs in with the form that is on the screen. */
export async function signIn(page: Page, username: string): Promise<void> {
  await page.getByLabel('User name').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** A service and a browser for the tests of a file. `databaseUrl` is asked for before the service starts. */
export function useService({
  args = [],
  databaseUrl,
  removed,
}: {
  args?: readonly string[]
  databaseUrl?: () => Promise<string>
  /** Called after the service has ended. */
  removed?: () => Promise<void> | undefined
} = {}) {
  let browser: Browser
  let service: Started
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-e2e-'))
    service = await startPacked(folder, args, await databaseUrl?.())
    browser = await startBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    service?.process.signal('SIGTERM')
    await service?.process.ended
    rmSync(folder, { recursive: true, force: true })
    await removed?.()
  })
  return {
    get url() {
      return service.url
    },
    get setupAddress() {
      return service.setupAddress
    },
    /** All that the service has written. */
    log: () => service.process.output(),
    open: (options: PageOptions = {}) => openPage(browser, service.url, options),
  }
}

/** Prints a page as the browser would, writes it as PDF and as one image for each sheet, and returns the text of each sheet. */
export async function print(page: Page, name: string, format: 'A4' | 'Letter' = 'A4'): Promise<string[]> {
  mkdirSync(SHOTS, { recursive: true })
  const file = join(SHOTS, `${name}-${format}.pdf`)
  await page.pdf({ path: file, format, printBackground: false })
  execFileSync('pdftoppm', ['-r', '80', '-png', file, file.replace(/\.pdf$/, '')])
  // Every sheet ends with a form feed.
  return execFileSync('pdftotext', ['-layout', file, '-']).toString().split('\f').slice(0, -1)
}
