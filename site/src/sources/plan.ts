import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The root of the repository. */
export const ROOT = join(import.meta.dirname, '../../..')

/** A Markdown file of the repository that becomes a page. */
export interface PlannedFile {
  /** Path from the root of the repository. */
  readonly path: string
  /** Address on the site, without leading slash and extension. */
  readonly address: string
  /** Group of the navigation; without one, other pages lead to it. */
  readonly group?: string
  /** Name in the navigation. Default: the title of the page. */
  readonly label?: string
}

/** The groups of the navigation, in order. */
export const GROUPS = [
  'Start',
  'query',
  'evidence',
  'audio',
  'Clients',
  'Operations',
  'Recipes for developers',
  'Understand',
] as const

/** Files that stand apart: address, group and name in the navigation. */
const SINGLE: readonly PlannedFile[] = [
  { path: 'README.md', address: 'start', group: 'Start', label: 'In 60 seconds' },
  { path: 'docs/README.md', address: 'map', group: 'Start', label: 'Map of all documents' },
  { path: 'docs/spreadsheets.md', address: 'spreadsheets', group: 'Clients' },
  { path: 'docs/glossary.md', address: 'glossary', group: 'Start' },
  { path: 'CHANGELOG.md', address: 'changelog', group: 'Start' },
  { path: 'docs/accuracy.md', address: 'accuracy', group: 'Understand', label: 'Accuracy tables' },
  { path: 'docs/scale.md', address: 'scale', group: 'Understand', label: 'Speed and size' },
  { path: 'docs/proof.md', address: 'proof', group: 'Understand' },
  { path: 'ARCHITECTURE.md', address: 'architecture', group: 'Understand' },
  { path: 'SECURITY.md', address: 'security', group: 'Understand' },
  { path: 'CONTRIBUTING.md', address: 'contributing', group: 'Recipes for developers' },
  { path: 'clients/python/README.md', address: 'clients/python', group: 'Clients', label: 'Python' },
  { path: 'clients/r/README.md', address: 'clients/r', group: 'Clients', label: 'R' },
]

/** Pages of a service by the end of their paths: tutorial first, then how-to pages, then reference. */
const LABELS: readonly (readonly [file: string, label: string])[] = [
  ['tutorial.md', 'Tutorial'],
  ['worked-example.md', 'A worked example'],
  ['how-to.md', 'How-to'],
  ['import-tables.md', 'Import the table of your tool'],
  ['README.md', 'Commands, limits and figures'],
  ['score-cards.md', 'Score cards in one table'],
]

const order = (path: string): number => {
  const place = LABELS.findIndex(([file]) => basename(path) === file)
  return place === -1 ? LABELS.length : place
}
const labelOf = (path: string): { readonly label: string } | Record<string, never> => {
  const label = LABELS.find(([file]) => basename(path) === file)?.[1]
  return label === undefined ? {} : { label }
}
const stem = (path: string): string => basename(path, '.md')
const found = (root: string, pattern: string): string[] => globSync(pattern, { cwd: root }).sort()

/** Pages of one service: its documents in docs/ and its own folder. */
function ofService(root: string, service: string): PlannedFile[] {
  const guides = [
    ...found(root, `docs/${service}/*.md`).map((path) => ({ path, address: `${service}/${stem(path)}` })),
    ...found(root, `services/${service}/docs/*.md`).map((path) => ({
      path,
      address: `${service}/${stem(path)}`,
    })),
    ...found(root, `services/${service}/README.md`).map((path) => ({ path, address: `${service}/readme` })),
  ]
  return [
    ...guides
      .sort((a, b) => order(a.path) - order(b.path))
      .map((file) => ({ ...file, group: service, ...labelOf(file.path) })),
    ...found(root, `services/${service}/client/README.md`).map((path) => ({
      path,
      address: `clients/${service}`,
      group: 'Clients',
      label: `TypeScript: ${service}`,
    })),
    ...found(root, `services/${service}/{lab,bench}/NOTES.md`).map((path) => ({
      path,
      address: `${service}/${basename(dirname(path))}-notes`,
      group: 'Understand',
      label: `Notes: ${service}`,
    })),
    ...found(root, `services/${service}/*/README.md`)
      .filter((path) => !path.includes('/client/'))
      .map((path) => ({ path, address: `${service}/${basename(dirname(path))}`, group: service })),
  ]
}

/** Returns the services whose folders exist, in the order of the navigation. */
export function servicesOf(root: string = ROOT): string[] {
  const names = found(root, 'services/*/openapi.json').map((path) => basename(dirname(path)))
  const known: readonly string[] = GROUPS
  return names.sort((a, b) => known.indexOf(a) - known.indexOf(b))
}

/** Returns all Markdown files that become pages, in the order of the navigation. */
export function plannedFiles(root: string = ROOT): PlannedFile[] {
  const named = namedFiles(root)
  const paths = new Set(named.map(({ path }) => path))
  // A new document without a place of its own is listed at the start.
  const others = found(root, 'docs/**/*.md').filter((path) => !paths.has(path))
  return [
    ...named,
    ...others.map((path) => ({ path, address: path.slice('docs/'.length, -'.md'.length), group: 'Start' })),
  ]
}

/** Files whose place in the navigation is known. */
function namedFiles(root: string): PlannedFile[] {
  return [
    ...SINGLE.filter(({ path }) => found(root, path).length > 0),
    ...servicesOf(root).flatMap((service) => ofService(root, service)),
    ...found(root, 'docs/operations/*.md').map((path) => ({
      path,
      address: `operations/${stem(path)}`,
      group: 'Operations',
    })),
    ...found(root, 'docs/recipes/*.md').map((path) => ({
      path,
      address: `recipes/${stem(path)}`,
      group: 'Recipes for developers',
    })),
    ...found(root, 'docs/decisions/*.md').map((path) => ({ path, address: `decisions/${stem(path)}` })),
  ]
}
