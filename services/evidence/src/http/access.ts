import type { Principal } from '@assay/kit/authentication'
import type { App } from '@assay/kit/server'
import type { FastifyRequest } from 'fastify'
import { type Access, mayDo, roleRefused } from '../domain/accounts/access.ts'
import { ROLES } from '../domain/accounts/user.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Actor, Origin } from '../operations/ports.ts'
import type { checkStanding } from '../operations/standing.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Access that the route needs. Every route sets it, unless it is public. */
    access?: Access
  }
}

const unauthenticated = (issue: string, message: string, provided: unknown = '[hidden]') =>
  new Refusal('AUTHENTICATION_ERROR', message, { field: 'authorization', issue, provided })

const claimed = (principal: Principal, name: string): string => {
  const value = principal.claims[name]
  if (typeof value === 'string') return value
  throw unauthenticated(
    `lacks the claim ${name}`,
    `The access token lacks the claim "${name}". Log in again.`,
  )
}

/** Returns the caller, from the verified token alone. Writes check epoch and role again in their own transaction. */
export function actorOf(request: FastifyRequest): Actor & { readonly epoch: number } {
  const principal = request.principal
  if (!principal)
    throw unauthenticated(
      'is missing',
      'This request requires an access token. Log in and send it in the Authorization header.',
      null,
    )
  const role = ROLES.find((known) => known === principal.claims.role)
  if (!role)
    throw unauthenticated('lacks the claim role', 'The access token lacks a valid role. Log in again.')
  const { epoch } = principal.claims
  if (typeof epoch !== 'number' || !Number.isSafeInteger(epoch))
    throw unauthenticated(
      'lacks the claim epoch',
      'The access token was issued by an older version of the service. Log in again.',
    )
  return {
    userId: principal.subject,
    organizationId: claimed(principal, 'organization_id'),
    role,
    epoch,
    requestId: request.id,
  }
}

/** Returns the organization of the caller, for the metrics; undefined without a valid token. */
export const tenantOf = ({ principal }: FastifyRequest): string | undefined =>
  typeof principal?.claims.organization_id === 'string' ? principal.claims.organization_id : undefined

/** Returns the origin of a request, for the audit trail. */
export const originOf = (request: FastifyRequest): Origin => ({ address: request.ip, requestId: request.id })

/**
 * Checks epoch and role on every route and writes the needed access into the OpenAPI document as `x-access`. The
 * service does not start if a route declares neither its access nor that it is public.
 */
export function accessControl(app: App, standing: ReturnType<typeof checkStanding>): void {
  app.addHook('onRoute', (route) => {
    const access = route.config?.access
    if (access) route.schema = Object.assign({}, route.schema, { 'x-access': access })
    if (route.config?.public || access || !route.url.startsWith('/v1/')) return
    throw new Error(`${String(route.method)} ${route.url} must declare its access or be public`)
  })
  app.addHook('preValidation', async (request, reply) => {
    const { access } = request.routeOptions.config
    if (!access) return
    // After signing out, the browser must not show what it had read before.
    if (request.principal?.method === 'cookie') reply.header('cache-control', 'no-store')
    const actor = actorOf(request)
    await standing(actor)
    if (!mayDo(actor.role, access)) throw roleRefused(actor.role, access)
  })
}
