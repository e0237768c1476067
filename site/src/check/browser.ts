import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import type { Verdict } from './check-site.ts'

/** Pages of every kind; those that a deleted service would take along are opened only if they exist. */
const PAGES = [
  'index',
  'metrics/body_fat_navy',
  'score-cards/gnps-mqscore',
  'api/query/metrics',
  'api/evidence/schemas',
  'decisions/0042-native-controls-and-own-charts',
  'accuracy',
  'audio/tutorial',
] as const

const LOOKS = [
  { width: 375, scheme: 'light' },
  { width: 1280, scheme: 'dark' },
] as const
const PICTURE_LOOKS = [...LOOKS, { width: 375, scheme: 'dark' }, { width: 1280, scheme: 'light' }] as const

/** Returns serious faults of accessibility of the open page. */
async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    () =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
        resultTypes: ['violations'],
        // It would load the style sheets once more, which a page from a folder may not.
        preload: false,
      }) as Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.length} places, first ${nodes[0]?.html.slice(0, 160)}`)
}

/** Opens a page from the folder and returns what a user would call broken. */
async function pageFaults(
  browser: Browser,
  folder: string,
  name: string,
  { width, scheme }: (typeof PICTURE_LOOKS)[number],
  pictures: boolean,
): Promise<string[]> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  page.on('request', (request) => {
    if (!/^(file|data|blob):/.test(request.url())) faults.push(`request to ${request.url()}`)
  })
  await page.goto(pathToFileURL(join(folder, `${name}.html`)).href)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  if (overflow > 0) faults.push(`${overflow} px wider than the screen`)
  const theme = await page.evaluate(() => document.documentElement.dataset.theme)
  if (theme !== scheme) faults.push(`theme ${theme}, the system prefers ${scheme}`)
  faults.push(...(await accessibilityFaults(page)))
  if (pictures) {
    const shots = join(folder, '../../dist/screenshots/site')
    mkdirSync(shots, { recursive: true })
    await page.screenshot({ path: join(shots, `${name.replaceAll('/', '-')}-${width}-${scheme}.png`) })
  }
  await context.close()
  return faults.map((fault) => `${name} at ${width} px, ${scheme}: ${fault}`)
}

/** Searches by keyboard alone and returns what went wrong. */
async function searchFaults(browser: Browser, folder: string): Promise<string[]> {
  const page = await browser.newPage()
  await page.goto(pathToFileURL(join(folder, 'index.html')).href)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('body mass index')
  const first = page.locator('site-search li a').first()
  await first.waitFor({ timeout: 20_000 })
  const title = await first.textContent()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(/metrics\/bmi\.html$/, { timeout: 20_000 }).catch(() => undefined)
  const url = page.url()
  await page.close()
  return url.endsWith('/metrics/bmi.html')
    ? []
    : [`"body mass index" led to ${url}; the first result was ${title}`]
}

/** Opens pages of every kind from the folder, without any server, narrow and wide, light and dark. */
export async function checkInBrowser(folder: string, pictures: boolean): Promise<Verdict[]> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  try {
    const faults: string[] = []
    const looks = pictures ? PICTURE_LOOKS : LOOKS
    const pages = PAGES.filter((name) => existsSync(join(folder, `${name}.html`)))
    for (const name of pages)
      for (const look of looks) faults.push(...(await pageFaults(browser, folder, name, look, pictures)))
    const search = await searchFaults(browser, folder)
    return [
      {
        what: `${pages.length} pages work from the folder: no request, no error, accessible, not wider than the screen`,
        ok: faults.length === 0,
        faults,
      },
      { what: 'the search works from the folder, by keyboard', ok: search.length === 0, faults: search },
    ]
  } finally {
    await browser.close()
  }
}
