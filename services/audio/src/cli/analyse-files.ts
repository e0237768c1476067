import { basename } from 'node:path'
import { type CommandContext, UserError } from '@assay/kit/cli'
import { progressBar } from '@assay/kit/progress'
import { composeEngine } from '../compose-engine.ts'
import { readConfig } from '../config.ts'
import { Refusal } from '../domain/refusal.ts'
import type { AnalysedFile, AnalysisDepth } from '../operations/ports.ts'

/** One file that was analysed, and what it is called. */
export interface NamedAnalysis extends AnalysedFile {
  readonly path: string
  readonly title: string
}

/**
 * Analyses files one after the other with a progress bar and hands each on as it is done. A file that cannot be analysed is
 * said so and does not stop the others; the exit code is then 1.
 */
export async function analyseFiles(
  files: readonly string[],
  depth: AnalysisDepth,
  { env }: CommandContext,
  use: (analysed: NamedAnalysis) => Promise<void>,
): Promise<number> {
  if (files.length === 0)
    throw new UserError('Name at least one audio file, for example: audio analyze track.mp3')
  const config = readConfig({ argv: [], env })
  const engine = composeEngine(1)
  const stop = new AbortController()
  const interrupt = () => stop.abort()
  process.once('SIGINT', interrupt)
  let failed = 0
  try {
    for (const path of files) {
      const bar = progressBar(basename(path))
      try {
        const file = await engine.analyse(path, {
          depth,
          maxDurationSeconds: config.maxDurationSeconds,
          signal: stop.signal,
          onProgress: bar.show,
        })
        bar.end()
        await use({ ...file, path, title: file.source.title ?? basename(path) })
      } catch (error) {
        bar.end()
        if (stop.signal.aborted) throw new UserError('Interrupted.')
        if (!(error instanceof Refusal) && (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
        process.stderr.write(
          `${path}: ${error instanceof Refusal ? error.message : 'there is no such file'}\n`,
        )
        failed += 1
      }
    }
  } finally {
    process.removeListener('SIGINT', interrupt)
    await engine.close()
  }
  return failed > 0 ? 1 : 0
}
