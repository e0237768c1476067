import { parseArgs } from 'node:util'
import { UsageError } from './cli.ts'

/** Options that the `prove` command of every service takes. */
export interface ProveOptions {
  readonly url: string
  readonly key: string | undefined
  readonly otherKey: string | undefined
  readonly load: boolean
  readonly mostPerSecond: number
  readonly backup: string | undefined
  readonly backupHours: number
  readonly json: boolean
}

/** Help text of the options of `prove`. */
export const proveOptionsHelp = `  --url URL          address of the deployment
  --load             also send load up to the knee and 1.5 times that: it delays other callers for about a minute
  --most N           highest rate that the load may reach, requests per second (default 2000)
  --backup DIR       folder whose newest file must be fresh
  --backup-hours N   how old it may be (default 26)
  --json             print one object`

/** Parses the options of `prove`. */
export function proveOptions(argv: readonly string[]): ProveOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      url: { type: 'string' },
      key: { type: 'string' },
      'other-key': { type: 'string' },
      load: { type: 'boolean', default: false },
      most: { type: 'string', default: '2000' },
      backup: { type: 'string' },
      'backup-hours': { type: 'string', default: '26' },
      json: { type: 'boolean', default: false },
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
    key: values.key,
    otherKey: values['other-key'],
    load: values.load,
    mostPerSecond: number('most'),
    backup: values.backup,
    backupHours: number('backup-hours'),
    json: values.json,
  }
}
