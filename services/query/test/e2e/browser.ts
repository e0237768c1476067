import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
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
const SHOTS = join(import.meta.dirname, '../../../../dist/screenshots/query')

export const WIDTHS = { narrow: 380, wide: 1440 } as const
export const SCHEMES = ['light', 'dark'] as const

/** Starts the service as it is published. */
export async function startPacked(
  args: readonly string[] = [],
): Promise<{ url: string; process: RunningProcess }> {
  const process_ = startProcess(
    join(inject('packed').query!, 'dist/main.js'),
    ['serve', '--port', '0', '--admin-port', '-1', ...args],
    { env: { PATH: process.env.PATH } },
  )
  const [, url = ''] = await process_.wrote(/"url":"(http:[^"]+)"/)
  return { url, process: process_ }
}

const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    // The tests may run as root, where chromium's own sandbox does not.
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })

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
  options: { width?: number; scheme?: 'light' | 'dark'; locale?: string } = {},
): Promise<{ page: Page; context: BrowserContext; complaints: string[]; settled: () => Promise<void> }> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? WIDTHS.wide, height: 900 },
    colorScheme: options.scheme ?? 'light',
    locale: options.locale ?? 'en-GB',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('response', async (response) => {
    if (response.status() >= 400)
      complaints.push(
        `${response.status()} ${response.request().postData()} ${await response.text().catch(() => '')}`,
      )
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

/** Checks a view for serious faults of accessibility and for a layout wider than the screen, and takes a picture. */
export async function inspect(page: Page, name: string): Promise<void> {
  mkdirSync(SHOTS, { recursive: true })
  await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true })
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    () =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
        resultTypes: ['violations'],
      }) as Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>,
  )
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  await expectToFit(page, name)
}

/** Checks that nothing is wider than the screen. */
export async function expectToFit(page: Page, name: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${name} is wider than the screen`).toBeLessThanOrEqual(0)
}

/** A service and a browser for the tests of a file. */
export function useService(args: readonly string[] = []) {
  let browser: Browser
  let service: Awaited<ReturnType<typeof startPacked>>
  beforeAll(async () => {
    service = await startPacked(args)
    browser = await startBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    service?.process.signal('SIGTERM')
    await service?.process.ended
  })
  return {
    get url() {
      return service.url
    },
    /** All that the service has written. */
    log: () => service.process.output(),
    /** Opens a page of the service, or of a proxy before it. */
    open: ({ url = service.url, ...options }: { url?: string } & Parameters<typeof openPage>[2] = {}) =>
      openPage(browser, url, options),
  }
}

const run = promisify(execFile)

/** Prints a page as the browser would, writes it as PDF and as one image for each sheet, and returns the text of each sheet. */
export async function print(page: Page, name: string, format: 'A4' | 'Letter' = 'A4'): Promise<string[]> {
  mkdirSync(SHOTS, { recursive: true })
  const file = join(SHOTS, `${name}-${format}.pdf`)
  await page.pdf({ path: file, format, printBackground: false })
  const images = file.replace(/\.pdf$/, '')
  const [{ stdout: text }] = await Promise.all([
    run('pdftotext', ['-layout', file, '-']),
    run('pdftoppm', ['-r', '80', '-png', file, images]),
    run('pdftoppm', ['-r', '80', '-gray', '-png', file, `${images}-grey`]),
  ])
  // Every sheet ends with a form feed.
  return text.split('\f').slice(0, -1)
}

/** Takes a picture of what is on the screen. */
export const picture = (page: Page, name: string) =>
  page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: false })
