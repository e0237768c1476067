import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './processes.ts'

/** One release, newest last in `deploy/releases.json`. The commit is the truth: a tag may be missing in a clone. */
export interface Release {
  readonly version: string
  readonly commit: string
}

/** Returns the newest release of `deploy/releases.json` that is not the commit checked out here. */
export function previousRelease(): Release {
  const releases = JSON.parse(readFileSync(join(ROOT, 'deploy/releases.json'), 'utf8')) as Release[]
  const here = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim()
  const previous = releases.findLast(({ commit }) => commit !== here)
  if (!previous) throw new Error('deploy/releases.json names no earlier release.')
  return previous
}

type Locked = Record<string, { readonly version?: string; readonly link?: boolean }>

const lockOf = (root: string) =>
  (JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Locked }).packages

/** Whether all packages of the old lockfile are in the new one, in the same version and place. */
function samePackages(old: Locked, now: Locked): boolean {
  return Object.entries(old).every(
    ([path, { version, link }]) =>
      !path.includes('node_modules/') || link === true || now[path]?.version === version,
  )
}

/** Links every installed package of this checkout into another one, except the workspaces, which are its own. */
function linkPackages(root: string): void {
  const from = join(ROOT, 'node_modules')
  mkdirSync(join(root, 'node_modules/@assay'), { recursive: true })
  for (const name of readdirSync(from))
    if (name !== '@assay') symlinkSync(join(from, name), join(root, 'node_modules', name))
  for (const [path, { link }] of Object.entries(lockOf(root))) {
    const name = /^node_modules\/(@assay\/.+)$/.exec(path)?.[1]
    const target = (lockOf(root)[path] as { resolved?: string }).resolved
    if (name && link && target) symlinkSync(join(root, target), join(root, 'node_modules', name))
  }
}

/**
 * Writes a release into `root`, with its packages: linked from here when its lockfile allows it, installed otherwise.
 * Throws when this clone does not have its commit.
 */
export function checkOut({ version, commit }: Release, root: string): void {
  mkdirSync(root, { recursive: true })
  let files: Buffer
  try {
    files = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 1 << 30 })
  } catch (cause) {
    const why = `This clone does not have the commit ${commit} of release ${version}: fetch the whole history.`
    throw new Error(why, { cause })
  }
  execFileSync('tar', ['-x', '-C', root], { input: files })
  if (samePackages(lockOf(root), lockOf(ROOT))) linkPackages(root)
  else
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], {
      cwd: root,
      stdio: 'inherit',
    })
}
