import type { TempoRegion } from '../rhythm/tempo-regions.ts'
import { isCertain } from '../tonality/find-key.ts'
import { fitGrid } from './beat-grid.ts'
import { barPositions, type ExportableTrack, keyName, metre } from './exportable-track.ts'

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

/** Returns a file address with every part percent-encoded, as rekordbox requires; an address stays unchanged. */
const fileAddress = (location: string): string =>
  /^[a-z]+:\/\//i.test(location)
    ? location
    : `file://localhost/${location.replaceAll('\\', '/').replace(/^\/+/, '').split('/').map(encodeURIComponent).join('/')}`

/** rekordbox stores hundredths of a beat per minute. */
const BPM_DECIMALS = 2

/**
 * Returns the start of the grid of a tempo region: the beat of its fitted grid nearest to its start, with the bar
 * position that most beats of the region imply. A first beat that was detected early or late does not move the grid.
 */
function gridStart(track: ExportableTrack, region: TempoRegion, positions: readonly number[]) {
  const inside = track.beats.flatMap((time, i) =>
    time > region.startSeconds - 0.01 && time < region.endSeconds + 0.01
      ? [{ time, place: positions[i]! }]
      : [],
  )
  if (inside.length < 2)
    return { seconds: region.startSeconds, bpm: region.bpm, place: inside[0]?.place ?? 1 }
  const { originSeconds, bpm } = fitGrid(
    inside.map(({ time }) => time),
    BPM_DECIMALS,
  )
  const numberAt = (time: number) => Math.round(((time - originSeconds) * bpm) / 60)
  const earliest = Math.ceil((-originSeconds * bpm) / 60)
  const number = Math.max(earliest, numberAt(region.startSeconds))
  const perBar = metre(track)
  const votes = new Map<number, number>()
  for (const { time, place } of inside) {
    const here = mod(place - 1 - numberAt(time) + number, perBar) + 1
    votes.set(here, (votes.get(here) ?? 0) + 1)
  }
  const [[place] = [1]] = [...votes].sort((a, b) => b[1] - a[1])
  return { seconds: Math.max(0, originSeconds + (number * 60) / bpm), bpm, place }
}

const mod = (value: number, by: number): number => ((value % by) + by) % by

/** Returns one grid anchor per tempo region; none when there is no rhythm (confidence 0). */
function tempoMarks(track: ExportableTrack): string[] {
  if (track.tempoConfidence === 0) return []
  const positions = barPositions(track)
  return track.tempoRegions.map((region) => {
    const { seconds, bpm, place } = gridStart(track, region, positions)
    return `      <TEMPO Inizio="${seconds.toFixed(3)}" Bpm="${bpm.toFixed(BPM_DECIMALS)}" Metro="${metre(track)}/4" Battito="${place}"/>`
  })
}

const cuePoints = (track: ExportableTrack): string[] =>
  track.sections.map(
    ({ startSeconds, type }) =>
      `      <POSITION_MARK Name="${escapeXml(type)}" Type="0" Start="${startSeconds.toFixed(3)}" Num="-1"/>`,
  )

/** Returns the key only when it is certain: rekordbox cannot store a confidence. */
const tonality = ({ key }: ExportableTrack): string =>
  key && isCertain(key) ? ` Tonality="${keyName(key)}"` : ''

const averageBpm = ({ tempoBpm, tempoConfidence }: ExportableTrack): string =>
  tempoConfidence === 0 ? '' : ` AverageBpm="${tempoBpm.toFixed(2)}"`

/**
 * Returns a collection for rekordbox's XML import (format 1.0.0): beat grid by tempo region, key when it is certain,
 * sections as memory cues.
 */
export function rekordboxXml(tracks: readonly ExportableTrack[]): string {
  const entries = tracks.map((track, index) =>
    [
      `    <TRACK TrackID="${index + 1}" Name="${escapeXml(track.title)}" Artist="${escapeXml(track.artist)}" TotalTime="${Math.round(track.durationSeconds)}"${averageBpm(track)}${tonality(track)} Location="${escapeXml(fileAddress(track.location))}">`,
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
