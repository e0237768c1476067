import { execFileSync } from 'node:child_process'
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

/**
 * Copies the chosen files into a new temporary folder and links the installed packages beside them, with every
 * `@assay/*` pointing into the copy, so that tools run there as they run here and never see the original sources.
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

  mkdirSync(join(copy, 'node_modules', '@assay'), { recursive: true })
  for (const entry of readdirSync(join(ROOT, 'node_modules'))) {
    if (entry !== '@assay' && entry !== '.vite' && entry !== '.vite-temp' && entry !== '.cache') {
      symlinkSync(join(ROOT, 'node_modules', entry), join(copy, 'node_modules', entry))
    }
  }
  for (const manifest of files.filter((file) =>
    /^(packages\/[^/]+|services\/[^/]+|tooling)\/package\.json$/.test(file),
  )) {
    const folder = dirname(manifest)
    symlinkSync(join(copy, folder), join(copy, 'node_modules', '@assay', folder.split('/').at(-1) as string))
    const nested = join(ROOT, folder, 'node_modules')
    if (existsSync(nested)) symlinkSync(nested, join(copy, folder, 'node_modules'))
  }
  return copy
}

/** Removes what `copyTree` made, its parent folder included. */
export function removeTree(copy: string): void {
  rmSync(dirname(copy), { recursive: true, force: true })
}
