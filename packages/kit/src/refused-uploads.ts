import type { FastifyInstance } from 'fastify'

/** How long a client may go on sending what was refused. */
const LINGER_MS = 5000

/**
 * An upload that is refused half-way is answered while its client still sends. Closing the connection at once would reset
 * it, and the client would see a broken pipe instead of the answer; so the rest is read and thrown away for a while.
 * https://nginx.org/en/docs/http/ngx_http_core_module.html#lingering_close
 */
export function lingerOverRefusedUploads(app: FastifyInstance): void {
  app.addHook('onResponse', (request, _reply, done) => {
    const { raw } = request
    if (raw.complete === false && !raw.destroyed) {
      raw.unpipe()
      raw.resume()
      const timer = setTimeout(() => raw.socket.destroy(), LINGER_MS)
      timer.unref()
      raw.once('close', () => clearTimeout(timer))
      raw.once('end', () => clearTimeout(timer))
    }
    done()
  })
}
