import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a signature is for: one made for another purpose does not verify here. */
const NAMESPACE = 'assay-release'
const SUMS = 'SHA256SUMS'

/** Writes the SHA-256 of every file of a folder into SHA256SUMS, in the form of `sha256sum`. */
export function writeSums(folder: string): void {
  const files = readdirSync(folder)
    .filter((name) => !name.startsWith(SUMS))
    .sort()
  const lines = files.map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')}  ${name}\n`,
  )
  writeFileSync(join(folder, SUMS), lines.join(''))
}

/** Signs SHA256SUMS with an OpenSSH key, which may be in an agent or on a token. */
export function signSums(folder: string, key: string): void {
  rmSync(join(folder, `${SUMS}.sig`), { force: true })
  execFileSync('ssh-keygen', ['-Y', 'sign', '-f', key, '-n', NAMESPACE, join(folder, SUMS)], {
    stdio: ['inherit', 'ignore', 'pipe'],
  })
}

/** Checks the signature by a file of allowed signers, then every file. Throws when something is not as it was signed. */
export function verifyRelease(folder: string, allowedSigners: string, signer: string): void {
  const sums = readFileSync(join(folder, SUMS))
  execFileSync(
    'ssh-keygen',
    ['-Y', 'verify', '-f', allowedSigners, '-I', signer, '-n', NAMESPACE, '-s', join(folder, `${SUMS}.sig`)],
    { input: sums, stdio: ['pipe', 'ignore', 'pipe'] },
  )
  execFileSync('sha256sum', ['--check', '--strict', '--quiet', SUMS], { cwd: folder, stdio: 'pipe' })
}
