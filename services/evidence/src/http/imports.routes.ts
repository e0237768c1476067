import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { App } from '@assay/kit/server'
import { Refusal } from '../domain/refusal.ts'
import type { findImport, receiveImport } from '../operations/import-evidence.ts'
import type { SentFile } from '../operations/survey-file.ts'
import type { understandImport } from '../operations/understand-import.ts'
import { presentImport, presentUnderstanding } from '../wire/imports.present.ts'
import {
  ImportAnswer,
  ImportFile,
  ImportPath,
  ImportQuery,
  ImportUnderstanding,
} from '../wire/imports.schema.ts'
import { actorOf } from './access.ts'

/** Operations that the routes call. */
export interface ImportDeps {
  readonly receiveImport: ReturnType<typeof receiveImport>
  readonly findImport: ReturnType<typeof findImport>
  readonly understandImport: ReturnType<typeof understandImport>
}

/** What a media type says about the format: certain, or to be detected with a fallback. */
const MEDIA_TYPES: Record<string, Pick<SentFile, 'format' | 'fallback'>> = {
  'application/x-ndjson': { format: 'ndjson' },
  'application/ndjson': { format: 'ndjson' },
  'application/jsonl': { format: 'ndjson' },
  'text/csv': { fallback: 'csv' },
  'text/tab-separated-values': { fallback: 'mztab' },
  'application/vnd.mztab': { format: 'mztab' },
  'text/plain': {},
}

function checkEncoding(encoding: string | undefined): boolean {
  if (encoding === undefined || encoding === 'identity') return false
  if (encoding === 'gzip') return true
  throw new Refusal(
    'UNSUPPORTED_MEDIA_TYPE',
    'The Content-Encoding is not supported. Send gzip, or no Content-Encoding.',
    {
      field: 'content-encoding',
      issue: 'must be gzip',
      provided: encoding,
    },
  )
}

/**
 * Yields the bytes of the file. Starts to decompress on the first read, because an earlier error would have no
 * listener.
 */
async function* unpacked(body: Readable, gzipped: boolean): AsyncGenerator<Uint8Array> {
  if (!gzipped) {
    yield* body
    return
  }
  const gunzip = createGunzip()
  body.on('error', (error) => gunzip.destroy(error))
  try {
    yield* body.pipe(gunzip)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_'))
      throw new Refusal('MALFORMED_REQUEST', 'The body is not valid gzip.', {
        field: 'body',
        issue: 'is not valid gzip',
        provided: null,
      })
    throw error
  }
}

/** Registers the routes that import files as durable jobs under `/v1`. */
export function importRoutes(app: App, deps: ImportDeps): void {
  app.register(async (plain) => {
    const scope = plain as App
    scope.addContentTypeParser(Object.keys(MEDIA_TYPES), (_request, payload, done) => done(null, payload))
    scope.post(
      '/evidence/import',
      {
        config: { access: 'write' },
        schema: {
          tags: ['evidence'],
          operationId: 'importEvidence',
          summary: 'Import an evidence file',
          description:
            'Send the file as the body: NDJSON (`application/x-ndjson`, one item per line with `molecule_id`), CSV (`text/csv` with a header; other columns become metadata), mzTab-M (`text/tab-separated-values`) or the table of a tool as it wrote it (`text/plain`, `text/csv` or `text/tab-separated-values`): GNPS, SIRIUS, ISDB, MS-DIAL, MS-FINDER, mzmine, xMSannotator, MS2Query, matchms, Percolator, mokapot, Sage, FragPipe and MaxQuant. The layout is found from its header. `Content-Encoding: gzip` is allowed. The answer comes when the file is stored; follow the import with `GET /v1/imports/{import_id}`. Unreadable lines and cells are reported and the others are kept. A file that contradicts itself is refused as a whole. With `dry_run=true` nothing is kept, and the answer (200) says how the file would be understood: layout, columns and their score cards, refused cells. Above the daily quota of files and bytes (UTC) the answer is 429 with `Retry-After`.',
          consumes: Object.keys(MEDIA_TYPES),
          querystring: ImportQuery,
          body: ImportFile,
          response: { 200: ImportUnderstanding, 202: ImportAnswer },
        },
      },
      async (request, reply) => {
        const media = MEDIA_TYPES[request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '']
        if (!media) {
          throw new Refusal(
            'UNSUPPORTED_MEDIA_TYPE',
            'The media type is not supported. Send NDJSON, CSV, mzTab-M or the table of a tool.',
            {
              field: 'content-type',
              issue: `must be one of ${Object.keys(MEDIA_TYPES).join(', ')}`,
              provided: request.headers['content-type'],
            },
          )
        }
        const bytes = unpacked(request.body as Readable, checkEncoding(request.headers['content-encoding']))
        const { run_id: runId, run_name: runName, format, file_name: name } = request.query
        const file = { ...media, ...(format ? { format } : {}), ...(name ? { name } : {}), bytes }
        if (request.query.dry_run)
          return reply.code(200).send(presentUnderstanding(await deps.understandImport(file)))
        const job = await deps.receiveImport(actorOf(request), { ...file, runId, runName })
        return reply.code(202).header('location', `/v1/imports/${job.id}`).send(presentImport(job))
      },
    )
  })
  app.get(
    '/imports/:import_id',
    {
      config: { access: 'read' },
      schema: {
        tags: ['evidence'],
        operationId: 'getImport',
        summary: 'Read the state of an import',
        description: 'Returns progress, counts and the first faulty lines.',
        params: ImportPath,
        response: { 200: ImportAnswer },
      },
    },
    async (request) => presentImport(await deps.findImport(actorOf(request), request.params.import_id)),
  )
}
