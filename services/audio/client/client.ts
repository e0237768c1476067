import createClient, { type Client } from 'openapi-fetch'
import type { paths } from './schema.d.ts'

export type AudioClient = Client<paths>

/** A typed client of the audio service. */
export const createAudioClient = (options: { baseUrl: string }): AudioClient =>
  createClient<paths>({ baseUrl: options.baseUrl })

/** The options of an upload: `client.POST('/api/v1/features', upload({ file, async: true }))`. */
export function upload<Fields extends { file: Blob; filename?: string }>({
  file,
  filename,
  ...fields
}: Fields) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  form.append('file', file, filename ?? 'audio')
  return { body: form as never, bodySerializer: () => form }
}
