import { orThrow } from '@assay/evidence-client'
import { type ImportState, service, type Understanding } from '../../service.ts'

/**
 * Media type by the end of the name. Everything else is text whose format the service finds: tools call their tables
 * .csv and .tsv as they like, and a format that was guessed by the name would be named in the refusal of a strange file.
 */
const mediaType = (name: string): string =>
  /\.(ndjson|jsonl)(\.gz)?$/i.test(name) ? 'application/x-ndjson' : 'text/plain'

function send(file: File, query: { dry_run?: boolean; run_id?: string; run_name?: string }) {
  return orThrow(
    service.POST('/v1/evidence/import', {
      params: { query: { ...query, file_name: file.name.slice(-500) } },
      body: file,
      bodySerializer: (body: unknown) => body as Blob,
      headers: {
        'content-type': mediaType(file.name),
        ...(/\.gz$/i.test(file.name) ? { 'content-encoding': 'gzip' } : {}),
      },
    }),
  )
}

/** Asks how a file would be understood. Nothing is kept. */
export const understand = async (file: File): Promise<Understanding> =>
  (await send(file, { dry_run: true })) as Understanding

/** Imports a file into a run. The import continues on the server. */
export const upload = async (file: File, run: { id: string; name?: string }): Promise<ImportState> =>
  (await send(file, { run_id: run.id, ...(run.name ? { run_name: run.name } : {}) })) as ImportState

/** Name that files have in common, without extension: "batch_20_gnps.tsv", "batch_20_isdb.tsv" → "batch_20". */
export function commonName(names: readonly string[]): string {
  const [first = '', ...rest] = names.map((name) => name.replace(/\.gz$/i, '').replace(/\.[^.]*$/, ''))
  let length = first.length
  for (const name of rest) while (!name.startsWith(first.slice(0, length))) length -= 1
  return first.slice(0, length).replace(/[\s._-]+$/, '') || first
}

/** Id of a new run: readable, and different from every other. */
export function newRunId(name: string): string {
  const readable = name
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
  return `${readable || 'run'}-${Date.now().toString(36)}`
}
