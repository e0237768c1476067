import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/

/** Whether a text is a version of three numbers. */
export const isVersion = (text: string): boolean => VERSION.test(text)

/** Whether a version is higher than another. */
export function isHigher(version: string, than: string): boolean {
  const [left, right] = [version, than].map((text) => text.split('.').map(Number)) as [number[], number[]]
  const place = left.findIndex((number, index) => number !== right[index])
  return place !== -1 && (left[place] as number) > (right[place] as number)
}

/** Package files of the workspace, relative to `root`. */
const manifests = (root: string): string[] =>
  globSync(
    [
      'package.json',
      '{packages,services}/*/package.json',
      'services/*/{client,lab,web}/package.json',
      'tooling/package.json',
    ],
    {
      cwd: root,
    },
  ).sort()

/** Sets the version of every package of the workspace, of the lockfile's entries for them and of the chart. */
export function setVersions(root: string, from: string, to: string): string[] {
  const changed: string[] = []
  const rewrite = (file: string, change: (text: string) => string) => {
    const path = join(root, file)
    const before = readFileSync(path, 'utf8')
    const after = change(before)
    if (after === before) return
    writeFileSync(path, after)
    changed.push(file)
  }
  for (const file of manifests(root))
    rewrite(file, (text) => text.replaceAll(`"version": "${from}"`, `"version": "${to}"`))
  // Third-party packages of the same version keep it: only entries of the workspace have a name that begins with ours.
  rewrite('package-lock.json', (text) =>
    text.replaceAll(
      new RegExp(
        `("name": "(?:assay|@assay/[a-z-]+)",\\n\\s*"version": ")${from.replaceAll('.', '\\.')}"`,
        'g',
      ),
      `$1${to}"`,
    ),
  )
  rewrite('deploy/helm/assay/Chart.yaml', (text) =>
    text.replaceAll(/^(version|appVersion): .*$/gm, `$1: ${to}`),
  )
  rewrite('compose.yaml', (text) => text.replaceAll(`ASSAY_VERSION:-${from}`, `ASSAY_VERSION:-${to}`))
  return changed
}

/** One release of `deploy/releases.json`. */
interface Release {
  readonly version: string
  readonly commit: string
}

/** Whether the text of `deploy/releases.json` lists a version. */
export const isListed = (releases: string, version: string): boolean =>
  (JSON.parse(releases) as Release[]).some((release) => release.version === version)

/** Adds a release with its commit to the text of `deploy/releases.json`, as the newest. */
export function listRelease(releases: string, release: Release): string {
  const lines = [...(JSON.parse(releases) as Release[]), release].map(
    ({ version, commit }) => `  { "version": "${version}", "commit": "${commit}" }`,
  )
  return `[\n${lines.join(',\n')}\n]\n`
}

/** Returns the entries of the section Unreleased of a changelog, or undefined if it has none. */
export function unreleased(changelog: string): string | undefined {
  const section = /^## \[Unreleased\]\n([\s\S]*?)(?=^## \[|\n*$(?![\s\S]))/m.exec(changelog)?.[1]?.trim()
  return section === undefined || section === '' ? undefined : section
}

/** Gives the section Unreleased a version and a date, and begins a new one. */
export const releaseSection = (changelog: string, version: string, date: string): string =>
  changelog.replace('## [Unreleased]\n', `## [Unreleased]\n\n## [${version}] - ${date}\n`)
