import type { App } from '@assay/kit/server'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { Refusal } from '../domain/refusal.ts'
import type { beginSignOn, finishSignOn } from '../operations/single-sign-on.ts'
import { SignOnCallback, SignOnProvider, SignOnStart } from '../wire/single-sign-on.schema.ts'
import { originOf } from './access.ts'
import { ErrorBody } from './errors.ts'
import { presentPageSession } from './session.routes.ts'

/** Operations that the routes call; undefined if single sign-on is off. */
export interface SignOnDeps {
  readonly signOn:
    | {
        readonly name: string
        /** Whether browsers reach the service over HTTPS. */
        readonly secure: boolean
        readonly begin: ReturnType<typeof beginSignOn>
        readonly finish: ReturnType<typeof finishSignOn>
      }
    | undefined
}

/** Cookie by which the browser that began a sign-in is known when it comes back. */
const ATTEMPT_COOKIE = 'assay_sso'
const ATTEMPT_SECONDS = 600

const attemptCookie = (value: string, maxAgeSeconds: number, secure: boolean): string =>
  // Lax, not Strict: the provider sends the browser back from another site.
  [
    `${ATTEMPT_COOKIE}=${value}`,
    `Max-Age=${maxAgeSeconds}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(secure ? ['Secure'] : []),
  ].join('; ')

function browserOf(request: FastifyRequest): string | undefined {
  const values = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim().split('='))
    .filter(([name]) => name === ATTEMPT_COOKIE)
  return values.length === 1 ? values[0]?.[1] : undefined
}

const off = () =>
  new Refusal('NOT_FOUND', 'Single sign-on is not configured here. Sign in with a username and password.', {
    field: 'url',
    issue: 'is not available',
    provided: null,
  })

const redirect = Type.Null({ description: 'Redirect' })

/**
 * Registers single sign-on under `/v1`. The paths must stay directly below it: see `setSessionCookie`. All redirects to the page
 * are relative, with the view behind the # sign, so none can lead to another site.
 */
export function signOnRoutes(app: App, { signOn }: SignOnDeps): void {
  const limited = { public: true, rateLimit: { max: 30, timeWindow: 60_000 } }
  app.get(
    '/sso-provider',
    {
      config: { public: true },
      schema: {
        tags: ['auth'],
        operationId: 'getSignOnProvider',
        summary: 'Read whether single sign-on is available',
        description: 'Returns the name of the OpenID Connect provider for the button of the page.',
        response: { 200: SignOnProvider },
      },
    },
    async () => ({ name: signOn?.name ?? null }),
  )
  app.get(
    '/sso',
    {
      config: limited,
      schema: {
        tags: ['auth'],
        operationId: 'startSignOn',
        summary: 'Sign in with a browser through the provider',
        description:
          'Redirects to the OpenID Connect provider (authorization code with PKCE) and sets a cookie that binds the attempt to this browser for ten minutes.',
        querystring: SignOnStart,
        response: { 302: redirect, 404: ErrorBody },
      },
    },
    async (request, reply) => {
      if (!signOn) throw off()
      let begun: Awaited<ReturnType<typeof signOn.begin>>
      try {
        begun = await signOn.begin(request.query.return_to)
      } catch (error) {
        // A person is led back to the page, which says what happened.
        if (!(error instanceof Refusal) || !request.headers.accept?.includes('text/html')) throw error
        return reply.redirect('../#/?sso=unavailable', 302)
      }
      const { address, browser } = begun
      return reply
        .header('set-cookie', attemptCookie(browser, ATTEMPT_SECONDS, signOn.secure))
        .header('cache-control', 'no-store')
        .redirect(address, 302)
    },
  )
  app.get(
    '/sso-callback',
    {
      config: limited,
      schema: {
        tags: ['auth'],
        operationId: 'finishSignOn',
        summary: 'Accept the answer of the provider',
        description:
          'Checks the answer of the provider, starts the session of the page with its cookie, and redirects to the page; or redirects to the page with the reason as `sso` behind the hash.',
        querystring: SignOnCallback,
        response: { 303: redirect, 404: ErrorBody },
      },
    },
    async (request, reply) => {
      if (!signOn) throw off()
      const at = request.raw.url?.indexOf('?') ?? -1
      const query = at < 0 ? '' : request.raw.url!.slice(at)
      const callback = { state: request.query.state, query, browser: browserOf(request) }
      const outcome = await signOn.finish(callback, originOf(request))
      const over = attemptCookie('', 0, signOn.secure)
      if ('failure' in outcome) {
        reply.header('set-cookie', over).header('cache-control', 'no-store')
        return reply.redirect(`../#/?sso=${outcome.failure}`, 303)
      }
      presentPageSession(request, reply, outcome.session, signOn.secure)
      return reply.header('set-cookie', over).redirect(`../#${outcome.returnTo}`, 303)
    },
  )
}
