import createClient, { type Client } from 'openapi-fetch'
import type { paths } from './schema.d.ts'

export type QueryClient = Client<paths>

/** A typed client of the query service, with the credentials that its deployment asks for. */
export function createQueryClient(options: {
  baseUrl: string
  apiKey?: string
  token?: string
}): QueryClient {
  return createClient<paths>({
    baseUrl: options.baseUrl,
    headers: {
      ...(options.apiKey ? { 'x-api-key': options.apiKey } : {}),
      ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
    },
  })
}
