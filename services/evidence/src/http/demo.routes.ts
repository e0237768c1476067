import type { App } from '@assay/kit/server'
import Type from 'typebox'
import { Refusal } from '../domain/refusal.ts'
import type { enterDemo } from '../operations/demo.ts'
import { originOf } from './access.ts'
import { presentPageSession } from './session.routes.ts'

/** Operation that the route calls. */
export interface DemoDeps {
  readonly enterDemo: ReturnType<typeof enterDemo>
}

/**
 * Registers the one-time address of a demonstration under `/v1`. Only `serve --demo` has it, so it is in no document. The
 * path must stay directly below `/v1`: see `setSessionCookie`.
 */
export function demoRoutes(app: App, deps: DemoDeps): void {
  app.get(
    '/demo',
    {
      config: { public: true, rateLimit: { max: 30, timeWindow: 60_000 } },
      schema: { hide: true, querystring: Type.Object({ token: Type.String({ maxLength: 200 }) }) },
    },
    async (request, reply) => {
      try {
        presentPageSession(request, reply, await deps.enterDemo(request.query.token, originOf(request)))
      } catch (error) {
        // A person who opens the address again is led to the page: it is open there, or it says what to do.
        if (!(error instanceof Refusal) || !request.headers.accept?.includes('text/html')) throw error
        return reply.redirect('../#/demo-ended', 303)
      }
      return reply.redirect('../', 303)
    },
  )
}
