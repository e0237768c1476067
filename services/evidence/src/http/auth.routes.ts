import type { App } from '@assay/kit/server'
import type { KeyRing } from '@assay/kit/signing-keys'
import Type from 'typebox'
import type { currentUser } from '../operations/current-user.ts'
import type { logIn } from '../operations/log-in.ts'
import type { logOut, refreshSession } from '../operations/refresh-session.ts'
import { Jwks, LoginAnswer, LoginBody, RefreshBody, UserBody } from './auth.schema.ts'
import { ErrorBody } from './errors.ts'
import { presentSession } from './present.ts'

export interface AuthDeps {
  readonly logIn: ReturnType<typeof logIn>
  readonly refreshSession: ReturnType<typeof refreshSession>
  readonly logOut: ReturnType<typeof logOut>
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
          '`expires_in` is in seconds. At most 30 tries a minute from one address; failed tries are limited to 50 from one address and 10 for one account in a quarter of an hour.',
        body: LoginBody,
        response: { 200: LoginAnswer, 400: ErrorBody, 401: ErrorBody, 422: ErrorBody, 429: ErrorBody },
      },
    },
    async (request) => presentSession(await deps.logIn({ ...request.body, address: request.ip })),
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
          'A refresh token that is used a second time ends every token of its login: somebody else may hold it.',
        body: RefreshBody,
        response: { 200: LoginAnswer, 400: ErrorBody, 401: ErrorBody, 422: ErrorBody, 429: ErrorBody },
      },
    },
    async (request) => presentSession(await deps.refreshSession(request.body.refresh_token)),
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
        response: { 204: Type.Null({ description: 'Done' }), 400: ErrorBody, 422: ErrorBody, 429: ErrorBody },
      },
    },
    async (request, reply) => {
      await deps.logOut(request.body.refresh_token)
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
        response: { 200: UserBody, 401: ErrorBody },
      },
    },
    async (request) => deps.currentUser(request.principal!.subject),
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
    async () => (await deps.keys.jwks()) as never,
  )
}
