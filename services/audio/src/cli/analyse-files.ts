import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { titleOfFile } from '../domain/track-title.ts'
import type { AnalysedFile, AnalysisDepth, AnalysisEngine } from '../operations/ports.ts'
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

/** Larger files keep a thread busy for seconds, and nobody waits that long for Ctrl-C. */
const SHORT_BYTES = 50_000_000

/** One that cannot be looked at is short: it is refused at once. */
const isShort = (path: string): Promise<boolean> =>
  stat(path).then(
    ({ size }) => size <= SHORT_BYTES,
    () => true,
  )

/** Beats of one short file are found in this thread: to start another takes as long as half of them. Everything else is done in threads. */
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
      // A Ctrl-C that came meanwhile is heard within a whole turn of the event loop, which lies between two of these.
      await setImmediate()
      await setImmediate()
      return analysed
    },
    close: async () => {},
  }
}

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
      // The threads' memory is given back before the last result is written: that of a long track is much.
      whenDone: () => engine.close(),
    })
  } finally {
    await engine.close()
  }
}
