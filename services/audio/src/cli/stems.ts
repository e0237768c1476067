import { basename } from 'node:path'
import { type Command, UsageError, UserError } from '@assay/kit/cli'
import { progressBar } from '@assay/kit/progress'
import { jsonLine, printer, type Sheet } from '@assay/kit/sheet'
import { Refusal } from '../domain/refusal.ts'
import { STEM_NAMES, type StemEngine, type StemName } from '../domain/stems/stem.ts'
import { complaint } from './complaint.ts'
import { inputFiles } from './input-files.ts'
import { interruptible } from './interrupt.ts'
import { explainWriting, prepareFolders } from './output-folders.ts'
import { namedFiles, parseOptions } from './parse-options.ts'

const CODECS = ['wav', 'flac'] as const

interface Separated {
  readonly path: string
  readonly engine: Pick<StemEngine, 'name' | 'quality'>
  readonly stems: Readonly<Record<StemName, string>>
}

interface StemRow extends Separated {
  readonly stem: StemName
}

const sheet: Sheet<Separated, StemRow> = {
  row: 'one stem of a file',
  columns: {
    file: ['path of the file', ({ path }) => path],
    stem: ['drums, bass, other or vocals', ({ stem }) => stem],
    path: ['path of the stem', ({ stem, stems }) => stems[stem]],
    engine: ['engine that separated the file', ({ engine }) => engine.name],
    quality: ['useful, rough, not usable or not measured', ({ stem, engine }) => engine.quality[stem]],
  },
  rows: (separated) => STEM_NAMES.map((stem) => ({ ...separated, stem })),
  json: ({ path, engine, stems }) =>
    jsonLine({ file: path, engine: engine.name, stems, quality: engine.quality }),
  text: ({ engine, stems }) =>
    STEM_NAMES.map((stem) => `${stems[stem]}  (${engine.quality[stem]})\n`).join(''),
}

/** Command `assay-audio stems FILE…`. */
export const stemsCommand: Command = {
  summary: 'Separate audio files into drums, bass, other and vocals',
  sheets: [sheet],
  formatHint: 'Name the format of the stems with --codec.',
  help: `FILE|FOLDER… [--out DIR] [--codec wav|flac] [--weights FILE.onnx --sha256 HEX]

Writes the stems of each file into DIR/<name>/ (a second file of the same name: DIR/<name>-2/). Without --out, DIR is "stems". The
four stems add up to the file.

Without --weights the built-in DSP engine is used. Its drums and bass are useful; its vocals are not, and they are labelled so.
With --weights, a network in the layout of HTDemucs is used, after its checksum was verified.`,
  async run(context) {
    const { values, positionals } = parseOptions(context, {
      out: { type: 'string', default: 'stems' },
      codec: { type: 'string', default: 'wav' },
      weights: { type: 'string' },
      sha256: { type: 'string' },
    })
    const format = CODECS.find((known) => known === values.codec)
    if (!format) throw new UsageError(`--codec must be ${CODECS.join(' or ')}, not ${values.codec}.`)
    const files = (await inputFiles(namedFiles(positionals, 'stems'))).map(({ path }) => path)
    if ((values.weights === undefined) !== (values.sha256 === undefined)) {
      throw new UsageError(
        '--weights and --sha256 must be used together: a network runs only after its checksum was verified.',
      )
    }
    const weights =
      values.weights === undefined || values.sha256 === undefined
        ? undefined
        : { path: values.weights, sha256: values.sha256 }
    const folders = await prepareFolders(values.out, files)
    const { composeStems } = await import('../compose/stems.ts')
    const { engine, separate, close } = await composeStems(weights).catch(explain)
    const print = printer(sheet, context.format)
    const separateAll = async (signal: AbortSignal) => {
      let failed = 0
      for (const [index, path] of files.entries()) {
        const folder = folders[index]!
        const bar = progressBar(basename(path))
        try {
          const task = { folder, format, maxDurationSeconds: Number.POSITIVE_INFINITY, signal }
          const stems = await separate(path, { ...task, onProgress: bar.show }).finally(bar.end)
          print({ path, engine, stems })
        } catch (error) {
          signal.throwIfAborted()
          if (!(error instanceof Refusal)) explainWriting(folder)(error)
          process.stderr.write(`${path}: ${complaint(error, path)}\n`)
          failed += 1
        }
      }
      return failed > 0 ? 1 : 0
    }
    try {
      return await interruptible(separateAll)
    } finally {
      await close()
    }
  },
}

function explain(error: unknown): never {
  if (error instanceof Refusal) throw new UserError(`${error.message}.`)
  throw error
}
