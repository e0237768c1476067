import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Stands between a service and a server that it needs, so that a test can take that server away and bring it back. */
export interface CutProxy {
  /** The address of the server as the service shall use it. */
  readonly url: string
  /** Breaks every connection and refuses new ones, as a server that has died. */
  cut(): void
  /** Keeps connections but passes nothing on, as a network that has broken. */
  silence(): void
  restore(): void
  close(): Promise<void>
}

/** Passes connections on to the host and port of `target`. */
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
      // Bytes that were swallowed are missing in connections of before.
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
