import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const LIBRARIES = 'usr/lib/x86_64-linux-gnu'
/** The release that the tests run on. */
const RELEASE = 'bookworm'
/** What Node itself is linked with, and the name of the system. */
const ALWAYS = ['base-files', 'libc6', 'libgcc-s1', 'libstdc++6']

/**
 * Returns the shared libraries that a program of the root loads, as the root's own loader finds them. `--list` loads as a
 * start would, so that a missing one is an error.
 */
function librariesOf(root: string, program: string): string[] {
  const listed = execFileSync('chroot', [root, '/lib64/ld-linux-x86-64.so.2', '--list', program], {
    encoding: 'utf8',
  })
  return [...listed.matchAll(/=> (\/\S+) /g)].map(([, path]) => path as string)
}

/** Every file and link below a folder, relative to `root`. */
const filesBelow = (root: string, folder: string): string[] =>
  execFileSync('find', [folder, '-not', '-type', 'd', '-print0'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '')

/**
 * Deletes what no program needs: Debian's ffmpeg brings drivers and a compiler for displays. Libraries that the programs
 * load stay, and every package's copyright.
 */
function keepOnly(root: string, programs: readonly string[]): void {
  const needed = new Set<string>(programs.map((program) => program.slice(1)))
  const loaded = ['/usr/local/bin/node', ...programs].flatMap((program) => librariesOf(root, program))
  for (const path of loaded) {
    // A library may be a link to a link to a file.
    let file = path.slice(1)
    for (
      ;
      lstatSync(join(root, file)).isSymbolicLink();
      file = join(file, '..', readlinkSync(join(root, file)))
    )
      needed.add(file)
    needed.add(file)
  }
  for (const folder of ['usr/bin', 'usr/sbin', LIBRARIES, 'usr/share', 'usr/libexec', 'var']) {
    if (!existsSync(join(root, folder))) continue
    for (const file of filesBelow(root, folder)) {
      const kept =
        needed.has(file) || file.endsWith('/copyright') || file.startsWith('usr/share/common-licenses')
      if (!kept) rmSync(join(root, file))
    }
  }
  execFileSync('find', [root, '-mindepth', '2', '-type', 'd', '-empty', '-delete'])
  for (const name of ['tmp', 'data', 'proc', 'dev', 'sys', 'etc'])
    mkdirSync(join(root, name), { recursive: true })
}

/** Creates a root file system from Debian's packages in `root`, which must not exist: the programs, their libraries, Node's. */
export function makeRoot(
  root: string,
  node: string,
  programs: Readonly<Record<string, readonly string[]>>,
): void {
  execFileSync(
    'mmdebstrap',
    [
      '--variant=extract',
      '--mode=root',
      '--quiet',
      `--include=${[...ALWAYS, ...Object.keys(programs)].join(',')}`,
      RELEASE,
      root,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  // Nothing was configured, so the alternatives of the mathematics libraries are linked here.
  for (const name of ['blas', 'lapack']) {
    const link = join(root, LIBRARIES, `lib${name}.so.3`)
    if (existsSync(join(root, LIBRARIES, name)) && !lstatSync(link, { throwIfNoEntry: false }))
      symlinkSync(`${name}/lib${name}.so.3`, link)
  }
  mkdirSync(join(root, 'usr/local/bin'), { recursive: true })
  execFileSync('cp', [node, join(root, 'usr/local/bin/node')])
  keepOnly(root, Object.values(programs).flat())
  rmSync(join(root, 'usr/local/bin/node'))
}
