import type { App } from '@assay/kit/server'
import { formFieldValidator } from '@assay/kit/validation'
import Type, { type Static } from 'typebox'
import type { CorrectionRequest } from '../domain/corrections/corrections.ts'
import { Refusal } from '../domain/refusal.ts'
import { readKey } from '../domain/tonality/key-notation.ts'
import type { TrackOrder } from '../domain/track-order.ts'
import type { addTrack, workOnTrack } from '../operations/add-track.ts'
import type { AdmitUpload } from '../operations/admit-upload.ts'
import type { correctTrack } from '../operations/correct-track.ts'
import type { findTrack, findTrackFile, listTracks } from '../operations/find-tracks.ts'
import type { FileStore } from '../operations/ports.ts'
import type { removeTrack } from '../operations/remove-track.ts'
import { CorrectionsRequest } from '../wire/corrections.schema.ts'
import { type PresentTrack, presentTrackAccepted, presentTrackList } from '../wire/tracks.present.ts'
import {
  LibraryTrackParameters,
  TrackAccepted,
  TrackAddresses,
  TrackBody,
  TrackListAnswer,
  TrackListQuery,
  TrackUpload,
} from '../wire/tracks.schema.ts'
import { IdempotencyHeaders } from '../wire/upload.schema.ts'
import { type AnalysisDeps, idempotencyKeyOf } from './analysis.routes.ts'
import { ErrorBody } from './errors.ts'
import { ownerOf } from './owner.ts'
import { allButTheForm, handOver, receiveUpload } from './upload.ts'

/** Dependencies of the track routes. */
export interface TracksDeps {
  readonly files: FileStore
  readonly admit: AdmitUpload
  readonly limits: AnalysisDeps['limits']
  readonly listTracks: ReturnType<typeof listTracks>
  readonly findTrack: ReturnType<typeof findTrack>
  readonly findTrackFile: ReturnType<typeof findTrackFile>
  readonly addTrack: ReturnType<typeof addTrack>
  readonly workOnTrack: ReturnType<typeof workOnTrack>
  readonly correctTrack: ReturnType<typeof correctTrack>
  readonly removeTrack: ReturnType<typeof removeTrack>
  readonly presentTrack: PresentTrack
}

const TrackForm = Type.Object(
  { title: TrackUpload.properties.title, artist: TrackUpload.properties.artist },
  { additionalProperties: true },
)

function keyOf(text: string) {
  const key = readKey(text)
  if (!key)
    throw new Refusal('VALIDATION_ERROR', 'This is no key. Write it as A minor, 8A or 1m.', {
      field: 'key',
      issue: 'not_a_key',
      provided: text,
    })
  return key
}

/** Reads the corrections of a request. */
function correctionsOf({ grid, key, sections }: Static<typeof CorrectionsRequest>): CorrectionRequest {
  return {
    grid: grid && {
      shiftMs: grid.shift_ms ?? 0,
      factor: grid.factor ?? 1,
      downbeatShift: grid.downbeat_shift ?? 0,
      tempoBpm: grid.tempo ?? null,
    },
    key: key === undefined || key === null ? key : keyOf(key),
    sections:
      sections?.map(({ start, end, label }) => ({ startSeconds: start, endSeconds: end, label })) ?? sections,
  } as CorrectionRequest
}

function listRequestOf(query: Static<typeof TrackListQuery>) {
  const { sort = '-added', limit = 100, offset = 0, text, key, mood } = query
  return {
    order: sort.replace('-', '') as TrackOrder,
    descending: sort.startsWith('-'),
    limit,
    offset,
    key,
    filter: {
      text,
      mood,
      tempo: { min: query.tempo_min, max: query.tempo_max },
      energy: { min: query.energy_min, max: query.energy_max },
      duration: { min: query.duration_min, max: query.duration_max },
    },
  }
}

/** Adds the routes of the library: list, add, read, correct, analyse again, separate and remove tracks. */
export function tracksRoutes(app: App, deps: TracksDeps): void {
  const tags = ['tracks']
  const rules = {
    files: deps.files,
    admit: deps.admit,
    maxBytes: deps.limits.maxUploadBytes,
    maxFormBytes: deps.limits.maxUploadBytes,
    names: ['file'],
    maxFiles: 1,
  }
  const readForm = formFieldValidator<Static<typeof TrackForm>>(TrackForm)

  app.get(
    '/tracks',
    {
      schema: {
        tags,
        operationId: 'listTracks',
        summary: 'List, filter and sort your library',
        description:
          'Conditions that you send together must all be met. The order is stable, so that `offset` can jump to any place of the list.',
        querystring: TrackListQuery,
        response: { 200: TrackListAnswer },
      },
    },
    async (request) =>
      presentTrackList(await deps.listTracks({ owner: ownerOf(request), ...listRequestOf(request.query) })),
  )
  app.post(
    '/tracks',
    {
      validatorCompiler: allButTheForm(app),
      schema: {
        tags,
        operationId: 'addTrack',
        summary: 'Add a file to your library and keep it',
        description:
          'Send a multipart form with the audio in a part named `file`. The answer is always a job. It analyses everything in one pass, makes the peaks of the waveform, keeps the original and adds the track to the search. Files with the same bytes are one track.',
        consumes: ['multipart/form-data'],
        headers: IdempotencyHeaders,
        body: TrackUpload,
        response: { 202: TrackAccepted, 409: ErrorBody },
      },
    },
    async (request, reply) => {
      const { inputs, fields } = await receiveUpload(request, rules)
      const owner = ownerOf(request)
      const job = await handOver(deps.files, inputs, async () =>
        deps.addTrack({
          owner,
          input: inputs[0]!,
          ...readForm(fields),
          idempotencyKey: idempotencyKeyOf(request),
        }),
      )
      return reply.code(202).send(presentTrackAccepted(job))
    },
  )
  app.get(
    '/tracks/:id',
    {
      schema: {
        tags,
        operationId: 'getTrack',
        summary: 'Get a track with its analysis, corrections and addresses',
        description:
          '`analysis` has the corrections applied; `measured` has what was measured of the corrected parts. Tracks that were indexed with POST /semantic/analyze have neither analysis nor audio.',
        params: LibraryTrackParameters,
        response: { 200: TrackBody },
      },
    },
    async (request) => {
      const owner = ownerOf(request)
      return deps.presentTrack.track(await deps.findTrack(request.params.id, owner), owner)
    },
  )
  app.delete(
    '/tracks/:id',
    {
      schema: {
        tags,
        operationId: 'deleteTrack',
        summary: 'Remove a track with its original, peaks, stems and corrections',
        description: 'Nothing of it can be restored. Searches no longer find it.',
        params: LibraryTrackParameters,
        response: { 204: Type.Null({ description: 'Removed' }) },
      },
    },
    async (request, reply) => {
      const owner = ownerOf(request)
      const { row } = await deps.findTrack(request.params.id, owner)
      await deps.removeTrack(row.id, owner)
      return reply.code(204).send(null)
    },
  )
  app.get(
    '/tracks/:id/addresses',
    {
      schema: {
        tags,
        operationId: 'getTrackAddresses',
        summary: 'Get new signed addresses of a track',
        description:
          'A small answer, without the analysis. Use it to draw the waveform first, and to go on playing when the address of the audio is about to expire.',
        params: LibraryTrackParameters,
        response: { 200: TrackAddresses },
      },
    },
    async (request) => {
      const owner = ownerOf(request)
      const { id } = request.params
      return deps.presentTrack.addresses(id, await deps.findTrackFile(id, owner), owner)
    },
  )
  app.put(
    '/tracks/:id/corrections',
    {
      schema: {
        tags,
        operationId: 'correctTrack',
        summary: 'Store corrections of the grid, key or sections of a track',
        description:
          'Stores the corrections beside the analysis with author and time. The track, its list and every export use them, and a new analysis keeps them. A part that you send replaces the correction before; null removes it.',
        params: LibraryTrackParameters,
        body: CorrectionsRequest,
        response: { 200: TrackBody, 409: ErrorBody },
      },
    },
    async (request) => {
      const owner = ownerOf(request)
      const track = await deps.correctTrack(request.params.id, owner, correctionsOf(request.body))
      return deps.presentTrack.track(track, owner)
    },
  )
  const works = [
    {
      path: '/tracks/:id/analysis',
      type: 'tracks',
      operationId: 'reanalyzeTrack',
      summary: 'Analyse a track again',
      description: 'Analyses the kept original with the current version. Corrections stay.',
    },
    {
      path: '/tracks/:id/stems',
      type: 'stems',
      operationId: 'separateTrack',
      summary: 'Separate a track into drums, bass, other and vocals',
      description:
        'When the job is completed, `stems` of the track has the addresses and the quality of each stem.',
    },
  ] as const
  for (const { path, type, ...texts } of works)
    app.post(
      path,
      {
        schema: {
          tags,
          ...texts,
          params: LibraryTrackParameters,
          headers: IdempotencyHeaders,
          response: { 202: TrackAccepted, 409: ErrorBody },
        },
      },
      async (request, reply) => {
        const job = await deps.workOnTrack(
          request.params.id,
          ownerOf(request),
          type,
          idempotencyKeyOf(request),
        )
        return reply.code(202).send(presentTrackAccepted(job))
      },
    )
}
