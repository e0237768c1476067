import type { App } from '@assay/kit/server'

/**
 * Aborts when the server begins to close, so that answers without end can end. From then on every connection is closed
 * as it falls idle: an answer that began before could not tell its client to go elsewhere, and a kept-alive connection
 * would hold up the end of the process until its grace is over.
 */
export function closingSignal(app: App): AbortSignal {
  const closing = new AbortController()
  app.addHook('preClose', (done) => {
    closing.abort()
    done()
  })
  app.addHook('onResponse', (_request, _reply, done) => {
    if (closing.signal.aborted) setImmediate(() => app.server.closeIdleConnections())
    done()
  })
  return closing.signal
}
