/** One entry of `packages` in package-lock.json (lockfile version 3). */
export interface LockEntry {
  readonly version?: string
  readonly license?: string
  readonly link?: boolean
  readonly resolved?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}
export type Lock = Readonly<Record<string, LockEntry>>

/** Where a package sees another: its own node_modules, then each folder's above it, as Node looks. */
export function locate(lock: Lock, from: string, name: string): string | undefined {
  let folder = from
  for (;;) {
    const candidate = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (lock[candidate]) return candidate
    if (folder === '') return undefined
    folder = folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : ''
  }
}

/**
 * Everything that is installed with a workspace in production, as keys of the lock: dependencies, optional ones and
 * required peers, through linked workspaces. A required dependency that the lock does not hold is an error.
 */
export function productionClosure(lock: Lock, workspace: string): string[] {
  const seen = new Set<string>()
  const visit = (key: string) => {
    if (seen.has(key)) return
    seen.add(key)
    const entry = lock[key]
    if (!entry) throw new Error(`package-lock.json has no entry ${key}`)
    const optionalPeers = entry.peerDependenciesMeta ?? {}
    const required = [
      ...Object.keys(entry.dependencies ?? {}),
      ...Object.keys(entry.peerDependencies ?? {}).filter((name) => !optionalPeers[name]?.optional),
    ]
    const optional = Object.keys(entry.optionalDependencies ?? {})
    for (const name of [...required, ...optional]) {
      const found = locate(lock, key, name)
      if (!found && required.includes(name))
        throw new Error(`${key} needs ${name}, which package-lock.json does not hold`)
      if (found) visit(lock[found]?.link ? (lock[found].resolved as string) : found)
    }
  }
  visit(workspace)
  seen.delete(workspace)
  return [...seen].sort()
}
