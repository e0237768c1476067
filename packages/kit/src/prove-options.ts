import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { type CommandContext, UsageError } from './cli.ts'
import { jsonLine, type Sheet } from './sheet.ts'

/** One claim about a deployment and what was found. */
export interface Claim {
  readonly claim: string
  readonly figure: string
  readonly bound: string
  readonly verdict: 'holds' | 'broken' | 'not run'
}

/** How `prove` prints its claims. */
export const claimSheet: Sheet<readonly Claim[], Claim> = {
  row: 'one claim about the deployment',
  columns: {
    claim: ['what is claimed', ({ claim }) => claim],
    figure: ['what was found, or why it was not run', ({ figure }) => figure],
    bound: ['what must be found', ({ bound }) => bound],
    verdict: ['holds, broken or not run', ({ verdict }) => verdict],
  },
  rows: (claims) => claims,
  json: (claims) => jsonLine({ claims }),
}

/** Options that the `prove` command of every service takes. */
export interface ProveOptions {
  readonly url: string
  readonly key: string | undefined
  readonly otherKey: string | undefined
  readonly load: boolean
  readonly mostPerSecond: number
  readonly backup: string | undefined
  readonly backupHours: number
  /** Values of the options that only one service has. */
  readonly own: Readonly<Record<string, unknown>>
}

/** Help text of the options of `prove`. */
export const proveOptionsHelp = `  --url URL          address of the deployment
  --load             also send load up to the knee and 1.5 times that, within your rate limit: it delays other callers for
                     about a minute
  --most N           highest rate that the load may reach, requests per second (default 2000)
  --backup DIR       folder that must hold a fresh file that is not empty
  --backup-hours N   how old it may be (default 26)`

/**
 * Parses the options of `prove`; `own` are those of one service. Keys are taken from the environment too: everybody on a machine
 * sees arguments.
 */
export function proveOptions(
  { argv, env }: Pick<CommandContext, 'argv' | 'env'>,
  own: ParseArgsOptionsConfig = {},
): ProveOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      ...own,
      url: { type: 'string' },
      key: { type: 'string' },
      'other-key': { type: 'string' },
      load: { type: 'boolean', default: false },
      most: { type: 'string', default: '2000' },
      backup: { type: 'string' },
      'backup-hours': { type: 'string', default: '26' },
    },
  })
  const number = (name: 'most' | 'backup-hours') => {
    const value = Number(values[name])
    if (!(value > 0)) throw new UsageError(`--${name} must be a number above 0, not "${values[name]}".`)
    return value
  }
  if (!values.url || !/^https?:\/\//.test(values.url))
    throw new UsageError('--url is required: the address of the deployment, http://… or https://…')
  return {
    url: values.url.replace(/\/+$/, ''),
    key: values.key ?? (env.ASSAY_KEY || undefined),
    otherKey: values['other-key'] ?? (env.ASSAY_OTHER_KEY || undefined),
    load: values.load,
    mostPerSecond: number('most'),
    backup: values.backup,
    backupHours: number('backup-hours'),
    own: values,
  }
}
