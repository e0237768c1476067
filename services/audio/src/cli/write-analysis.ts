import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { packageVersion } from '@assay/kit/package-root'
import type { ExportableTrack } from '../domain/exports/exportable-track.ts'
import { jams } from '../domain/exports/jams.ts'
import { audacityLabels, beatCsv, drumCsv, sectionCsv } from '../domain/exports/labels.ts'
import { drumMidi } from '../domain/exports/midi.ts'
import { rekordboxXml } from '../domain/exports/rekordbox-xml.ts'
import { named, presentAnalysis } from '../wire/analysis.present.ts'
import type { NamedAnalysis } from './analyse-files.ts'
import { explainWriting, prepareFolders } from './output-folders.ts'

/** Name of the rekordbox collection of all files of a run, beside their folders. */
const COLLECTION = 'rekordbox.xml'

const exportable = ({ analysis, path, title, source }: NamedAnalysis): ExportableTrack => ({
  title,
  artist: source.artist ?? '',
  location: resolve(path),
  durationSeconds: analysis!.durationSeconds,
  tempoBpm: analysis!.rhythm.tempoBpm,
  tempoConfidence: analysis!.rhythm.confidence,
  beats: analysis!.rhythm.beats,
  downbeats: analysis!.rhythm.downbeats,
  beatsPerBar: analysis!.rhythm.beatsPerBar,
  tempoRegions: analysis!.rhythm.regions,
  key: analysis!.key,
  sections: analysis!.sections.map(({ startSeconds, endSeconds, label }) => ({
    startSeconds,
    endSeconds,
    type: label,
  })),
  drumHits: analysis!.drums.hits,
})

/** Writes the records of the contract and the formats of other programs into one folder per track. */
async function writeTrack(folder: string, analysed: NamedAnalysis, track: ExportableTrack): Promise<void> {
  const { analysis, source, title } = analysed
  const results = named(presentAnalysis(analysis!, source), title)
  const { metadata, emotional_profile, segments, technical_features, summary } = results
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
  await mkdir(folder, { recursive: true })
  // Created one at a time: for two hours of audio, each of the large ones has ten megabytes.
  const files: Record<string, () => string | Uint8Array> = {
    'analysis.json': () => json(results),
    'metadata.json': () => json(metadata),
    'emotional_profile.json': () => json(emotional_profile),
    'segments.json': () => json(segments),
    'technical_features.jsonl': () => technical_features.map((line) => `${JSON.stringify(line)}\n`).join(''),
    'summary.txt': () => summary,
    'rekordbox.xml': () => rekordboxXml([track]),
    'track.jams': () => json(jams(track, packageVersion(import.meta.url))),
    'drums.mid': () => drumMidi(track),
    'beats.csv': () => beatCsv(track),
    'sections.csv': () => sectionCsv(track),
    'drums.csv': () => drumCsv(track),
    'audacity-labels.txt': () => audacityLabels(track),
  }
  for (const [name, make] of Object.entries(files)) await writeFile(join(folder, name), make())
}

/**
 * Opens the output of a run: a folder for each file and, at the end, one rekordbox collection of all analysed files.
 */
export async function openOutput(out: string, files: readonly string[]) {
  const folders = await prepareFolders(out, files, [COLLECTION])
  const collected: ExportableTrack[] = []
  return {
    async write(analysed: NamedAnalysis, index: number): Promise<void> {
      const folder = folders[index]!
      const track = exportable(analysed)
      await writeTrack(folder, analysed, track).catch(explainWriting(folder))
      // The collection contains no drums, and a thousand tracks have millions of hits.
      collected.push({ ...track, drumHits: [] })
    },
    async finish(): Promise<void> {
      if (collected.length === 0) return
      const path = join(out, COLLECTION)
      await writeFile(path, rekordboxXml(collected)).catch(explainWriting(path))
    },
  }
}
