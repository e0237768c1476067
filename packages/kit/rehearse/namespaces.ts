import { execFileSync } from 'node:child_process'

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

/** Machines of a rehearsal, joined by a bridge in a namespace of its own; nothing of it is in the host's network. */
export interface Machines<Name extends string> {
  readonly of: Readonly<Record<Name, Machine>>
  remove(): void
}

/**
 * Makes one namespace per name and joins them by a bridge in the namespace `hub`, in which the caller runs. `tag` keeps
 * rehearsals on one host apart.
 */
export function makeMachines<Name extends string>(
  tag: string,
  hub: string,
  names: readonly Name[],
): Machines<Name> {
  const made: string[] = []
  const add = (namespace: string) => {
    ip('netns', 'add', namespace)
    made.push(namespace)
    ip('-n', namespace, 'link', 'set', 'lo', 'up')
  }
  const remove = () => {
    for (const namespace of made.splice(0)) ip('netns', 'delete', namespace)
  }
  try {
    ip('-n', hub, 'link', 'set', 'lo', 'up')
    ip('-n', hub, 'link', 'add', 'bridge0', 'type', 'bridge')
    ip('-n', hub, 'address', 'add', `${NETWORK}.1/24`, 'dev', 'bridge0')
    ip('-n', hub, 'link', 'set', 'bridge0', 'up')
    const machines = names.map((name, index): readonly [Name, Machine] => {
      const namespace = `assay-${tag}-${name}`
      const address = `${NETWORK}.${index + 11}`
      add(namespace)
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
    return { of: Object.fromEntries(machines) as Record<Name, Machine>, remove }
  } catch (error) {
    remove()
    throw error
  }
}
