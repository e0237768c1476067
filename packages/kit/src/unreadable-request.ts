import { maxHeaderSize, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { Problem } from './problem.ts'

/** Error of Node's HTTP parser or timeouts for a request that could not be read. */
interface ParserError extends Error {
  readonly code?: string
  /** Message of the parser, such as "Invalid method encountered". */
  readonly reason?: string
}

/** Returns the status and the problem for a parser error. */
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
          `The request is not well-formed HTTP${error.reason ? `: ${error.reason}` : ''}.`,
          'not_http',
        ),
      }
  }
}

/** Response that is being sent on a connection, as Node stores it. */
interface Answering {
  readonly _httpMessage?: { readonly headersSent: boolean } | null
}

/**
 * Answers a request that is not valid HTTP with the envelope of the service and closes the connection. No route, hook
 * or error handler sees such a request, so the answer is written to the socket. An answer that has already begun is not
 * touched. https://nodejs.org/api/http.html#event-clienterror
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
