import { basename } from 'node:path'
import { progressBar } from '@assay/kit/progress'
import type { ProgressReport } from '../operations/ports.ts'
import { complaint } from './complaint.ts'
import { unlessAborted } from './interrupt.ts'

/** Lets work on one file report its progress and notice an abort. */
export interface Attendance {
  readonly onProgress: ProgressReport
  readonly signal: AbortSignal
}

/** Work on several files and what to do with each result. */
export interface SeveralFiles<Result> {
  readonly files: readonly string[]
  /** Number of files in progress at the same time. */
  readonly atOnce: number
  readonly signal: AbortSignal
  readonly work: (path: string, attendance: Attendance) => Promise<Result>
  /** Called with each result; `index` is the position of the file in the list. */
  readonly use: (result: Result, path: string, index: number) => Promise<void>
  /** Called when all work is done, before the last result is used. */
  readonly whenDone?: () => Promise<void>
}

/**
 * Processes several files at the same time under one progress bar, and passes on each result in the order of the list.
 * A refused file is reported and does not stop the others; the exit code is then 1.
 */
export async function severalFiles<Result>(job: SeveralFiles<Result>): Promise<number> {
  const ended = new AbortController()
  try {
    return await inTurn(job, AbortSignal.any([job.signal, ended.signal]))
  } finally {
    // Any error other than a refusal ends the work on all files.
    ended.abort()
  }
}

async function inTurn<Result>(job: SeveralFiles<Result>, signal: AbortSignal): Promise<number> {
  const { files, atOnce } = job
  const bar = progressBar(files.length === 1 ? basename(files[0]!) : `${files.length} files`)
  const shares = files.map(() => 0)
  const begin = (path: string, index: number) => {
    const onProgress: ProgressReport = (share, stage) => {
      shares[index] = share
      const text = files.length === 1 ? stage : basename(path)
      bar.show(shares.reduce((sum, x) => sum + x, 0) / files.length, text)
    }
    return job.work(path, { signal, onProgress }).then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    )
  }

  let failed = 0
  const begun: ReturnType<typeof begin>[] = []
  try {
    for (const [index, path] of files.entries()) {
      // Limits how far work runs ahead: a thousand waiting results would fill the memory.
      while (begun.length < Math.min(files.length, index + atOnce + 1))
        begun.push(begin(files[begun.length]!, begun.length))
      const answer = await unlessAborted(begun[index]!, signal)
      if (index === files.length - 1) await job.whenDone?.()
      shares[index] = 1
      bar.end()
      if ('result' in answer) {
        await job.use(answer.result, path, index)
        continue
      }
      const { error } = answer
      const wrong = complaint(error, path)
      if (wrong === undefined) throw error
      process.stderr.write(`${path}: ${wrong}\n`)
      failed += 1
    }
  } finally {
    bar.end()
  }
  return failed > 0 ? 1 : 0
}
