import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressOf, type RunningProcess, startProcess, stopProcess } from '@assay/kit/testing-process'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'
import { inspectorOf } from '../../../../tooling/browser/inspect.ts'
import { openPage, type PageOptions, startBrowser } from '../../../../tooling/browser/open-page.ts'

export { SCHEMES, WIDTHS } from '../../../../tooling/browser/open-page.ts'
export const { inspect, picture } = inspectorOf('audio')

/** Starts a command of the service as it is published. */
const startCommand = (args: readonly string[], folder: string, databaseUrl: string | undefined) =>
  startProcess(join(inject('packed').audio!, 'dist/main.js'), args, {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: folder,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    },
  })

/** Starts the service: on a database server, with a worker if wanted, if `databaseUrl` is given; else embedded. */
async function startPacked(
  folder: string,
  args: readonly string[],
  databaseUrl: string | undefined,
  worker: boolean,
): Promise<{ url: string; processes: readonly RunningProcess[] }> {
  const serve = ['serve', '--port', '0', '--admin-port', '-1', '--rate-limit-per-minute', '0', ...args]
  const server = startCommand(serve, folder, databaseUrl)
  const url = await addressOf(server)
  // The embedded database has one process, which does the jobs too.
  if (!databaseUrl || !worker) return { url, processes: [server] }
  return { url, processes: [server, startCommand(['work', '--admin-port', '-1'], folder, databaseUrl)] }
}

/** A service and a browser for the tests of a file. `databaseUrl` is asked for before the service starts. */
export function useService({
  args = [],
  databaseUrl,
  worker = true,
  removed,
}: {
  args?: readonly string[]
  databaseUrl?: () => Promise<string>
  /** Whether a worker does the jobs of a service on a database server. */
  worker?: boolean
  /** Called after the service has ended. */
  removed?: () => Promise<void> | undefined
} = {}) {
  let browser: Browser
  let service: Awaited<ReturnType<typeof startPacked>>
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-e2e-'))
    service = await startPacked(folder, args, await databaseUrl?.(), worker)
    // Sound starts without a click, as it does on a page that the reader has used before.
    browser = await startBrowser(['--autoplay-policy=no-user-gesture-required'])
  })
  afterAll(async () => {
    await browser?.close()
    await Promise.all((service?.processes ?? []).map((one) => stopProcess(one)))
    rmSync(folder, { recursive: true, force: true })
    await removed?.()
  })
  return {
    get url() {
      return service.url
    },
    /** Folder of the service's data. */
    get folder() {
      return folder
    },
    /** Opens a page of the service. */
    open: (options: PageOptions = {}) => openPage(browser, service.url, options),
  }
}
