import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Command } from '@assay/kit/cli'
import { packageVersion } from '@assay/kit/package-root'
import { EMOTIONS } from '../domain/emotion/emotion-model.ts'
import type { ExportableTrack } from '../domain/exports/exportable-track.ts'
import { jams } from '../domain/exports/jams.ts'
import { audacityLabels, beatCsv, drumCsv, sectionCsv } from '../domain/exports/labels.ts'
import { drumMidi } from '../domain/exports/midi.ts'
import { rekordboxXml } from '../domain/exports/rekordbox-xml.ts'
import { textSummary } from '../domain/records/records.ts'
import {
  named,
  presentAnalysis,
  presentDrums,
  presentEmotions,
  presentRhythm,
} from '../http/present-analysis.ts'
import { analyseFiles, type NamedAnalysis } from './analyse-files.ts'
import { explainWriting, prepareFolders } from './output-folders.ts'
import { namedFiles, parseOptions } from './parse-options.ts'

const print = (text: string) => process.stdout.write(text)
const printJson = (path: string, body: object) => print(`${JSON.stringify({ file: path, ...body })}\n`)

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
  keyRegions: analysis!.key?.regions ?? [],
  sections: analysis!.sections.map(({ startSeconds, endSeconds, label }) => ({
    startSeconds,
    endSeconds,
    type: label,
  })),
  drumHits: analysis!.drums.hits,
})

/** The contract's records and everything that other programs read, as files of one folder per track. */
async function writeOutput(folder: string, analysed: NamedAnalysis): Promise<void> {
  const { analysis, source, title } = analysed
  const results = named(presentAnalysis(analysis!, source), title)
  const { metadata, emotional_profile, segments, technical_features, summary } = results
  const track = exportable(analysed)
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
  await mkdir(folder, { recursive: true })
  const files: Record<string, string | Uint8Array> = {
    'analysis.json': json(results),
    'metadata.json': json(metadata),
    'emotional_profile.json': json(emotional_profile),
    'segments.json': json(segments),
    'technical_features.jsonl': technical_features.map((line) => `${JSON.stringify(line)}\n`).join(''),
    'summary.txt': summary,
    'rekordbox.xml': rekordboxXml([track]),
    'track.jams': json(jams(track, packageVersion(import.meta.url))),
    'drums.mid': drumMidi(track),
    'beats.csv': beatCsv(track),
    'sections.csv': sectionCsv(track),
    'drums.csv': drumCsv(track),
    'audacity-labels.txt': audacityLabels(track),
  }
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
}

const JSON_FLAG = { json: { type: 'boolean', default: false } } as const

const analyze: Command = {
  summary: 'Everything about audio files: beats, key, drums, sections, feeling',
  help: `FILE… [--out DIR] [--json]

Prints a summary of each file, or with --json one JSON object a line. With --out, writes into DIR/<name>/ (files of the same name: <name>-2): analysis.json, the
records (metadata, emotional_profile, segments, technical_features, summary) and rekordbox.xml, track.jams, drums.mid,
beats.csv, sections.csv, drums.csv, audacity-labels.txt. Exit code 1 when a file could not be analysed.`,
  async run(context) {
    const { values, positionals } = parseOptions(context, { ...JSON_FLAG, out: { type: 'string' } })
    const files = namedFiles(positionals, 'analyze')
    const folders = values.out === undefined ? [] : await prepareFolders(values.out, files)
    return analyseFiles(files, 'full', async (analysed, index) => {
      const { analysis, source, path, title } = analysed
      const folder = folders[index]
      if (folder !== undefined) await writeOutput(folder, analysed).catch(explainWriting(folder))
      if (values.json) printJson(path, named(presentAnalysis(analysis!, source), title))
      else print(`${textSummary(analysis!, title)}\n`)
    })
  },
}

const beats: Command = {
  summary: 'Tempo, beats and downbeats',
  help: 'FILE… [--json]\n\nPrints the beats of each file in seconds, downbeats marked, or with --json one JSON object a line.',
  async run(context) {
    const { values, positionals } = parseOptions(context, JSON_FLAG)
    return analyseFiles(namedFiles(positionals, 'beats'), 'rhythm', async ({ rhythm, path }) => {
      if (values.json) {
        printJson(path, { beats: presentRhythm(rhythm) })
        return
      }
      const downbeats = new Set(rhythm.downbeats)
      print(`${path}: ${rhythm.tempoBpm.toFixed(2)} BPM, confidence ${rhythm.confidence.toFixed(2)}\n`)
      for (const beat of rhythm.beats) print(`${beat.toFixed(3)}${downbeats.has(beat) ? ' |' : ''}\n`)
    })
  },
}

const drums: Command = {
  summary: 'Drum hits and patterns',
  help: 'FILE… [--json]\n\nPrints the commonest drum bars of each file, or with --json one JSON object a line with every hit.',
  async run(context) {
    const { values, positionals } = parseOptions(context, JSON_FLAG)
    return analyseFiles(namedFiles(positionals, 'drums'), 'full', async ({ analysis, path }) => {
      if (values.json) {
        printJson(path, { drum_analysis: presentDrums(analysis!) })
        return
      }
      print(`${path}: ${analysis!.drums.hits.length} hits\n`)
      for (const { rows, bars } of analysis!.drums.patterns) {
        print(`\n${bars} ${bars === 1 ? 'bar' : 'bars'}\n`)
        for (const [instrument, row] of Object.entries(rows)) print(`  ${instrument.padEnd(7)} ${row}\n`)
      }
    })
  },
}

const BAR_WIDTH = 20

const emotions: Command = {
  summary: 'The nine emotional dimensions of audio files',
  help: 'FILE… [--json]\n\nPrints each dimension from 0 to 10 (5 is neutral) and the dominant one. Sums of measured features; not validated on listeners.',
  async run(context) {
    const { values, positionals } = parseOptions(context, JSON_FLAG)
    return analyseFiles(namedFiles(positionals, 'semantic emotions'), 'full', async ({ analysis, path }) => {
      const { feeling } = analysis!
      if (values.json) {
        printJson(path, presentEmotions(feeling))
        return
      }
      print(`${path}: ${feeling.dominant}\n`)
      for (const name of EMOTIONS) {
        const value = feeling.emotions[name]
        print(
          `  ${name.padEnd(11)} ${value.toFixed(1).padStart(4)} / 10  ${'█'.repeat(Math.round((value / 10) * BAR_WIDTH))}\n`,
        )
      }
    })
  },
}

/** Commands that analyse files on this machine, with no server. */
export const analysisCommands: Record<string, Command> = {
  analyze,
  beats,
  drums,
  'semantic emotions': emotions,
}
