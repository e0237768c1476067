import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { admission } from './admission.ts'
import { turnLine } from './turn-line.ts'

interface Work {
  /** Processor time of one request, milliseconds, spread evenly over its stages. */
  readonly costMs: number
  /** Turns of the event loop that a request takes; between them it waits for a database. */
  readonly stages: number
  readonly pauseMs: number
  /** Whether a connection is used again; by default it is. */
  readonly keepsAlive?: boolean
}
interface Answer {
  readonly dueMs: number
  readonly latencyMs: number
  readonly accepted: boolean
}

const REFUSAL_MS = 0.03
const ACCEPT_MS = 0.03
const STALL_MS = 400

/**
 * Simulates one event loop as Node's. Each turn accepts one connection, reads everything that has arrived on those that were
 * accepted, goes on with what has waited for the database, and then begins a request of the line. A request uses a connection
 * that is free, or opens one.
 */
function simulate(
  work: Work,
  arrivalsMs: readonly number[],
  {
    stallAtMs = Infinity,
    answered = (_nowMs: number) => {},
    callerOf = (_dueMs: number): string => 'a',
  } = {},
): Answer[] {
  let now = 0
  let idle = 0
  let turnEnds: (() => void)[] = []
  const afterTurn = (callback: () => void) => void turnEnds.push(callback)
  const gate = admission({ now: () => now, idleMs: () => idle, afterTurn })
  const line = turnLine(afterTurn)
  const answers: Answer[] = []
  let free = 0
  let next = 0
  const unaccepted: number[] = []
  const readable: number[] = []
  // Pauses are equally long, so requests that went on earlier come back earlier.
  const pausing: { at: number; goOn: () => void }[] = []

  const answer = (dueMs: number, accepted: boolean) => {
    answers.push({ dueMs, latencyMs: now - dueMs, accepted })
    if (work.keepsAlive ?? true) free += 1
    answered(now)
  }
  const refuse = (dueMs: number) => {
    now += REFUSAL_MS
    answer(dueMs, false)
  }
  const goOn = (dueMs: number, stage: number, end: () => void) => {
    now += work.costMs / work.stages
    if (stage + 1 < work.stages)
      pausing.push({ at: now + work.pauseMs, goOn: () => goOn(dueMs, stage + 1, end) })
    else {
      end()
      answer(dueMs, true)
    }
  }
  const read = (dueMs: number) => {
    const admitted = gate.admit(callerOf(dueMs))
    if (!admitted) return refuse(dueMs)
    line.push(() => (admitted.begin() ? goOn(dueMs, 0, admitted.end) : refuse(dueMs)))
  }
  const arrive = () => {
    for (let dueMs = arrivalsMs[next]; dueMs !== undefined && dueMs <= now; dueMs = arrivalsMs[++next]) {
      if (free > 0) readable.push(dueMs)
      else unaccepted.push(dueMs)
      free = Math.max(0, free - 1)
    }
  }
  let stallAt = stallAtMs
  for (;;) {
    if (now >= stallAt) {
      now += STALL_MS
      stallAt = Infinity
    }
    arrive()
    if (turnEnds.length === 0 && unaccepted.length === 0 && readable.length === 0) {
      const first = Math.min(arrivalsMs[next] ?? Infinity, pausing[0]?.at ?? Infinity)
      if (first === Infinity) return answers
      idle += Math.max(0, first - now)
      now = Math.max(now, first)
      arrive()
    }
    const reads = readable.splice(0)
    const accepted = unaccepted.shift()
    if (accepted !== undefined) {
      now += ACCEPT_MS
      line.accepted()
      readable.push(accepted)
    }
    for (const dueMs of reads) read(dueMs)
    for (const began = now; (pausing[0]?.at ?? Infinity) <= began; ) pausing.shift()?.goOn()
    const ends = turnEnds
    turnEnds = []
    for (const callback of ends) callback()
  }
}

const arrivals = (perSecond: number, fromMs: number, toMs: number) =>
  Array.from(
    { length: Math.floor(((toMs - fromMs) * perSecond) / 1000) },
    (_, i) => fromMs + (i * 1000) / perSecond,
  )
const p99 = (answers: readonly Answer[]) => {
  const sorted = answers.filter(({ accepted }) => accepted).map(({ latencyMs }) => latencyMs)
  return sorted.sort((a, b) => a - b)[Math.floor(0.99 * sorted.length)] as number
}
const between = (answers: readonly Answer[], fromMs: number, toMs: number) =>
  answers.filter(({ dueMs }) => dueMs >= fromMs && dueMs < toMs)

describe('admission', () => {
  test('law: 70 % of capacity is admitted whole; of more, what is admitted waits briefly; then all is admitted again', () => {
    const works = fc.record({
      costMs: fc.double({ min: 1, max: 8, noNaN: true }),
      stages: fc.integer({ min: 1, max: 8 }),
      pauseMs: fc.double({ min: 0.2, max: 5, noNaN: true }),
    })
    fc.assert(
      fc.property(works, fc.double({ min: 1.5, max: 3, noNaN: true }), (work, factor) => {
        const capacity = 1000 / work.costMs
        const answers = simulate(work, [
          ...arrivals(0.7 * capacity, 0, 4000),
          ...arrivals(factor * capacity, 4000, 10_500),
          ...arrivals(0.7 * capacity, 10_500, 15_000),
        ])
        const calm = between(answers, 0, 4000)
        expect(calm.every(({ accepted }) => accepted)).toBe(true)
        const pressed = between(answers, 8000, 10_500)
        const admitted = pressed.filter(({ accepted }) => accepted).length
        expect(admitted).toBeLessThan(pressed.length)
        // A third of what the process could do, although it also refuses up to twice as much.
        expect(admitted).toBeGreaterThan(0.35 * capacity * 2.5)
        // A few times the usual duration, which at even arrivals is hardly more than the work itself, and short turns.
        expect(p99(pressed)).toBeLessThan(3 * p99(calm) + 3 * 5)
        expect(between(answers, 13_000, 15_000).every(({ accepted }) => accepted)).toBe(true)
      }),
      { numRuns: 10, endOnFailure: true },
    )
  })

  test('soon after an overload, waiting of a tenth of the time is an overload again', () => {
    let now = 0
    let idle = 0
    const ends: (() => void)[] = []
    const gate = admission({
      now: () => now,
      idleMs: () => idle,
      afterTurn: (callback) => ends.push(callback),
    })
    /** Turns of one length. The requests of each are answered after the next has begun. */
    const run = (turns: number, turnMs: number, idleMs: number, requests = 1) => {
      let open: ReturnType<typeof gate.admit>[] = []
      for (let turn = 0; turn < turns; turn++) {
        const read = Array.from({ length: requests }, () => gate.admit('a')).filter((one) => one?.begin())
        for (const one of open) one?.end()
        open = read
        now += turnMs
        for (const end of ends.splice(0)) end()
        now += idleMs
        idle += idleMs
      }
      for (const one of open) one?.end()
      return gate.overloaded
    }
    expect(run(20, 150, 0)).toBe(false)
    expect(run(20, 1200, 0)).toBe(false)
    expect(run(3, 1200, 0, 40)).toBe(true)
    expect(run(100, 1, 20)).toBe(false)
    expect(run(6, 150, 0)).toBe(true)
    expect(run(2000, 1, 20)).toBe(false)
    expect(run(20, 150, 0)).toBe(false)
  })

  test('a burst and a single stall are admitted whole', () => {
    const burst = simulate({ costMs: 2, stages: 1, pauseMs: 0 }, [
      ...arrivals(1e6, 0, 1.5),
      ...arrivals(100, 10, 6000),
    ])
    expect([burst.length, burst.every(({ accepted }) => accepted)]).toEqual([2099, true])
    // One request computes for 1.5 s; others arrive meanwhile.
    let now = 0
    let ends: () => void = () => {}
    const gate = admission({ now: () => now, idleMs: () => 0, afterTurn: (callback) => (ends = callback) })
    expect(gate.admit('a')).toBeDefined()
    now = 1500
    ends()
    for (let i = 0; i < 50; i++) {
      expect(gate.admit('a')).toBeDefined()
      now += 2
    }
  })

  test('dozens of clients that connect at once and wait for each answer are all admitted', () => {
    const asked = Array.from({ length: 32 }, () => 0)
    const answers = simulate({ costMs: 20, stages: 1, pauseMs: 0 }, asked, {
      answered: (nowMs) => nowMs < 10_000 && asked.push(nowMs),
    })
    expect(answers.length).toBeGreaterThan(400)
    expect(answers.every(({ accepted }) => accepted)).toBe(true)
  })

  test.each([4, 12, 24])('%i clients of a slow process are all admitted', (clients) => {
    const asked = Array.from({ length: clients }, () => 0)
    const answers = simulate({ costMs: 1500, stages: 3, pauseMs: 1 }, asked, {
      answered: (nowMs) => nowMs < 60_000 && asked.push(nowMs),
    })
    expect(answers.length).toBeGreaterThan(30)
    expect(answers.every(({ accepted }) => accepted)).toBe(true)
  })

  test('load just above the capacity is refused steadily: what is admitted never waits for long in between', () => {
    const answers = simulate({ costMs: 2.5, stages: 1, pauseMs: 0 }, [
      ...arrivals(280, 0, 2000),
      ...arrivals(460, 2000, 20_000),
    ])
    const pressed = between(answers, 12_000, 20_000)
    expect(pressed.filter(({ accepted }) => accepted).length).toBeGreaterThan(0.9 * 400 * 8)
    expect(
      Math.max(...pressed.filter(({ accepted }) => accepted).map(({ latencyMs }) => latencyMs)),
    ).toBeLessThan(40)
  })

  test('clients that open a connection for each request are noticed too', () => {
    const answers = simulate({ costMs: 3, stages: 1, pauseMs: 0, keepsAlive: false }, arrivals(1000, 0, 8000))
    const pressed = between(answers, 5000, 8000)
    expect(pressed.filter(({ accepted }) => accepted).length).toBeGreaterThan(0.5 * 333 * 3)
    expect(p99(pressed)).toBeLessThan(50)
  })

  test('soon after an overload a stall at 70 % of the capacity refuses nothing', () => {
    const work = { costMs: 3, stages: 1, pauseMs: 0 }
    const load = [...arrivals(500, 0, 5000), ...arrivals(233, 5000, 12_000)]
    const answers = simulate(work, load, { stallAtMs: 9000 })
    expect(between(answers, 0, 5000).some(({ accepted }) => !accepted)).toBe(true)
    expect(between(answers, 8000, 12_000).every(({ accepted }) => accepted)).toBe(true)
  })

  test('thousands of callers that ask for little each are an overload too, and it ends', () => {
    const load = [...arrivals(1000, 0, 8000), ...arrivals(230, 8000, 14_000)]
    const answers = simulate({ costMs: 3, stages: 1, pauseMs: 0 }, load, {
      callerOf: (dueMs) => `caller ${Math.round(dueMs) % 5000}`,
    })
    const pressed = between(answers, 5000, 8000)
    expect(pressed.filter(({ accepted }) => accepted).length).toBeGreaterThan(0.5 * 333 * 3)
    expect(p99(pressed)).toBeLessThan(500)
    expect(between(answers, 11_000, 14_000).every(({ accepted }) => accepted)).toBe(true)
  })

  test('under overload a caller that asks for little is admitted beside one that sends too much', () => {
    let now = 0
    let ends: () => void = () => {}
    const gate = admission({ now: () => now, idleMs: () => 0, afterTurn: (callback) => (ends = callback) })
    const refused = { flood: 0, quiet: 0 }
    for (let turn = 0; turn < 300; turn++) {
      for (let i = 0; i < 20; i++) {
        if (!gate.admit('flood')?.begin()) refused.flood += 1
        now += 0.4
      }
      const admitted = gate.admit('quiet')
      if (!admitted?.begin()) refused.quiet += 1
      now += 2
      admitted?.end()
      ends()
    }
    expect(refused.flood).toBeGreaterThan(2000)
    expect(refused.quiet).toBe(0)
  })

  test('a queue for another resource is overload too; streams do not count', () => {
    let now = 0
    let ends: () => void = () => {}
    let queue = 0
    const gate = admission({
      now: () => now,
      idleMs: () => now,
      afterTurn: (callback) => (ends = callback),
      waiting: () => queue,
    })
    const turn = (ms: number) => {
      const admitted = gate.admit('a')
      admitted?.begin()
      ends()
      now += ms
      return admitted?.end
    }
    for (let i = 0; i < 40; i++) turn(10) // Streams: they never end.
    now += 1000
    for (let i = 0; i < 100; i++) turn(10)?.()
    expect(gate.overloaded).toBe(false)
    queue = 1
    // One of three is completed, so more and more are under way.
    const pending: ((() => void) | undefined)[] = []
    for (let i = 0; i < 900; i++) {
      pending.push(turn(3))
      if (i % 3 === 0) pending.shift()?.()
      queue = pending.length
    }
    expect([gate.overloaded, pending.some((end) => end === undefined)]).toEqual([true, true])
    queue = 0
    for (const end of pending) end?.()
    for (let i = 0; i < 150; i++) turn(10)?.()
    expect(gate.overloaded).toBe(false)
  })
})
