import { join } from 'node:path'
import { addressOf, processorSeconds, startProcess, stopProcess } from '@assay/kit/testing-process'
import { type Row, row } from '@assay/kit/testing-report'
import { answersPerSecond, answerTo, median, type Shot } from './http-load.ts'
import { loadEvidence, moleculeName, prepareDatabase, twentyItems } from './prepared-database.ts'

/** Molecules that take turns, so that writers of one molecule, who wait for each other, are not what is measured. */
const MOLECULES = 64
const CONNECTIONS = 8

/**
 * `integrate` of 20 items on molecules that keep 200, against bare Fastify with the same token check and the same SQL
 * in the same kind of transaction, which sends an answer of the same content. Both are measured in turn, round by round, so that both meet the same noise.
 */
export async function integrateRow(short: boolean): Promise<Row> {
  const [rounds, seconds, bound] = short ? [4, 1.5, 0.3] : [7, 4, 0.6]
  const prepared = await prepareDatabase()
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: prepared.url,
    NODE_ENV: 'production',
    BENCH_ORGANIZATION: prepared.organizationId,
    BENCH_ITEMS: JSON.stringify(twentyItems(1)),
  }
  const script = (path: string) => join(import.meta.dirname, path)
  const args = [
    'serve',
    '--port',
    '0',
    '--rate-limit-per-minute',
    '0',
    '--admin-port',
    '-1',
    '--max-event-loop-delay-ms',
    '0',
  ]
  const contenders = [startProcess(script('../src/cli/main.ts'), args, { env })]
  try {
    await loadEvidence(prepared, 20_000)
    const shots = Array.from(
      { length: MOLECULES },
      (_, m): Shot => ({
        method: 'POST',
        path: '/v1/fuzzy-evidence/integrate',
        headers: prepared.headers,
        body: JSON.stringify({ molecule_id: moleculeName(m), evidence_list: twentyItems(1) }),
      }),
    )
    const shotOf = (index: number): Shot => shots[index % MOLECULES]!
    const BENCH_ANSWER = await answerTo(await addressOf(contenders[0]!), shots[0]!)
    contenders.push(startProcess(script('integrate-bare.ts'), [], { env: { ...env, BENCH_ANSWER } }))
    const measured = await Promise.all(
      contenders.map(async (process) => ({
        process,
        url: await addressOf(process),
        rates: [] as number[],
        answered: 0,
        cost: 0,
      })),
    )
    for (const { url } of measured)
      await answersPerSecond(url, shotOf, { connections: CONNECTIONS, seconds: short ? 2 : 4 })
    for (let turn = 0; turn < rounds; turn += 1) {
      for (const side of turn % 2 ? measured.toReversed() : measured) {
        const before = processorSeconds(side.process.pid)
        const { rate, answered } = await answersPerSecond(side.url, shotOf, {
          connections: CONNECTIONS,
          seconds,
        })
        side.cost += processorSeconds(side.process.pid) - before
        side.answered += answered
        side.rates.push(rate)
      }
    }
    const [ours, bare] = measured as [(typeof measured)[0], (typeof measured)[0]]
    const typical = short ? (rates: number[]) => Math.max(...rates) : median
    for (const [name, side] of [['ours', ours] as const, ['bare', bare] as const]) {
      const ms = ((1000 * side.cost) / side.answered).toFixed(2)
      console.log(
        `integrate, ${name}: ${typical(side.rates).toFixed(0)} answers/s, ${ms} ms of processor each`,
      )
    }
    return row(
      'integrate of 20 on 200 kept: answers/s over bare Fastify',
      typical(ours.rates) / typical(bare.rates),
      '>=',
      bound,
      1,
    )
  } finally {
    for (const process of contenders) await stopProcess(process)
    await prepared.remove()
  }
}
