import { barPositions, type ExportableTrack } from './exportable-track.ts'

const seconds = (time: number): string => time.toFixed(6)

/** A cell that holds a separator or a quote is quoted, quotes doubled (RFC 4180). */
const cell = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const csv = (columns: string, rows: readonly (readonly string[])[]): string =>
  [columns, ...rows.map((row) => row.map(cell).join(',')), ''].join('\n')

/** Beats for a layer of time instants in Sonic Visualiser, labelled `bar.beat`; beats before the first downbeat are of bar 0. */
export function beatCsv(track: ExportableTrack): string {
  let bar = 0
  const positions = barPositions(track)
  const rows = track.beats.map((time, i) => {
    if (positions[i] === 1) bar += 1
    return [seconds(time), `${bar}.${positions[i]}`]
  })
  return csv('time,label', rows)
}

/** Sections for a layer of regions in Sonic Visualiser. */
export const sectionCsv = ({ sections }: ExportableTrack): string =>
  csv(
    'time,duration,label',
    sections.map(({ startSeconds, endSeconds, type }) => [
      seconds(startSeconds),
      seconds(endSeconds - startSeconds),
      type,
    ]),
  )

/** Drum hits for a layer of time values in Sonic Visualiser; the value is the velocity, 0 to 1. */
export const drumCsv = ({ drumHits }: ExportableTrack): string =>
  csv(
    'time,value,label',
    drumHits.map(({ timeSeconds, velocity, instrument }) => [
      seconds(timeSeconds),
      velocity.toFixed(3),
      instrument,
    ]),
  )

/** Audacity's label track: start, end and text separated by tabs; beats are points, sections are spans. */
export function audacityLabels(track: ExportableTrack): string {
  const positions = barPositions(track)
  const points = track.beats.map((time, i) => ({ start: time, end: time, text: String(positions[i]) }))
  const spans = track.sections.map(({ startSeconds, endSeconds, type }) => ({
    start: startSeconds,
    end: endSeconds,
    text: type,
  }))
  return [...points, ...spans]
    .sort((a, b) => a.start - b.start)
    .map(({ start, end, text }) => `${seconds(start)}\t${seconds(end)}\t${text.replace(/[\t\r\n]/g, ' ')}\n`)
    .join('')
}
