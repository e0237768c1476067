import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { admission } from './admission.ts'

interface Work {
  /** Processor time of one request, milliseconds, spread evenly over its stages. */
  readonly costMs: number
  /** Turns of the event loop that a request takes; between them it waits for a database. */
  readonly stages: number
  readonly pauseMs: number
}
interface Answer {
  readonly dueMs: number
  readonly latencyMs: number
  readonly accepted: boolean
}

const REFUSAL_MS = 0.03

/** Simulates one event loop: each turn handles, in order of arrival, everything that was due when it began. */
function simulate(work: Work, arrivalsMs: readonly number[]): Answer[] {
  let now = 0
  let idle = 0
  let turnEnds: (() => void)[] = []
  const gate = admission({
    now: () => now,
    idleMs: () => idle,
    afterTurn: (callback) => turnEnds.push(callback),
  })
  const answers: Answer[] = []
  // Pauses are equally long, so requests that went on earlier come back earlier: two lines, each in order of time.
  const coming = arrivalsMs.map((dueMs) => ({ at: dueMs, dueMs, stage: 0, end: () => {} }))
  const pausing: typeof coming = []
  let [c, p] = [0, 0]
  const nextAt = () => Math.min(coming[c]?.at ?? Infinity, pausing[p]?.at ?? Infinity)
  while (nextAt() < Infinity) {
    const first = nextAt()
    if (first > now) {
      idle += first - now
      now = first
    }
    const began = now
    while (nextAt() <= began) {
      const event = (coming[c]?.at ?? Infinity) <= (pausing[p]?.at ?? Infinity) ? coming[c++]! : pausing[p++]!
      if (event.stage === 0) {
        const end = gate.admit('a')
        if (!end) {
          now += REFUSAL_MS
          answers.push({ dueMs: event.dueMs, latencyMs: now - event.dueMs, accepted: false })
          continue
        }
        event.end = end
      }
      now += work.costMs / work.stages
      event.stage += 1
      if (event.stage < work.stages) pausing.push({ ...event, at: now + work.pauseMs })
      else {
        event.end()
        answers.push({ dueMs: event.dueMs, latencyMs: now - event.dueMs, accepted: true })
      }
    }
    for (const callback of turnEnds.splice(0)) callback()
    turnEnds = []
  }
  return answers
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
    /** Turns of one length, one request in each. */
    const run = (turns: number, turnMs: number, idleMs: number) => {
      for (let turn = 0; turn < turns; turn++) {
        gate.admit('a')?.()
        now += turnMs
        for (const end of ends.splice(0)) end()
        now += idleMs
        idle += idleMs
      }
      return gate.overloaded
    }
    expect(run(20, 150, 0)).toBe(false)
    expect(run(3, 1200, 0)).toBe(true)
    expect(run(50, 1, 20)).toBe(false)
    expect(run(4, 150, 0)).toBe(true)
    expect(run(2000, 1, 20)).toBe(false)
    expect(run(20, 150, 0)).toBe(false)
  })

  test('a burst and a single stall are admitted whole', () => {
    const burst = simulate({ costMs: 2, stages: 1, pauseMs: 0 }, arrivals(1e6, 0, 0.5))
    expect([burst.length, burst.every(({ accepted }) => accepted)]).toEqual([500, true])
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

  test('under overload a caller that asks for little is admitted beside one that sends too much', () => {
    let now = 0
    let ends: () => void = () => {}
    const gate = admission({ now: () => now, idleMs: () => 0, afterTurn: (callback) => (ends = callback) })
    const refused = { flood: 0, quiet: 0 }
    for (let turn = 0; turn < 300; turn++) {
      for (let i = 0; i < 20; i++) {
        if (!gate.admit('flood')) refused.flood += 1
        now += 0.4
      }
      const end = gate.admit('quiet')
      if (!end) refused.quiet += 1
      now += 2
      end?.()
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
      ends()
      now += ms
      return admitted
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
    }
    expect([gate.overloaded, pending.some((end) => end === undefined)]).toEqual([true, true])
    queue = 0
    for (const end of pending) end?.()
    for (let i = 0; i < 100; i++) turn(10)?.()
    expect(gate.overloaded).toBe(false)
  })
})
