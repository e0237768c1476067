import type { FastifyInstance } from 'fastify'
import findMyWay, { type HTTPMethod } from 'find-my-way'
import { Problem, shortened } from './problem.ts'
import { pathOf } from './request-address.ts'

/** Records the methods of each path, to tell a wrong method (405) from an unknown path (404). */
export function knownMethods(app: FastifyInstance): (url: string) => string[] {
  const router = findMyWay()
  const methods = new Set<string>()
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) {
      methods.add(method)
      if (!router.hasRoute(method as HTTPMethod, route.url))
        router.on(method as HTTPMethod, route.url, () => {})
    }
  })
  return (url) => [...methods].filter((method) => router.find(method as HTTPMethod, pathOf(url)) !== null)
}

/** Returns the refusal for an unknown path, or for a method that the path does not support. */
export function notFound(method: string, url: string, allowed: readonly string[]): Problem {
  const path = shortened(pathOf(url))
  return allowed.length === 0
    ? new Problem('not-found', `${method} ${path} does not exist; /docs lists all operations.`, {
        field: 'path',
        issue: 'does not exist',
        provided: path,
      })
    : new Problem('method-not-allowed', `${path} takes ${allowed.join(', ')}, not ${method}.`, {
        field: 'method',
        issue: `must be ${allowed.length > 1 ? 'one of ' : ''}${allowed.join(', ')}`,
        provided: method,
      })
}
