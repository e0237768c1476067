import { type CommandContext, UserError } from '@assay/kit/cli'
import { formatMetric } from '../domain/metrics/format-metric.ts'
import { INPUT_NAMES, inputSpec } from '../domain/metrics/inputs.ts'
import { Refusal } from '../domain/refusal.ts'
import { calculateMetrics } from '../operations/calculate-metrics.ts'

export const metricsHelp = `--height 180cm --weight 80kg [--age 30] [--sex male] [--waist 85cm] … [--metrics a,b] [--population NAME] [--json]

Computes every metric that the measurements allow. Any parameter of the catalogue is a flag, with or without its unit
(--height or --height-cm); values take a unit (5'11", "11 st 4 lb", 72,5 kg) or are in the unit of the name.`

const UNIT_SUFFIX = /_(cm|mm|kg|years|percent)$/

/** Flag → wire name: `--waist` and `--waist-cm` are `waist_cm`; a name that two share keeps its unit. */
function flagNames(): Map<string, string> {
  const flags = new Map<string, string>()
  const shared = new Set<string>()
  for (const name of INPUT_NAMES) {
    const { wire } = inputSpec(name)
    flags.set(wire.replaceAll('_', '-'), wire)
    const short = wire.replace(UNIT_SUFFIX, '').replaceAll('_', '-')
    if (flags.has(short) && flags.get(short) !== wire) shared.add(short)
    else flags.set(short, wire)
  }
  for (const short of shared) flags.delete(short)
  return flags
}

function readFlags(argv: readonly string[]) {
  const flags = flagNames()
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
    const wire = flags.get(flag)
    const spec = INPUT_NAMES.map(inputSpec).find((candidate) => candidate.wire === wire)
    if (spec?.kind === 'flag' && inline === undefined) {
      parameters[spec.wire] = true
      continue
    }
    const value = inline ?? argv[++i]
    if (value === undefined) throw new UserError(`--${flag} needs a value, for example --height 180cm.`)
    if (flag === 'metrics') options.metrics = value.split(',').map((id) => id.trim())
    else if (flag === 'population') options.population = value
    else if (wire) parameters[wire] = value
    else
      throw new UserError(
        `--${flag} is not a measurement; "assay-query metrics --help" shows how to give one.`,
      )
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
    if (result.computed.length > 0) return 0
    throw new UserError('Nothing can be computed from this; give at least --height and --weight.')
  } catch (error) {
    if (error instanceof Refusal) throw new UserError(error.message)
    throw error
  }
}
