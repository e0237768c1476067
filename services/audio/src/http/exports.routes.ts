import type { App } from '@assay/kit/server'
import type { TSchema } from 'typebox'
import { contentDisposition } from '../domain/content-disposition.ts'
import { EXPORTS, type ExportName } from '../domain/exports/export-names.ts'
import { locationOf } from '../domain/exports/file-location.ts'
import { makeExport } from '../domain/exports/make-export.ts'
import { titleOfFile } from '../domain/track-title.ts'
import type { FoundAnalysis, findAnalysis } from '../operations/find-record.ts'
import { type findTrack, notKept } from '../operations/find-tracks.ts'
import type { PresentedAnalysis } from '../wire/analysis.present.ts'
import { exportable } from '../wire/exports.present.ts'
import {
  AudacityLabels,
  BeatLabels,
  DrumLabels,
  DrumMidi,
  JamsDocument,
  KeyLabels,
  RekordboxQuery,
  RekordboxXml,
  SectionLabels,
} from '../wire/exports.schema.ts'
import { SignedQuery } from '../wire/files.schema.ts'
import { JobParameters } from '../wire/jobs.schema.ts'
import { analysisOf } from '../wire/tracks.present.ts'
import { LibraryTrackParameters } from '../wire/tracks.schema.ts'
import { ErrorBody } from './errors.ts'
import { ownerOf } from './owner.ts'

/** Dependencies of the export routes. */
export interface ExportsDeps {
  readonly findAnalysis: ReturnType<typeof findAnalysis>
  readonly findTrack: ReturnType<typeof findTrack>
  /** Version of the program, for formats that name their origin. */
  readonly version: string
}

interface ExportRoute {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly body: TSchema
}

const ROUTES: Readonly<Record<ExportName, ExportRoute>> = {
  'rekordbox.xml': {
    operationId: 'getRekordboxXml',
    summary: 'Download an analysis for rekordbox',
    description:
      'Contains the beat grid (several TEMPO elements where the tempo drifts), the key when it is certain, and memory and hot cues at the starts of sections. Send the path of your file as `location`, so that rekordbox finds it.',
    body: RekordboxXml,
  },
  'track.jams': {
    operationId: 'getJams',
    summary: 'Download an analysis as a JAMS document',
    description: 'Contains beats, tempo, keys over time, sections and drum hits for research tools.',
    body: JamsDocument,
  },
  'drums.mid': {
    operationId: 'getDrumMidi',
    summary: 'Download the drum hits as a MIDI file',
    description:
      'The tempo map follows every beat, so that a sequencer plays the hits in time with the audio.',
    body: DrumMidi,
  },
  'beats.csv': {
    operationId: 'getBeatLabels',
    summary: 'Download the beats as labels for Sonic Visualiser',
    description: 'Each line is a beat, labelled with its bar and its place in the bar.',
    body: BeatLabels,
  },
  'sections.csv': {
    operationId: 'getSectionLabels',
    summary: 'Download the sections as labels for Sonic Visualiser',
    description: 'Each line is a section with its start, duration and label.',
    body: SectionLabels,
  },
  'keys.csv': {
    operationId: 'getKeyLabels',
    summary: 'Download the keys over time as labels for Sonic Visualiser',
    description: 'Each line is a part of the track in one key that is certain enough to be stated.',
    body: KeyLabels,
  },
  'drums.csv': {
    operationId: 'getDrumLabels',
    summary: 'Download the drum hits as labels for Sonic Visualiser',
    description: 'Each line is a hit with its time, velocity and instrument.',
    body: DrumLabels,
  },
  'audacity-labels.txt': {
    operationId: 'getAudacityLabels',
    summary: 'Download beats and sections as a label track of Audacity',
    description: 'Import it in Audacity with File, Import, Labels.',
    body: AudacityLabels,
  },
}

/** Returns the name of a download: the name of the track before that of the export, and `track.jams` only as an ending. */
const downloadName = (filename: string, name: ExportName): string =>
  `${[...titleOfFile(filename)].slice(0, 40).join('')}.${name === 'track.jams' ? 'jams' : name}`

/** Adds one route per export of a completed analysis: rekordbox, JAMS, MIDI and labels. */
export function exportsRoutes(app: App, deps: ExportsDeps): void {
  for (const [name, route] of Object.entries(ROUTES) as [ExportName, ExportRoute][])
    addExport(app, deps, name, {
      path: `/jobs/:id/results/${name}`,
      tag: 'jobs',
      ...route,
      description: `${route.description} Only completed analyze jobs have it. The signed address in \`exports\` of the job returns the same.`,
      params: JobParameters,
      find: deps.findAnalysis,
    })
  for (const [name, route] of Object.entries(ROUTES) as [ExportName, ExportRoute][])
    addExport(app, deps, name, {
      path: `/tracks/:id/exports/${name}`,
      tag: 'tracks',
      ...route,
      operationId: route.operationId.replace(/^get/, 'getTrack'),
      summary: route.summary.replace('an analysis', 'a track'),
      description: `${route.description} Contains your corrections. The signed address in \`exports\` of the track returns the same.`,
      params: LibraryTrackParameters,
      find: async (id, owner) => {
        const track = await deps.findTrack(id, owner)
        const results = analysisOf(track)
        if (!track.kept || !results) throw notKept(id)
        return { filename: track.kept.original.filename, results }
      },
    })
}

/** An export of a job or a track. */
interface ExportSource extends ExportRoute {
  readonly path: string
  readonly tag: string
  readonly params: typeof JobParameters
  readonly find: (id: string, owner: string) => Promise<FoundAnalysis>
}

function addExport(app: App, deps: ExportsDeps, name: ExportName, source: ExportSource): void {
  const mediaType = EXPORTS[name]
  app.get(
    source.path,
    {
      schema: {
        tags: [source.tag],
        operationId: source.operationId,
        summary: source.summary,
        description: source.description,
        params: source.params,
        querystring: name === 'rekordbox.xml' ? RekordboxQuery : SignedQuery,
        produces: [mediaType.split(';')[0]!],
        response: { 200: source.body, 409: ErrorBody },
      },
      // The content is ready; a refusal is the usual envelope.
      serializerCompiler: () => (body) => (typeof body === 'string' ? body : JSON.stringify(body)),
    },
    async (request, reply) => {
      const { location } = request.query as { location?: string }
      const { filename, results } = await source.find(request.params.id, ownerOf(request))
      const track = exportable(
        results as PresentedAnalysis,
        location === undefined ? filename : locationOf(location, filename),
      )
      const content = makeExport(name, track, deps.version)
      return reply
        .type(mediaType)
        .header('content-disposition', contentDisposition(downloadName(filename, name)))
        .send(typeof content === 'string' ? content : Buffer.from(content))
    },
  )
}
