import type { ExportName } from './export-names.ts'
import type { ExportableTrack } from './exportable-track.ts'
import { jams } from './jams.ts'
import { audacityLabels, beatCsv, drumCsv, keyCsv, sectionCsv } from './labels.ts'
import { drumMidi } from './midi.ts'
import { rekordboxXml } from './rekordbox-xml.ts'

type Make = (track: ExportableTrack, version: string) => string | Uint8Array

const MAKE: Readonly<Record<ExportName, Make>> = {
  'rekordbox.xml': (track) => rekordboxXml([track]),
  'track.jams': (track, version) => `${JSON.stringify(jams(track, version), null, 2)}\n`,
  'drums.mid': drumMidi,
  'beats.csv': beatCsv,
  'sections.csv': sectionCsv,
  'keys.csv': keyCsv,
  'drums.csv': drumCsv,
  'audacity-labels.txt': audacityLabels,
}

/** Returns the content of an export; `version` is the version of this program, for formats that name their origin. */
export const makeExport = (name: ExportName, track: ExportableTrack, version: string): string | Uint8Array =>
  MAKE[name](track, version)
