import { type CommandContext, UserError } from '@assay/kit/cli'
import { formatMetric } from '../domain/metrics/format-metric.ts'
import { inputOfKey, nearestNames } from '../domain/metrics/input-names.ts'
import { inputSpec } from '../domain/metrics/inputs.ts'
import { Refusal } from '../domain/refusal.ts'
import { calculateMetrics } from '../operations/calculate-metrics.ts'

export const metricsHelp = `--height 180cm --weight 80kg [--age 30] [--sex male] [--waist 85cm] … [--metrics a,b] [--population NAME] [--json]

Computes every metric that the measurements allow. Any parameter of the catalogue is a flag, with or without its unit
(--height, --height-cm or --height-in, --gender F); values take a unit (5'11", "11 st 4 lb", 72,5 kg) or are in the unit of the name.`

function readFlags(argv: readonly string[]) {
  const parameters: Record<string, unknown> = {}
  const options: Record<string, unknown> = {}
  let json = false
  for (let i = 0; i < argv.length; i++) {
    const [flag, inline] = (argv[i] as string).replace(/^--/, '').split(/=(.*)/s) as [
      string,
      string | undefined,
    ]
    if (flag === 'json') {
      json = true
      continue
    }
    const named = inputOfKey(flag)
    if (named && inputSpec(named.name).kind === 'flag' && inline === undefined) {
      parameters[flag] = true
      continue
    }
    const value = inline ?? argv[++i]
    if (value === undefined) throw new UserError(`--${flag} needs a value, for example --height 180cm.`)
    if (flag === 'metrics') options.metrics = value.split(',').map((id) => id.trim())
    else if (flag === 'population') options.population = value
    else if (flag === 'sex-codes') options.sex_codes = value
    else if (named) parameters[flag] = value
    else {
      const nearest = nearestNames(flag).map((name) => `--${name.replaceAll('_', '-')}`)
      const hint = nearest.length > 0 ? ` Did you mean ${nearest.join(' or ')}?` : ''
      throw new UserError(
        `--${flag} is not a measurement; "assay-query metrics --help" shows how to give one.${hint}`,
      )
    }
  }
  return { parameters, options, json }
}

/** Runs `assay-query metrics --height 180cm …`. */
export async function metricsCommand({ argv }: CommandContext): Promise<number> {
  const { parameters, options, json } = readFlags(argv)
  try {
    const result = calculateMetrics({ now: () => new Date() })({ parameters, options })
    if (json) {
      process.stdout.write(
        `${JSON.stringify(Object.fromEntries(result.computed.map(({ id, value }) => [id, value])))}\n`,
      )
      return 0
    }
    let category = ''
    for (const { card, value, classes } of result.computed) {
      if (card.category !== category) process.stdout.write(`\n${card.category.replaceAll('_', ' ')}\n`)
      category = card.category
      const label = classes[0] ? `  ${classes[0].label}` : ''
      process.stdout.write(`  ${card.name.padEnd(48)} ${formatMetric(card, value)}${label}\n`)
    }
    for (const note of result.assumed) process.stdout.write(`\nassumed: ${note}\n`)
    if (result.computed.length > 0) return 0
    for (const { message } of result.notComputed) process.stdout.write(`${message}\n`)
    return 1
  } catch (error) {
    if (error instanceof Refusal) throw new UserError(error.message)
    throw error
  }
}
