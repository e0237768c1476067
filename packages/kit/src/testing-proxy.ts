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
  /** Resets every open connection once; new ones pass. */
  reset(): void
  /** Delays every piece in both directions, and lets at most so many bytes per second pass. */
  slow(options: { readonly latencyMs?: number; readonly bytesPerSecond?: number }): void
  restore(): void
  close(): Promise<void>
}

/** Starts a proxy that forwards connections to the host and port of `target`. */
export async function cutProxy(target: string): Promise<CutProxy> {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let state: 'passing' | 'cut' | 'silent' = 'passing'
  let latencyMs = 0
  let bytesPerSecond = Number.POSITIVE_INFINITY
  const server = createServer((incoming) => {
    if (state === 'cut') return incoming.destroy()
    const onwards = connect(Number(port), hostname)
    for (const [from, to] of [
      [incoming, onwards],
      [onwards, incoming],
    ] as const) {
      open.add(from)
      let lastAt = 0
      from.on('data', (bytes) => {
        if (state === 'silent') return
        if (latencyMs === 0 && bytesPerSecond === Number.POSITIVE_INFINITY) return to.write(bytes)
        // After the piece before it, so that order is kept.
        const now = performance.now()
        lastAt = Math.max(now + latencyMs, lastAt) + (1000 * bytes.length) / bytesPerSecond
        setTimeout(() => to.write(bytes), lastAt - now)
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
    reset() {
      for (const socket of open) socket.resetAndDestroy()
    },
    slow(options) {
      latencyMs = options.latencyMs ?? 0
      bytesPerSecond = options.bytesPerSecond ?? Number.POSITIVE_INFINITY
    },
    restore() {
      latencyMs = 0
      bytesPerSecond = Number.POSITIVE_INFINITY
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
