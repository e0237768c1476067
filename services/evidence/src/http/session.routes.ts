import type { App } from '@assay/kit/server'
import {
  checkPageRequest,
  checkSameOrigin,
  sessionTokenOf,
  setSessionCookie,
} from '@assay/kit/session-cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import Type from 'typebox'
import type { currentUser } from '../operations/current-user.ts'
import type { changePagePassword, PageSession, signIn, signOut } from '../operations/page-session.ts'
import { LoginBody, PasswordBody } from '../wire/auth.schema.ts'
import { PageSessionBody } from '../wire/session.schema.ts'
import { actorOf, originOf } from './access.ts'
import { ErrorBody } from './errors.ts'

/** Operations that the routes call. */
export interface SessionDeps {
  readonly signIn: ReturnType<typeof signIn>
  readonly signOut: ReturnType<typeof signOut>
  readonly changePagePassword: ReturnType<typeof changePagePassword>
  readonly currentUser: ReturnType<typeof currentUser>
}

/** Hands a new session to the browser: the token as a cookie, the user as the answer. */
export function presentPageSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, lifetimeSeconds, user }: PageSession,
  secure?: boolean,
): Static<typeof PageSessionBody> {
  setSessionCookie(request, reply, { token, maxAgeSeconds: lifetimeSeconds, secure })
  return { user }
}

/** Registers the session of a browser under `/v1`. The path must stay directly below it: see `setSessionCookie`. */
export function sessionRoutes(app: App, deps: SessionDeps): void {
  app.post(
    '/session',
    {
      config: { public: true, rateLimit: { max: 30, timeWindow: 60_000 } },
      schema: {
        tags: ['auth'],
        operationId: 'signIn',
        summary: 'Sign in with a browser',
        description:
          'Starts a session for the page: sets the cookie `assay_session` (HttpOnly, SameSite=Strict) and returns the user, without any token. Every operation accepts the cookie in place of an access token; those that change something then need the header `x-assay-page: 1`. An access token wins over the cookie. Attempts are limited like those of `POST /v1/auth/login`.',
        body: LoginBody,
        response: { 200: PageSessionBody, 401: ErrorBody, 403: ErrorBody },
      },
    },
    async (request, reply) => {
      checkSameOrigin(request)
      const session = await deps.signIn(request.body, sessionTokenOf(request), originOf(request))
      return presentPageSession(request, reply, session)
    },
  )
  app.get(
    '/session',
    {
      config: { access: 'read' },
      schema: {
        tags: ['auth'],
        operationId: 'getSession',
        summary: 'Read who is signed in',
        description: 'Returns the user of the cookie or of the access token, or 401.',
        response: { 200: PageSessionBody },
      },
    },
    async (request) => ({ user: await deps.currentUser(actorOf(request)) }),
  )
  app.patch(
    '/session',
    {
      config: { access: 'account', rateLimit: { max: 30, timeWindow: 60_000 } },
      schema: {
        tags: ['auth'],
        operationId: 'changeSessionPassword',
        summary: 'Change your password with a browser',
        description:
          'Ends all your sessions and tokens, and starts a new session with a new cookie. Attempts with a wrong current password are limited like failed logins.',
        body: PasswordBody,
        response: { 200: PageSessionBody },
      },
    },
    async (request, reply) => {
      const { current_password, new_password } = request.body
      const passwords = { currentPassword: current_password, newPassword: new_password }
      const session = await deps.changePagePassword(actorOf(request), passwords, originOf(request))
      return presentPageSession(request, reply, session)
    },
  )
  app.delete(
    '/session',
    {
      config: { public: true, rateLimit: { max: 60, timeWindow: 60_000 } },
      schema: {
        tags: ['auth'],
        operationId: 'signOut',
        summary: 'Sign out with a browser',
        description:
          'Ends the session of the cookie on the server and removes the cookie. Without a session it does nothing.',
        response: { 204: Type.Null({ description: 'Done' }), 403: ErrorBody },
      },
    },
    async (request, reply) => {
      const token = sessionTokenOf(request)
      if (token !== undefined) {
        checkPageRequest(request)
        await deps.signOut(token, originOf(request))
        setSessionCookie(request, reply, { token: '', maxAgeSeconds: 0 })
      }
      return reply.code(204).send(null)
    },
  )
}
