import { type Command, UsageError } from '@assay/kit/cli'
import { printer, type Sheet } from '@assay/kit/sheet'
import type { AnalysisDepth } from '../operations/ports.ts'
import { analyseFiles, type NamedAnalysis } from './analyse-files.ts'
import { beatSheet, drumSheet, emotionSheet, featureSheet, trackSheet } from './analysis-sheets.ts'
import { type InputFile, inputFiles } from './input-files.ts'
import { namedFiles, parseOptions } from './parse-options.ts'
import { openOutput } from './write-analysis.ts'

const pathsOf = (files: readonly InputFile[]): string[] => files.map(({ path }) => path)

const analyze: Command = {
  summary: 'Analyse audio files: beats, key, drums, sections, emotions',
  help: `FILE|FOLDER… [--out DIR] [--location FOLDER]

Prints a summary of each file. JSON is one object per line. A folder stands for all audio files in it and in its
folders; other files in it are skipped.

With --out, writes these files into DIR/<name>/ (a second file of the same name goes into DIR/<name>-2/):
  analysis.json and the records metadata, emotional_profile, segments, technical_features and summary
  rekordbox.xml, track.jams, drums.mid, beats.csv, sections.csv, keys.csv, drums.csv, audacity-labels.txt
DIR/rekordbox.xml is one collection of all files.

--location is the folder of the files on the computer with rekordbox, when it is another one: --location 'D:\\Music' or
--location '\\\\nas\\music'. The folders below a named folder are kept.

The exit code is 1 when a file could not be analysed.`,
  sheets: [trackSheet],
  async run(context) {
    const { values, positionals } = parseOptions(context, {
      out: { type: 'string' },
      location: { type: 'string' },
    })
    if (values.location !== undefined && values.out === undefined)
      throw new UsageError('--location is written into rekordbox.xml; use it together with --out.')
    const inputs = await inputFiles(namedFiles(positionals, 'analyze'))
    const output =
      values.out === undefined ? undefined : await openOutput(values.out, inputs, values.location)
    const print = printer(trackSheet, context.format)
    try {
      return await analyseFiles(pathsOf(inputs), 'full', async (analysed, index) => {
        await output?.write(analysed, index)
        print(analysed)
      })
    } finally {
      await output?.finish()
    }
  },
}

/** Creates a command that analyses files and prints each one. */
const printing = <Row>(
  name: string,
  sheet: Sheet<NamedAnalysis, Row>,
  depth: AnalysisDepth,
  about: Pick<Command, 'summary' | 'help'>,
): Command => ({
  ...about,
  sheets: [sheet],
  async run(context) {
    const { positionals } = parseOptions(context, {})
    const files = pathsOf(await inputFiles(namedFiles(positionals, name)))
    const print = printer(sheet, context.format)
    return analyseFiles(files, depth, async (analysed) => print(analysed))
  },
})

/** Commands that analyse local files without a server. */
export const analysisCommands: Record<string, Command> = {
  analyze,
  beats: printing('beats', beatSheet, 'rhythm', {
    summary: 'Find tempo, beats and downbeats',
    help: 'FILE|FOLDER…\n\nPrints the beats of each file in seconds and marks downbeats.',
  }),
  drums: printing('drums', drumSheet, 'full', {
    summary: 'Find drum hits and patterns',
    help: 'FILE|FOLDER…\n\nPrints the most frequent drum bars of each file; JSON and TSV have every hit.',
  }),
  'audio-features': printing('audio-features', featureSheet, 'full', {
    summary: 'Print one flat record per file: tempo, key, loudness, energy, danceability, valence',
    help: `FILE|FOLDER…

Prints the record of each file: duration, tempo, time_signature, key (0 is C), mode
(1 is major), loudness (LUFS), and from 0 to 1 energy, danceability, valence, acousticness and instrumentalness. Values can be
compared with each other, not with those of a streaming service. What nothing here can tell is null; liveness and speechiness
always are.`,
  }),
  'semantic emotions': printing('semantic emotions', emotionSheet, 'full', {
    summary: 'Measure the nine emotional dimensions of audio files',
    help: 'FILE|FOLDER…\n\nPrints each dimension from 0 to 10 (5 is neutral) and the dominant one. The dimensions are weighted sums of measured features; they have not been validated with listeners.',
  }),
}
