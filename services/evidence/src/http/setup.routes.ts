import type { App } from '@assay/kit/server'
import { checkSameOrigin } from '@assay/kit/session-cookie'
import type { setUp, setupNeeded } from '../operations/set-up.ts'
import { PageSessionBody, SetupBody, SetupState } from '../wire/session.schema.ts'
import { originOf } from './access.ts'
import { ErrorBody } from './errors.ts'
import { presentPageSession } from './session.routes.ts'

/** Operations that the routes call. */
export interface SetupDeps {
  readonly setupNeeded: ReturnType<typeof setupNeeded>
  readonly setUp: ReturnType<typeof setUp>
}

/** Registers the first start under `/v1`. The path must stay directly below it: see `setSessionCookie`. */
export function setupRoutes(app: App, deps: SetupDeps): void {
  app.get(
    '/setup',
    {
      config: { public: true },
      schema: {
        tags: ['auth'],
        operationId: 'getSetup',
        summary: 'Read whether the first administrator is missing',
        description: 'Returns true while the database has no user.',
        response: { 200: SetupState },
      },
    },
    async () => ({ needed: await deps.setupNeeded() }),
  )
  app.post(
    '/setup',
    {
      config: { public: true, rateLimit: { max: 30, timeWindow: 60_000 } },
      schema: {
        tags: ['auth'],
        operationId: 'setUp',
        summary: 'Create the first administrator',
        description:
          'Takes the one-time token that `assay-evidence serve` prints when the database has no user. Creates the organization and its administrator, and signs the browser in with a cookie. A token works once, for 24 hours, on any replica.',
        body: SetupBody,
        response: { 201: PageSessionBody, 401: ErrorBody, 403: ErrorBody, 409: ErrorBody },
      },
    },
    async (request, reply) => {
      checkSameOrigin(request)
      const { token, username, password, organization } = request.body
      const session = await deps.setUp({ token, username, password, organization }, originOf(request))
      return reply.code(201).send(presentPageSession(request, reply, session))
    },
  )
}
