import { Agent } from 'node:http'
import { addressOf, type RunningProcess, stopProcess } from '@assay/kit/testing-process'
import { type Row, row } from '@assay/kit/testing-report'
import { mulberry32, type Random, randomInteger } from '../src/domain/numerics/random.ts'
import { evidence } from '../test/cli.ts'
import { median, type Shot, shoot } from './http-load.ts'
import {
  loadEvidence,
  moleculeName,
  type PreparedDatabase,
  prepareDatabase,
  TYPES,
  twentyItems,
} from './prepared-database.ts'

/** Molecules that teach the network before anything is predicted. */
const TAUGHT = 30

/** Reading first: what is integrated makes the molecules larger, and more so where there are few. */
const ENDPOINTS = ['network-stats', 'predict-evidence', 'integrate'] as const

/** A request about a molecule drawn anew each time, so that most rows it needs were not touched before. */
function shotOf(
  endpoint: (typeof ENDPOINTS)[number],
  headers: Record<string, string>,
  molecules: number,
  random: Random,
  seed: number,
): Shot {
  const molecule = moleculeName(randomInteger(random, molecules))
  const path = `/v1/fuzzy-evidence/${endpoint}`
  if (endpoint === 'network-stats') return { method: 'GET', path: `${path}/${molecule}`, headers }
  if (endpoint === 'integrate') {
    const body = { molecule_id: molecule, evidence_list: twentyItems(seed) }
    return { method: 'POST', path, headers, body: JSON.stringify(body) }
  }
  const body = JSON.stringify({ evidence_types_to_predict: [TYPES[3], TYPES[0]] })
  return { method: 'POST', path: `${path}/${molecule}`, headers, body }
}

/** A server on a database of its own, and what it holds. */
export interface StoredSide {
  /** What is different about it, for the names of the rows. */
  readonly name: string
  readonly prepared: PreparedDatabase
  readonly molecules: number
  readonly server: RunningProcess
  readonly agent: Agent
}

/** Starts a server on a database of its own in which so many rows were loaded by COPY, 200 to a molecule. */
export async function serverWith(
  rows: number,
  options: {
    name?: string
    before?: (prepared: PreparedDatabase) => Promise<void>
    /** Molecules of the organization, where `before` has stored the rows. */
    filled?: number
  } = {},
): Promise<StoredSide> {
  const prepared = await prepareDatabase()
  try {
    await options.before?.(prepared)
    const started = performance.now()
    const molecules = options.filled ?? (await loadEvidence(prepared, rows))
    const name = options.name ?? `${rows} rows`
    if (!options.filled)
      console.log(`${name}: loaded by COPY in ${((performance.now() - started) / 1000).toFixed(0)} s`)
    const server = evidence(['serve', '--port', '0', '--rate-limit-per-minute', '0', '--admin-port', '-1'], {
      DATABASE_URL: prepared.url,
    })
    return { name, prepared, molecules, server, agent: new Agent({ keepAlive: true, maxSockets: 1 }) }
  } catch (error) {
    await prepared.remove()
    throw error
  }
}

/** Stops the servers and removes their databases. */
export async function removeSides(sides: readonly StoredSide[]): Promise<void> {
  for (const { agent, server, prepared } of sides) {
    agent.destroy()
    await stopProcess(server)
    await prepared.remove()
  }
}

/**
 * p50 of three endpoints on the second server over that on the first, one request at a time, both servers in turn, so that
 * both meet the same noise.
 */
export async function comparedMedians(
  sides: readonly [StoredSide, StoredSide],
  { requests, bound }: { requests: number; bound: number },
): Promise<Row[]> {
  const random = mulberry32(9)
  const urls: string[] = []
  for (const side of sides) {
    const url = await addressOf(side.server)
    urls.push(url)
    for (let m = 0; m < Math.min(TAUGHT, side.molecules); m += 1) {
      const config = { network_learning_enabled: true }
      const body = JSON.stringify({ evidence_types_to_predict: [TYPES[3]], prediction_config: config })
      const path = `/v1/fuzzy-evidence/predict-evidence/${moleculeName(m)}`
      await shoot(side.agent, url, { method: 'POST', path, headers: side.prepared.headers, body })
    }
  }
  const rows: Row[] = []
  for (const endpoint of ENDPOINTS) {
    const times: [number[], number[]] = [[], []]
    const warmUp = requests / 4
    for (let i = -warmUp; i < requests; i += 1) {
      for (const k of i % 2 ? [0, 1] : [1, 0]) {
        const { agent, prepared, molecules } = sides[k]!
        const shot = shotOf(endpoint, prepared.headers, molecules, random, 1000 + i)
        const ms = await shoot(agent, urls[k]!, shot)
        if (i >= 0) times[k]!.push(ms)
      }
    }
    const [first, second] = [median(times[0]), median(times[1])]
    const [a, b] = [sides[0].name, sides[1].name]
    console.log(`${endpoint}: p50 ${first.toFixed(2)} ms with ${a}, ${second.toFixed(2)} ms with ${b}`)
    rows.push(row(`${endpoint}: p50 with ${b} over that with ${a}`, second / first, '<=', bound, 1))
  }
  return rows
}

/** p50 of three endpoints with many rows stored over that with few. */
export async function storedRows(options: { few: number; many: number; short: boolean }): Promise<Row[]> {
  const [requests, bound] = options.short ? [100, 2] : [400, 1.3]
  const sides = [await serverWith(options.few)]
  try {
    sides.push(await serverWith(options.many))
    return await comparedMedians([sides[0]!, sides[1]!], { requests, bound })
  } finally {
    await removeSides(sides)
  }
}
