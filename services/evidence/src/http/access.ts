import type { Principal } from '@assay/kit/authentication'
import type { App } from '@assay/kit/server'
import type { FastifyRequest } from 'fastify'
import { type Access, leastRole, mayDo } from '../domain/access.ts'
import { Refusal } from '../domain/refusal.ts'
import { ROLES, type Role } from '../domain/user.ts'
import type { Actor } from '../operations/ports.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route does to the organization's data; every route that is not public says it. */
    access?: Access
  }
}

const unauthenticated = (issue: string, message: string, provided: unknown = '[hidden]') =>
  new Refusal('AUTHENTICATION_ERROR', message, { field: 'authorization', issue, provided })

const claimed = (principal: Principal, name: string): string => {
  const value = principal.claims[name]
  if (typeof value === 'string') return value
  throw unauthenticated(`lacks the claim ${name}`, `The access token does not say its ${name}; log in again.`)
}

/** Who asks, from the verified token alone: no query, and a changed role counts from the next token on. */
export function actorOf(request: FastifyRequest): Actor {
  const principal = request.principal
  if (!principal) throw unauthenticated('is missing', 'This request needs credentials.', null)
  const role = ROLES.find((known) => known === principal.claims.role)
  if (!role) throw unauthenticated('lacks the claim role', 'The access token names no role; log in again.')
  return {
    userId: principal.subject,
    organizationId: claimed(principal, 'organization_id'),
    role,
    requestId: request.id,
  }
}

const refuse = (role: Role, access: Access) =>
  new Refusal('PERMISSION_ERROR', `The role ${role} may not do this; it takes ${leastRole(access)}.`, {
    field: 'role',
    issue: `must be ${leastRole(access)} or above`,
    provided: role,
  })

/** Checks the role on every route; a route that does not say what it needs stops the service from starting. */
export function accessControl(app: App): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.public || route.config?.access || !route.url.startsWith('/v1/')) return
    throw new Error(`${String(route.method)} ${route.url} says neither public nor what access it needs`)
  })
  app.addHook('preValidation', async (request) => {
    const { access } = request.routeOptions.config
    if (!access) return
    const { role } = actorOf(request)
    if (!mayDo(role, access)) throw refuse(role, access)
  })
}
