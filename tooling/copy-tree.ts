import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** The repository's root. */
export const ROOT = join(import.meta.dirname, '..')

export const SERVICES: readonly string[] = readdirSync(join(ROOT, 'services')).filter((name) =>
  existsSync(join(ROOT, 'services', name, 'package.json')),
)

/** Every file of the working tree that git would keep, changed and new ones too. */
export function workingFiles(): string[] {
  return execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(ROOT, file)))
}

/** Caches inside node_modules that tools rewrite in place; through a hard link they would rewrite the original's. */
const CACHES = ['.vite', '.vite-temp', '.cache', '.astro']

/** Hard links cost a third of a second; on another file system a copy. Links among workspaces are relative and follow. */
function linkPackages(from: string, to: string): void {
  if (!existsSync(from)) return
  const { status } = spawnSync('cp', ['--archive', '--link', from, to], { stdio: 'ignore' })
  if (status !== 0) {
    rmSync(to, { recursive: true, force: true })
    execFileSync('cp', ['--archive', from, to])
  }
  for (const cache of CACHES) rmSync(join(to, cache), { recursive: true, force: true })
}

/**
 * Copies the chosen files into a new temporary folder with the installed packages, every `@assay/*` among them
 * pointing into the copy, so that tools run there as they run here and never see the original sources.
 */
export function copyTree(label: string, keep: (file: string) => boolean): string {
  const copy = join(mkdtempSync(join(tmpdir(), `assay-${label}-`)), 'repository')
  mkdirSync(copy)
  // The reference data lies beside the repository; where it is missing here it is missing there.
  if (existsSync(join(ROOT, '../shared'))) symlinkSync(join(ROOT, '../shared'), join(copy, '../shared'))
  const files = workingFiles().filter(keep)
  for (const file of files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(ROOT, file), join(copy, file))
  }
  const workspaces = files.filter((file) => file.endsWith('/package.json')).map((file) => dirname(file))
  for (const folder of ['.', ...workspaces]) {
    linkPackages(join(ROOT, folder, 'node_modules'), join(copy, folder, 'node_modules'))
  }
  return copy
}

/** Removes what `copyTree` made, its parent folder included. */
export function removeTree(copy: string): void {
  rmSync(dirname(copy), { recursive: true, force: true })
}
