import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What happens to one request on its way: nothing, the connection breaks, the server fails, the answer is cut short. */
export type Fault = 'pass' | 'break' | 'fail' | 'cut'

/** Stands between a store and its server and spoils the requests that `faultOf` picks. */
export async function faultyProxy(target: string, faultOf: (method: string, url: string) => Fault) {
  const { hostname, port } = new URL(target)
  const seen: string[] = []
  const handle = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method = '', url = '', headers } = incoming
    seen.push(`${method} ${url}`)
    const fault = faultOf(method, url)
    if (fault === 'break') return incoming.socket.destroy()
    if (fault === 'fail') {
      incoming.resume()
      return incoming.on('end', () => outgoing.writeHead(500).end())
    }
    const onwards = request({ hostname, port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      if (fault === 'pass') return answer.pipe(outgoing)
      answer.once('data', (chunk: Buffer) => {
        outgoing.write(chunk.subarray(0, chunk.length / 2), () => outgoing.destroy())
        answer.destroy()
      })
    })
    onwards.on('error', () => outgoing.destroy())
    incoming.pipe(onwards)
  }
  const server = createServer(handle)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Method and address of every request, in order. */
    seen,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
