import { join } from 'node:path'
import { type Ended, type RunningProcess, runToEnd, startProcess } from '@assay/kit/testing-process'

/** Entry point of the command line. */
export const MAIN = join(import.meta.dirname, '../src/cli/main.ts')

/** Nothing of the test's own environment but PATH, so that a test says all that it relies on. */
export const environment = (settings: Record<string, string>) => ({ PATH: process.env.PATH, ...settings })

/** Starts `assay-query ...args` as an operator would. */
export const query = (
  args: readonly string[],
  settings: Record<string, string> = {},
  cwd?: string,
): RunningProcess => startProcess(MAIN, args, { env: environment(settings), ...(cwd ? { cwd } : {}) })

/** Runs `assay-query ...args` to its end. */
export const queryToEnd = (args: readonly string[], settings: Record<string, string> = {}): Promise<Ended> =>
  runToEnd(MAIN, args, { env: environment(settings) })
