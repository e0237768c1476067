import { type Lock, type LockEntry, locate } from './closure.ts'

const SYSTEMS = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]
const PROCESSORS = [
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
]

interface Platform {
  readonly os?: readonly string[]
  readonly cpu: readonly string[]
  readonly libc?: readonly string[]
}
export type PlatformEntry = LockEntry &
  Platform & { readonly dev?: true; readonly optional: true; readonly peer?: true }

/** What a binary package is for, read from its name as all of them are named: `@oxlint/binding-linux-x64-musl`. */
export function platformOf(name: string): Platform | undefined {
  const words = (name.split('/').at(-1) ?? '').split('-')
  const os = words.find((word) => SYSTEMS.includes(word))
  const cpu = words.find((word) => PROCESSORS.includes(word))
  if (cpu === undefined) return undefined
  return { ...(os ? { os: [os] } : {}), cpu: [cpu], ...(words.includes('musl') ? { libc: ['musl'] } : {}) }
}

/**
 * The lock entries that binary packages for other platforms should have and lack. A registry that does not carry them
 * makes npm leave them out, and then `npm ci` calls the lock out of date. The version is pinned by the package that
 * asks for them, and npm fetches an entry only on its own platform.
 */
export function missingPlatformEntries(lock: Lock): Record<string, PlatformEntry> {
  const missing: Record<string, PlatformEntry> = {}
  for (const [key, entry] of Object.entries(lock)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const platform = platformOf(name)
      if (!platform || !/^\d+\.\d+\.\d+[\w.-]*$/.test(version)) continue
      const known: Lock = { ...lock, ...missing }
      const found = locate(known, key, name)
      if (found && known[found]?.version === version) continue
      const beside = `${key.slice(0, key.lastIndexOf('node_modules/'))}node_modules/${name}`
      // In npm's own order of keys, so that its next write changes nothing.
      missing[known[beside] ? `${key}/node_modules/${name}` : beside] = {
        version,
        cpu: platform.cpu,
        ...('dev' in entry ? { dev: true as const } : {}),
        ...(platform.libc ? { libc: platform.libc } : {}),
        optional: true,
        ...(platform.os ? { os: platform.os } : {}),
        ...('peer' in entry ? { peer: true as const } : {}),
      }
    }
  }
  return missing
}
