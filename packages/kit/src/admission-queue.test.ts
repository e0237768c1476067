import { expect, test } from 'vitest'
import { admission } from './admission.ts'

interface Answer {
  readonly dueMs: number
  readonly latencyMs: number
  readonly outcome: 'done' | 'refused' | 'failed'
}
interface Span {
  readonly fromMs: number
  readonly toMs: number
}

const CONNECTIONS = 10
/** Longest wait for a connection. */
const WAIT_MS = 10_000
const NEVER: Span = { fromMs: Infinity, toMs: Infinity }

/**
 * Simulates an idle event loop in front of a pool of ten connections, in turns of a millisecond. With queries of 100 ms
 * the pool does 100 requests a second. During `stall` the database does nothing, during `pause` the process does nothing.
 */
function simulate(
  arrivalsMs: readonly number[],
  {
    queryMs = 100,
    stall = NEVER,
    pause = NEVER,
    patienceMs = Infinity,
    callerOf = (_dueMs: number): string => 'a',
    answered = (_nowMs: number) => {},
  } = {},
): Answer[] {
  interface Query {
    readonly dueMs: number
    leftMs: number
    isOver: boolean
    readonly end: () => void
  }
  let now = 0
  let pausedMs = 0
  const turnEnds: (() => void)[] = []
  const line: Query[] = []
  let running: Query[] = []
  const open = new Set<Query>()
  const gate = admission({
    now: () => now,
    idleMs: () => now - pausedMs,
    afterTurn: (callback) => void turnEnds.push(callback),
    waiting: () => line.length,
  })
  const answers: Answer[] = []
  const answer = (dueMs: number, outcome: Answer['outcome']) => {
    answers.push({ dueMs, latencyMs: now - dueMs, outcome })
    answered(now)
  }
  const end = (query: Query, outcome: Answer['outcome']) => {
    if (query.isOver) return
    query.isOver = true
    open.delete(query)
    query.end()
    answer(query.dueMs, outcome)
  }
  const read = (dueMs: number) => {
    const admitted = gate.admit(callerOf(dueMs))
    if (!admitted?.begin()) return answer(dueMs, 'refused')
    const query = { dueMs, leftMs: queryMs, isOver: false, end: admitted.end }
    open.add(query)
    line.push(query)
  }
  const advanceDatabase = (ms: number) => {
    if (now < stall.fromMs || now >= stall.toMs) for (const query of running) query.leftMs -= ms
    for (const query of running) if (query.leftMs <= 0) end(query, 'done')
    running = running.filter(({ leftMs }) => leftMs > 0)
    while (line[0] && now - line[0].dueMs > WAIT_MS) end(line.shift()!, 'failed')
    running.push(...line.splice(0, CONNECTIONS - running.length))
  }
  for (let next = 0; next < arrivalsMs.length || open.size > 0; ) {
    const stepMs = now >= pause.fromMs && now < pause.toMs ? pause.toMs - now : 1
    now += stepMs
    pausedMs += stepMs - 1
    for (; arrivalsMs[next]! <= now; next++) read(arrivalsMs[next]!)
    advanceDatabase(stepMs)
    // A client that gives up is gone, but its query stays in the line.
    for (const query of open) {
      if (now - query.dueMs <= patienceMs) break
      end(query, 'failed')
    }
    for (const callback of turnEnds.splice(0)) callback()
  }
  return answers
}

/** Arrivals at random, the same in each run. */
function arrivals(perSecond: number, fromMs: number, toMs: number): number[] {
  const times: number[] = []
  let seed = 1
  for (let time = fromMs; ; ) {
    seed = (seed * 48_271) % 2_147_483_647
    time -= (Math.log(seed / 2_147_483_647) * 1000) / perSecond
    if (time >= toMs) return times
    times.push(time)
  }
}
const between = (answers: readonly Answer[], fromMs: number, toMs: number) =>
  answers.filter(({ dueMs }) => dueMs >= fromMs && dueMs < toMs)
const outcomes = (answers: readonly Answer[]) => [...new Set(answers.map(({ outcome }) => outcome))].sort()

const STALL: Span = { fromMs: 4000, toMs: 6000 }
const OVERLOAD = [...arrivals(70, 0, 4000), ...arrivals(150, 4000, 20_000), ...arrivals(70, 20_000, 26_000)]

test.each([
  ['wait until they are answered', {}],
  ['give up after two seconds', { patienceMs: 2000 }],
  ['are thousands with one request each', { callerOf: (dueMs: number) => `caller ${dueMs}` }],
])('a queue for connections that a stall has left is worked off under overload; clients %s', (_, options) => {
  const answers = simulate(OVERLOAD, { stall: STALL, ...options })
  const pressed = between(answers, 12_000, 20_000)
  expect(outcomes(pressed)).toEqual(['done', 'refused'])
  const done = pressed.filter(({ outcome }) => outcome === 'done')
  expect(done.length).toBeGreaterThan(0.8 * 100 * 8)
  expect(Math.max(...done.map(({ latencyMs }) => latencyMs))).toBeLessThan(2000)
  expect(outcomes(between(answers, 23_000, 26_000))).toEqual(['done'])
})

test('an overload that no stall began is noticed too', () => {
  const answers = simulate([...arrivals(70, 0, 4000), ...arrivals(500, 4000, 14_000)])
  expect(outcomes(between(answers, 8000, 14_000))).toEqual(['done', 'refused'])
})

test('a stall of the database or of the process below the capacity refuses nothing', () => {
  const load = arrivals(70, 0, 20_000)
  expect(outcomes(simulate(load, { stall: STALL }))).toEqual(['done'])
  expect(outcomes(simulate(load, { pause: STALL }))).toEqual(['done'])
})

const closedLoop = (clients: number, options: Parameters<typeof simulate>[1]) => {
  const asked = Array.from({ length: clients }, () => 0)
  return simulate(asked, { ...options, answered: (nowMs) => nowMs < 15_000 && asked.push(nowMs + 1) })
}

test.each([
  ['answers', {}],
  ['answers, while the database stalls', { stall: STALL }],
  ['answers, while the process gets no processor time', { pause: STALL }],
])('dozens of clients that keep the pool busy and wait for their %s are all admitted', (_, options) => {
  const answers = closedLoop(60, options)
  expect(answers.length).toBeGreaterThan(1200)
  expect(outcomes(answers)).toEqual(['done'])
})

test('requests that take long are no overload although somebody always waits for a connection', () => {
  expect(outcomes(closedLoop(14, { queryMs: 2500 }))).toEqual(['done'])
  expect(outcomes(closedLoop(16, { queryMs: 1100 }))).toEqual(['done'])
})
