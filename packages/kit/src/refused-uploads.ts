import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Time for which a client may continue to send a refused body. */
const LINGER_MS = 5000

/**
 * Reads and discards the rest of a refused upload for a while before it closes the connection. Closing at once would
 * reset the connection, and the client would see a broken pipe instead of the answer.
 * https://nginx.org/en/docs/http/ngx_http_core_module.html#lingering_close
 */
export function linger(raw: IncomingMessage): void {
  if (raw.complete !== false || raw.destroyed) return
  raw.unpipe()
  raw.resume()
  const timer = setTimeout(() => raw.socket.destroy(), LINGER_MS)
  timer.unref()
  raw.once('close', () => clearTimeout(timer))
  raw.once('end', () => clearTimeout(timer))
}

/** Lingers over every upload that was answered before it was complete. */
export function lingerOverRefusedUploads(app: FastifyInstance): void {
  app.addHook('onResponse', (request, _reply, done) => {
    linger(request.raw)
    done()
  })
}
