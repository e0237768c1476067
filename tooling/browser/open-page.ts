import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folders of the unpacked services by name, from tooling/unpack.ts. */
    packed: Readonly<Record<string, string>>
  }
}

export const WIDTHS = { narrow: 380, wide: 1440 } as const
export const SCHEMES = ['light', 'dark'] as const
/** Guards against hangs: five times what Playwright waits by default, because the machine is that much slower at times. */
const PATIENCE_MS = 150_000

/** Starts Debian's chromium without a window. */
export const startBrowser = (args: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    // The tests may run as root, where chromium's own sandbox does not.
    args: ['--no-sandbox', '--disable-dev-shm-usage', ...args],
  })

/** How a page is opened. */
export interface PageOptions {
  readonly width?: number
  readonly scheme?: 'light' | 'dark'
  readonly locale?: string
  /** Answers that belong to what is tested, such as 401 before signing in. */
  readonly expected?: readonly number[]
  /** Session of another page, from `context.storageState()`. */
  readonly session?: Awaited<ReturnType<BrowserContext['storageState']>> | undefined
}

/** An open page and what a test asks of it. */
export interface OpenPage {
  readonly page: Page
  readonly context: BrowserContext
  /** Whatever a user would call broken: errors, blocked content, refusals, requests to other hosts. */
  readonly complaints: string[]
  /** Waits until everything was loaded and drawn. */
  readonly settled: () => Promise<void>
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

/** Opens a page that reports whatever a user would call broken. Streams of events never end and count as loaded. */
export async function openPage(
  browser: Browser,
  url: string,
  { width = WIDTHS.wide, scheme = 'light', locale = 'en-GB', expected = [], session }: PageOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: scheme,
    locale,
    reducedMotion: 'reduce',
    ...(session ? { storageState: session } : {}),
  })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // The answer itself is reported below.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource: the server'))
      complaints.push(message.text())
  })
  page.on('response', async (response) => {
    if (response.status() >= 400 && !expected.includes(response.status()))
      complaints.push(
        `${response.status()} ${response.url()} ${response.request().postData() ?? ''} ${await response.text().catch(() => '')}`,
      )
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url()))
      complaints.push(`request to ${request.url()}`)
  })
  const underWay = new Set<Request>()
  page.on('request', (request) => underWay.add(request))
  page.on('response', (response) => {
    if (response.headers()['content-type']?.startsWith('text/event-stream'))
      underWay.delete(response.request())
  })
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  // An answer may lead to the next request, so it looks twice.
  const settled = async () => {
    for (let quiet = 0; quiet < 2; ) quiet = (await drawn(page)) && underWay.size === 0 ? quiet + 1 : 0
  }
  return { page, context, complaints, settled }
}
