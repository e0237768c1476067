import type { App } from './server.ts'

/**
 * Returns the OpenAPI document as it is committed: in the order of the routes, indented by two spaces, with a final
 * newline.
 */
export async function openapiText(app: App): Promise<string> {
  await app.ready()
  return `${JSON.stringify(app.swagger(), null, 2)}\n`
}
