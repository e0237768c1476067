import type { Access } from '../../src/domain/accounts/access.ts'
import type { RunningService } from './running-service.ts'

interface Operation {
  readonly security?: unknown
  readonly 'x-access'?: Access
  readonly requestBody?: { content: Record<string, { schema: { examples?: unknown[] }; example?: unknown }> }
}

/**
 * Every operation of the service that takes a token, with a body to send, from its own description. Those on the caller's own
 * account come last: they end the token.
 */
export function operations(service: Pick<RunningService, 'app'>) {
  const { paths } = (
    service.app as unknown as { swagger(): { paths: Record<string, Record<string, Operation>> } }
  ).swagger()
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => security !== undefined)
      .map(([method, { requestBody, 'x-access': access }]) => ({
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase() as 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
        path,
        access: access!,
        contentType: Object.keys(requestBody?.content ?? {})[0],
        example: requestBody?.content['application/json']?.example,
      })),
  )
  return [
    ...all.filter(({ access }) => access !== 'account'),
    ...all.filter(({ access }) => access === 'account'),
  ]
}
