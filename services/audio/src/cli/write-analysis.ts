import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { packageVersion } from '@assay/kit/package-root'
import { EXPORT_NAMES } from '../domain/exports/export-names.ts'
import type { ExportableTrack } from '../domain/exports/exportable-track.ts'
import { pathWithin } from '../domain/exports/file-location.ts'
import { makeExport } from '../domain/exports/make-export.ts'
import { rekordboxXml } from '../domain/exports/rekordbox-xml.ts'
import { named, type PresentedAnalysis, presentAnalysis } from '../wire/analysis.present.ts'
import { exportable } from '../wire/exports.present.ts'
import type { NamedAnalysis } from './analyse-files.ts'
import type { InputFile } from './input-files.ts'
import { explainWriting, prepareFolders } from './output-folders.ts'

/** Name of the rekordbox collection of all files of a run, beside their folders. */
const COLLECTION = 'rekordbox.xml'

/** Writes the records of the contract and the formats of other programs into one folder per track. */
async function writeTrack(folder: string, results: PresentedAnalysis, track: ExportableTrack): Promise<void> {
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
    ...Object.fromEntries(
      EXPORT_NAMES.map((name) => [name, () => makeExport(name, track, packageVersion(import.meta.url))]),
    ),
  }
  for (const [name, make] of Object.entries(files)) await writeFile(join(folder, name), make())
}

/**
 * Opens the output of a run: a folder for each file and, at the end, one rekordbox collection of all analysed files.
 * `location` is the folder of the files on the computer with rekordbox, when that is another one.
 */
export async function openOutput(out: string, files: readonly InputFile[], location: string | undefined) {
  const folders = await prepareFolders(
    out,
    files.map(({ path }) => path),
    [COLLECTION],
  )
  const collected: ExportableTrack[] = []
  return {
    async write(analysed: NamedAnalysis, index: number): Promise<void> {
      const folder = folders[index]!
      const { analysis, source, title, path } = analysed
      const results = named(presentAnalysis(analysis!, source), title)
      const where = location === undefined ? resolve(path) : pathWithin(location, files[index]!.inside)
      const track = exportable(results, where)
      await writeTrack(folder, results, track).catch(explainWriting(folder))
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
