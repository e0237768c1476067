import type { App } from './server.ts'

/** The OpenAPI document as committed: sorted the way the routes are written, two spaces, one line at the end. */
export async function openapiText(app: App): Promise<string> {
  await app.ready()
  return `${JSON.stringify(app.swagger(), null, 2)}\n`
}
