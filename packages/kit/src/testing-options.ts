import { parseArgs } from 'node:util'

/** Flags of every run; `report` handles them. */
const COMMON = ['json', 'record'] as const

/** Parsed command line of a run. */
export interface RunOptions<Flag extends string, Value extends string> {
  /** Whether a flag was given. */
  readonly is: Readonly<Record<Flag, boolean>>
  /** Values of an option, in order; empty when it was not given. */
  readonly values: Readonly<Record<Value, readonly string[]>>
  readonly positionals: readonly string[]
}

/**
 * Parses the command line of a bench, an accuracy run or a proof: `flags` such as `--full`, `options` with a value such
 * as `--jobs 120`, and words. An unknown option ends the process with exit code 2 and a message.
 */
export function runOptions<Flag extends string = never, Value extends string = never>(
  known: { flags?: readonly Flag[]; options?: readonly Value[] } = {},
  args: readonly string[] = process.argv.slice(2),
): RunOptions<Flag, Value> {
  const { flags = [], options = [] } = known
  const accepted = {
    ...Object.fromEntries([...COMMON, ...flags].map((name) => [name, { type: 'boolean' as const }])),
    ...Object.fromEntries(
      options.map((name) => [name, { type: 'string' as const, multiple: true as const }]),
    ),
  }
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: accepted, allowPositionals: true })
    const of = values as Record<string, boolean | string[] | undefined>
    return {
      is: Object.fromEntries(flags.map((name) => [name, of[name] === true])) as Record<Flag, boolean>,
      values: Object.fromEntries(options.map((name) => [name, of[name] ?? []])) as Record<Value, string[]>,
      positionals,
    }
  } catch (error) {
    console.error((error as Error).message)
    console.error(`Options: ${[...COMMON, ...flags, ...options].map((name) => `--${name}`).join(', ')}`)
    process.exit(2)
  }
}
