import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../copy-tree.ts'

/** Variables that Node and libraries read, not the services. */
const NOT_OURS = new Set(['NODE_ENV', 'TMPDIR', 'HOME', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS'])

/** Names of all settings of a service, from its `.env.example`. Secrets may have `_FILE` at their end. */
function settingsOf(service: string): ReadonlySet<string> {
  const file = join(ROOT, 'services', service, '.env.example')
  if (!existsSync(file)) return new Set()
  const names = new Set<string>()
  for (const [, secret, name] of readFileSync(file, 'utf8').matchAll(
    /^# .*?( \(secret\))?\n# ([A-Z][A-Z0-9_]*)=/gm,
  )) {
    names.add(name as string)
    if (secret) names.add(`${name}_FILE`)
  }
  return names
}

/** Returns a problem for each variable that is no setting of the service: it would be ignored in silence. */
export const unknownSettings = (where: string, service: string, variables: Iterable<string>): string[] => {
  const known = settingsOf(service)
  return [...variables]
    .filter((name) => !known.has(name) && !NOT_OURS.has(name))
    .map((name) => `${where}: ${name} is no setting of ${service}`)
}

/** Seconds that a process has to stop after its last request. */
const STOP_SECONDS = 30

/** Returns a problem if a server is ended by force before it had the time of its settings to stop in order. */
export function shortGrace(
  where: string,
  { DRAIN_DELAY_MS = '2000', DRAIN_REQUESTS_MS = '10000' }: Readonly<Record<string, string>>,
  graceSeconds: number,
): string[] {
  const needed = (Number(DRAIN_DELAY_MS) + Number(DRAIN_REQUESTS_MS)) / 1000 + STOP_SECONDS
  return graceSeconds >= needed
    ? []
    : [`${where}: is ended by force after ${graceSeconds} s, but may need ${needed} s to stop`]
}
