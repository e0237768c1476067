/**
 * `npm run pack [service…]`: each service as a tarball in dist/ that `npm install` and `npx` can use anywhere, and its
 * client as another (pack-client.ts).
 *
 * Its own code and the kit are bundled by rolldown; npm packages stay dependencies, so that WebAssembly, native addons
 * and package files keep working. Files found at run time (migrations, openapi.json, web/dist) lie beside package.json,
 * as in the source tree. More entry points, a worker thread for instance: `"assay": { "entries": ["src/…"] }`.
 */
import { execFile } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { ROOT, SERVICES } from './copy-tree.ts'
import { clients, packClient } from './pack-client.ts'
import { type Manifest, publishedManifest } from './publish/manifest.ts'
import { type Lockfile, shrinkwrapOf } from './publish/shrinkwrap.ts'

const SHIPPED = ['migrations', 'openapi.json', '.env.example', 'README.md', 'NOTICE', 'models']
const PAGE = 'web/dist'
const MAIN = 'src/cli/main.ts'
const TEMPLATE_NAME = 'embedded-template.tgz'
const SHRINKWRAP = 'npm-shrinkwrap.json'
const ARCHIVER = join(ROOT, 'packages/kit/src/embedded-template.ts')

const call = promisify(execFile)

/**
 * Writes the archive that a new embedded database of this service starts from: all migrations applied and the queue made,
 * no row of anybody's. The first start then costs little more than any other.
 */
async function writeServiceTemplate(folder: string, archive: string): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'assay-template-'))
  try {
    await call(process.execPath, [join(ROOT, folder, MAIN), 'migrate', '--data-dir', data], {
      env: { PATH: process.env.PATH, EMBEDDED_TEMPLATE: process.env.EMBEDDED_TEMPLATE },
    })
    await call(process.execPath, [ARCHIVER, archive, join(data, 'postgres')])
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

/**
 * Builds the page of a service into its own folder or into `target`, and returns whether it has one. A failed build throws
 * with what it wrote.
 */
export async function buildPage(folder: string, target = join(ROOT, folder, PAGE)): Promise<boolean> {
  const web = join(ROOT, folder, 'web')
  if (!existsSync(web)) return false
  // A test runner sets NODE_ENV to "test", with which the page would get the slow development build of React.
  const env = { ...process.env, NODE_ENV: 'production' }
  const build = ['run', '--silent', 'build', '--', '--outDir', target, '--emptyOutDir']
  await call('npm', build, { cwd: web, env })
  return true
}

const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest

/** Names an entry in `dist`: thread entries keep their folder, because `compose` looks for `threads/<name>`. */
const outputName = (entry: string): string =>
  /(?<=\/)threads\/[^/]+(?=\.ts$)/.exec(entry)?.[0] ?? basename(entry, '.ts')

/**
 * Packages that are bundled like our own code, with their licence beside it. TypeBox is some 700 small modules of which we
 * use a dozen: imported one by one they cost a process 7 MB.
 */
const BUNDLED = ['typebox']

const isBundled = (id: string) => /^[./]/.test(id) || id.startsWith('@assay/') || BUNDLED.includes(id)

/** Bundles into `stage/dist` and returns the npm packages that the bundle imports. */
async function bundle(folder: string, entries: readonly string[], stage: string): Promise<Set<string>> {
  const input = Object.fromEntries(entries.map((entry) => [outputName(entry), join(ROOT, folder, entry)]))
  const build = await rolldown({
    input,
    platform: 'node',
    external: (id) => !isBundled(id),
    checks: { circularDependency: true },
    // Circles among the modules of a package are its author's.
    onLog(level, log, handle) {
      if (log.code !== 'CIRCULAR_DEPENDENCY' || !log.message.includes('node_modules')) handle(level, log)
    },
  })
  const { output } = await build.write({
    dir: join(stage, 'dist'),
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunk-[hash].js',
    sourcemap: true,
  })
  await build.close()
  const imported = output.flatMap((part) =>
    part.type === 'chunk' ? [...part.imports, ...part.dynamicImports] : [],
  )
  const packages = imported
    .filter((id) => !/^(\.|node:|chunk-)/.test(id) && !id.endsWith('.js') && !builtinModules.includes(id))
    .map((id) =>
      id
        .split('/')
        .slice(0, id.startsWith('@') ? 2 : 1)
        .join('/'),
    )
  return new Set(packages)
}

/** Builds one service's tarball into `destination` and returns its path. Its dependencies are locked as they are here. */
export async function pack(service: string, destination: string): Promise<string> {
  const folder = `services/${service}`
  const own = manifestOf(folder)
  const stage = mkdtempSync(join(tmpdir(), `assay-pack-${service}-`))
  try {
    const imported = await bundle(folder, [MAIN, ...(own.assay?.entries ?? [])], stage)
    for (const name of BUNDLED)
      cpSync(join(ROOT, 'node_modules', name, 'license'), join(stage, 'dist', `LICENSE-${name}`))
    const shipped = SHIPPED.filter((file) => existsSync(join(ROOT, folder, file)))
    for (const file of shipped) cpSync(join(ROOT, folder, file), join(stage, file), { recursive: true })
    // Not where services run from their source find it: they may run while this packs.
    if (await buildPage(folder, join(stage, PAGE))) shipped.push(PAGE)
    if (shipped.includes('migrations')) {
      await writeServiceTemplate(folder, join(stage, TEMPLATE_NAME))
      shipped.push(TEMPLATE_NAME)
    }
    if (existsSync(join(ROOT, 'LICENSE'))) cpSync(join(ROOT, 'LICENSE'), join(stage, 'LICENSE'))

    const dependencies = Object.fromEntries(
      Object.entries(own.dependencies ?? {}).filter(
        ([name]) => imported.has(name) || !BUNDLED.includes(name),
      ),
    )
    const published = publishedManifest({ ...own, dependencies }, manifestOf('packages/kit'), {
      imported,
      shipped: [...shipped, SHRINKWRAP],
    })
    const undeclared = [...imported].filter(
      (name) => !published.dependencies?.[name] && !published.optionalDependencies?.[name],
    )
    if (undeclared.length > 0) {
      throw new Error(
        `${service} imports ${undeclared.join(', ')} without declaring it in ${folder}/package.json`,
      )
    }
    const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lockfile
    const writeJson = (name: string, value: object) =>
      writeFileSync(join(stage, name), `${JSON.stringify(value, null, 2)}\n`)
    writeJson('package.json', published)
    writeJson(SHRINKWRAP, shrinkwrapOf(published, lock))

    const main = join(stage, 'dist/main.js')
    const code = readFileSync(main, 'utf8')
    if (!code.startsWith('#!')) writeFileSync(main, `#!/usr/bin/env node\n${code}`)
    chmodSync(main, 0o755)

    mkdirSync(destination, { recursive: true })
    const answer = await call('npm', ['pack', '--json', '--pack-destination', destination], { cwd: stage })
    const report: unknown = JSON.parse(answer.stdout)
    const [{ filename }] = Object.values(report as object) as [{ filename: string }]
    return join(destination, filename)
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

/** The services that have a command line to ship. */
export const packable = SERVICES.filter((service) => existsSync(join(ROOT, 'services', service, MAIN)))

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const wanted = process.argv.slice(2)
  for (const service of wanted.length > 0 ? wanted : packable) {
    console.log(await pack(service, join(ROOT, 'dist')))
    if (clients.includes(service)) console.log(packClient(service, join(ROOT, 'dist')))
  }
}
