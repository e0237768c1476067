import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { composeEngine } from '../compose-engine.ts'
import { titleOfFile } from '../domain/track-title.ts'
import type { AnalysedFile, AnalysisDepth } from '../operations/ports.ts'
import { interruptible } from './interrupt.ts'
import { severalFiles } from './several-files.ts'

/** One file that was analysed, and what it is called. */
export interface NamedAnalysis extends AnalysedFile {
  readonly path: string
  /** From its tags, else the name of the file without its ending. */
  readonly title: string
}

/** `index` is the file's place in the list. */
type UseAnalysis = (analysed: NamedAnalysis, index: number) => Promise<void>

/**
 * Analyses files, as many at once as the machine has cores, and hands each on in the order of the list. No limit of length:
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
  const atOnce = Math.min(files.length, availableParallelism())
  const engine = composeEngine(atOnce)
  try {
    return await severalFiles({
      files,
      atOnce,
      signal,
      work: (path, attendance) =>
        engine.analyse(path, { depth, maxDurationSeconds: Number.POSITIVE_INFINITY, ...attendance }),
      use: (file, path, index) =>
        use({ ...file, path, title: file.source.title ?? titleOfFile(basename(path)) }, index),
      // The threads' memory is given back before the last result is written: that of a long track is much.
      whenDone: () => engine.close(),
    })
  } finally {
    await engine.close()
  }
}
