/**
 * What the kit costs per request against bare Fastify with the same route and schema, both as processes of their own,
 * in turns. The figure is processor time of the server per request, which a busy machine disturbs far less than requests
 * per second; those are shown beside it. `node bench/overhead.ts [--json] [--parts] [--rounds N]`
 */
import { type ChildProcess, fork } from 'node:child_process'
import { connect } from 'node:net'
import { join } from 'node:path'
import { runOptions } from '../src/testing-options.ts'
import { atLeast, report } from '../src/testing-report.ts'

const { is, values } = runOptions({ flags: ['parts'], options: ['rounds'] })
const ROUNDS = Number(values.rounds[0] ?? 5)
const REQUESTS = 8000
const CONNECTIONS = 16
const BOUND = 0.7
const body = JSON.stringify({ width: 180, depth: 75 })
const bytes = `POST /ratio HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`

/** Sends `count` requests one after another on one connection; fails on any answer but 200. */
function client(port: number, count: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let left = count
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setNoDelay(true)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      const head = text.indexOf('\r\n\r\n')
      if (head === -1) return
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1])
      if (text.length < head + 4 + length) return
      if (!text.startsWith('HTTP/1.1 200')) return reject(new Error(text))
      text = ''
      left--
      if (left > 0) return socket.write(bytes)
      socket.end()
      return resolve()
    })
  })
}

interface Contender {
  readonly name: string
  readonly child: ChildProcess
  readonly port: number
  readonly cpuMicroseconds: number[]
  readonly perSecond: number[]
}
const message = (child: ChildProcess) =>
  new Promise<Record<string, never>>((resolve) =>
    child.once('message', (m) => resolve(m as Record<string, never>)),
  )

async function begin(name: string, ...args: string[]): Promise<Contender> {
  // Standard output goes nowhere: the cost of writing lines is the process's own, not the terminal's.
  const child = fork(join(import.meta.dirname, 'server.ts'), args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const { port } = (await message(child)) as unknown as { port: number }
  return { name, child, port, cpuMicroseconds: [], perSecond: [] }
}
async function cpu({ child }: Contender): Promise<number> {
  const asked = message(child)
  child.send('cpu')
  const { cpu } = (await asked) as unknown as { cpu: NodeJS.CpuUsage }
  return cpu.user + cpu.system
}
async function round(contender: Contender, keep: boolean): Promise<void> {
  const before = await cpu(contender)
  const began = performance.now()
  await Promise.all(Array.from({ length: CONNECTIONS }, () => client(contender.port, REQUESTS / CONNECTIONS)))
  const seconds = (performance.now() - began) / 1000
  const spent = (await cpu(contender)) - before
  if (!keep) return
  contender.cpuMicroseconds.push(spent / REQUESTS)
  contender.perSecond.push(REQUESTS / seconds)
}
const median = (numbers: readonly number[]) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

const contenders = [await begin('bare Fastify', 'bare'), await begin('kit', 'kit')]
if (is.parts) {
  contenders.push(await begin('kit without log lines', 'kit', 'log'))
  contenders.push(await begin('kit without rate limit', 'kit', 'rate-limit'))
  contenders.push(await begin('kit without shedding', 'kit', 'shedding'))
}
for (let i = 0; i <= ROUNDS; i++) for (const contender of contenders) await round(contender, i > 0)
for (const { child } of contenders) child.kill()

const [bare] = contenders as [Contender]
const rows = contenders.map(({ name, cpuMicroseconds, perSecond }) => ({
  name,
  cpuMicroseconds: median(cpuMicroseconds),
  perSecond: median(perSecond),
  ratio: median(bare.cpuMicroseconds) / median(cpuMicroseconds),
}))
for (const row of rows) {
  console.log(
    `${row.name.padEnd(24)} ${row.cpuMicroseconds.toFixed(1).padStart(7)} µs/request  ${Math.round(row.perSecond).toString().padStart(7)} requests/s  ${row.ratio.toFixed(2)} of bare`,
  )
}
const kit = rows[1]?.ratio ?? Number.NaN
report([atLeast('kit/bare, by processor time', kit, BOUND, 1)])
