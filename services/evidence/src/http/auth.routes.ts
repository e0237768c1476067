import type { App } from '@assay/kit/server'
import type { KeyRing } from '@assay/kit/signing-keys'
import type { currentUser } from '../operations/current-user.ts'
import type { logIn } from '../operations/log-in.ts'
import { Jwks, LoginAnswer, LoginBody, UserBody } from './auth.schema.ts'
import { ErrorBody } from './errors.ts'
import { presentSession } from './present.ts'

export interface AuthDeps {
  readonly logIn: ReturnType<typeof logIn>
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
        description: '`expires_in` is in seconds. At most 30 tries a minute from one address.',
        body: LoginBody,
        response: { 200: LoginAnswer, 400: ErrorBody, 401: ErrorBody, 422: ErrorBody, 429: ErrorBody },
      },
    },
    async (request) => presentSession(await deps.logIn(request.body)),
  )
  app.get(
    '/auth/users/me',
    {
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
