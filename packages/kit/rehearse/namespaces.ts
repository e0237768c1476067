import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** First three numbers of the addresses, which exist inside the namespaces only. */
const NETWORK = '10.77.0'

/** Machine of a rehearsal: a network namespace with one address. */
export interface Machine {
  readonly name: string
  readonly address: string
  /** Command that starts another command on this machine. */
  readonly inside: readonly string[]
  /** Cuts its network, or connects it again. */
  setConnected(connected: boolean): void
}

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'inherit'] })

const prefixOf = (tag: string) => `assay-ha-${tag}-`

/** Name of the namespace of a rehearsal in which its script runs and the bridge lies. */
export const hubOf = (tag: string): string => `${prefixOf(tag)}hub`

/**
 * Makes the hub and one namespace per name. Must run outside of all of them: a namespace is known by a mount, and mounts that are
 * made inside do not show outside, where `removeMachines` has to find them.
 */
export function addNamespaces(tag: string, names: readonly string[]): void {
  for (const name of ['hub', ...names]) ip('netns', 'add', prefixOf(tag) + name)
}

/**
 * Joins the namespaces by a bridge in the hub of the rehearsal `tag`, in which the caller runs. Nothing of it is in the host's
 * network. `removeMachines` takes all of it away.
 */
export function joinMachines<Name extends string>(
  tag: string,
  names: readonly Name[],
): Readonly<Record<Name, Machine>> {
  const hub = hubOf(tag)
  ip('-n', hub, 'link', 'set', 'lo', 'up')
  ip('-n', hub, 'link', 'add', 'bridge0', 'type', 'bridge')
  ip('-n', hub, 'address', 'add', `${NETWORK}.1/24`, 'dev', 'bridge0')
  ip('-n', hub, 'link', 'set', 'bridge0', 'up')
  const machines = names.map((name, index): readonly [Name, Machine] => {
    const namespace = prefixOf(tag) + name
    const address = `${NETWORK}.${index + 11}`
    ip('-n', namespace, 'link', 'set', 'lo', 'up')
    ip('-n', hub, 'link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace)
    ip('-n', hub, 'link', 'set', name, 'master', 'bridge0', 'up')
    ip('-n', namespace, 'address', 'add', `${address}/24`, 'dev', 'eth0')
    ip('-n', namespace, 'link', 'set', 'eth0', 'up')
    return [
      name,
      {
        name,
        address,
        inside: ['ip', 'netns', 'exec', namespace],
        setConnected: (connected) => void ip('-n', hub, 'link', 'set', name, connected ? 'up' : 'down'),
      },
    ]
  })
  return Object.fromEntries(machines) as Record<Name, Machine>
}

const lines = (...args: string[]) =>
  execFileSync('ip', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter(Boolean)

/** Namespaces of all rehearsals on this host. */
const namespaces = () => lines('netns', 'list').map((line) => line.split(' ')[0] as string)

/** Kills every process in a namespace, as a power cut would. */
export function killAllIn(namespace: string): void {
  for (const pid of lines('netns', 'pids', namespace))
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has ended with its parent.
    }
}

const GONE_WITHIN_MS = 20_000

/** Ends every process on the machines of a rehearsal, the hub included, and removes their namespaces. */
export async function removeMachines(tag: string): Promise<void> {
  const own = namespaces().filter((name) => name.startsWith(prefixOf(tag)))
  const limit = performance.now() + GONE_WITHIN_MS
  while (own.some((name) => lines('netns', 'pids', name).length > 0) && performance.now() < limit) {
    for (const name of own) killAllIn(name)
    await sleep(50)
  }
  for (const name of own) {
    const left = lines('netns', 'pids', name)
    if (left.length > 0) throw new Error(`Processes ${left.join(', ')} do not end.`)
    ip('netns', 'delete', name)
  }
}

/** Tags of rehearsals that have died without removing their machines. A tag is the id of the process that made them. */
export function deadRehearsals(script: string): string[] {
  const tags = namespaces().map((name) => /^assay-ha-(\d+)-/.exec(name)?.[1])
  const lives = (tag: string) => {
    const file = `/proc/${tag}/cmdline`
    return existsSync(file) && readFileSync(file, 'utf8').includes(script)
  }
  return [...new Set(tags)].filter((tag) => tag !== undefined).filter((tag) => !lives(tag))
}
