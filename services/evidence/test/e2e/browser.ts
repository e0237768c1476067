import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningProcess, startProcess } from '@assay/kit/testing-process'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'
import { inspectorOf } from '../../../../tooling/browser/inspect.ts'
import { openPage, type PageOptions, startBrowser } from '../../../../tooling/browser/open-page.ts'

export { overflowOf } from '../../../../tooling/browser/inspect.ts'
export { type PageOptions, SCHEMES, WIDTHS } from '../../../../tooling/browser/open-page.ts'
export const { inspect, picture, print } = inspectorOf('evidence')

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
    /** Opens a page. Before signing in, the service answers 401. */
    open: (options: PageOptions = {}) => openPage(browser, service.url, { expected: [401], ...options }),
  }
}
