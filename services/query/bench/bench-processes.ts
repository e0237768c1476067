import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const here = (file: string) => join(import.meta.dirname, file)

export interface Measured {
  readonly seconds: number
  readonly peakMegabytes: number
}

/** Runs `node script ...args` to its end: the time it took as its user sees it, and the most memory it held. */
export async function measureProcess(script: string, args: readonly string[]): Promise<Measured> {
  const started = performance.now()
  const child = spawn(process.execPath, ['--import', here('report-memory.ts'), here(script), ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    errors += piece
  })
  const [code] = await once(child, 'close')
  const peak = /peak (\d+) kB/.exec(errors)
  if (code !== 0 || !peak) throw new Error(`${script} ${args.join(' ')} ended with ${code}: ${errors}`)
  return { seconds: (performance.now() - started) / 1000, peakMegabytes: Number(peak[1]) / 1000 }
}

/** What a bench script prints as JSON on its last line, whatever its own verdict. */
export async function resultOf<T>(script: string, args: readonly string[]): Promise<T> {
  const child = spawn(process.execPath, [here(script), ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
  })
  await once(child, 'close')
  return JSON.parse(text.trim().split('\n').at(-1) ?? '') as T
}

/** The rows that a bench script prints with --json. */
export const rowsOf = async (
  script: string,
  args: readonly string[],
): Promise<readonly { value: number; baseline: number }[]> =>
  (await resultOf<{ rows: { value: number; baseline: number }[] }>(script, [...args, '--json'])).rows
