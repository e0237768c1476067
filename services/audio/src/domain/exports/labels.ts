import { certainKeys } from '../tonality/key-changes.ts'
import { barPositions, type ExportableTrack, keyName } from './exportable-track.ts'

const seconds = (time: number): string => time.toFixed(6)

/** Quotes a cell that contains a separator or a quote, with quotes doubled (RFC 4180). */
const cell = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const csv = (columns: string, rows: readonly (readonly string[])[]): string =>
  [columns, ...rows.map((row) => row.map(cell).join(',')), ''].join('\n')

/**
 * Returns beats as a time-instants layer of Sonic Visualiser, labelled `bar.beat`. Beats before the first downbeat
 * belong to bar 0.
 */
export function beatCsv(track: ExportableTrack): string {
  let bar = 0
  const positions = barPositions(track)
  const rows = track.beats.map((time, i) => {
    if (positions[i] === 1) bar += 1
    return [seconds(time), `${bar}.${positions[i]}`]
  })
  return csv('time,label', rows)
}

/** Returns sections as a regions layer of Sonic Visualiser. */
export const sectionCsv = ({ sections }: ExportableTrack): string =>
  csv(
    'time,duration,label',
    sections.map(({ startSeconds, endSeconds, label }) => [
      seconds(startSeconds),
      seconds(endSeconds - startSeconds),
      label,
    ]),
  )

/** Returns the certain keys over time as a regions layer of Sonic Visualiser. */
export const keyCsv = ({ key }: ExportableTrack): string =>
  csv(
    'time,duration,label',
    certainKeys(key).map((span) => [
      seconds(span.startSeconds),
      seconds(span.endSeconds - span.startSeconds),
      keyName(span),
    ]),
  )

/** Returns drum hits as a time-values layer of Sonic Visualiser; the value is the velocity, 0 to 1. */
export const drumCsv = ({ drumHits }: ExportableTrack): string =>
  csv(
    'time,value,label',
    drumHits.map(({ timeSeconds, velocity, instrument }) => [
      seconds(timeSeconds),
      velocity.toFixed(3),
      instrument,
    ]),
  )

/** Returns a label track of Audacity: start, end and text separated by tabs. Beats are points, sections are spans. */
export function audacityLabels(track: ExportableTrack): string {
  const positions = barPositions(track)
  const points = track.beats.map((time, i) => ({ start: time, end: time, text: String(positions[i]) }))
  const spans = track.sections.map(({ startSeconds, endSeconds, label }) => ({
    start: startSeconds,
    end: endSeconds,
    text: label,
  }))
  return [...points, ...spans]
    .sort((a, b) => a.start - b.start)
    .map(({ start, end, text }) => `${seconds(start)}\t${seconds(end)}\t${text.replace(/[\t\r\n]/g, ' ')}\n`)
    .join('')
}
