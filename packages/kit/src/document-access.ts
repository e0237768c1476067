import type { FastifyInstance, RouteOptions } from 'fastify'

/** Returns the `x-access` value of a route: public, what the service declared, or client. */
const accessOf = (route: RouteOptions): string =>
  route.config?.public ? 'public' : ((route.config as { access?: string } | undefined)?.access ?? 'client')

/**
 * Adds to the OpenAPI document who may call each route declared after this call: `x-access`, and `security` unless the
 * route is public. Access tests read their expectations from there. `anonymous` marks that credentials are needed only
 * when the deployment requires them.
 */
export function documentAccess(
  app: FastifyInstance,
  { schemes, anonymous }: { readonly schemes: readonly string[]; readonly anonymous: boolean },
): void {
  const security = [...(anonymous ? [{}] : []), ...schemes.map((name) => ({ [name]: [] }))]
  app.addHook('onRoute', (route) => {
    if (!route.schema || route.schema.hide) return
    const access = accessOf(route)
    const documented = {
      ...(access === 'public' || security.length === 0 ? {} : { security }),
      ...route.schema,
      'x-access': access,
    }
    route.schema = documented
  })
}
