import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  isHigher,
  isListed,
  isVersion,
  listRelease,
  releaseSection,
  setVersions,
  unreleased,
} from './versions.ts'

test('versions have three numbers and are compared as numbers', () => {
  expect(['1.2.3', '0.10.0'].every(isVersion)).toBe(true)
  expect(['1.2', 'v1.2.3', '01.2.3', '1.2.3-rc.1', ''].some(isVersion)).toBe(false)
  expect(isHigher('0.10.0', '0.9.9')).toBe(true)
  expect(isHigher('0.9.9', '0.10.0')).toBe(false)
  expect(isHigher('1.0.0', '1.0.0')).toBe(false)
})

test('the changelog needs entries, which get the version', () => {
  const log = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- one\n\n## [0.1.0] - 2026-01-01\n\n- old\n'
  expect(unreleased(log)).toBe('### Added\n\n- one')
  expect(unreleased('## [Unreleased]\n\n- only\n')).toBe('- only')
  expect(unreleased('## [Unreleased]\n\n## [0.1.0] - 2026-01-01\n\n- old\n')).toBeUndefined()
  expect(unreleased('# Changelog\n')).toBeUndefined()
  const released = releaseSection(log, '0.2.0', '2026-11-16')
  expect(released).toContain('## [Unreleased]\n\n## [0.2.0] - 2026-11-16\n\n### Added')
  expect(unreleased(released)).toBeUndefined()
})

test('the list of releases gets the new one as its last line', () => {
  const listed = listRelease('[{ "version": "0.1.0", "commit": "abc" }]\n', {
    version: '0.2.0',
    commit: 'def',
  })
  expect(JSON.parse(listed)).toEqual([
    { version: '0.1.0', commit: 'abc' },
    { version: '0.2.0', commit: 'def' },
  ])
  expect(listed.split('\n')).toHaveLength(5)
  expect(['0.1.0', '0.2.0', '0.3.0'].map((version) => isListed(listed, version))).toEqual([true, true, false])
})

test('every package, lock entry and the chart get the version; packages of others keep theirs', () => {
  const root = mkdtempSync(join(tmpdir(), 'release-'))
  const write = (file: string, text: string) => {
    mkdirSync(join(root, file, '..'), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  const entry = (name: string) => `{\n  "name": "${name}",\n  "version": "0.1.0"\n}`
  write('package.json', entry('assay'))
  write('services/query/package.json', entry('@assay/query'))
  write('services/query/client/package.json', entry('@assay/query-client'))
  write('package-lock.json', `[${entry('assay')},${entry('@assay/query')},${entry('stranger')}]`)
  write('deploy/helm/assay/Chart.yaml', 'name: assay\nversion: 0.1.0\nappVersion: 0.1.0\n')
  write('compose.yaml', 'ASSAY_VERSION:-0.1.0\n')
  expect(setVersions(root, '0.1.0', '0.2.0')).toHaveLength(6)
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  expect(read('package-lock.json').match(/0\.2\.0/g)).toHaveLength(2)
  expect(read('package-lock.json')).toContain(entry('stranger'))
  expect(read('deploy/helm/assay/Chart.yaml')).toBe('name: assay\nversion: 0.2.0\nappVersion: 0.2.0\n')
  rmSync(root, { recursive: true, force: true })
})
