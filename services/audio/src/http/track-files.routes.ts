import { Problem } from '@assay/kit/problem'
import type { App } from '@assay/kit/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { ORIGINAL_MEDIA_TYPES } from '../domain/media-type.ts'
import { peakSpan } from '../domain/peaks/peaks.ts'
import { Refusal } from '../domain/refusal.ts'
import { type findTrackFile, notKept } from '../operations/find-tracks.ts'
import type { ArtifactStore, FileStore } from '../operations/ports.ts'
import { FileBytes, SignedQuery } from '../wire/files.schema.ts'
import { LibraryTrackParameters, PeakParameters, PeakQuery, StemParameters } from '../wire/tracks.schema.ts'
import { ErrorBody } from './errors.ts'
import { ownerOf, SIGNED_ADDRESS_CHALLENGE } from './owner.ts'
import { sendBytes } from './send-bytes.ts'

/** Dependencies of the routes that send files of tracks. */
export interface TrackFilesDeps {
  readonly files: FileStore
  readonly artifacts: ArtifactStore
  readonly findTrackFile: ReturnType<typeof findTrackFile>
}

/** Without an API key, only a signature grants access, as for every download. */
function requireSignature(request: FastifyRequest, reply: FastifyReply): void {
  if (request.principal?.method !== 'anonymous') return
  reply.header('www-authenticate', SIGNED_ADDRESS_CHALLENGE)
  throw new Problem('unauthenticated', 'Audio needs the signed address from the track. Use it unchanged.', {
    field: 'signature',
    issue: 'is missing',
    provided: null,
  })
}

const RangeHeaders = Type.Object({
  range: Type.Optional(
    Type.String({ description: 'Part of the content, such as `bytes=0-1023`; the answer is then 206' }),
  ),
})

const answers = {
  200: FileBytes,
  206: Type.Unsafe<AsyncIterable<Uint8Array>>(
    Type.String({ format: 'binary', description: 'Part of the content' }),
  ),
  304: Type.Null({ description: 'The content has not changed' }),
  409: ErrorBody,
  416: ErrorBody,
}

/** Content of a private address that never changes. */
const FOR_EVER = 'private, max-age=31536000, immutable'
/** A player asks for many parts of one file. */
const WHILE_PLAYING = 'private, max-age=3600'

/** Adds the routes that send peaks, originals and stems of tracks, whole or in parts. */
export function trackFilesRoutes(app: App, deps: TrackFilesDeps): void {
  const { files } = deps
  const fileOf = async (id: string, owner: string) => {
    const file = await deps.findTrackFile(id, owner)
    if (!file) throw notKept(id)
    return file
  }
  app.get(
    '/tracks/:id/peaks/:samples_per_peak',
    {
      schema: {
        tags: ['tracks'],
        operationId: 'getPeaks',
        summary: 'Download the peaks of the waveform at one zoom',
        description:
          'Each peak is two signed bytes: the minimum and the maximum of the mono mix in that many samples, where 127 is full scale. Use the address from the track: its content never changes.',
        params: PeakParameters,
        querystring: PeakQuery,
        headers: RangeHeaders,
        produces: ['application/octet-stream'],
        response: answers,
      },
    },
    async (request, reply) => {
      const { id, samples_per_peak: zoom } = request.params
      const { peaksKey, samples } = await fileOf(id, ownerOf(request))
      const span = peakSpan(samples, zoom)
      if (!span) throw new Error(`the schema lets no other zoom than those of peaks.ts pass: ${zoom}`)
      return sendBytes(request, reply, files, {
        key: peaksKey,
        ...span,
        mediaType: 'application/octet-stream',
        etag: `"${peaksKey}-${zoom}"`,
        cacheControl: request.query.v === peaksKey ? FOR_EVER : 'private, no-cache',
      })
    },
  )
  app.get(
    '/tracks/:id/audio',
    {
      schema: {
        tags: ['tracks'],
        operationId: 'getAudio',
        summary: 'Download or play the original of a track',
        description:
          'Use the signed address from the track unchanged; it works without credentials until it expires. A range without an end is answered with its first part.',
        params: LibraryTrackParameters,
        querystring: SignedQuery,
        headers: RangeHeaders,
        produces: [...ORIGINAL_MEDIA_TYPES],
        response: answers,
      },
    },
    async (request, reply) => {
      requireSignature(request, reply)
      const { original, mediaType } = await fileOf(request.params.id, ownerOf(request))
      return sendBytes(request, reply, files, {
        key: original.key,
        offset: 0,
        length: original.sizeBytes,
        mediaType,
        etag: `"${original.key}"`,
        cacheControl: WHILE_PLAYING,
      })
    },
  )
  app.get(
    '/tracks/:id/stems/:stem',
    {
      schema: {
        tags: ['tracks'],
        operationId: 'getStem',
        summary: 'Download or play a stem of a track',
        description: 'Use the signed address from the track unchanged, as for its audio.',
        params: StemParameters,
        querystring: SignedQuery,
        headers: RangeHeaders,
        produces: ['audio/flac', 'audio/wav'],
        response: answers,
      },
    },
    async (request, reply) => {
      requireSignature(request, reply)
      const { id, stem } = request.params
      const owner = ownerOf(request)
      const { stems } = await fileOf(id, owner)
      const artifact = stems ? await deps.artifacts.find(stems.files[stem]) : undefined
      if (artifact?.owner !== owner)
        throw new Refusal('NOT_FOUND', `Track ${id} has no stems, or no longer. Separate it again.`, {
          field: 'stem',
          issue: 'not_made',
          provided: stem,
        })
      return sendBytes(request, reply, files, {
        key: artifact.key,
        offset: 0,
        length: artifact.sizeBytes,
        mediaType: artifact.mediaType,
        etag: `"${artifact.key}"`,
        cacheControl: WHILE_PLAYING,
      })
    },
  )
}
