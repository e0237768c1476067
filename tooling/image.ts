/**
 * `npm run image [service…]`: each service as a container image in dist/images/, built without a Docker engine.
 *
 * Debian's libraries (and ffmpeg for audio), Node, the packed service with its locked dependencies, and nothing else: no
 * shell and no package manager. `docker load`, `podman load` and `skopeo copy` read the archive; a list of the npm packages
 * inside (CycloneDX) lies beside it and in it (/app/sbom.cdx.json). The same commit gives the same bytes, as long as Node and
 * Debian's packages stay the same.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './copy-tree.ts'
import { writeDockerArchive } from './images/docker-archive.ts'
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
  // A database of its own making, with a random identity: images would never be the same. It only saves time at the first
  // start with the embedded database, which an image rarely uses.
  rmSync(join(app, 'embedded-template.tgz'), { force: true })
}

/** Seconds in the units of a health check. */
const NANOSECONDS = 1e9

/** What a runtime is told: arguments are commands of the service, `serve` by default. */
const configOf = (service: string, version: string) => {
  const port = portOf(service)
  return {
    // Nobody's number: it owns /data and nothing else. The root may be mounted read-only; /data and /tmp must be writable.
    User: USER,
    Env: [
      'PATH=/usr/local/bin:/usr/bin',
      'NODE_ENV=production',
      'HOST=0.0.0.0',
      `PORT=${port}`,
      'DATA_DIR=/data',
      'HOME=/tmp',
    ],
    Entrypoint: ['/usr/local/bin/node', '/app/dist/main.js'],
    Cmd: ['serve'],
    WorkingDir: '/data',
    Volumes: { '/data': {} },
    ExposedPorts: { [`${port}/tcp`]: {} },
    StopSignal: 'SIGTERM',
    Healthcheck: {
      Test: ['CMD', '/usr/local/bin/node', '/app/health.js'],
      Interval: 10 * NANOSECONDS,
      Timeout: 5 * NANOSECONDS,
      StartPeriod: 60 * NANOSECONDS,
    },
    Labels: {
      'org.opencontainers.image.title': `assay-${service}`,
      'org.opencontainers.image.version': version,
      'org.opencontainers.image.revision': output('git', ['rev-parse', 'HEAD']),
      'org.opencontainers.image.licenses': 'Apache-2.0',
    },
  }
}

/** Lists the packages of an installed service (CycloneDX) without the random number and the time of npm. */
function listPackages(app: string, seconds: number): string {
  const bill = JSON.parse(output('npm', ['sbom', '--sbom-format=cyclonedx', '--omit=dev'], app)) as {
    serialNumber?: string
    metadata: { timestamp: string }
  }
  delete bill.serialNumber
  bill.metadata.timestamp = new Date(seconds * 1000).toISOString()
  return `${JSON.stringify(bill, null, 2)}\n`
}

/** Builds the image of one service into `destination` and returns its archive, id and unpacked size. */
export async function buildImage(
  service: string,
  destination: string,
): Promise<{ archive: string; digest: string; megabytes: number }> {
  const { version, assay } = JSON.parse(
    readFileSync(join(ROOT, 'services', service, 'package.json'), 'utf8'),
  ) as Manifest
  const stage = mkdtempSync(join(tmpdir(), `assay-image-${service}-`))
  const [root, node, app] = ['root', 'node', 'app'].map((name) => join(stage, 'layers', name)) as [
    string,
    string,
    string,
  ]
  try {
    const seconds = Number(output('git', ['log', '-1', '--format=%ct']))
    const program = join(node, 'usr/local/bin/node')
    mkdirSync(join(node, 'usr/local/bin'), { recursive: true })
    cpSync(process.execPath, program, { dereference: true })
    makeRoot(root, program, assay?.programs ?? {})
    installApp(await pack(service, stage), join(app, 'app'))
    const bill = listPackages(join(app, 'app'), seconds)
    writeFileSync(join(app, 'app/sbom.cdx.json'), bill)
    // Whoever builds, with whatever mask: everybody may read, nobody but root may write.
    execFileSync('chown', ['-R', '0:0', join(stage, 'layers')])
    execFileSync('chmod', ['-R', 'u=rwX,go=rX', join(stage, 'layers')])
    execFileSync('chown', [USER, join(root, 'data')])
    chmodSync(join(root, 'tmp'), 0o1777)

    mkdirSync(destination, { recursive: true })
    const archive = join(destination, `assay-${service}-${version}.tar`)
    rmSync(archive, { force: true })
    writeFileSync(archive.replace(/tar$/, 'cdx.json'), bill)
    const digest = await writeDockerArchive(
      {
        name: `assay-${service}:${version}`,
        layers: [
          { folder: root, what: "Debian's libraries and programs" },
          { folder: node, what: `Node ${process.version}` },
          { folder: app, what: `assay-${service} ${version} with its dependencies` },
        ],
        config: configOf(service, version),
        seconds,
      },
      archive,
    )
    const kilobytes = Number(output('du', ['-sk', join(stage, 'layers')]).split('\t')[0])
    return { archive, digest, megabytes: Math.round(kilobytes / 1024) }
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  execFileSync(join(ROOT, 'tooling/apt.sh'), ['mmdebstrap'], { stdio: 'inherit' })
  const wanted = process.argv.slice(2)
  for (const service of wanted.length > 0 ? wanted : packable) {
    const { archive, digest, megabytes } = await buildImage(service, join(ROOT, 'dist/images'))
    console.log(`${archive}\n  ${digest}, ${megabytes} MB unpacked`)
  }
}
