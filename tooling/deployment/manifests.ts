import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { ROOT } from '../copy-tree.ts'
import { manifestProblems } from './schema.ts'
import { shortGrace, unknownSettings } from './settings.ts'

const CHART = join(ROOT, 'deploy/helm/assay')
const KUBERNETES = '1.34.0'
/** Arguments of helm for each file. */
const FILES = {
  '10-migrations.yaml': ['--show-only', 'templates/migrations.yaml'],
  '20-assay.yaml': ['network-policies', 'services', 'workers'].flatMap((name) => [
    '--show-only',
    `templates/${name}.yaml`,
  ]),
  '30-monitoring.yaml': ['--show-only', 'templates/pod-monitor.yaml', '--set', 'podMonitor.enabled=true'],
} as const
type FileName = keyof typeof FILES

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const pathOf = (name: string) => join(ROOT, 'deploy/kubernetes', name)

/** Digest of the chart: what the manifests were rendered from. */
const chartDigest = (): string =>
  sha256(
    globSync('**/*.{yaml,tpl,txt}', { cwd: CHART })
      .sort()
      .map((file) => `${file}\n${readFileSync(join(CHART, file), 'utf8')}`)
      .join('\n'),
  )

/** Whether helm is installed; `HELM` may name the program. */
const helm = process.env.HELM ?? 'helm'
const hasHelm = () => spawnSync(helm, ['version']).status === 0

function render(name: FileName): string {
  const args = ['template', 'assay', CHART, '--kube-version', KUBERNETES, ...FILES[name]]
  return execFileSync(helm, args, { encoding: 'utf8' })
}

const header = (body: string) =>
  `# Rendered from deploy/helm/assay by \`npm run manifests\`; do not edit.\n# chart ${chartDigest()}, body ${sha256(body)}\n`

/** Renders the manifests of deploy/kubernetes from the chart. */
export function renderManifests(): void {
  if (!hasHelm()) throw new Error('helm 3.8 or newer is needed on PATH, or its path in HELM')
  for (const name of Object.keys(FILES) as FileName[]) {
    const body = render(name)
    writeFileSync(pathOf(name), header(body) + body)
  }
}

interface Container {
  readonly image: string
  readonly env?: readonly { readonly name: string; readonly value?: string }[]
}
interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly spec?: {
    readonly replicas?: number
    readonly maxReplicas?: number
    readonly template?: {
      readonly spec: {
        readonly containers: readonly Container[]
        readonly terminationGracePeriodSeconds?: number
      }
    }
  }
}

const valuesOf = ({ env = [] }: Container): Readonly<Record<string, string>> =>
  Object.fromEntries(env.map(({ name, value = '' }) => [name, value]))

/** Connections of a process besides its pool: 4 and 1 of the queue, 2 for readiness and counters. */
const BESIDES_POOL = 7
const DEFAULT_POOL = 10

/** Returns the most connections to PostgreSQL that servers and workers of these manifests hold. */
function mostConnections(manifests: readonly Manifest[]): number {
  const most = new Map(
    manifests.flatMap(({ kind, metadata, spec }) =>
      kind === 'HorizontalPodAutoscaler' ? [[metadata.name, spec?.maxReplicas ?? 1] as const] : [],
    ),
  )
  return manifests
    .filter(({ kind }) => kind === 'Deployment')
    .flatMap(({ metadata, spec }) =>
      (spec?.template?.spec.containers ?? []).map(valuesOf).map((env) => {
        if (env.DATABASE_URL === undefined) return 0
        const replicas = most.get(metadata.name) ?? spec?.replicas ?? 1
        return replicas * (Number(env.DATABASE_POOL_SIZE ?? DEFAULT_POOL) + BESIDES_POOL)
      }),
    )
    .reduce((sum, connections) => sum + connections, 0)
}

/** Returns a problem if docs/operations/kubernetes.md does not state the sum of all connections. */
function connectionProblems(manifests: readonly Manifest[]): string[] {
  const most = mostConnections(manifests)
  const page = readFileSync(join(ROOT, 'docs/operations/kubernetes.md'), 'utf8')
  return most === 0 || page.includes(`${most} connections`)
    ? []
    : [`docs/operations/kubernetes.md does not say that the chart may open ${most} connections`]
}

/** Returns variables that are no settings of their service, and containers that are ended by force too early. */
function settingProblems({ metadata, spec }: Manifest): string[] {
  const where = `manifest ${metadata.name}`
  const pod = spec?.template?.spec
  return (pod?.containers ?? []).flatMap((container) => {
    const env = valuesOf(container)
    return [
      ...unknownSettings(
        where,
        /assay-([a-z]+):/.exec(container.image)?.[1] ?? container.image,
        Object.keys(env),
      ),
      ...shortGrace(where, env, pod?.terminationGracePeriodSeconds ?? 30),
    ]
  })
}

/**
 * Returns what is wrong with the rendered manifests: by the schemas of Kubernetes, by the settings of the services, and
 * where they are no longer what the chart gives. Without helm the latter is told by digests.
 */
export function renderedProblems(): string[] {
  return (Object.keys(FILES) as FileName[]).flatMap((name) => {
    const text = readFileSync(pathOf(name), 'utf8')
    const body = text.replace(/^(#.*\n){2}/, '')
    const stale =
      text !== header(body) + body || (hasHelm() && render(name) !== body)
        ? [`deploy/kubernetes/${name}: is not what the chart gives; run npm run manifests`]
        : []
    const documents = parseAllDocuments(body)
    const manifests = documents
      .map((document) => document.toJS() as Manifest | null)
      .filter((m) => m !== null)
    return [
      ...stale,
      ...(manifests.length === 0 ? [`deploy/kubernetes/${name}: is empty`] : []),
      ...documents.flatMap(({ errors }) => errors.map((error) => `${name}: ${error.message}`)),
      ...manifests.flatMap((m) => manifestProblems(`${name}, ${m.kind} ${m.metadata.name}`, m)),
      ...manifests.flatMap(settingProblems),
      ...connectionProblems(manifests),
    ]
  })
}
