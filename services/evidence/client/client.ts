import {
  type AnswerOf,
  everyPage,
  orThrow,
  type PagedPath,
  type PageItem,
  type PageOptions,
} from '@assay/client-core'
import createClient, { type Client } from 'openapi-fetch'
import type { operations, paths } from './schema.d.ts'

export { AssayError, orThrow } from '@assay/client-core'
export type * from './schema.d.ts'

type ImportState = AnswerOf<operations['getImport']>

/** Media type for each format of an evidence file. */
const MEDIA_TYPES = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  mztab: 'text/tab-separated-values',
  table: 'text/plain',
} as const

/** File to import, with its format. */
export interface ImportUpload {
  readonly file: Blob | string
  readonly format: keyof typeof MEDIA_TYPES
  /** Whether the file is compressed with gzip. */
  readonly gzip?: boolean
  /** Run that the observations of the file belong to; by default the file is its own run. */
  readonly runId?: string
}

/** Typed client of the evidence service, with helpers for pages and imports. */
export interface EvidenceClient extends Client<paths> {
  /** Yields the items of all pages: `for await (const molecule of client.pages('/v1/molecules'))`. */
  pages<Path extends PagedPath<paths>>(
    path: Path,
    ...options: PageOptions<paths, Path> extends { path: object }
      ? [PageOptions<paths, Path>]
      : [PageOptions<paths, Path>?]
  ): AsyncGenerator<PageItem<paths, Path>, void, undefined>
  /** Uploads an evidence file. Returns the import, which continues on the server. */
  importEvidence(upload: ImportUpload): Promise<ImportState>
  /** Yields the state of an import now and after each change, until it is completed or failed. */
  importStates(importId: string, options?: { everyMs?: number }): AsyncGenerator<ImportState, void, undefined>
}

/** Creates a typed client of the evidence service. Pass `baseUrl` without `/v1`: the paths already contain it. */
export function createEvidenceClient(options: {
  baseUrl: string
  token?: string
  /** Headers of every request. */
  headers?: Readonly<Record<string, string>>
}): EvidenceClient {
  const client = createClient<paths>({
    baseUrl: options.baseUrl,
    headers: {
      ...options.headers,
      ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
    },
  })
  const untyped = client as Client<Record<string, { get: object }>>

  return Object.assign(client, {
    pages: (path: string, { path: inPath, query }: { path?: object; query?: object } = {}) =>
      everyPage<never>((cursor) =>
        untyped.GET(path, { params: { path: inPath, query: { ...query, cursor } } }),
      ),

    importEvidence: async ({ file, format, gzip = false, runId }: ImportUpload): Promise<ImportState> => {
      const answer = await orThrow(
        client.POST('/v1/evidence/import', {
          ...(runId === undefined ? {} : { params: { query: { run_id: runId } } }),
          body: file,
          bodySerializer: (body: unknown) => body,
          headers: {
            'content-type': MEDIA_TYPES[format],
            ...(gzip ? { 'content-encoding': 'gzip' } : {}),
          },
        }),
      )
      if ('import_id' in answer) return answer
      // Only a dry run is answered without an import, and this is none.
      throw new Error('The server did not start an import.')
    },

    async *importStates(importId: string, { everyMs = 1_000 }: { everyMs?: number } = {}) {
      let shown = ''
      while (true) {
        const state = await orThrow(
          client.GET('/v1/imports/{import_id}', { params: { path: { import_id: importId } } }),
        )
        const text = JSON.stringify(state)
        if (text !== shown) yield state
        shown = text
        if (state.status === 'completed' || state.status === 'failed') return
        await new Promise((done) => setTimeout(done, everyMs))
      }
    },
  })
}
