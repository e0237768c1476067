import type { App } from '@assay/kit/server'
import type { KeyRing } from '@assay/kit/signing-keys'
import Type from 'typebox'
import type { changePassword } from '../operations/change-password.ts'
import type { currentUser } from '../operations/current-user.ts'
import type { logIn } from '../operations/log-in.ts'
import type { logOut, refreshSession, revokeSessions } from '../operations/refresh-session.ts'
import { presentKeys, presentSession } from '../wire/auth.present.ts'
import { Jwks, LoginAnswer, LoginBody, PasswordBody, RefreshBody } from '../wire/auth.schema.ts'
import { UserBody } from '../wire/users.schema.ts'
import { actorOf, originOf } from './access.ts'
import { ErrorBody } from './errors.ts'

export interface AuthDeps {
  readonly logIn: ReturnType<typeof logIn>
  readonly refreshSession: ReturnType<typeof refreshSession>
  readonly logOut: ReturnType<typeof logOut>
  readonly revokeSessions: ReturnType<typeof revokeSessions>
  readonly changePassword: ReturnType<typeof changePassword>
  readonly currentUser: ReturnType<typeof currentUser>
  readonly keys: Pick<KeyRing, 'jwks'>
}

/** Login and the current user, under `/v1`. */
export function authRoutes(app: App, deps: AuthDeps): void {
  app.post(
    '/auth/login',
    {
      config: { public: true, rateLimit: { max: 30, timeWindow: 60_000 } },
      schema: {
        tags: ['auth'],
        operationId: 'login',
        summary: 'Exchange username and password for an access token',
        description:
          '`expires_in` is in seconds. At most 30 tries a minute from one address. In a quarter of an hour, failed tries are limited to 50 from one network (an IPv4 address, a /64 of IPv6) and to 10 of them on one account. After 20 failed tries on one account in a day from networks in which its owner did not log in during the last 90 days, such a network waits a quarter of an hour for each try; after 10 000 until the day is over. `Retry-After` says how long to wait.',
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
        summary: 'Exchange a refresh token, once, for new tokens',
        description:
          'A refresh token that is used a second time ends its login and every access token of the user: somebody else may hold it.',
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
        summary: 'End the login that a refresh token belongs to',
        description: 'Access tokens already issued are valid until they expire.',
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
          'Ends every token of yours and answers with a new session. Tries with a wrong current password are limited like failed logins.',
        security: [{ bearer: [] }],
        body: PasswordBody,
        response: { 200: LoginAnswer },
      },
    },
    async (request) => {
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
        description: 'Every access token and refresh token of yours ends, this one included. Log in again.',
        security: [{ bearer: [] }],
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
        summary: 'Who am I?',
        description: 'The user of the token, as stored now.',
        security: [{ bearer: [] }],
        response: { 200: UserBody },
      },
    },
    async (request) => deps.currentUser(actorOf(request)),
  )
}

/** The public keys, at the root of the service. */
export function jwksRoute(app: App, deps: AuthDeps): void {
  app.get(
    '/.well-known/jwks.json',
    {
      config: { public: true },
      schema: {
        tags: ['auth'],
        operationId: 'jwks',
        summary: 'Public keys of our tokens',
        description:
          'For whoever verifies our tokens without asking us. Keys rotate; fetch again for an unknown `kid`.',
        response: { 200: Jwks },
      },
    },
    async () => presentKeys((await deps.keys.jwks()).keys),
  )
}
