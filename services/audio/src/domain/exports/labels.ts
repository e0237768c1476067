import { barPositions, type ExportableTrack } from './exportable-track.ts'

const seconds = (time: number): string => time.toFixed(6)

/** A cell that holds a separator or a quote is quoted, quotes doubled (RFC 4180). */
const cell = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Time,label lines for Sonic Visualiser's and Audacity's siblings: beats as `bar.beat`, sections, drum hits. */
export function labelCsv(track: ExportableTrack): string {
  const rows: { time: number; kind: string; label: string }[] = []
  let bar = 0
  const positions = barPositions(track)
  track.beats.forEach((time, i) => {
    if (positions[i] === 1) bar += 1
    rows.push({ time, kind: 'beat', label: `${bar}.${positions[i]}` })
  })
  for (const { startSeconds, type } of track.sections)
    rows.push({ time: startSeconds, kind: 'section', label: type })
  for (const { timeSeconds, instrument } of track.drumHits)
    rows.push({ time: timeSeconds, kind: 'drum', label: instrument })
  rows.sort((a, b) => a.time - b.time)
  return [
    'time,kind,label',
    ...rows.map(({ time, kind, label }) => `${seconds(time)},${kind},${cell(label)}`),
    '',
  ].join('\n')
}

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
