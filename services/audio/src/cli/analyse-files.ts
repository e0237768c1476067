import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { progressBar } from '@assay/kit/progress'
import { composeEngine } from '../compose-engine.ts'
import { Refusal } from '../domain/refusal.ts'
import { titleOfFile } from '../domain/track-title.ts'
import type { AnalysedFile, AnalysisDepth } from '../operations/ports.ts'
import { interruptible, unlessAborted } from './interrupt.ts'

/** One file that was analysed, and what it is called. */
export interface NamedAnalysis extends AnalysedFile {
  readonly path: string
  /** From its tags, else the name of the file without its extension. */
  readonly title: string
}

/** `index` is the file's place in the list. */
type UseAnalysis = (analysed: NamedAnalysis, index: number) => Promise<void>

const missing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/**
 * Analyses files, as many at once as the machine has cores, under one progress bar, and hands each on in the order of the
 * list. A file that cannot be analysed is said so and does not stop the others; the exit code is then 1. No limit of length:
 * the person at the keyboard has chosen the file.
 */
export const analyseFiles = (
  files: readonly string[],
  depth: AnalysisDepth,
  use: UseAnalysis,
): Promise<number> => interruptible((signal) => analyseUnless(signal, files, depth, use))

async function analyseUnless(
  signal: AbortSignal,
  files: readonly string[],
  depth: AnalysisDepth,
  use: UseAnalysis,
): Promise<number> {
  const threads = Math.min(files.length, availableParallelism())
  const engine = composeEngine(threads)

  const bar = progressBar(files.length === 1 ? basename(files[0]!) : `${files.length} files`)
  const shares = files.map(() => 0)
  const begin = (path: string, index: number) =>
    engine
      .analyse(path, {
        depth,
        maxDurationSeconds: Number.POSITIVE_INFINITY,
        signal,
        onProgress(share, stage) {
          shares[index] = share
          const text = files.length === 1 ? stage : basename(path)
          bar.show(shares.reduce((sum, x) => sum + x, 0) / files.length, text)
        },
      })
      .then(
        (file) => ({ file }),
        (error: unknown) => ({ error }),
      )

  let failed = 0
  const begun: ReturnType<typeof begin>[] = []
  try {
    for (const [index, path] of files.entries()) {
      // No further ahead than the threads are busy: a thousand results at once would fill the memory.
      while (begun.length < Math.min(files.length, index + threads + 1))
        begun.push(begin(files[begun.length]!, begun.length))
      const answer = await unlessAborted(begun[index]!, signal)
      // The threads' memory is given back before the last result is written: that of a long track is much.
      if (index === files.length - 1) await engine.close()
      shares[index] = 1
      bar.end()
      if ('file' in answer) {
        await use(
          { ...answer.file, path, title: answer.file.source.title ?? titleOfFile(basename(path)) },
          index,
        )
        continue
      }
      const { error } = answer
      if (!(error instanceof Refusal) && !missing(error)) throw error
      process.stderr.write(
        `${path}: ${missing(error) ? 'there is no such file' : (error as Error).message}\n`,
      )
      failed += 1
    }
  } finally {
    bar.end()
    await engine.close()
  }
  return failed > 0 ? 1 : 0
}
