import type { App } from '@assay/kit/server'
import type { KeyRing } from '@assay/kit/signing-keys'
import Type from 'typebox'
import { Refusal } from '../domain/refusal.ts'
import type { changePassword } from '../operations/change-password.ts'
import type { currentUser } from '../operations/current-user.ts'
import type { logIn } from '../operations/log-in.ts'
import type { logOut, refreshSession, revokeSessions } from '../operations/refresh-session.ts'
import { presentKeys, presentSession } from '../wire/auth.present.ts'
import { Jwks, LoginAnswer, LoginBody, PasswordBody, RefreshBody } from '../wire/auth.schema.ts'
import { UserBody } from '../wire/users.schema.ts'
import { actorOf, originOf } from './access.ts'
import { ErrorBody } from './errors.ts'

/** Operations that the routes call. */
export interface AuthDeps {
  readonly logIn: ReturnType<typeof logIn>
  readonly refreshSession: ReturnType<typeof refreshSession>
  readonly logOut: ReturnType<typeof logOut>
  readonly revokeSessions: ReturnType<typeof revokeSessions>
  readonly changePassword: ReturnType<typeof changePassword>
  readonly currentUser: ReturnType<typeof currentUser>
  readonly keys: Pick<KeyRing, 'jwks'>
}

const tokensNotForPages = () =>
  new Refusal(
    'PERMISSION_ERROR',
    'This operation returns tokens, which a page must not see. With the session cookie, use PATCH /v1/session.',
    { field: 'authorization', issue: 'must be an access token', provided: null },
  )

/** Registers login, sessions and the current user under `/v1`. */
export function authRoutes(app: App, deps: AuthDeps): void {
  app.post(
    '/auth/login',
    {
      config: { public: true, rateLimit: { max: 30, timeWindow: 60_000 } },
      schema: {
        tags: ['auth'],
        operationId: 'login',
        summary: 'Log in with username and password',
        description:
          'Returns an access token and a refresh token. One address may send 30 attempts per minute. One network (an IPv4 address, or a /64 of IPv6) may fail 50 times in 15 minutes, and 10 times on one account. A network is known to an account for 90 days after a login from it. After 20 failed attempts per day from unknown networks, each unknown network waits 15 minutes per attempt; after 10 000 it waits until the day is over. `Retry-After` gives the time to wait.',
        body: LoginBody,
        response: { 200: LoginAnswer, 401: ErrorBody },
      },
    },
    async (request) => presentSession(await deps.logIn(request.body, originOf(request))),
  )
  app.post(
    '/auth/refresh',
    {
      config: { public: true, rateLimit: { max: 60, timeWindow: 60_000 } },
      schema: {
        tags: ['auth'],
        operationId: 'refreshSession',
        summary: 'Exchange a refresh token for new tokens',
        description:
          'Each refresh token can be used once. A second use ends the login and every access token of the user, because the token may have been stolen.',
        body: RefreshBody,
        response: { 200: LoginAnswer, 401: ErrorBody },
      },
    },
    async (request) =>
      presentSession(await deps.refreshSession(request.body.refresh_token, originOf(request))),
  )
  app.post(
    '/auth/logout',
    {
      config: { public: true, rateLimit: { max: 60, timeWindow: 60_000 } },
      schema: {
        tags: ['auth'],
        operationId: 'logout',
        summary: 'Log out: end the login of a refresh token',
        description: 'Access tokens that were already issued stay valid until they expire.',
        body: RefreshBody,
        response: { 204: Type.Null({ description: 'Done' }) },
      },
    },
    async (request, reply) => {
      await deps.logOut(request.body.refresh_token, originOf(request))
      return reply.code(204).send(null)
    },
  )
  app.post(
    '/auth/password',
    {
      config: { access: 'account', rateLimit: { max: 30, timeWindow: 60_000 } },
      schema: {
        tags: ['auth'],
        operationId: 'changePassword',
        summary: 'Change your password',
        description:
          'Ends all your tokens and returns a new session. With the session cookie of a page use `PATCH /v1/session`. Attempts with a wrong current password are limited like failed logins.',
        body: PasswordBody,
        response: { 200: LoginAnswer },
      },
    },
    async (request) => {
      // The answer contains tokens, which scripts of a page must never see.
      if (request.principal?.method === 'cookie') throw tokensNotForPages()
      const { current_password, new_password } = request.body
      const passwords = { currentPassword: current_password, newPassword: new_password }
      return presentSession(await deps.changePassword(actorOf(request), passwords, originOf(request)))
    },
  )
  app.delete(
    '/auth/sessions',
    {
      config: { access: 'account' },
      schema: {
        tags: ['auth'],
        operationId: 'revokeSessions',
        summary: 'End all your sessions',
        description:
          'Ends all your access tokens and refresh tokens, including this one. Log in again afterwards.',
        response: { 204: Type.Null({ description: 'Done' }) },
      },
    },
    async (request, reply) => {
      await deps.revokeSessions(actorOf(request))
      return reply.code(204).send(null)
    },
  )
  app.get(
    '/auth/users/me',
    {
      config: { access: 'read' },
      schema: {
        tags: ['auth'],
        operationId: 'currentUser',
        summary: 'Read the current user',
        description: 'Returns the user of the access token as stored now.',
        response: { 200: UserBody },
      },
    },
    async (request) => deps.currentUser(actorOf(request)),
  )
}

/** Registers the public keys at the root of the service. */
export function jwksRoute(app: App, deps: AuthDeps): void {
  app.get(
    '/.well-known/jwks.json',
    {
      config: { public: true },
      schema: {
        tags: ['auth'],
        operationId: 'jwks',
        summary: 'Read the public keys of the tokens',
        description:
          'Use them to verify access tokens in another service. Keys rotate: read them again when a token has an unknown `kid`.',
        response: { 200: Jwks },
      },
    },
    async () => presentKeys((await deps.keys.jwks()).keys),
  )
}
