import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * Proxy between a service and a server that it needs, so that a test can make that server unreachable and bring it
 * back.
 */
export interface CutProxy {
  /** Address that the service must use for the server. */
  readonly url: string
  /** Breaks every connection and refuses new ones, like a server that has died. */
  cut(): void
  /** Keeps connections open but forwards nothing, like a broken network. */
  silence(): void
  restore(): void
  close(): Promise<void>
}

/** Starts a proxy that forwards connections to the host and port of `target`. */
export async function cutProxy(target: string): Promise<CutProxy> {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let state: 'passing' | 'cut' | 'silent' = 'passing'
  const server = createServer((incoming) => {
    if (state === 'cut') return incoming.destroy()
    const onwards = connect(Number(port), hostname)
    for (const [from, to] of [
      [incoming, onwards],
      [onwards, incoming],
    ] as const) {
      open.add(from)
      from.on('data', (bytes) => {
        if (state !== 'silent') to.write(bytes)
      })
      from.on('error', () => {})
      from.on('close', () => {
        open.delete(from)
        to.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  const breakAll = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: url.href,
    cut() {
      state = 'cut'
      breakAll()
    },
    silence() {
      state = 'silent'
    },
    restore() {
      // Older connections have lost bytes and cannot continue.
      if (state === 'silent') breakAll()
      state = 'passing'
    },
    async close() {
      breakAll()
      server.close()
      await once(server, 'close')
    },
  }
}
