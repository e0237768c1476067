import type { Manifest } from './manifest.ts'

/** One package of a lockfile, as far as it is read here. */
interface LockedPackage {
  readonly version?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly optional?: boolean
  readonly peer?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/** A `package-lock.json` of version 3. */
export interface Lockfile {
  readonly lockfileVersion: number
  readonly packages: Readonly<Record<string, LockedPackage>>
}

/** Finds a package as Node would from the folder `from`: the nearest `node_modules` above it. */
function locate(packages: Lockfile['packages'], from: string, name: string): string | undefined {
  const place = `${from === '' ? '' : `${from}/`}node_modules/${name}`
  if (packages[place]) return place
  if (from === '') return undefined
  const above = from.lastIndexOf('/node_modules/')
  return locate(packages, above === -1 ? '' : from.slice(0, above), name)
}

/**
 * Returns the `npm-shrinkwrap.json` of a published package: every package that it needs, in the version and with the
 * checksum of the repository's lockfile, so that users install what was tested.
 */
export function shrinkwrapOf(
  manifest: Manifest,
  lock: Lockfile,
): Lockfile & { readonly name: string; readonly version: string; readonly requires: true } {
  const kept = new Map<string, LockedPackage>()
  const visit = (from: string, node: LockedPackage, optional: boolean): void => {
    const wanted: (readonly [string, boolean])[] = [
      ...Object.keys(node.dependencies ?? {}).map((name) => [name, optional] as const),
      ...Object.keys(node.optionalDependencies ?? {}).map((name) => [name, true] as const),
      ...Object.keys(node.peerDependencies ?? {}).map(
        (name) => [name, optional || node.peerDependenciesMeta?.[name]?.optional === true] as const,
      ),
    ]
    for (const [name, mayLack] of wanted) {
      const place = locate(lock.packages, from, name)
      const found = place === undefined ? undefined : lock.packages[place]
      if (place === undefined || found === undefined) {
        if (mayLack) continue
        throw new Error(`${from || manifest.name} needs ${name}, which package-lock.json lacks: npm install`)
      }
      const seen = kept.get(place)
      // Once needed without "optional", a package stays needed, and so does what it needs.
      if (seen && (mayLack || !seen.optional)) continue
      const { dev, devOptional, optional: wasOptional, peer, ...rest } = found
      kept.set(place, { ...rest, ...(mayLack ? { optional: true } : {}) })
      visit(place, found, mayLack)
    }
  }
  visit('', manifest as LockedPackage, false)
  const { name, version, license, dependencies, optionalDependencies, bin, engines } = manifest
  const own = { name, version, license, dependencies, optionalDependencies, bin, engines }
  return {
    name,
    version,
    lockfileVersion: lock.lockfileVersion,
    requires: true,
    packages: {
      '': Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)),
      ...Object.fromEntries([...kept].sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  }
}
