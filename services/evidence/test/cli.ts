import { join } from 'node:path'
import { type Ended, type RunningProcess, runToEnd, startProcess } from '@assay/kit/testing-process'

/** Entry point of the command line. */
export const MAIN = join(import.meta.dirname, '../src/cli/main.ts')

/** PATH, and what a published package brings along; a test says all else that it relies on. */
export const environment = (settings: Record<string, string>) => ({
  PATH: process.env.PATH,
  EMBEDDED_TEMPLATE: process.env.EMBEDDED_TEMPLATE,
  ...settings,
})

/** Starts `assay-evidence ...args` as an operator would. */
export const evidence = (
  args: readonly string[],
  settings: Record<string, string> = {},
  cwd?: string,
): RunningProcess => startProcess(MAIN, args, { env: environment(settings), ...(cwd ? { cwd } : {}) })

/** Runs `assay-evidence ...args` to its end. */
export const evidenceToEnd = (
  args: readonly string[],
  settings: Record<string, string> = {},
  input?: string,
): Promise<Ended> =>
  runToEnd(MAIN, args, { env: environment(settings), ...(input === undefined ? {} : { input }) })
