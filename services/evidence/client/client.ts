import createClient, { type Client } from 'openapi-fetch'
import type { paths } from './schema.d.ts'

export type EvidenceClient = Client<paths>

/** A typed client of the evidence service; `baseUrl` without `/v1`, which the paths carry. */
export function createEvidenceClient(options: { baseUrl: string; token?: string }): EvidenceClient {
  return createClient<paths>({
    baseUrl: options.baseUrl,
    ...(options.token ? { headers: { authorization: `Bearer ${options.token}` } } : {}),
  })
}
