import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Ajv } from 'ajv'
import type { Static, TObject, TSchema } from 'typebox'
import { UsageError } from './cli.ts'
import { areNetworks } from './trusted-proxies.ts'

/** All problems of a configuration, so that they can be fixed at once. */
export class ConfigError extends UsageError {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((p) => `  - ${p}`).join('\n')}`,
    )
    this.problems = problems
  }
}

/** Sources of the configuration: arguments and environment. */
export interface ConfigSources {
  /** Command-line arguments after the subcommand. */
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Properties of an option schema that the loader reads. `secret` hides the value in messages. */
interface OptionSchema {
  /** Message for an invalid value, when the validator's own message would not help. */
  mustBe?: string
  type?: string
  default?: unknown
  description?: string
  secret?: boolean
  enum?: unknown[]
}

const ajv = new Ajv({
  allErrors: true,
  strict: false,
  formats: { networks: areNetworks },
})

const kebab = (name: string) => name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)
const screaming = (name: string) => kebab(name).replaceAll('-', '_').toUpperCase()

const optionsOf = (schema: TObject): [string, OptionSchema][] =>
  Object.entries(schema.properties as Record<string, TSchema>).map(([name, s]) => [name, s as OptionSchema])

/**
 * Converts text from a flag or the environment to the option's type. Text that does not fit stays text and fails
 * validation.
 */
function fromText(text: string, option: OptionSchema): unknown {
  if (option.type === 'integer' || option.type === 'number') {
    return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text
  }
  if (option.type === 'boolean') {
    if (/^(true|1|yes|on)$/i.test(text)) return true
    if (/^(false|0|no|off)$/i.test(text)) return false
    return text
  }
  if (option.type === 'array') {
    return text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
  }
  // The option has several types, such as TRUST_PROXY.
  if (option.type === undefined && text === 'false') return false
  if (option.type === undefined && /^\d+$/.test(text)) return Number(text)
  return text
}

function readFlags(options: [string, OptionSchema][], argv: readonly string[], problems: string[]) {
  const byFlag = new Map(options.map(([name, option]) => [kebab(name), { name, option }]))
  const parsed = parseArgs({
    args: [...argv],
    strict: false,
    allowNegative: true,
    allowPositionals: true,
    options: Object.fromEntries(
      [...byFlag].map(([flag, { option }]) => [
        flag,
        { type: option.type === 'boolean' ? ('boolean' as const) : ('string' as const) },
      ]),
    ),
  })
  // In `--host --port 80` the parser takes `--port` as the value of `--host`.
  const isFlag = (text: string) => text.startsWith('--') && byFlag.has(text.slice(2).split('=')[0] ?? '')
  const values: Record<string, unknown> = {}
  for (const [flag, value] of Object.entries(parsed.values)) {
    const known = byFlag.get(flag)
    if (!known) problems.push(`--${flag}: is not an option of this command; --help lists them`)
    else if (typeof value === 'string' && !isFlag(value)) values[known.name] = fromText(value, known.option)
    else if (known.option.type === 'boolean') values[known.name] = value
    else
      problems.push(`--${flag}: needs a value, for example --${flag} ${String(known.option.default ?? '…')}`)
  }
  return { values, positionals: parsed.positionals }
}

function readConfigFile(path: string, problems: string[]): Record<string, unknown> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    problems.push(
      `configuration file ${path}: cannot be read; check the path given by --config-path or CONFIG_PATH`,
    )
    return {}
  }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
    problems.push(`configuration file ${path}: must contain one JSON object`)
  } catch (error) {
    // Report only the position: the rest of the message quotes the file, which may contain a secret.
    const place = /position \d+( \(line \d+ column \d+\))?/.exec((error as Error).message)?.[0]
    problems.push(`configuration file ${path}: is not JSON${place ? ` (at ${place})` : ''}`)
  }
  return {}
}

/** Reads the secret that `NAME_FILE` names, without its last line break. */
function readSecretFile(variable: string, path: string, problems: string[]): string | undefined {
  try {
    const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    if (text !== '') return text
    problems.push(`${variable}: the file ${path} is empty`)
  } catch {
    problems.push(`${variable}: the file ${path} cannot be read`)
  }
  return undefined
}

/** Returns the text of an option in the environment; a secret may be in the file that `NAME_FILE` names. */
function fromEnvironment(
  name: string,
  option: OptionSchema,
  env: ConfigSources['env'],
  problems: string[],
): string | undefined {
  const variable = screaming(name)
  const direct = env[variable] || undefined
  const path = (option.secret && env[`${variable}_FILE`]) || undefined
  if (path === undefined) return direct
  if (direct === undefined) return readSecretFile(`${variable}_FILE`, path, problems)
  problems.push(`${variable} and ${variable}_FILE are both set; keep one of them`)
  return direct
}

/** Configuration, and the arguments that are not flags. */
export interface LoadedConfig<T extends TObject> {
  readonly config: Static<T>
  readonly positionals: readonly string[]
}

/**
 * Reads one schema from flags > environment > file > default and reports all problems at once. An option `halfLifeDays`
 * is the flag `--half-life-days`, the variable `HALF_LIFE_DAYS` and the file key `halfLifeDays`. An empty variable
 * counts as not set. A secret may also be in a file that the variable with `_FILE` at its end names.
 */
export function loadConfig<T extends TObject>(schema: T, sources: ConfigSources): LoadedConfig<T> {
  const problems: string[] = []
  const options = optionsOf(schema)
  const flags = readFlags(options, sources.argv, problems)
  const path = flags.values.configPath ?? sources.env.CONFIG_PATH
  const file = typeof path === 'string' && path !== '' ? readConfigFile(path, problems) : {}
  const names = new Set(options.map(([name]) => name))
  for (const key of Object.keys(file)) {
    if (!names.has(key)) problems.push(`configuration file: "${key}" is not an option`)
  }

  const values: Record<string, unknown> = {}
  const origins: Record<string, string> = {}
  for (const [name, option] of options) {
    const variable = fromEnvironment(name, option, sources.env, problems)
    if (name in flags.values) {
      values[name] = flags.values[name]
      origins[name] = `--${kebab(name)}`
    } else if (variable !== undefined) {
      values[name] = fromText(variable, option)
      origins[name] = screaming(name)
    } else if (name in file) {
      values[name] = file[name]
      origins[name] = `configuration file, ${name}`
    } else if (option.default !== undefined) {
      values[name] = option.default
    }
  }

  if (!ajv.validate(schema, values)) {
    for (const error of ajv.errors ?? []) {
      const name = error.instancePath.split('/')[1] ?? String(error.params.missingProperty ?? '')
      const option = options.find(([n]) => n === name)?.[1]
      const shown = option?.secret ? '(hidden)' : JSON.stringify(values[name])
      const allowed = error.keyword === 'enum' ? `: ${option?.enum?.join(', ')}` : ''
      const problem =
        error.keyword === 'required'
          ? `${screaming(name)}: is required (--${kebab(name)}); ${option?.description ?? ''}`
          : `${origins[name] ?? name}: ${option?.mustBe ?? `${error.message}${allowed}`}, got ${shown}`
      // An option with alternatives fails once for each of them; report `mustBe` only once.
      if (!problems.includes(problem)) problems.push(problem)
    }
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return { config: values as Static<T>, positionals: flags.positionals }
}

const shownDefault = (option: OptionSchema) =>
  option.default === undefined || option.default === '' ? '' : ` (default ${String(option.default)})`

/** Returns the text of `.env.example`: every option with its description, commented out, at its default. */
export function envExample(schema: TObject, title: string): string {
  const blocks = optionsOf(schema).map(([name, option]) => {
    const value = option.secret ? '' : String(option.default ?? '')
    const hint = option.secret ? ' (secret)' : ''
    return `# ${option.description ?? name}${hint}\n# ${screaming(name)}=${value}\n`
  })
  return `# ${title}: every setting, at its default. Generated by \`npm run openapi\`; do not edit.\n# Order of precedence: flags, environment, the file named by CONFIG_PATH, default.\n# A secret may be in a file: NAME_FILE names it instead of NAME.\n\n${blocks.join('\n')}`
}

/** Returns one help line per option. */
export function optionHelp(schema: TObject): string {
  return optionsOf(schema)
    .map(
      ([name, option]) => `  --${kebab(name).padEnd(26)} ${option.description ?? ''}${shownDefault(option)}`,
    )
    .join('\n')
}
