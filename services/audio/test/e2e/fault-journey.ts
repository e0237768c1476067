import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** A connection to the service that a test can lose. */
export interface Line {
  readonly url: string
  /** Breaks what is connected and refuses whoever comes. */
  cut(): void
  mend(): void
  close(): void
}

/** Opens another way to a service, which can be lost and come back. */
export async function openLine(target: string): Promise<Line> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((caller) => {
    if (isCut) return caller.destroy()
    const onwards = connect(Number(port), hostname)
    for (const [socket, other] of [
      [caller, onwards],
      [onwards, caller],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    caller.pipe(onwards).pipe(caller)
    return undefined
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    mend: () => {
      isCut = false
    },
    close: () => {
      cut()
      server.close()
    },
  }
}

const heard = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { assayHeard: () => string[] }).assayHeard())

/** Waits until exactly one file is heard, whose address has this part. */
const expectHeard = (page: Page, part: string) =>
  expect.poll(() => heard(page)).toSatisfy((all: string[]) => all.length === 1 && all[0]!.includes(part))

/** Sound and stems that cannot be loaded are told, and a further try plays them. The track has stems. */
export async function soundLostAndBack(page: Page, address: string): Promise<void> {
  await page.route('**/audio?**', (route) => route.abort())
  await page.goto(address)
  const lost = page.getByText('The sound could not be loaded.')
  await lost.waitFor()
  await page.unroute('**/audio?**')
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expectHeard(page, '/audio?')
  expect(await lost.count()).toBe(0)

  await page.route('**/stems/drums?**', (route) => route.abort())
  await page.getByRole('button', { name: 'Solo drums' }).click()
  await page.getByText('The stems could not be loaded, so the original is heard.').waitFor()
  await expectHeard(page, '/audio?')
  await page.unroute('**/stems/drums?**')
  await page.getByRole('button', { name: 'Solo drums' }).click()
  await expectHeard(page, '/stems/drums')
}

/** The links of an open track are renewed before they expire. Call `page.clock.install()` before the page opens. */
export async function linksRenewed(page: Page): Promise<void> {
  const link = page.getByRole('link', { name: 'beats.csv', exact: true })
  const before = await link.getAttribute('href')
  // A link names the second in which it expires: two that were signed in the same second are the same.
  await setTimeout(1100)
  await page.clock.fastForward('50:00')
  await expect.poll(() => link.getAttribute('href')).not.toBe(before)
}
