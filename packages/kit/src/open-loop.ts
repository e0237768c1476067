import { connect, isIP, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectSecurely } from 'node:tls'

/** Request that a load repeats. */
export interface LoadRequest {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Answer to one request of an open-loop load. */
export interface Shot {
  /** Milliseconds from the start of the load to the time at which the request was due. */
  readonly dueMs: number
  /** Milliseconds from that time to the end of the answer, waiting for a connection included. */
  readonly latencyMs: number
  /** Status of the answer; 0 when there was none. */
  readonly status: number
  /** Whether the answer carries `Retry-After`. */
  readonly retryAfter: boolean
}

/** How an open-loop load is sent. */
export interface OpenLoopOptions {
  readonly ratePerSecond: number
  readonly seconds: number
  /** Most connections at a time; requests beyond it wait, and their waiting is counted. */
  readonly connections?: number
  /** Time after the last request in which answers are waited for. */
  readonly graceMs?: number
}

/** More than a server answers within the second after which it may refuse: else requests would wait here, not there. */
const CONNECTIONS = 5000
const GRACE_MS = 15_000
const HEAD_END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n')

interface Head {
  readonly status: number
  readonly retryAfter: boolean
  readonly bodyStart: number
  /** Undefined for a chunked body. */
  readonly length: number | undefined
  readonly close: boolean
}

/** Reads the head of an answer; undefined while it is not complete. */
function headOf(bytes: Buffer): Head | undefined {
  const end = bytes.indexOf(HEAD_END)
  if (end < 0) return undefined
  const text = bytes.toString('latin1', 0, end).toLowerCase()
  const status = Number(text.slice(9, 12))
  const length = /\r\ncontent-length: (\d+)/.exec(text)?.[1]
  return {
    status,
    retryAfter: text.includes('\r\nretry-after:'),
    bodyStart: end + HEAD_END.length,
    length: status === 204 ? 0 : length === undefined ? undefined : Number(length),
    close: text.includes('\r\nconnection: close'),
  }
}

/** Returns the bytes of a request. */
function bytesOf(url: URL, { method, path, headers = {}, body = '' }: LoadRequest): Buffer {
  const lines = Object.entries({
    host: url.host,
    ...headers,
    ...(body === '' && method === 'GET' ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  })
  const prefix = url.pathname === '/' ? '' : url.pathname
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.from(`${method} ${prefix}${path} HTTP/1.1\r\n${head}\r\n${body}`)
}

/** Opens a connection, by TLS for an address of `https:`. */
function socketTo({ protocol, hostname, port }: URL): Socket {
  const host = hostname.replace(/^\[|\]$/g, '') // of an IPv6 address
  return protocol === 'https:'
    ? connectSecurely({
        host,
        port: Number(port || 443),
        ...(isIP(host) ? {} : { servername: host }),
      }).setNoDelay()
    : connect({ host, port: Number(port || 80), noDelay: true })
}

/** One connection that sends one request at a time. */
class Connection {
  readonly #socket: Socket
  #received: Buffer = Buffer.alloc(0)
  #answered: ((head: Head | undefined, reusable: boolean) => void) | undefined

  constructor(url: URL) {
    this.#socket = socketTo(url)
    this.#socket.on('data', (bytes) => this.#take(bytes))
    this.#socket.on('error', () => {})
    this.#socket.on('close', () => this.#end(undefined, false))
  }

  send(bytes: Buffer, answered: (head: Head | undefined, reusable: boolean) => void): void {
    this.#answered = answered
    this.#received = Buffer.alloc(0)
    if (this.#socket.destroyed) this.#end(undefined, false)
    else this.#socket.write(bytes)
  }

  close(): void {
    this.#socket.destroy()
  }

  get closed(): boolean {
    return this.#socket.destroyed
  }

  #take(bytes: Buffer): void {
    this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes])
    const head = headOf(this.#received)
    if (!head) return
    const complete =
      head.length === undefined
        ? this.#received.indexOf(LAST_CHUNK, head.bodyStart - 2) >= 0
        : this.#received.length >= head.bodyStart + head.length
    if (!complete) return
    if (head.close) this.#socket.destroy()
    this.#end(head, !head.close)
  }

  #end(head: Head | undefined, reusable: boolean): void {
    const answered = this.#answered
    this.#answered = undefined
    answered?.(head, reusable)
  }
}

/**
 * Sends requests at a constant rate, whether or not earlier ones were answered, and returns one entry per request.
 * Latency counts from the moment at which a request was due, so a server that stalls is charged for all requests that
 * would have arrived meanwhile (no coordinated omission: Tene, "How NOT to measure latency", 2013). `requestOf` gets
 * the number of the request.
 */
export async function openLoop(
  address: string,
  requestOf: (index: number) => LoadRequest,
  options: OpenLoopOptions,
): Promise<Shot[]> {
  const { ratePerSecond, seconds, connections = CONNECTIONS, graceMs = GRACE_MS } = options
  const url = new URL(address)
  const total = Math.max(1, Math.round(ratePerSecond * seconds))
  const shots: Shot[] = []
  const idle: Connection[] = []
  const open = new Set<Connection>()
  const waiting: { bytes: Buffer; dueMs: number }[] = []
  const started = performance.now()
  const all = Promise.withResolvers<void>()

  const fire = (connection: Connection, bytes: Buffer, dueMs: number): void => {
    connection.send(bytes, (head, reusable) => {
      const latencyMs = performance.now() - started - dueMs
      shots.push({ dueMs, latencyMs, status: head?.status ?? 0, retryAfter: head?.retryAfter ?? false })
      if (!reusable) open.delete(connection)
      const next = waiting.shift()
      if (next) fire(reusable ? connection : opened(), next.bytes, next.dueMs)
      else if (reusable) idle.push(connection)
      if (shots.length === total) all.resolve()
    })
  }
  const opened = (): Connection => {
    const connection = new Connection(url)
    open.add(connection)
    return connection
  }
  const free = (): Connection | undefined => {
    for (let connection = idle.pop(); connection; connection = idle.pop()) {
      if (!connection.closed) return connection
      open.delete(connection)
    }
    return open.size < connections ? opened() : undefined
  }

  for (let index = 0; index < total; ) {
    const elapsed = performance.now() - started
    const due = Math.min(total, Math.floor((elapsed * ratePerSecond) / 1000) + 1)
    for (; index < due; index++) {
      const bytes = bytesOf(url, requestOf(index))
      const dueMs = (index * 1000) / ratePerSecond
      const connection = free()
      if (connection) fire(connection, bytes, dueMs)
      else waiting.push({ bytes, dueMs })
    }
    if (index < total)
      await sleep(Math.max(1, (index * 1000) / ratePerSecond - (performance.now() - started)))
  }
  const late = new AbortController()
  await Promise.race([all.promise, sleep(graceMs, undefined, { signal: late.signal }).catch(() => {})])
  late.abort()
  waiting.length = 0
  // Whoever has no answer by now counts as failed: closing the connection ends its request.
  for (const connection of open) connection.close()
  if (shots.length < total) await sleep(50)
  return shots
}

/** Summary of shots. */
export interface Summary {
  readonly sent: number
  /** Answers of 200 to 299. */
  readonly accepted: number
  /** Refusals (429, 503) with `Retry-After`. */
  readonly refused: number
  /** Those of them that a rate limit made (429). */
  readonly limited: number
  /** All else: refusals without it, other statuses, no answer. */
  readonly failed: number
  readonly acceptedPerSecond: number
  /** Percentiles of accepted requests, milliseconds. */
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Returns the value at `share` (0 to 1) of sorted values; NaN of none. */
export const quantile = (values: readonly number[], share: number): number =>
  values.length === 0
    ? Number.NaN
    : (values.toSorted((a, b) => a - b)[
        Math.min(values.length - 1, Math.floor(share * values.length))
      ] as number)

/** Sums up the shots that were due from `fromMs` on and before `toMs`. */
export function summaryOf(shots: readonly Shot[], fromMs = 0, toMs = Number.POSITIVE_INFINITY): Summary {
  const taken = shots.filter(({ dueMs }) => dueMs >= fromMs && dueMs < toMs)
  const accepted = taken.filter(({ status }) => status >= 200 && status < 300)
  const refused = taken.filter(({ status, retryAfter }) => (status === 429 || status === 503) && retryAfter)
  const latencies = accepted.map(({ latencyMs }) => latencyMs)
  // Not by spread arguments, of which there can be some hundred thousand at most.
  const lastMs = taken.reduce((last, { dueMs }) => Math.max(last, dueMs), Number.NEGATIVE_INFINITY)
  const spanMs = lastMs - taken.reduce((first, { dueMs }) => Math.min(first, dueMs), Number.POSITIVE_INFINITY)
  return {
    sent: taken.length,
    accepted: accepted.length,
    refused: refused.length,
    limited: refused.filter(({ status }) => status === 429).length,
    failed: taken.length - accepted.length - refused.length,
    acceptedPerSecond: spanMs > 0 ? (1000 * accepted.length) / spanMs : 0,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
  }
}
