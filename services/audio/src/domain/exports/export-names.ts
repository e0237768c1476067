/** Files for other programs that an analysis can be exported to, with their media types. */
export const EXPORTS = {
  'rekordbox.xml': 'application/xml; charset=utf-8',
  'track.jams': 'application/json; charset=utf-8',
  'drums.mid': 'audio/midi',
  'beats.csv': 'text/csv; charset=utf-8',
  'sections.csv': 'text/csv; charset=utf-8',
  'keys.csv': 'text/csv; charset=utf-8',
  'drums.csv': 'text/csv; charset=utf-8',
  'audacity-labels.txt': 'text/plain; charset=utf-8',
} as const

/** Name of an export. */
export type ExportName = keyof typeof EXPORTS

/** Names of all exports. */
export const EXPORT_NAMES = Object.keys(EXPORTS) as readonly ExportName[]
