import { Readable } from 'node:stream'
import { Problem } from '@assay/kit/problem'
import type { App } from '@assay/kit/server'
import Type from 'typebox'
import { contentDisposition } from '../domain/content-disposition.ts'
import { Refusal } from '../domain/refusal.ts'
import type { ArtifactStore, FileStore } from '../operations/ports.ts'
import { FileBytes, FileParameters, SignedQuery } from '../wire/files.schema.ts'
import { ownerOf, SIGNED_ADDRESS_CHALLENGE } from './owner.ts'

/** Dependencies of the download route. */
export interface FilesDeps {
  readonly files: FileStore
  readonly artifacts: ArtifactStore
  readonly downloadLinkMinutes: number
}

/** Adds `GET /files/{key}`, which serves stems and other files of results at signed addresses. */
export function filesRoutes(app: App, deps: FilesDeps): void {
  app.get(
    '/files/:key',
    {
      schema: {
        tags: ['jobs'],
        operationId: 'downloadFile',
        summary: 'Download a file of a result',
        description:
          'Use the signed address from the result unchanged. It works without credentials until it expires. When the storage serves files itself, the answer is a redirect.',
        params: FileParameters,
        querystring: SignedQuery,
        produces: ['audio/wav', 'audio/flac'],
        response: {
          200: FileBytes,
          302: Type.Null({ description: 'Redirect to the storage' }),
        },
      },
    },
    async (request, reply) => {
      const { key } = request.params
      // The key in the path is not a secret. Without an API key, only a signature grants access.
      if (request.principal?.method === 'anonymous') {
        reply.header('www-authenticate', SIGNED_ADDRESS_CHALLENGE)
        throw new Problem(
          'unauthenticated',
          'Downloads need the signed address from the result. Use it unchanged.',
          {
            field: 'signature',
            issue: 'is missing',
            provided: null,
          },
        )
      }
      const unknown = new Refusal('NOT_FOUND', 'The file does not exist or has expired.', {
        field: 'key',
        issue: 'unknown',
        provided: key,
      })
      const artifact = await deps.artifacts.find(key)
      if (artifact?.owner !== ownerOf(request)) throw unknown
      const { filename, mediaType } = artifact
      const seconds = deps.downloadLinkMinutes * 60
      const elsewhere = await deps.files.directAddress(key, { filename, mediaType, seconds })
      if (elsewhere) return reply.redirect(elsewhere, 302)
      // An empty stream keeps the content-length of an answer to HEAD, and the file is not read.
      const opened =
        request.method === 'HEAD'
          ? { stream: Readable.from([]), sizeBytes: artifact.sizeBytes }
          : await deps.files.open(key)
      if (!opened) throw unknown
      reply
        .type(mediaType)
        .header('content-length', opened.sizeBytes)
        .header('content-disposition', contentDisposition(filename))
      return reply.send(opened.stream)
    },
  )
}
