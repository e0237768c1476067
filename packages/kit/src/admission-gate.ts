import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Meter } from '@opentelemetry/api'
import { type Admission, admission } from './admission.ts'
import { Problem } from './problem.ts'
import { linger } from './refused-uploads.ts'
import { turnLine } from './turn-line.ts'

/** Paths that are answered under any load. */
const ALWAYS: ReadonlySet<string | undefined> = new Set(['/health', '/ready'])

/** Seconds after which an overloaded service asks clients to try again, in turn: all at once they would come back as a burst. */
const RETRY_AFTER_SECONDS = [1, 2, 3]

/** Returns the refusal of a request that would have to wait too long. */
export const overloaded = (): Problem =>
  new Problem(
    'overloaded',
    'The service is overloaded. Try again shortly.',
    { field: 'service', issue: 'is overloaded', provided: null },
    { retryAfterSeconds: RETRY_AFTER_SECONDS[0]! },
  )

/**
 * Puts admission in front of a server's request handler. A refused request is answered before the framework sees it,
 * because under overload refusing has to cost little. Refusals are counted and not logged one by one.
 */
export function guardServer(
  server: Server,
  options: {
    /** Body of a refusal in the service's envelope. */
    readonly present: (problem: Problem, requestId: string) => { status: number; body: unknown }
    readonly headers: Readonly<Record<string, string>>
    readonly meter: Meter
    /** Returns who sends a request, before its credentials are verified. By default the address it comes from. */
    readonly callerOf?: (request: IncomingMessage) => string
    /** Requests that wait for another resource, such as a database connection. */
    readonly waiting?: (() => number) | undefined
    /** Waiting from which on a busy process refuses. */
    readonly onsetMs?: number
    readonly gate?: Admission
  },
): void {
  const { callerOf = ({ socket }) => String(socket.remoteAddress) } = options
  const gate = options.gate ?? admission(options.waiting ? { waiting: options.waiting } : {}, options)
  const shed = options.meter.createCounter('http_server_requests_shed', {
    description: 'Requests refused because the service was overloaded',
  })
  // Shown from the start, so that an alert on it can be told from one on a name that nobody has.
  shed.add(0)
  let refusals = 0
  const refuse = (request: IncomingMessage, response: ServerResponse): void => {
    const requestId = randomUUID()
    const { status, body } = options.present(overloaded(), requestId)
    const text = JSON.stringify(body)
    shed.add(1)
    response.writeHead(status, {
      ...options.headers,
      'x-request-id': requestId,
      'retry-after': String(RETRY_AFTER_SECONDS[refusals++ % RETRY_AFTER_SECONDS.length]),
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
    })
    response.end(request.method === 'HEAD' ? undefined : text)
    linger(request)
  }
  const handlers = server.listeners('request') as ((
    request: IncomingMessage,
    response: ServerResponse,
  ) => void)[]
  server.removeAllListeners('request')
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    for (const handler of handlers) handler.call(server, request, response)
  }
  const line = turnLine()
  server.on('connection', line.accepted)
  server.on('request', (request, response) => {
    if (ALWAYS.has(request.url)) return handle(request, response)
    const admitted = gate.admit(callerOf(request))
    if (!admitted) return refuse(request, response)
    response.once('close', admitted.end)
    line.push(() => {
      // The client may have gone meanwhile.
      if (response.destroyed) return
      if (admitted.begin()) handle(request, response)
      else refuse(request, response)
    })
  })
}
