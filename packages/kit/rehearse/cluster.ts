import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { killAllIn, type Machine } from './namespaces.ts'

/** Names of the machines with a member of etcd. */
export const DCS = ['dcs1', 'dcs2', 'dcs3'] as const
type DcsName = (typeof DCS)[number]
/** Names of the machines: three with etcd, two databases, two with the services. */
export const MACHINES = [...DCS, 'db1', 'db2', 'app1', 'app2'] as const
/** Name of a machine. */
export type MachineName = (typeof MACHINES)[number]
type Member = 'db1' | 'db2'
const MEMBERS: readonly Member[] = ['db1', 'db2']

/** Port of PgBouncer, and of HAProxy, which leads to the primary; both on the machines of the services. */
export const PORTS = { pgbouncer: 6432, primary: 5433 }

const patroniConfig = (member: Machine, dcs: readonly Machine[], data: string) => `
scope: assay
name: ${member.name}
restapi: { listen: '${member.address}:8008', connect_address: '${member.address}:8008' }
etcd3: { hosts: [${dcs.map(({ address }) => `'${address}:2379'`).join(', ')}] }
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 2
    retry_timeout: 4
    maximum_lag_on_failover: 1048576
    synchronous_mode: true
    failsafe_mode: true
    primary_start_timeout: 0
    postgresql:
      use_pg_rewind: true
      parameters: { max_connections: 200, wal_keep_size: 256MB, wal_receiver_timeout: 10s, wal_sender_timeout: 10s }
  initdb: [encoding: UTF8, locale: C.UTF-8, data-checksums]
postgresql:
  listen: '${member.address}:5432'
  connect_address: '${member.address}:5432'
  data_dir: ${data}/${member.name}/data
  bin_dir: /usr/lib/postgresql/17/bin
  pgpass: ${data}/${member.name}/pgpass
  authentication:
    superuser: { username: postgres, password: rehearsal }
    replication: { username: replicator, password: rehearsal }
  pg_hba: ['host all all 0.0.0.0/0 trust', 'host replication all 0.0.0.0/0 trust']
  parameters: { unix_socket_directories: '', dynamic_shared_memory_type: mmap }
`

const haproxyConfig = (members: readonly Machine[]) => `
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 2s
listen primary
  bind 127.0.0.1:${PORTS.primary}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${members.map(({ name, address }) => `  server ${name} ${address}:5432 check port 8008`).join('\n')}
`

const pgbouncerConfig = (users: string) => `
[databases]
* = host=127.0.0.1 port=${PORTS.primary}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${PORTS.pgbouncer}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 20
max_client_conn = 500
server_login_retry = 1
server_connect_timeout = 3
query_wait_timeout = 10
`

/** Member of the cluster as Patroni reports it. */
interface Reported {
  readonly name: string
  readonly role: string
  readonly state: string
}

/** Folder of a rehearsal inside the tree. */
const dataOf = (tag: string) => `/var/lib/assay-ha-${tag}`

/** Removes the data of a rehearsal whose processes have ended. */
export const removeData = (tree: string, tag: string): void =>
  rmSync(tree + dataOf(tag), { recursive: true, force: true })

/** Two PostgreSQL servers under Patroni with three members of etcd, and HAProxy with PgBouncer on each machine of the services. */
export class Cluster {
  readonly #tree: string
  readonly #machines: Readonly<Record<MachineName, Machine>>
  /** Folder inside the tree. */
  readonly #data: string
  readonly #children = new Map<string, ChildProcess>()

  constructor(tree: string, machines: Readonly<Record<MachineName, Machine>>, tag: string) {
    this.#tree = tree
    this.#machines = machines
    this.#data = dataOf(tag)
    mkdirSync(tree + this.#data, { mode: 0o755 })
    execFileSync('chroot', [tree, 'chown', 'postgres:', this.#data])
  }

  #write(name: string, text: string): string {
    writeFileSync(join(this.#tree, this.#data, name), text, { mode: 0o644 })
    return `${this.#data}/${name}`
  }

  /** Starts a program of the tree on a machine, as the user postgres. */
  #start(machine: MachineName, program: readonly string[]): void {
    const log = join(this.#tree, `${this.#data}/${machine}.log`)
    // Mounts of a namespace end with it. Patroni needs semaphores, which lie in /dev/shm, to ask the other members.
    const enter = `mount --bind /proc ${this.#tree}/proc && mkdir -p ${this.#tree}/dev/shm && mount -t tmpfs -o mode=1777 tmpfs ${this.#tree}/dev/shm && exec chroot ${this.#tree} setpriv --reuid postgres --regid postgres --init-groups env -i LC_ALL=C.UTF-8 PATH=/usr/lib/postgresql/17/bin:/usr/sbin:/usr/bin:/bin "$@"`
    const [command, ...before] = this.#machines[machine].inside
    const output = openSync(log, 'a')
    const child = spawn(command as string, [...before, 'sh', '-c', enter, 'sh', ...program], {
      stdio: ['ignore', output, output],
    })
    closeSync(output)
    this.#children.set(`${machine} ${program[0]}`, child)
  }

  /** Starts a member of etcd, on its old data if it has some. */
  startDcs(name: DcsName): void {
    const peersOf = (one: DcsName) => `http://${this.#machines[one].address}:2380`
    const [clients, peers] = [`http://${this.#machines[name].address}:2379`, peersOf(name)]
    const listen = ['--listen-client-urls', clients, '--listen-peer-urls', peers]
    const advertise = ['--advertise-client-urls', clients, '--initial-advertise-peer-urls', peers]
    const all = DCS.map((one) => `${one}=${peersOf(one)}`).join(',')
    const cluster = ['--name', name, '--initial-cluster', all, '--data-dir', `${this.#data}/${name}`]
    this.#start(name, ['etcd', ...cluster, ...listen, ...advertise])
  }

  /** Name of the leader of etcd, whose loss costs the others an election. */
  async dcsLeader(): Promise<DcsName> {
    for (const name of DCS) {
      const url = `http://${this.#machines[name].address}:2379/v3/maintenance/status`
      const signal = AbortSignal.timeout(1500)
      const answer = await fetch(url, { method: 'POST', body: '{}', signal }).catch(() => undefined)
      if (!answer?.ok) continue
      const { leader, header } = (await answer.json()) as { leader?: string; header: { member_id: string } }
      if (leader === header.member_id) return name
    }
    throw new Error('No member of etcd is the leader.')
  }

  startMember(member: Member): void {
    const dcs = DCS.map((name) => this.#machines[name])
    const config = this.#write(`${member}.yml`, patroniConfig(this.#machines[member], dcs, this.#data))
    execFileSync('chroot', [this.#tree, 'install', '-d', '-o', 'postgres', `${this.#data}/${member}`])
    this.#start(member, ['patroni', config])
  }

  startPgBouncer(machine: 'app1' | 'app2'): void {
    const users = this.#write('users.txt', '"postgres" ""\n')
    this.#start(machine, ['pgbouncer', this.#write(`${machine}.ini`, pgbouncerConfig(users))])
  }

  startProxies(): void {
    const config = this.#write('haproxy.cfg', haproxyConfig(MEMBERS.map((name) => this.#machines[name])))
    for (const machine of ['app1', 'app2'] as const) {
      this.#start(machine, ['haproxy', '-db', '-f', config])
      this.startPgBouncer(machine)
    }
  }

  /** Sends a signal to one program on a machine. */
  signal(machine: MachineName, program: string, name: NodeJS.Signals): void {
    this.#children.get(`${machine} ${program}`)?.kill(name)
  }

  /** Kills everything on a machine at once, as a power cut would. */
  crash(machine: MachineName): void {
    killAllIn(this.#machines[machine].inside.at(-1) as string)
  }

  /** Members as the first one that answers sees them. */
  async members(): Promise<readonly Reported[]> {
    for (const name of MEMBERS) {
      const url = `http://${this.#machines[name].address}:8008/cluster`
      try {
        const answer = await fetch(url, { signal: AbortSignal.timeout(1500) })
        if (answer.ok) return ((await answer.json()) as { members: Reported[] }).members
      } catch {
        // It is dead or cut off; the other one knows.
      }
    }
    return []
  }

  /** Name of the primary, once there is one with a synchronous standby. */
  async healthy(withinMs = 120_000): Promise<Member> {
    for (const limit = performance.now() + withinMs; performance.now() < limit; await sleep(500)) {
      const members = await this.members()
      const leader = members.find(({ role }) => role === 'leader')
      if (leader?.state === 'running' && members.some(({ role }) => role === 'sync_standby'))
        return leader.name as Member
    }
    throw new Error(`No primary with a synchronous standby:\n${JSON.stringify(await this.members())}`)
  }

  /** End of what the programs on a machine wrote. */
  lastLines(machine: MachineName): string {
    const log = join(this.#tree, `${this.#data}/${machine}.log`)
    return `${machine}:\n${existsSync(log) ? readFileSync(log, 'utf8').slice(-2000) : ''}`
  }
}
