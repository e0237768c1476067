import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type CommandContext, UserError } from '@assay/kit/cli'
import { readTimestamp } from '../domain/evidence/observed-evidence.ts'
import { Refusal } from '../domain/refusal.ts'
import { presentIntegrated } from '../wire/integrate.present.ts'
import { formatOf } from './import.ts'

/** Help text of `assay-evidence integrate`. */
export const integrateHelp = `FILE [--format json|ndjson|csv|mztab] [--now TIME]

Assesses evidence without a server, database or user. Prints the answer of POST /v1/fuzzy-evidence/integrate as JSON, one
line per molecule. FILE is a request body (.json), or NDJSON, CSV or mzTab-M with any number of molecules. --now sets the
time from which the age of evidence is counted, to get the same result again later.`

/** Runs `assay-evidence integrate FILE`. */
export async function integrateCommand({ argv }: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: { format: { type: 'string' }, now: { type: 'string' } },
  })
  const [path] = positionals
  if (!path || positionals.length > 1)
    throw new UserError('Give the path of one file. See "assay-evidence integrate --help".')
  try {
    const moment = values.now === undefined ? new Date() : new Date(readTimestamp(values.now, '--now'))
    const text = await readFile(path, 'utf8').catch(() => {
      throw new UserError(`${path} cannot be read. Check that it exists and that you may read it.`)
    })
    const isJson = values.format === 'json' || (values.format === undefined && path.endsWith('.json'))
    const started = performance.now()
    const { assessOffline } = await import('../compose/commands.ts')
    const { results, errors } = assessOffline(text, isJson ? 'json' : formatOf(path, values.format), moment)
    for (const { line, field, issue } of errors) {
      process.stderr.write(`line ${line}: ${field === '' ? '' : `${field} `}${issue}\n`)
    }
    for (const result of results) {
      process.stdout.write(`${JSON.stringify(presentIntegrated(result, performance.now() - started))}\n`)
    }
    if (results.length === 0) throw new UserError(`${path} contains no evidence.`)
    return 0
  } catch (error) {
    if (error instanceof Refusal) throw new UserError(error.message)
    throw error
  }
}
