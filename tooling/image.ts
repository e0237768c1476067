/**
 * `npm run image [service…]`: each service as a container image in dist/images/, built without a Docker engine.
 *
 * Debian's libraries (and ffmpeg for audio), Node, the packed service with its locked dependencies, and nothing else: no
 * shell and no package manager. `docker load`, `podman load` and `skopeo copy` read the archive; a list of what is inside
 * (CycloneDX) lies beside it. The same commit gives the same layer, as long as Debian's packages stay the same.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './copy-tree.ts'
import { makeRoot } from './images/root-folder.ts'
import { pack, packable } from './pack.ts'

/** Debian packages with the programs that a service starts, from its package.json. */
type Programs = Readonly<Record<string, readonly string[]>>

interface Manifest {
  readonly version: string
  readonly assay?: { readonly programs?: Programs }
}

const USER = '10001:10001'
const quietly = { stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] }
const output = (command: string, args: readonly string[], cwd = ROOT): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 }).trim()

/** Port on which a service listens unless told otherwise, from its list of settings. */
function portOf(service: string): string {
  const settings = readFileSync(join(ROOT, 'services', service, '.env.example'), 'utf8')
  const port = /^# PORT=(\d+)$/m.exec(settings)?.[1]
  if (port === undefined) throw new Error(`services/${service}/.env.example names no PORT`)
  return port
}

/** Native code for other systems, which npm packages carry along. */
const FOREIGN = ['darwin', 'win32', 'arm64']
  .flatMap((name) => ['-o', '-path', `*/bin/napi-v*/*${name}*`])
  .slice(1)

/** Unpacks a packed service and installs its locked dependencies beside it. */
function installApp(tarball: string, app: string): void {
  mkdirSync(app, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '-C', app, '--strip-components=1'])
  execFileSync(
    'npm',
    ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'],
    {
      cwd: app,
      ...quietly,
      env: { ...process.env, npm_config_loglevel: 'error' },
    },
  )
  execFileSync('find', [app, '(', ...FOREIGN, ')', '-delete'])
  cpSync(join(ROOT, 'deploy/health.js'), join(app, 'health.js'))
}

/** Builds the image of one service into `destination` and returns its archive and unpacked size. */
export async function buildImage(
  service: string,
  destination: string,
): Promise<{ archive: string; digest: string; megabytes: number }> {
  const { version, assay } = JSON.parse(
    readFileSync(join(ROOT, 'services', service, 'package.json'), 'utf8'),
  ) as Manifest
  const stage = mkdtempSync(join(tmpdir(), `assay-image-${service}-`))
  const name = `assay-${service}:${version}`
  try {
    const context = join(stage, 'context')
    mkdirSync(context)
    cpSync(process.execPath, join(context, 'node'), { dereference: true })
    chmodSync(join(context, 'node'), 0o755)
    makeRoot(join(context, 'root'), join(context, 'node'), assay?.programs ?? {})
    installApp(await pack(service, stage), join(context, 'app'))
    execFileSync('chown', ['-R', '0:0', context])
    execFileSync('chown', [USER, join(context, 'root/data')])
    chmodSync(join(context, 'root/tmp'), 0o1777)

    mkdirSync(destination, { recursive: true })
    const archive = join(destination, `assay-${service}-${version}.tar`)
    rmSync(archive, { force: true })
    writeFileSync(
      archive.replace(/tar$/, 'cdx.json'),
      output('npm', ['sbom', '--sbom-format=cyclonedx', '--omit=dev'], join(context, 'app')),
    )
    const store = ['--root', join(stage, 'store'), '--runroot', join(stage, 'run'), '--storage-driver', 'vfs']
    const built = {
      SERVICE: service,
      VERSION: version,
      REVISION: output('git', ['rev-parse', 'HEAD']),
      PORT: portOf(service),
    }
    execFileSync(
      'buildah',
      [
        ...store,
        'build',
        '--isolation=chroot',
        '--format=docker',
        `--timestamp=${output('git', ['log', '-1', '--format=%ct'])}`,
        ...Object.entries(built).map(([key, value]) => `--build-arg=${key}=${value}`),
        `--tag=${name}`,
        `--file=${join(ROOT, 'deploy/Containerfile')}`,
        context,
      ],
      quietly,
    )
    execFileSync('buildah', [...store, 'push', '--quiet', name, `docker-archive:${archive}:${name}`], quietly)
    const digest = output('buildah', [
      ...store,
      'inspect',
      '--format={{.FromImageDigest}}',
      '--type=image',
      name,
    ])
    const kilobytes = Number(output('du', ['-sk', context]).split('\t')[0])
    return { archive, digest, megabytes: Math.round(kilobytes / 1024) }
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  execFileSync(join(ROOT, 'tooling/apt.sh'), ['buildah', 'mmdebstrap'], { stdio: 'inherit' })
  const wanted = process.argv.slice(2)
  for (const service of wanted.length > 0 ? wanted : packable) {
    const { archive, digest, megabytes } = await buildImage(service, join(ROOT, 'dist/images'))
    console.log(`${archive}\n  ${digest}, ${megabytes} MB unpacked`)
  }
}
