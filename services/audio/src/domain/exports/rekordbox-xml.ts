import { isProbable } from '../tonality/find-key.ts'
import { certainKeys } from '../tonality/key-changes.ts'
import { cuePoints } from './cue-points.ts'
import { type ExportableTrack, keyName, metre } from './exportable-track.ts'
import { fileAddress } from './file-location.ts'
import { BPM_DECIMALS, type GridPart, tempoGrid } from './tempo-grid.ts'

/** XML 1.0 forbids control characters other than tab, line feed and carriage return, and two noncharacters. */
const isAllowed = (character: string): boolean =>
  (character >= ' ' || '\t\n\r'.includes(character)) && character !== '\ufffe' && character !== '\uffff'

/** Returns text for an attribute. A line break or tab is written as a reference: a reader would make it a space. */
const escapeXml = (text: string): string =>
  [...text.toWellFormed()]
    .filter(isAllowed)
    .join('')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)

const tempoMarks = (track: ExportableTrack, grid: readonly GridPart[]): string[] =>
  grid.map(
    ({ startSeconds, bpm, place }) =>
      `      <TEMPO Inizio="${startSeconds.toFixed(3)}" Bpm="${bpm.toFixed(BPM_DECIMALS)}" Metro="${metre(track)}/4" Battito="${place}"/>`,
  )

/** Returns memory cues (number −1) and hot cues (A is 0) at the starts of sections. */
function positionMarks(track: ExportableTrack, grid: readonly GridPart[]): string[] {
  const { memory, hot } = cuePoints(track, grid)
  const mark = (label: string, timeSeconds: number, number: number) =>
    `      <POSITION_MARK Name="${escapeXml(label)}" Type="0" Start="${timeSeconds.toFixed(3)}" Num="${number}"/>`
  return [
    ...memory.map(({ label, timeSeconds }) => mark(label, timeSeconds, -1)),
    ...hot.map(({ label, timeSeconds }, i) => mark(label, timeSeconds, i)),
  ]
}

/** Returns the key only when it is certain: rekordbox cannot store a confidence. */
const tonality = ({ key }: ExportableTrack): string =>
  key && isProbable(key) ? ` Tonality="${keyName(key)}"` : ''

const averageBpm = ({ tempoBpm, tempoConfidence }: ExportableTrack): string =>
  tempoConfidence === 0 ? '' : ` AverageBpm="${tempoBpm.toFixed(2)}"`

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

/** Returns what rekordbox has no attribute for, as its comment: the energy level and changes of key. */
function comments({ energyLevel, key }: ExportableTrack): string {
  const spans = certainKeys(key)
  const parts = [
    ...(energyLevel === null ? [] : [`Energy ${energyLevel}`]),
    ...(spans.length > 1
      ? [`keys ${spans.map((span) => `${keyName(span)} ${clock(span.startSeconds)}`).join(', ')}`]
      : []),
  ]
  return parts.length === 0 ? '' : ` Comments="${parts.join('; ')}"`
}

/**
 * Returns a collection for rekordbox's XML import (format 1.0.0; rekordbox, XML format list, 2020): beat grid, with
 * several parts where the tempo drifts, key when it is certain, sections as memory and hot cues, and one playlist of
 * all tracks.
 */
export function rekordboxXml(tracks: readonly ExportableTrack[]): string {
  const entries = tracks.map((track, index) => {
    const grid = tempoGrid(track)
    return [
      `    <TRACK TrackID="${index + 1}" Name="${escapeXml(track.title)}" Artist="${escapeXml(track.artist)}" TotalTime="${Math.round(track.durationSeconds)}"${averageBpm(track)}${comments(track)}${tonality(track)} Location="${escapeXml(fileAddress(track.location))}">`,
      ...tempoMarks(track, grid),
      ...positionMarks(track, grid),
      '    </TRACK>',
    ].join('\n')
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<DJ_PLAYLISTS Version="1.0.0">',
    '  <PRODUCT Name="Assay" Version="1" Company="Assay"/>',
    `  <COLLECTION Entries="${tracks.length}">`,
    ...entries,
    '  </COLLECTION>',
    '  <PLAYLISTS>',
    '    <NODE Type="0" Name="ROOT" Count="1">',
    `      <NODE Type="1" Name="Assay" KeyType="0" Entries="${tracks.length}">`,
    ...tracks.map((_, index) => `        <TRACK Key="${index + 1}"/>`),
    '      </NODE>',
    '    </NODE>',
    '  </PLAYLISTS>',
    '</DJ_PLAYLISTS>',
    '',
  ].join('\n')
}
