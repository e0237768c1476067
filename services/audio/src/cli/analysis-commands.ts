import { type Command, UsageError } from '@assay/kit/cli'
import { probabilityOf } from '../domain/confidence/probability.ts'
import { EMOTIONS } from '../domain/emotion/emotion-model.ts'
import { textSummary } from '../domain/records/records.ts'
import { measureTrack } from '../domain/semantic/track-measures.ts'
import { named, presentAnalysis, presentDrums, presentRhythm } from '../wire/analysis.present.ts'
import { presentAudioFeatures } from '../wire/audio-features.present.ts'
import { presentEmotions } from '../wire/emotions.present.ts'
import { presentMusic } from '../wire/tags.present.ts'
import { analyseFiles } from './analyse-files.ts'
import { type InputFile, inputFiles } from './input-files.ts'
import { namedFiles, parseOptions } from './parse-options.ts'
import { openOutput } from './write-analysis.ts'

const print = (text: string) => process.stdout.write(text)
const printJson = (path: string, body: object) => print(`${JSON.stringify({ file: path, ...body })}\n`)

const pathsOf = (files: readonly InputFile[]): string[] => files.map(({ path }) => path)
const audioFiles = async (positionals: readonly string[], example: string): Promise<string[]> =>
  pathsOf(await inputFiles(namedFiles(positionals, example)))

const JSON_FLAG = { json: { type: 'boolean', default: false } } as const

const analyze: Command = {
  summary: 'Analyse audio files: beats, key, drums, sections, emotions',
  help: `FILE|FOLDER… [--out DIR] [--location FOLDER] [--json]

Prints a summary of each file, or one JSON object per line with --json. A folder stands for all audio files in it and in its
folders; other files in it are skipped.

With --out, writes these files into DIR/<name>/ (a second file of the same name goes into DIR/<name>-2/):
  analysis.json and the records metadata, emotional_profile, segments, technical_features and summary
  rekordbox.xml, track.jams, drums.mid, beats.csv, sections.csv, keys.csv, drums.csv, audacity-labels.txt
DIR/rekordbox.xml is one collection of all files.

--location is the folder of the files on the computer with rekordbox, when it is another one: --location 'D:\\Music' or
--location '\\\\nas\\music'. The folders below a named folder are kept.

The exit code is 1 when a file could not be analysed.`,
  async run(context) {
    const { values, positionals } = parseOptions(context, {
      ...JSON_FLAG,
      out: { type: 'string' },
      location: { type: 'string' },
    })
    if (values.location !== undefined && values.out === undefined)
      throw new UsageError('--location is written into rekordbox.xml; use it together with --out.')
    const inputs = await inputFiles(namedFiles(positionals, 'analyze'))
    const files = pathsOf(inputs)
    const output =
      values.out === undefined ? undefined : await openOutput(values.out, inputs, values.location)
    try {
      return await analyseFiles(files, 'full', async (analysed, index) => {
        const { analysis, source, path, title } = analysed
        await output?.write(analysed, index)
        if (values.json) printJson(path, named(presentAnalysis(analysis!, source), title))
        else print(`${textSummary(analysis!, title)}\n`)
      })
    } finally {
      await output?.finish()
    }
  },
}

const beats: Command = {
  summary: 'Find tempo, beats and downbeats',
  help: 'FILE|FOLDER… [--json]\n\nPrints the beats of each file in seconds and marks downbeats, or prints one JSON object per line with --json.',
  async run(context) {
    const { values, positionals } = parseOptions(context, JSON_FLAG)
    return analyseFiles(await audioFiles(positionals, 'beats'), 'rhythm', async ({ rhythm, music, path }) => {
      if (values.json) {
        printJson(path, { beats: presentRhythm(rhythm), music: presentMusic(music) })
        return
      }
      if (rhythm.beats.length === 0) {
        print(`${path}: ${music?.heard === false ? 'no music heard' : 'no beat found'}\n`)
        return
      }
      const downbeats = new Set(rhythm.downbeats)
      print(
        `${path}: ${rhythm.tempoBpm.toFixed(2)} BPM, confidence ${probabilityOf('beat', rhythm.confidence).toFixed(2)}\n`,
      )
      for (const beat of rhythm.beats) print(`${beat.toFixed(3)}${downbeats.has(beat) ? ' |' : ''}\n`)
    })
  },
}

const drums: Command = {
  summary: 'Find drum hits and patterns',
  help: 'FILE|FOLDER… [--json]\n\nPrints the most frequent drum bars of each file, or one JSON object per line with every hit with --json.',
  async run(context) {
    const { values, positionals } = parseOptions(context, JSON_FLAG)
    return analyseFiles(await audioFiles(positionals, 'drums'), 'full', async ({ analysis, path }) => {
      if (values.json) {
        printJson(path, { drum_analysis: presentDrums(analysis!), music: presentMusic(analysis!.music) })
        return
      }
      const { music, drums } = analysis!
      print(`${path}: ${music?.heard === false ? 'no music heard' : `${drums.hits.length} hits`}\n`)
      for (const { rows, bars } of drums.patterns) {
        print(`\n${bars} ${bars === 1 ? 'bar' : 'bars'}\n`)
        for (const [instrument, row] of Object.entries(rows)) print(`  ${instrument.padEnd(7)} ${row}\n`)
      }
    })
  },
}

const BAR_WIDTH = 20

const emotions: Command = {
  summary: 'Measure the nine emotional dimensions of audio files',
  help: 'FILE|FOLDER… [--json]\n\nPrints each dimension from 0 to 10 (5 is neutral) and the dominant one. The dimensions are weighted sums of measured features; they have not been validated with listeners.',
  async run(context) {
    const { values, positionals } = parseOptions(context, JSON_FLAG)
    return analyseFiles(
      await audioFiles(positionals, 'semantic emotions'),
      'full',
      async ({ analysis, path }) => {
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
      },
    )
  },
}

const audioFeatures: Command = {
  summary: 'Print one flat record per file: tempo, key, loudness, energy, danceability, valence',
  help: `FILE|FOLDER… [--json]

Prints the record of each file, or one JSON object per line with --json: duration, tempo, time_signature, key (0 is C), mode
(1 is major), loudness (LUFS), and from 0 to 1 energy, danceability, valence, acousticness and instrumentalness. Values can be
compared with each other, not with those of a streaming service. What nothing here can tell is null; liveness and speechiness
always are.`,
  async run(context) {
    const { values, positionals } = parseOptions(context, JSON_FLAG)
    const files = await audioFiles(positionals, 'audio-features')
    return analyseFiles(files, 'full', async ({ analysis, path }) => {
      const record = presentAudioFeatures(measureTrack(analysis!))
      if (values.json) printJson(path, record)
      else
        print(
          `${path}\n${Object.entries(record)
            .map(([name, value]) => `  ${name.padEnd(16)} ${value ?? '–'}\n`)
            .join('')}`,
        )
    })
  },
}

/** Commands that analyse local files without a server. */
export const analysisCommands: Record<string, Command> = {
  analyze,
  beats,
  drums,
  'audio-features': audioFeatures,
  'semantic emotions': emotions,
}
