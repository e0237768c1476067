import type { FastifyInstance, RouteOptions } from 'fastify'

/** What the OpenAPI document says of a route in `x-access`: public, what the service declared, or any known client. */
const accessOf = (route: RouteOptions): string =>
  route.config?.public ? 'public' : ((route.config as { access?: string } | undefined)?.access ?? 'client')

/**
 * Writes into the OpenAPI document who may call each route that is declared after this call: `x-access`, and `security`
 * unless the route is public. Tests of access take what they expect from there. `anonymous` adds that credentials are
 * needed only where the deployment asks for them.
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
