import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { signSums, verifyRelease, writeSums } from './sign.ts'

test('a signed release verifies; a changed file, changed sums and another signer do not', () => {
  const home = mkdtempSync(join(tmpdir(), 'release-sign-'))
  const folder = join(home, 'files')
  mkdirSync(folder)
  writeFileSync(join(folder, 'a.tgz'), 'a')
  writeFileSync(join(folder, 'b.tar'), 'b')
  const key = join(home, 'key')
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'releases@example.org', '-f', key])
  const allowed = join(home, 'allowed')
  writeFileSync(allowed, `releases@example.org ${readFileSync(`${key}.pub`, 'utf8')}`)
  const verify = (signer = 'releases@example.org') => verifyRelease(folder, allowed, signer)

  writeSums(folder)
  signSums(folder, key)
  expect(() => verify()).not.toThrow()
  expect(() => verify('somebody@example.org')).toThrow()
  appendFileSync(join(folder, 'a.tgz'), '!')
  expect(() => verify()).toThrow()
  writeSums(folder)
  expect(() => verify()).toThrow()
  signSums(folder, key)
  expect(() => verify()).not.toThrow()
  rmSync(home, { recursive: true, force: true })
})
