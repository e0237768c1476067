/**
 * `npm run release -- X.Y.Z --key FILE`: everything of a release in dist/release, signed. docs/operations/release.md
 * explains it.
 *
 * Refuses a tree with changes, a version that is not higher, a tag that exists and a changelog without entries. Then sets
 * the versions, renders and generates what contains them, commits, tags, lists the commit in deploy/releases.json, packs
 * packages and clients, builds images and their lists of packages, writes SHA-256 sums and signs them. Nothing is published: the last lines say how.
 *
 * `--dry-run` does the same in a clone that is removed afterwards, with a key made for it. `--only packages` leaves the
 * images out. `-- --verify FOLDER --signers FILE --signer NAME` checks a release that was downloaded.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from './copy-tree.ts'
import { signSums, verifyRelease, writeSums } from './release/sign.ts'
import {
  isHigher,
  isListed,
  isVersion,
  listRelease,
  releaseSection,
  setVersions,
  unreleased,
} from './release/versions.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    key: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    only: { type: 'string' },
    verify: { type: 'string' },
    signers: { type: 'string' },
    signer: { type: 'string' },
  },
})

const step = (what: string) => console.log(`- ${what}`)
const run = (cwd: string, command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['inherit', 'pipe', 'inherit'] }).trim()

/** Ends with a message and the code of a usage error. */
function refuse(message: string): never {
  console.error(message)
  process.exit(2)
}

// As in tooling/deployment/manifests.ts.
const hasHelm = () => spawnSync(process.env.HELM ?? 'helm', ['version']).status === 0

const versionOf = (root: string) =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version

const releasesOf = (root: string) => join(root, 'deploy/releases.json')

/** Refuses what must not be released. Returns the text of the changelog. */
function check(root: string, version: string): string {
  if (!isVersion(version))
    refuse('Give a version of three numbers: npm run release -- 1.2.3 --key ~/.ssh/release')
  if (run(root, 'git', 'status', '--porcelain') !== '')
    refuse('The tree has changes that are not committed. Commit or remove them first.')
  if (run(root, 'git', 'tag', '--list', `v${version}`) !== '') refuse(`The tag v${version} exists already.`)
  if (isListed(readFileSync(releasesOf(root), 'utf8'), version))
    refuse(`deploy/releases.json lists ${version} already.`)
  const current = versionOf(root)
  // The first release may have the version that the tree has.
  const first = run(root, 'git', 'tag', '--list', 'v*') === ''
  if (!isHigher(version, current) && !(first && version === current))
    refuse(`${version} is not higher than ${current}, the version of the tree.`)
  if (!hasHelm() && !values['dry-run'])
    refuse('helm 3.8 or newer is needed on PATH, or its path in HELM: the manifests name the version.')
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  if (unreleased(changelog) === undefined) refuse('CHANGELOG.md has no entries in its section Unreleased.')
  return changelog
}

/** Commits the version, tags it and lists its commit. The tag is signed with the same key. */
function tag(root: string, version: string, changelog: string, key: string, date: string): void {
  step(`setting the version to ${version}`)
  const current = versionOf(root)
  setVersions(root, current, version)
  writeFileSync(join(root, 'CHANGELOG.md'), releaseSection(changelog, version, date))
  if (version !== current) {
    step('generating what contains the version')
    run(root, 'npm', 'run', '--silent', 'openapi')
    run(root, 'npm', 'run', '--silent', 'client')
    if (hasHelm()) run(root, 'npm', 'run', '--silent', 'manifests')
    else step('left out: helm is not installed, so the manifests keep the old version')
  }
  step(`committing, and tagging v${version}`)
  run(root, 'git', 'add', '--all')
  run(root, 'git', 'commit', '--quiet', '--message', `chore: release ${version}`)
  const signed = ['-c', 'gpg.format=ssh', '-c', `user.signingKey=${key}`]
  run(root, 'git', ...signed, 'tag', '--sign', '--message', `Assay ${version}`, `v${version}`)
  // Only now the commit is known.
  const commit = run(root, 'git', 'rev-parse', 'HEAD')
  writeFileSync(releasesOf(root), listRelease(readFileSync(releasesOf(root), 'utf8'), { version, commit }))
  run(root, 'git', 'commit', '--quiet', '--all', '--message', `chore: list release ${version}`)
}

/** Fills dist/release: packages, images, their lists of packages, deployment files, sums and signature. */
function build(root: string, version: string, key: string): string {
  const folder = join(root, 'dist/release')
  step('packing services and clients')
  rmSync(join(root, 'dist'), { recursive: true, force: true })
  run(root, 'npm', 'run', '--silent', 'pack')
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(join(root, 'dist')).filter((file) => file.endsWith('.tgz')))
    cpSync(join(root, 'dist', name), join(folder, name))
  if (values.only !== 'packages') {
    step('building images')
    run(root, 'npm', 'run', '--silent', 'image')
    cpSync(join(root, 'dist/images'), folder, { recursive: true })
  }
  step('adding what operators install')
  run(
    root,
    'git',
    'archive',
    '--format=tar.gz',
    `--prefix=assay-deploy-${version}/`,
    '--output',
    join(folder, `assay-deploy-${version}.tar.gz`),
    'HEAD',
    'compose.yaml',
    'deploy',
    'docs/operations',
    'package.json',
  )
  writeSums(folder)
  step('signing SHA256SUMS')
  signSums(folder, key)
  return folder
}

/** Makes a key for a dry run. Nobody trusts it. */
function throwAwayKey(home: string): string {
  const key = join(home, 'key')
  run(home, 'ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-C', 'dry-run', '-f', key)
  writeFileSync(join(home, 'signers'), `dry-run ${readFileSync(`${key}.pub`, 'utf8')}`)
  return key
}

function release(root: string, key: string): void {
  const [version = ''] = positionals
  const changelog = check(root, version)
  tag(root, version, changelog, key, new Date().toISOString().slice(0, 10))
  const folder = build(root, version, key)
  for (const name of readdirSync(folder).sort()) console.log(`  ${name}`)
}

/** Releases in a clone with the packages of this tree, verifies the result and removes it. */
function dryRun(): void {
  const home = mkdtempSync(join(tmpdir(), 'assay-release-'))
  try {
    const clone = join(home, 'tree')
    run(ROOT, 'git', 'clone', '--quiet', '--no-hardlinks', ROOT, clone)
    for (const [name, value] of [
      ['user.name', 'dry run'],
      ['user.email', 'dry-run@example.org'],
    ] as const)
      run(clone, 'git', 'config', name, value)
    for (const folder of [
      'node_modules',
      ...readdirSync(join(ROOT, 'services')).flatMap((s) => [
        `services/${s}/node_modules`,
        `services/${s}/web/node_modules`,
      ]),
      'tooling/node_modules',
    ])
      spawnSync('cp', ['--archive', '--link', join(ROOT, folder), join(clone, folder)], { stdio: 'ignore' })
    release(clone, throwAwayKey(home))
    verifyRelease(join(clone, 'dist/release'), join(home, 'signers'), 'dry-run')
    console.log('verified: the signature and every sum')
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

if (values.verify !== undefined) {
  if (!values.signers || !values.signer) refuse('--verify needs --signers FILE and --signer NAME')
  verifyRelease(values.verify, values.signers, values.signer)
  console.log('ok: the signature and every sum')
} else if (values['dry-run']) {
  dryRun()
} else {
  const { key } = values
  if (key === undefined) refuse('Give the key that signs: --key ~/.ssh/release')
  release(ROOT, key)
  const [version] = positionals
  console.log(`Look at it, then publish:
  git push --follow-tags
  for package in dist/release/*.tgz; do npm publish "$package"; done
  for image in query evidence audio; do skopeo copy docker-archive:dist/release/assay-$image-${version}.tar docker://…; done`)
}
