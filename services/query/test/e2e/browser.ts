import { join } from 'node:path'
import { type RunningProcess, startProcess } from '@assay/kit/testing-process'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'
import { inspectorOf } from '../../../../tooling/browser/inspect.ts'
import { openPage, type PageOptions, startBrowser } from '../../../../tooling/browser/open-page.ts'

export { expectToFit } from '../../../../tooling/browser/inspect.ts'
export { SCHEMES, WIDTHS } from '../../../../tooling/browser/open-page.ts'
export const { inspect, picture, print } = inspectorOf('query')

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
    open: ({ url = service.url, ...options }: { url?: string } & PageOptions = {}) =>
      openPage(browser, url, options),
  }
}
