import { barPositions, type ExportableTrack, keyName } from './exportable-track.ts'

/** XML 1.0 forbids control characters other than tab, line feed and carriage return. */
const isAllowed = (character: string): boolean => character >= ' ' || '\t\n\r'.includes(character)

const escapeXml = (text: string): string =>
  [...text]
    .filter(isAllowed)
    .join('')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** rekordbox wants a file address with every part percent-encoded; anything that is an address already stays. */
const fileAddress = (location: string): string =>
  /^[a-z]+:\/\//i.test(location)
    ? location
    : `file://localhost/${location.replaceAll('\\', '/').replace(/^\/+/, '').split('/').map(encodeURIComponent).join('/')}`

/** One grid anchor per tempo region, on the first beat of the region with its place in the bar. */
function tempoMarks(track: ExportableTrack): string[] {
  const positions = barPositions(track.beats, track.downbeats)
  return track.tempoRegions.map(({ startSeconds, bpm }) => {
    const at = Math.max(
      0,
      track.beats.findIndex((beat) => beat >= startSeconds - 0.01),
    )
    const inizio = (track.beats[at] ?? startSeconds).toFixed(3)
    return `      <TEMPO Inizio="${inizio}" Bpm="${bpm.toFixed(2)}" Metro="4/4" Battito="${positions[at] ?? 1}"/>`
  })
}

const cuePoints = (track: ExportableTrack): string[] =>
  track.sections.map(
    ({ startSeconds, type }) =>
      `      <POSITION_MARK Name="${escapeXml(type)}" Type="0" Start="${startSeconds.toFixed(3)}" Num="-1"/>`,
  )

/** A collection for rekordbox's XML import (format 1.0.0): beat grid by tempo region, key, sections as memory cues. */
export function rekordboxXml(tracks: readonly ExportableTrack[]): string {
  const entries = tracks.map((track, index) =>
    [
      `    <TRACK TrackID="${index + 1}" Name="${escapeXml(track.title)}" Artist="${escapeXml(track.artist)}" TotalTime="${Math.round(track.durationSeconds)}" AverageBpm="${track.tempoBpm.toFixed(2)}" Tonality="${track.key ? keyName(track.key) : ''}" Location="${escapeXml(fileAddress(track.location))}">`,
      ...tempoMarks(track),
      ...cuePoints(track),
      '    </TRACK>',
    ].join('\n'),
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<DJ_PLAYLISTS Version="1.0.0">',
    '  <PRODUCT Name="Assay" Version="1" Company="Assay"/>',
    `  <COLLECTION Entries="${tracks.length}">`,
    ...entries,
    '  </COLLECTION>',
    '  <PLAYLISTS><NODE Type="0" Name="ROOT" Count="0"/></PLAYLISTS>',
    '</DJ_PLAYLISTS>',
    '',
  ].join('\n')
}
