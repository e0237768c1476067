import { maxHeaderSize, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { Problem } from './problem.ts'

/** What Node's HTTP parser, or its clock, says of a request that never became one. */
interface ParserError extends Error {
  readonly code?: string
  /** The parser's own words, such as "Invalid method encountered". */
  readonly reason?: string
}

/** A status and what to say with it. */
function describe(error: ParserError): { status: number; problem: Problem } {
  const malformed = (message: string, issue: string) =>
    new Problem('malformed', message, { field: 'request', issue, provided: null }, { cause: error })
  switch (error.code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, problem: malformed('The request did not arrive in time.', 'timeout') }
    case 'HPE_HEADER_OVERFLOW':
      return {
        status: 431,
        problem: malformed(
          `The headers of the request are larger than ${maxHeaderSize} bytes.`,
          'headers_too_large',
        ),
      }
    default:
      return {
        status: 400,
        problem: malformed(
          `The request is no well-formed HTTP${error.reason ? `: ${error.reason}` : ''}.`,
          'not_http',
        ),
      }
  }
}

/** The answer that is being sent on a connection, as Node keeps it. */
interface Answering {
  readonly _httpMessage?: { readonly headersSent: boolean } | null
}

/**
 * Answers what cannot be read as an HTTP request in the envelope of the service and closes the connection. No route, hook or
 * error handler ever sees such a request: all that is left is the socket. An answer that has begun is not written into.
 * https://nodejs.org/api/http.html#event-clienterror
 */
export function answerUnreadable(
  error: ParserError,
  socket: Socket,
  options: {
    present: (problem: Problem) => unknown
    headers: Readonly<Record<string, string>>
  },
): number | undefined {
  if (error.code === 'ECONNRESET' || socket.destroyed) return undefined
  const { status, problem } = describe(error)
  const begun = (socket as Answering)._httpMessage?.headersSent ?? false
  if (socket.writable && !begun) {
    const body = JSON.stringify(options.present(problem))
    const headers = {
      ...options.headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  }
  socket.destroy(error)
  return status
}
