import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../copy-tree.ts'

const UNITS = join(ROOT, 'deploy/systemd')
const read = (unit: string) => readFileSync(join(UNITS, unit), 'utf8')
const values = (unit: string, name: string) =>
  [...read(unit).matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].flatMap(([, text]) => text!.split(' '))

test('a migration runs before every start of its service, and one that failed does not keep it down', () => {
  for (const service of ['evidence', 'audio']) {
    const migration = `assay-${service}-migrate.service`
    expect(values(migration, 'RemainAfterExit')).toEqual([])
    for (const unit of [`assay-${service}.service`, `assay-${service}-worker@.service`]) {
      expect(values(unit, 'Wants'), unit).toContain(migration)
      expect(values(unit, 'After'), unit).toContain(migration)
      expect(values(unit, 'Requires'), unit).toEqual([])
    }
  }
  expect(read('assay-.service.d/10-hardening.conf')).toMatch(/^\[Unit\]\n(#.*\n)*StartLimitIntervalSec=0$/m)
})

test('the port of a worker beyond the ninth can be set', () => {
  const workers = globSync('*-worker@.service', { cwd: UNITS })
  expect(workers).toHaveLength(2)
  for (const unit of workers) expect(values(unit, 'EnvironmentFile').at(-1)).toMatch(/-worker-%i\.env$/)
})

test('a command of an operator has the settings and secrets of its service', () => {
  const root = mkdtempSync(join(tmpdir(), 'assay-command-'))
  try {
    for (const folder of ['usr/local/bin', 'etc/assay/secrets'])
      mkdirSync(join(root, folder), { recursive: true })
    // Stands for Node: shows what it was given.
    const shown = 'echo "$DATABASE_URL_FILE $DATA_DIR [$KEY_ENCRYPTION_KEY_FILE] $*"'
    writeFileSync(join(root, 'usr/local/bin/node'), `#!/bin/sh\n${shown}\n`, { mode: 0o755 })
    const run = (service: string) => {
      const link = join(root, `usr/local/bin/assay-${service}`)
      rmSync(link, { force: true })
      symlinkSync(join(ROOT, 'deploy/assay-command.sh'), link)
      return execFileSync(link, ['keys', 'list'], {
        encoding: 'utf8',
        env: { ...process.env, ASSAY_ROOT: root },
      })
        .trim()
        .replaceAll(`${root}/`, '/')
    }
    const main = (service: string) =>
      `--env-file-if-exists=/etc/assay/${service}.env /opt/assay/${service}/dist/main.js keys list`
    expect(run('audio')).toBe(
      `/etc/assay/secrets/audio-database-url /var/lib/assay-audio [] ${main('audio')}`,
    )
    expect(run('query')).toBe(`[] ${main('query')}`)
    const key = 'etc/assay/secrets/evidence-key-encryption-key'
    writeFileSync(join(root, key), 'key')
    expect(run('evidence')).toBe(
      `/etc/assay/secrets/evidence-owner-database-url /var/lib/assay-evidence [/${key}] ${main('evidence')}`,
    )
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})
