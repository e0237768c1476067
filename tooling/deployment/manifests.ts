import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { ROOT } from '../copy-tree.ts'
import { manifestProblems } from './schema.ts'
import { unknownSettings } from './settings.ts'

const CHART = join(ROOT, 'deploy/helm/assay')
const KUBERNETES = '1.34.0'
const FILES = {
  '10-migrations.yaml': ['templates/migrations.yaml'],
  '20-assay.yaml': ['templates/network-policies.yaml', 'templates/services.yaml', 'templates/workers.yaml'],
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
  const shown = FILES[name].flatMap((template) => ['--show-only', template])
  return execFileSync(helm, ['template', 'assay', CHART, '--kube-version', KUBERNETES, ...shown], {
    encoding: 'utf8',
  })
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
  readonly env?: readonly { readonly name: string }[]
}
interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly spec?: { readonly template?: { readonly spec: { readonly containers: readonly Container[] } } }
}

/** Returns variables of the containers of a manifest that are no settings of their service. */
function settingProblems({ metadata, spec }: Manifest): string[] {
  return (spec?.template?.spec.containers ?? []).flatMap(({ image, env = [] }) =>
    unknownSettings(
      `manifest ${metadata.name}`,
      /assay-([a-z]+):/.exec(image)?.[1] ?? image,
      env.map(({ name }) => name),
    ),
  )
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
    ]
  })
}
