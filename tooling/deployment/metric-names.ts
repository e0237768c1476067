import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { ROOT } from '../copy-tree.ts'

const WORDS = new Set(['and', 'or', 'unless', 'bool', 'offset', 'inf', 'nan', 'group_left', 'group_right'])
/** Series that Prometheus makes itself. */
const OF_PROMETHEUS = new Set(['up', 'ALERTS'])

/** Returns the metrics that a PromQL expression reads. */
export function metricsOf(expression: string): string[] {
  const bare = expression
    .replaceAll(/label_values\(\s*(\w+)\s*,[^)]*\)/g, '$1')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ')
    .replaceAll(/\b(by|on|without|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ')
  return [...bare.matchAll(/(?<![\w.$])([a-zA-Z_:][\w:]*)\b(?!\s*\()/g)]
    .map(([, name]) => name as string)
    .filter((name) => !WORDS.has(name.toLowerCase()) && !OF_PROMETHEUS.has(name))
}

interface Panel {
  readonly title?: string
  readonly targets?: readonly { readonly expr?: string }[]
  readonly panels?: readonly Panel[]
}
interface Dashboard {
  readonly panels: readonly Panel[]
  readonly templating: { readonly list: readonly { readonly query?: { readonly query?: string } }[] }
}
interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string; readonly annotations: object }[]
  }[]
}

interface AdapterRules {
  readonly externalRules: readonly { readonly seriesQuery: string; readonly metricsQuery: string }[]
}

const panelsOf = (panels: readonly Panel[]): Panel[] =>
  panels.flatMap((panel) => [panel, ...panelsOf(panel.panels ?? [])])

/** Returns every expression of dashboards, alerts and autoscaling, with its place. */
export function expressions(): { readonly where: string; readonly expression: string }[] {
  const dashboards = globSync('deploy/grafana/dashboards/*.json', { cwd: ROOT }).flatMap((file) => {
    const { panels, templating } = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Dashboard
    return [
      ...panelsOf(panels).flatMap(({ title = '', targets = [] }) =>
        targets.map(({ expr = '' }) => ({ where: `${file}, ${title}`, expression: expr })),
      ),
      ...templating.list.map(({ query }) => ({
        where: `${file}, variables`,
        expression: query?.query ?? '',
      })),
    ]
  })
  const rules = globSync('deploy/prometheus/{alerts,adapter}.yaml', { cwd: ROOT }).flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8')
    const { groups = [], externalRules = [] } = parse(text) as Partial<Rules & AdapterRules>
    const scaling = externalRules.flatMap(({ seriesQuery, metricsQuery }) =>
      [seriesQuery, metricsQuery].map((expression) => ({ where: file, expression })),
    )
    const alerts = groups.flatMap((group) =>
      group.rules.map(({ alert, expr }) => ({ where: `${file}, ${alert}`, expression: expr })),
    )
    return [...alerts, ...scaling]
  })
  return [...dashboards, ...rules].filter(({ expression }) => expression !== '')
}
