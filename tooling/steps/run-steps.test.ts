import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failureOf, runSteps, type Step } from './run-steps.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-lanes-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Leaves its mark and waits for that of another: two such steps end only when they run at once. */
const meets = (name: string, other: string): Step => ({
  name,
  beside: true,
  command: [
    'bash',
    '-c',
    `touch ${join(folder, name)}; until [ -e ${join(folder, other)} ]; do sleep .02; done`,
  ],
})

describe('runSteps', () => {
  it('runs two neighbours at once that measure no time', async () => {
    expect(await runSteps('test', [meets('a', 'b'), meets('b', 'a')])).toEqual({ passed: 2, failed: 0 })
  })

  it('gives the machine to a step that measures time, and goes on after a failure', async () => {
    const running = join(folder, 'running')
    const slow: Step = {
      name: 'slow',
      beside: true,
      command: ['bash', '-c', `touch ${running}; sleep .3; rm ${running}; exit 3`],
    }
    const timed: Step = { name: 'timed', command: ['test', '!', '-e', running] }
    expect(await runSteps('test', [slow, timed, slow, timed])).toEqual({ passed: 2, failed: 2 })
  })

  it('runs a failed comparison of times once more, after the others, and counts that run', async () => {
    const order = join(folder, 'order')
    const second: Step = {
      name: 'second',
      again: true,
      command: ['bash', '-c', `echo second >>${order}; [ $(grep -c second ${order}) = 2 ]`],
    }
    const never: Step = {
      name: 'never',
      again: true,
      command: ['bash', '-c', `echo never >>${order}; false`],
    }
    const last: Step = { name: 'last', command: ['bash', '-c', `echo last >>${order}`] }
    expect(await runSteps('test', [second, never, last])).toEqual({ passed: 2, failed: 1 })
    expect(readFileSync(order, 'utf8').trim().split('\n')).toEqual([
      'second',
      'never',
      'last',
      'second',
      'never',
    ])
  })
})

describe('failureOf', () => {
  it('names what failed before it shows the end of the log', () => {
    const passed = Array.from({ length: 200 }, (_, i) => ` ✓ test ${i}`)
    const log = [' × the one that failed 3ms', ...passed, 'AssertionError: expected 1 to be 2'].join('\n')
    const shown = failureOf(log).split('\n')
    expect(shown.slice(0, 3)).toEqual([
      ' × the one that failed 3ms',
      'AssertionError: expected 1 to be 2',
      '…',
    ])
    expect(shown.slice(3)).toEqual([...passed.slice(-59), 'AssertionError: expected 1 to be 2'])
  })

  it('shows the end alone of a log that names no failure', () => {
    expect(failureOf('a\nb\n')).toBe('a\nb')
  })
})
