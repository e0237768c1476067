/** The parts of package.json that packing reads and writes. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly description?: string
  readonly type?: string
  readonly engines?: Readonly<Record<string, string>>
  readonly bin?: Readonly<Record<string, string>>
  readonly files?: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly assay?: { readonly entries?: readonly string[] }
}

type Versions = Readonly<Record<string, string>>

/** One list of dependencies out of two; the same package in two versions is refused, because a bundle holds one. */
function merge(own: Versions = {}, kit: Versions = {}): Versions {
  const merged: Record<string, string> = {}
  for (const [name, version] of [...Object.entries(kit), ...Object.entries(own)].sort()) {
    if (name.startsWith('@assay/')) continue
    const other = merged[name]
    if (other !== undefined && other !== version) {
      throw new Error(`${name} is ${other} and ${version}: the service and the kit must agree`)
    }
    merged[name] = version
  }
  return merged
}

const only = (versions: Versions = {}, names: ReadonlySet<string>): Versions =>
  Object.fromEntries(Object.entries(versions).filter(([name]) => names.has(name)))

/**
 * Returns the package.json of a service's tarball: bundled code, no workspace. Its dependencies are the service's own and,
 * of the kit's, those that the bundle imports.
 */
export function publishedManifest(
  service: Manifest,
  kit: Manifest,
  bundle: { readonly imported: ReadonlySet<string>; readonly shipped: readonly string[] },
): Manifest {
  const { imported, shipped } = bundle
  const [command] = Object.keys(service.bin ?? {})
  if (!command) throw new Error(`${service.name} has no bin`)
  const optional = merge(service.optionalDependencies, only(kit.optionalDependencies, imported))
  return {
    name: service.name,
    version: service.version,
    ...(service.description ? { description: service.description } : {}),
    license: service.license ?? 'Apache-2.0',
    type: 'module',
    ...(service.engines ? { engines: service.engines } : {}),
    bin: { [command]: 'dist/main.js' },
    files: ['dist', ...shipped],
    dependencies: merge(service.dependencies, only(kit.dependencies, imported)),
    ...(Object.keys(optional).length > 0 ? { optionalDependencies: optional } : {}),
  }
}
