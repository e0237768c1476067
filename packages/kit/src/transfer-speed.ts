import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { ServerConfig } from './options.ts'

type SpeedConfig = Pick<ServerConfig, 'minTransferBytesPerSecond' | 'stallTimeoutMs'>

/** Interval at which speeds are measured; short enough for a small STALL_TIMEOUT_MS. */
const sampleMs = ({ stallTimeoutMs }: SpeedConfig) => Math.min(1000, Math.max(10, stallTimeoutMs / 4))

/** Node's counters of a connection: bytes passed to the operating system, and bytes that it has not accepted yet. */
interface Handle {
  readonly _handle?: { readonly bytesWritten?: number; readonly writeQueueSize?: number } | null
}
const bytesTaken = (socket: Socket) => {
  const { bytesWritten = 0, writeQueueSize = 0 } = (socket as Handle)._handle ?? {}
  return bytesWritten - writeQueueSize
}

interface Progress {
  /** Time for which the client may still be too slow. */
  allowanceMs: number
  bytes: number
}

/**
 * Disconnects clients that send their body or read their answer more slowly than `minTransferBytesPerSecond` for
 * `stallTimeoutMs`. A slow upload above that speed may take as long as it needs, and time during which the service
 * itself is busy with the received bytes does not count. As in Apache's mod_reqtimeout, received bytes add time, but
 * never more than one `stallTimeoutMs`, so that a fast start does not pay for a long stall.
 */
export function watchTransfers(app: FastifyInstance, config: SpeedConfig): void {
  const open = new Set<ServerResponse>()
  const progress = new WeakMap<ServerResponse, Progress>()
  const everyMs = sampleMs(config)
  let lastLook = performance.now()

  const isOver = ({ req, socket, writableFinished }: ServerResponse) =>
    !socket || socket.destroyed || (req.complete && writableFinished)

  const look = (answer: ServerResponse, elapsedMs: number) => {
    const { req } = answer
    const socket = req.socket
    const bytes = socket.bytesRead + bytesTaken(socket)
    const known = progress.get(answer)
    if (!known) {
      progress.set(answer, { allowanceMs: config.stallTimeoutMs, bytes })
      return
    }
    const boughtMs = (1000 * (bytes - known.bytes)) / config.minTransferBytesPerSecond
    known.bytes = bytes
    // Bytes that wait to be read here are our delay, not the client's.
    const waitsForBody = !req.complete && req.readableLength === 0
    const waitsForReader = socket.writableLength > 0
    const allowanceMs = known.allowanceMs + boughtMs - (waitsForBody || waitsForReader ? elapsedMs : 0)
    known.allowanceMs = Math.min(config.stallTimeoutMs, allowanceMs)
    if (known.allowanceMs > 0) return
    open.delete(answer)
    // Uses the same event as Node's own request timeout, so that one handler answers both.
    const code = 'ERR_HTTP_REQUEST_TIMEOUT'
    app.server.emit('clientError', Object.assign(new Error('The client is too slow.'), { code }), socket)
  }

  const timer = setInterval(() => {
    const now = performance.now()
    // While the event loop was blocked nobody could send: that time counts for no client.
    const elapsedMs = Math.min(now - lastLook, 2 * everyMs)
    lastLook = now
    for (const answer of open) {
      if (isOver(answer)) open.delete(answer)
      else look(answer, elapsedMs)
    }
  }, everyMs)
  timer.unref()
  app.addHook('onRequest', (request, reply, done) => {
    // An injected request has no connection.
    if (request.raw.socket instanceof Socket) open.add(reply.raw)
    done()
  })
  app.addHook('onResponse', (_request, { raw }, done) => {
    if (raw.req.complete) open.delete(raw)
    done()
  })
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer)
    done()
  })
}

/**
 * Returns configuration problems for limits that a client at `minTransferBytesPerSecond` cannot reach within
 * `requestTimeoutMs`. `limits` maps the name of each setting to its bytes.
 */
export function unreachableLimits(
  config: SpeedConfig & Pick<ServerConfig, 'requestTimeoutMs'>,
  limits: Readonly<Record<string, number>>,
): string[] {
  const { requestTimeoutMs, minTransferBytesPerSecond: speed, stallTimeoutMs } = config
  if (requestTimeoutMs === 0) return []
  return Object.entries(limits).flatMap(([name, bytes]) => {
    const neededMs = Math.ceil((1000 * bytes) / speed) + stallTimeoutMs
    if (neededMs <= requestTimeoutMs) return []
    return [
      `${name}: ${bytes} bytes cannot arrive within REQUEST_TIMEOUT_MS=${requestTimeoutMs} at MIN_TRANSFER_BYTES_PER_SECOND=${speed}; set REQUEST_TIMEOUT_MS to at least ${neededMs}, or a smaller ${name}`,
    ]
  })
}
