import { type AudioClient, createAudioClient } from '@assay/audio-client'
import { apiKey } from './access.ts'

/** Address of the service that served this page, whatever path it is served under. */
const baseUrl = new URL('.', document.baseURI).href.replace(/\/$/, '')

let client: { readonly key: string | undefined; readonly service: AudioClient } | undefined

/** Returns the client of the service that served this page, with the key of this session. */
export function service(): AudioClient {
  const key = apiKey()
  if (client === undefined || client.key !== key)
    client = { key, service: createAudioClient({ baseUrl, ...(key ? { apiKey: key } : {}) }) }
  return client.service
}

/** Returns an address of the service as this page reaches it: under the same host and path as the page itself. */
export function reachable(address: string): string {
  const { pathname, search } = new URL(address, `${baseUrl}/`)
  return `${baseUrl}${pathname.slice(Math.max(0, pathname.indexOf('/api/')))}${search}`
}

/** Loads bytes `from` to `to`, exclusive, of an address of the service. */
export async function loadRange(address: string, from: number, to: number): Promise<ArrayBuffer> {
  const key = apiKey()
  const response = await fetch(reachable(address), {
    headers: { range: `bytes=${from}-${to - 1}`, ...(key ? { 'x-api-key': key } : {}) },
  })
  if (!response.ok) throw new Error(`The service answered ${response.status}.`)
  const bytes = await response.arrayBuffer()
  // A proxy may answer a part with the whole.
  return response.status === 206 ? bytes : bytes.slice(from, to)
}
