import { Problem } from '@assay/kit/problem'
import type { App } from '@assay/kit/server'
import Type from 'typebox'
import { contentDisposition } from '../domain/content-disposition.ts'
import { Refusal } from '../domain/refusal.ts'
import type { ArtifactStore, FileStore } from '../operations/ports.ts'
import { FileBytes, FileParameters, SignedQuery } from '../wire/files.schema.ts'
import { ownerOf, SIGNED_ADDRESS_CHALLENGE } from './owner.ts'

export interface FilesDeps {
  readonly files: FileStore
  readonly artifacts: ArtifactStore
  readonly downloadLinkMinutes: number
}

/** `GET /files/{key}`: stems and whatever else a result refers to, at the signed address that the result gives. */
export function filesRoutes(app: App, deps: FilesDeps): void {
  app.get(
    '/files/:key',
    {
      schema: {
        tags: ['jobs'],
        operationId: 'downloadFile',
        summary: 'A file that a result refers to',
        description:
          'Use the signed address of the result as it is; it works without credentials until it expires. Where the storage serves files itself the answer is a redirection.',
        params: FileParameters,
        querystring: SignedQuery,
        produces: ['audio/wav', 'audio/flac'],
        response: {
          200: FileBytes,
          302: Type.Null({ description: 'To the storage' }),
        },
      },
    },
    async (request, reply) => {
      const { key } = request.params
      // A key in an address is no secret: without an API key, only the signature tells who may have the file.
      if (request.principal?.method === 'anonymous') {
        reply.header('www-authenticate', SIGNED_ADDRESS_CHALLENGE)
        throw new Problem('unauthenticated', 'Use the signed address that the result gives.', {
          field: 'signature',
          issue: 'is missing',
          provided: null,
        })
      }
      const unknown = new Refusal('NOT_FOUND', 'There is no such file, or it has expired.', {
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
      const opened = await deps.files.open(key)
      if (!opened) throw unknown
      reply
        .type(mediaType)
        .header('content-length', opened.sizeBytes)
        .header('content-disposition', contentDisposition(filename))
      return reply.send(opened.stream)
    },
  )
}
