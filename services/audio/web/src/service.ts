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
