import { basename } from 'node:path'
import { type Command, UsageError, UserError } from '@assay/kit/cli'
import { progressBar } from '@assay/kit/progress'
import { Refusal } from '../domain/refusal.ts'
import { STEM_NAMES, type StemName } from '../domain/stems/stem.ts'
import { complaint } from './complaint.ts'
import { inputFiles } from './input-files.ts'
import { interruptible } from './interrupt.ts'
import { explainWriting, prepareFolders } from './output-folders.ts'
import { namedFiles, parseOptions } from './parse-options.ts'

const FORMATS = ['wav', 'flac'] as const

/** Command `assay-audio stems FILE…`. */
export const stemsCommand: Command = {
  summary: 'Separate audio files into drums, bass, other and vocals',
  help: `FILE|FOLDER… [--out DIR] [--format wav|flac] [--weights FILE.onnx --sha256 HEX] [--json]

Writes the stems of each file into DIR/<name>/ (a second file of the same name: DIR/<name>-2/). Without --out, DIR is "stems". The
four stems add up to the file.

Without --weights the built-in DSP engine is used. Its drums and bass are useful; its vocals are not, and they are labelled so.
With --weights, a network in the layout of HTDemucs is used, after its checksum was verified.`,
  async run(context) {
    const { values, positionals } = parseOptions(context, {
      out: { type: 'string', default: 'stems' },
      format: { type: 'string', default: 'wav' },
      weights: { type: 'string' },
      sha256: { type: 'string' },
      json: { type: 'boolean', default: false },
    })
    const format = FORMATS.find((known) => known === values.format)
    if (!format) throw new UsageError(`--format must be ${FORMATS.join(' or ')}, not ${values.format}.`)
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
    const tell = (path: string, stems: Readonly<Record<StemName, string>>) => {
      if (values.json)
        process.stdout.write(
          `${JSON.stringify({ file: path, engine: engine.name, stems, quality: engine.quality })}\n`,
        )
      else for (const stem of STEM_NAMES) process.stdout.write(`${stems[stem]}  (${engine.quality[stem]})\n`)
    }
    const separateAll = async (signal: AbortSignal) => {
      let failed = 0
      for (const [index, path] of files.entries()) {
        const folder = folders[index]!
        const bar = progressBar(basename(path))
        try {
          const task = { folder, format, maxDurationSeconds: Number.POSITIVE_INFINITY, signal }
          const stems = await separate(path, { ...task, onProgress: bar.show }).finally(bar.end)
          tell(path, stems)
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
