import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { ROOT } from '../copy-tree.ts'
import { composeProblems } from './schema.ts'
import { shortGrace, unknownSettings } from './settings.ts'

/** One service of a compose file, as far as it is checked here. */
interface ComposeService {
  readonly image: string
  readonly user?: string
  readonly read_only?: boolean
  readonly restart?: string
  readonly command?: readonly string[]
  readonly entrypoint?: readonly string[]
  readonly stop_grace_period?: string
  readonly cap_drop?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly healthcheck?: object
  readonly depends_on?: Readonly<Record<string, { condition: string }>>
  readonly volumes?: readonly string[]
  readonly networks?: readonly string[]
}

interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly volumes?: Readonly<Record<string, unknown>>
  readonly networks?: Readonly<Record<string, unknown>>
}

/** Reads a YAML file with its anchors merged. */
const readYaml = <T>(path: string): T => parse(readFileSync(join(ROOT, path), 'utf8'), { merge: true }) as T

/** Reads a compose file; variables stay as they are. */
export const readCompose = (path: string): ComposeFile => readYaml<ComposeFile>(path)

/** Returns the service of ours that an image belongs to. */
const serviceOfImage = (image: string): string | undefined => /^assay-([a-z]+):/.exec(image)?.[1]

/** Replaces `${NAME:-default}` and `${NAME:?message}`; throws the message if a needed variable is missing. */
export const interpolate = (text: string, env: Readonly<Record<string, string | undefined>>): string =>
  text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, how?: string, rest = '') => {
    const value = env[name]
    if (value !== undefined && value !== '') return value
    if (how === '-') return rest
    throw new Error(`${name}: ${rest || 'is not set'}`)
  })

const endsByItself = ({ restart }: ComposeService) => restart === 'on-failure'

/** What a container of an installation must have: image names without a host, no root, no writable root, a health check. */
function hardeningProblems(name: string, service: ComposeService): string[] {
  const [registry = ''] = service.image.split('/')
  const wrong = [
    [service.image.includes('/') && /[.:]/.test(registry), 'names a registry'],
    [!/:[^/]+$/.test(service.image) || service.image.endsWith(':latest'), 'has no fixed version'],
    [service.read_only !== true, 'has a writable root'],
    [!service.cap_drop?.includes('ALL'), 'keeps capabilities'],
    [service.user === undefined || (/^0/.test(service.user) && !endsByItself(service)), 'runs as root'],
    [!endsByItself(service) && service.healthcheck === undefined, 'has no health check'],
  ] as const
  return wrong.filter(([is]) => is).map(([, what]) => `compose.yaml: ${name} ${what}`)
}

/** Returns references of one service to volumes, networks and services that do not exist. */
function referenceProblems(name: string, service: ComposeService, file: ComposeFile): string[] {
  const volumes = (service.volumes ?? [])
    .map((volume) => volume.split(':')[0] as string)
    .filter((volume) => !/^[./]/.test(volume) && !(volume in (file.volumes ?? {})))
  const networks = (service.networks ?? []).filter((network) => !(network in (file.networks ?? {})))
  const needed = Object.entries(service.depends_on ?? {}).filter(([other, { condition }]) => {
    const target = file.services[other]
    if (!target) return true
    return (condition === 'service_healthy') === endsByItself(target)
  })
  return [...volumes, ...networks, ...needed.map(([other]) => other)].map(
    (missing) => `compose.yaml: ${name} refers to ${missing}, which does not exist or cannot be waited for`,
  )
}

/** Values that must come from the operator. */
const SECRET = /PASSWORD|SECRET|API_KEY|_KEYS|DATABASE_URL/

function secretProblems(name: string, environment: Readonly<Record<string, string>>): string[] {
  return Object.entries(environment)
    .filter(([variable, value]) => SECRET.test(variable) && !/_ID$/.test(variable) && !value.includes(':?'))
    .filter(([variable]) => variable !== 'ROOT_ACCESS_KEY')
    .map(([variable]) => `compose.yaml: ${variable} of ${name} does not refuse a missing secret`)
}

interface Alertmanager {
  readonly route: { readonly receiver: string; readonly routes?: readonly { readonly receiver?: string }[] }
  readonly receivers: readonly {
    readonly name: string
    readonly webhook_configs?: readonly { readonly url_file: string }[]
  }[]
}
interface Prometheus {
  readonly alerting?: {
    readonly alertmanagers: readonly {
      readonly static_configs: readonly { readonly targets: readonly string[] }[]
    }[]
  }
}

/** Follows an alert from Prometheus to the webhook, and returns where it would be lost. */
function alertingProblems({ services }: ComposeFile): string[] {
  const prometheus = readYaml<Prometheus>('deploy/prometheus/prometheus.yaml')
  const { route, receivers } = readYaml<Alertmanager>('deploy/alertmanager/alertmanager.yaml')
  const targets = (prometheus.alerting?.alertmanagers ?? []).flatMap(({ static_configs: configs }) =>
    configs.flatMap((config) => config.targets),
  )
  const started = services.alertmanager?.entrypoint?.join(' ') ?? ''
  const used = [route, ...(route.routes ?? [])].map(({ receiver = route.receiver }) => receiver)
  const files = receivers.flatMap(({ webhook_configs: webhooks = [] }) => webhooks.map((w) => w.url_file))
  return [
    ...(targets.includes('alertmanager:9093')
      ? []
      : ['prometheus.yaml: alerts are not sent to alertmanager:9093']),
    ...used
      .filter((name) => !receivers.some((receiver) => receiver.name === name))
      .map((name) => `alertmanager.yaml: there is no receiver ${name}`),
    ...(files.length > 0 ? [] : ['alertmanager.yaml: no receiver has a webhook']),
    ...files
      .filter((file) => !started.includes(`"$$ALERT_WEBHOOK_URL" > ${file} `))
      .map((file) => `compose.yaml: alertmanager does not write ALERT_WEBHOOK_URL to ${file}`),
  ]
}

/** Returns a problem if a server or worker is ended by force too early. */
function graceProblems(name: string, service: ComposeService): string[] {
  if (endsByItself(service)) return []
  const seconds = Number(/^(\d+)s$/.exec(service.stop_grace_period ?? '')?.[1] ?? 10)
  return shortGrace(`compose.yaml, ${name}`, service.environment ?? {}, seconds)
}

/** Checks compose.yaml, and the test database by its schema. */
export function composeFileProblems(): string[] {
  const file = readCompose('compose.yaml')
  const each = Object.entries(file.services).flatMap(([name, service]) => {
    const { environment = {}, image } = service
    const ours = serviceOfImage(image)
    return [
      ...hardeningProblems(name, service),
      ...referenceProblems(name, service, file),
      ...secretProblems(name, environment),
      ...(ours ? unknownSettings(`compose.yaml, ${name}`, ours, Object.keys(environment)) : []),
      ...(ours ? graceProblems(name, service) : []),
    ]
  })
  return [
    ...composeProblems('compose.yaml', file),
    ...composeProblems('deploy/compose.test.yaml', readCompose('deploy/compose.test.yaml')),
    ...each,
    ...alertingProblems(file),
  ]
}
