import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT, SERVICES } from './copy-tree.ts'
import type { Manifest } from './publish/manifest.ts'

const CORE = 'packages/client-core/src/client-core.ts'
const clientFolder = (service: string) => join(ROOT, 'services', service, 'client')

/** The services whose client is a package. */
export const clients = SERVICES.filter((service) => existsSync(join(clientFolder(service), 'package.json')))

/** Files of the tarball refer to each other as they lie there, side by side in `dist`. */
const withLocalImports = (source: string) =>
  source
    .replaceAll("'@assay/client-core'", "'./client-core.js'")
    .replaceAll("'./schema.d.ts'", "'./schema.js'")

/**
 * Builds the tarball of a service's client into `destination` and returns its path: JavaScript and declarations by
 * TypeScript, the code that all clients share beside them, and no dependency but openapi-fetch.
 */
export function packClient(service: string, destination: string): string {
  const folder = clientFolder(service)
  const stage = mkdtempSync(join(tmpdir(), `assay-pack-${service}-client-`))
  const dist = join(stage, 'dist')
  const source = join(stage, 'src')
  try {
    mkdirSync(dist)
    mkdirSync(source)
    const { devDependencies: _, ...own } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    ) as Manifest & { devDependencies?: unknown }
    const published = {
      ...own,
      exports: { '.': { types: './dist/client.d.ts', default: './dist/client.js' } },
      sideEffects: false,
      files: ['dist'],
    }
    writeFileSync(join(stage, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)

    // Only for TypeScript to find openapi-fetch; npm packs no node_modules.
    symlinkSync(join(ROOT, 'node_modules'), join(stage, 'node_modules'))
    const stageSource = (from: string, name: string) =>
      writeFileSync(join(source, name), withLocalImports(readFileSync(from, 'utf8')))
    stageSource(join(folder, 'client.ts'), 'client.ts')
    stageSource(join(folder, 'schema.d.ts'), 'schema.d.ts')
    stageSource(join(ROOT, CORE), 'client-core.ts')
    writeFileSync(
      join(stage, 'tsconfig.json'),
      JSON.stringify({
        extends: join(ROOT, 'tsconfig.base.json'),
        compilerOptions: {
          composite: false,
          emitDeclarationOnly: false,
          allowImportingTsExtensions: false,
          lib: ['ES2024', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
          rootDir: 'src',
          outDir: 'dist',
        },
        include: ['src'],
      }),
    )
    execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', stage], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    cpSync(join(source, 'schema.d.ts'), join(dist, 'schema.d.ts'))
    cpSync(join(folder, 'README.md'), join(stage, 'README.md'))
    cpSync(join(ROOT, 'LICENSE'), join(stage, 'LICENSE'))

    mkdirSync(destination, { recursive: true })
    const answer = execFileSync('npm', ['pack', '--json', '--pack-destination', destination], {
      cwd: stage,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [{ filename }] = Object.values(JSON.parse(answer) as object) as [{ filename: string }]
    return join(destination, filename)
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}
