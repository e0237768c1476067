import { jsonLine, type Sheet } from '@assay/kit/sheet'
import { isProbable } from '../domain/tonality/find-key.ts'
import type { IndexBody, SearchBody, StatsBody } from './library.ts'

interface Indexed {
  readonly path: string
  readonly track: IndexBody['semantic_analysis']
}

/** How `assay-audio semantic index` prints a file. */
export const indexSheet: Sheet<Indexed> = {
  row: 'one file',
  columns: {
    file: ['path of the file', ({ path }) => path],
    track_id: ['id of the track; empty when the file was not indexed', ({ track }) => track.track_id],
    description: ['the track in words', ({ track }) => track.description],
  },
  rows: (indexed) => [indexed],
  json: ({ path, track }) => jsonLine({ file: path, ...track }),
  text: ({ path, track }) => `${path}: ${track.track_id ?? 'not indexed'}\n  ${track.description}\n`,
}

const staleText = (stale: number): string =>
  `${stale} tracks were indexed by an older version and are not found; run "assay-audio semantic renew"\n`

type Hit = SearchBody['results'][number]

interface Searched {
  readonly found: SearchBody
  /** Where the library is. */
  readonly where: string
  /** Number of tracks that no search finds before they are renewed. */
  readonly stale: number
}

function hitText(track: Hit, rank: number): string {
  const name = track.artist === null ? track.title : `${track.artist} – ${track.title}`
  const doubt = isProbable({ confidence: track.key_confidence ?? 0 }) ? '' : '?'
  const key = track.key === null ? '' : `${track.key}${doubt}`
  const facts = [track.tempo > 0 ? `${track.tempo.toFixed(0)} BPM` : '', key]
  const known = facts.filter((fact) => fact !== '').join(', ')
  return `${String(rank).padStart(2)}. ${name}  (${known})\n    ${track.why}\n`
}

/** Says what was asked for that the search cannot hear. */
export const unheardText = ({ not_heard = [] }: SearchBody): string =>
  not_heard.map((asked) => `The search cannot hear: ${asked}\n`).join('')

/** Says that no track was found, and what to do next. */
const nothingText = ({ where, stale }: Searched): string =>
  stale > 0
    ? `No tracks found in ${where}. ${staleText(stale)}`
    : `No tracks found in ${where}. Run "assay-audio semantic stats" to see what is indexed.\n`

/** How `assay-audio semantic search` prints the tracks that it found. */
export const searchSheet: Sheet<Searched, Hit & { readonly rank: number }> = {
  row: 'one track, best first',
  columns: {
    rank: ['rank of the track, from 1', ({ rank }) => rank],
    track_id: ['id of the track', (hit) => hit.track_id],
    artist: ['artist of the track', ({ artist }) => artist],
    title: ['title of the track', ({ title }) => title],
    score: ['how well the track fits', ({ score }) => score],
    tempo: ['beats per minute; empty without a beat', ({ tempo }) => (tempo > 0 ? tempo : undefined)],
    key: ['key of the track', ({ key }) => key],
    key_confidence: ['probability that the key is right', (hit) => hit.key_confidence],
    why: ['why the track was found', ({ why }) => why],
  },
  rows: ({ found }) => found.results.map((hit, i) => ({ ...hit, rank: i + 1 })),
  json: ({ found }) => jsonLine(found),
  text: (searched) =>
    [
      unheardText(searched.found),
      ...(searched.found.results.length === 0 ? [nothingText(searched)] : []),
      ...searched.found.results.map((track, i) => hitText(track, i + 1)),
    ].join(''),
}

const HOUR = 3600

function statsText(body: StatsBody): string {
  const hours = (body.total_duration / HOUR).toFixed(1)
  return [
    `${body.tracks} tracks by ${body.artists} artists, ${hours} h\n`,
    body.mean_tempo === null ? '' : `mean tempo ${body.mean_tempo.toFixed(1)} BPM\n`,
    ...Object.entries(body.dominant_emotions).map(
      ([emotion, tracks]) => `  ${emotion.padEnd(11)} ${tracks}\n`,
    ),
    body.without_music > 0 ? `${body.without_music} tracks without music; no search returns them\n` : '',
    body.stale > 0 ? staleText(body.stale) : '',
  ].join('')
}

interface Statistic {
  readonly statistic: string
  readonly value: number | null
}

/** How `assay-audio semantic stats` prints the statistics of a library. */
export const statsSheet: Sheet<StatsBody, Statistic> = {
  row: 'one statistic of the library',
  columns: {
    statistic: [
      'tracks, artists, total_duration (seconds), mean_tempo, without_music, stale, or dominant_emotions.NAME',
      ({ statistic }) => statistic,
    ],
    value: ['its value', ({ value }) => value],
  },
  rows: ({ dominant_emotions, tracks, artists, total_duration, mean_tempo, without_music, stale }) => [
    ...Object.entries({ tracks, artists, total_duration, mean_tempo, without_music, stale }).map(
      ([statistic, value]) => ({ statistic, value }),
    ),
    ...Object.entries(dominant_emotions).map(([emotion, value]) => ({
      statistic: `dominant_emotions.${emotion}`,
      value,
    })),
  ],
  json: jsonLine,
  text: statsText,
}

/** How `assay-audio semantic renew` prints how many tracks it renewed. */
export const renewSheet: Sheet<number> = {
  row: 'one run of the command',
  columns: { tracks: ['number of tracks that were renewed', (tracks) => tracks] },
  rows: (tracks) => [tracks],
  json: (tracks) => jsonLine({ tracks }),
  text: (tracks) => `${tracks} tracks renewed\n`,
}
