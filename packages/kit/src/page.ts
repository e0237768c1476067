import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { App } from './server.ts'

/** The page loads nothing from elsewhere, has no script or style of its own in its HTML, and sends nothing elsewhere. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Names of assets change with their content. */
const ASSETS = /[/\\]assets[/\\]/

/** Setting of every service that has a page. */
export const PAGE_MODES = ['on', 'off'] as const

/**
 * Serves the page of a service at `/` from the folder that its build wrote: hashed assets for ever, compressed ahead of
 * time. Needs no credentials: the page asks for them when the service does. Returns false when there is no build.
 *
 * `also` names further addresses of the page, such as `/setup`. They have one segment, because assets are relative.
 */
export async function servePage(app: App, folder: string, also: readonly string[] = []): Promise<boolean> {
  if (!existsSync(join(folder, 'index.html'))) return false
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, public: true, rateLimit: false }
    })
    await scope.register(fastifyStatic, {
      root: folder,
      prefix: '/',
      wildcard: false,
      decorateReply: also.length > 0,
      preCompressed: true,
      globIgnore: ['**/*.{br,gz}'],
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('content-security-policy', POLICY)
        reply.header('cache-control', ASSETS.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    for (const address of also)
      scope.get(address, { schema: { hide: true } }, (_request, reply) => reply.sendFile('index.html'))
  })
  return true
}
