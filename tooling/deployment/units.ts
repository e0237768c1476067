import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { ROOT } from '../copy-tree.ts'
import { unknownSettings } from './settings.ts'

const UNITS = join(ROOT, 'deploy/systemd')
/** Highest exposure by `systemd-analyze security`, in tenths: 10 is the most exposed. */
const MOST_EXPOSED = 20

/** Whether `systemd-analyze` is installed. */
export const canVerifyUnits = (): boolean => spawnSync('systemd-analyze', ['--version']).status === 0

/** Lets systemd read a unit in a root of its own, and measure how exposed it is. */
function verify(root: string, unit: string): string[] {
  const analyze = (...args: string[]) =>
    spawnSync('systemd-analyze', [...args, `--root=${root}`, unit], { encoding: 'utf8' })
  const verified = analyze('verify', '--man=no')
  const told = verified.stderr.trim()
  const problems = verified.status !== 0 || told !== '' ? [`${unit}: ${told || 'does not verify'}`] : []
  if (!unit.endsWith('.service')) return problems
  const security = analyze('security', '--offline=true', `--threshold=${MOST_EXPOSED}`)
  return security.status === 0
    ? problems
    : [...problems, `${unit}: ${security.stdout.trim().split('\n').at(-1)}`]
}

/** Verifies every unit as it would be installed. */
export function unitProblems(): string[] {
  const root = mkdtempSync(join(tmpdir(), 'assay-units-'))
  try {
    const installed = join(root, 'etc/systemd/system')
    cpSync(UNITS, installed, { recursive: true })
    mkdirSync(join(root, 'usr/lib/systemd/system'), { recursive: true })
    for (const target of globSync('/usr/lib/systemd/system/*.target'))
      cpSync(target, join(root, 'usr/lib/systemd/system', basename(target)), { dereference: false })
    mkdirSync(join(root, 'usr/local/bin'), { recursive: true })
    cpSync('/bin/true', join(root, 'usr/local/bin/node'), { dereference: true })
    return globSync('*.{service,target}', { cwd: UNITS, exclude: ['*.d'] }).flatMap((unit) =>
      verify(root, unit.replace('@.', '@1.')),
    )
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** Returns variables of the units that are no settings. */
export const unitSettingProblems = (): string[] =>
  globSync('assay-*.service', { cwd: UNITS, exclude: ['*.d'] }).flatMap((unit) => {
    const text = readFileSync(join(UNITS, unit), 'utf8')
    const variables = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line]) =>
      [...(line as string).matchAll(/(\w+)=/g)].map(([, name]) => name as string),
    )
    return unknownSettings(unit, unit.split(/[-.@]/)[1] as string, variables)
  })
