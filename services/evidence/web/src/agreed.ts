import { AssayError } from '@assay/evidence-client'
import { baseUrl } from './service.ts'

/** Sends a request to the service that served this page and returns the answer, or throws an `AssayError`. */
export async function ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { 'x-assay-page': '1', ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const answer = response.status === 204 ? undefined : await response.json().catch(() => undefined)
  if (!response.ok) throw new AssayError(response, answer)
  return answer as Answer
}
