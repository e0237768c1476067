import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { titleOfFile } from '../domain/track-title.ts'
import type { AnalysedFile, AnalysisDepth, AnalysisEngine } from '../operations/ports.ts'
import { interruptible } from './interrupt.ts'
import { severalFiles } from './several-files.ts'

/** Analysis of one file, with its title. */
export interface NamedAnalysis extends AnalysedFile {
  readonly path: string
  /** Title from the tags, otherwise the file name without its extension. */
  readonly title: string
}

/** Called with each analysis; `index` is the position of the file in the list. */
type UseAnalysis = (analysed: NamedAnalysis, index: number) => Promise<void>

/** Files up to this size are short. Larger ones would block the main thread, and Ctrl-C, for seconds. */
const SHORT_BYTES = 50_000_000

/** Whether a file is short. A file that cannot be read counts as short, because it is refused at once. */
const isShort = (path: string): Promise<boolean> =>
  stat(path).then(
    ({ size }) => size <= SHORT_BYTES,
    () => true,
  )

/**
 * Opens the engine. Beats of one short file are found in the main thread, because starting a thread takes half as long.
 * Everything else runs in threads.
 */
async function openEngine(
  files: readonly string[],
  depth: AnalysisDepth,
  threads: number,
): Promise<Pick<AnalysisEngine, 'analyse'> & { close(): Promise<void> }> {
  const [first, ...others] = files
  if (first === undefined || others.length > 0 || depth !== 'rhythm' || !(await isShort(first)))
    return (await import('../compose/engine.ts')).composeEngine(threads)
  const analyse = await (await import('../compose/analysis.ts')).composeAnalysis()
  return {
    async analyse(path, request) {
      const analysed = await analyse(path, request)
      // Gives the event loop a full turn between two steps, so that Ctrl-C is noticed.
      await setImmediate()
      await setImmediate()
      return analysed
    },
    close: async () => {},
  }
}

/**
 * Analyses files, one per processor core at a time, and passes on each result in the order of the list. There is no
 * limit of length, because the user has chosen the files.
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
  const atOnce = Math.min(files.length, availableParallelism())
  const engine = await openEngine(files, depth, atOnce)
  try {
    return await severalFiles({
      files,
      atOnce,
      signal,
      work: (path, attendance) =>
        engine.analyse(path, { depth, maxDurationSeconds: Number.POSITIVE_INFINITY, ...attendance }),
      use: (file, path, index) =>
        use({ ...file, path, title: file.source.title ?? titleOfFile(basename(path)) }, index),
      // Frees the memory of the threads before the last result is written; a long track uses much.
      whenDone: () => engine.close(),
    })
  } finally {
    await engine.close()
  }
}
