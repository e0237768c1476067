import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Refusal } from '../domain/refusal.ts'
import { severalFiles } from './several-files.ts'

const never = new AbortController().signal
let said: string

beforeEach(() => {
  said = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text)
    return true
  })
})
afterEach(() => vi.restoreAllMocks())

describe('severalFiles', () => {
  it('has as many under way as it may, never more than one further, and tells them in order', async () => {
    const plan = fc.array(fc.nat(6), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(plan, fc.integer({ min: 1, max: 5 }), async (turns, atOnce) => {
        const files = turns.map((_, index) => `${index}.wav`)
        const told: string[] = []
        let underWay = 0
        let most = 0
        const code = await severalFiles({
          files,
          atOnce,
          signal: never,
          async work(path) {
            most = Math.max(most, ++underWay)
            for (let left = turns[Number.parseInt(path, 10)]!; left > 0; left--) await turn()
            underWay -= 1
            return path
          },
          use: async (result) => void told.push(result),
        })
        expect([code, told]).toEqual([0, files])
        // The next one waits for a thread while the last result is used.
        expect(most).toBeLessThanOrEqual(atOnce + 1)
        if (turns.every((count) => count > 0))
          expect(most).toBeGreaterThanOrEqual(Math.min(atOnce, files.length))
      }),
      { numRuns: 60 },
    )
  })

  it('goes on after a file that is refused or not there, says so, and ends with 1', async () => {
    const told: string[] = []
    const code = await severalFiles({
      files: ['a', 'b', 'c', 'd'],
      atOnce: 2,
      signal: never,
      async work(path) {
        if (path === 'b')
          throw new Refusal('DECODE_FAILED', 'it is broken', {
            field: 'file',
            issue: 'broken',
            provided: path,
          })
        if (path === 'c') throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' })
        return path
      },
      use: async (result) => void told.push(result),
    })
    expect([code, told]).toEqual([1, ['a', 'd']])
    expect(said).toContain('b: it is broken\n')
    expect(said).toContain('c: the file does not exist\n')
  })

  it('ends the others when something else goes wrong', async () => {
    const aborted: string[] = []
    const work = severalFiles({
      files: ['a', 'b'],
      atOnce: 2,
      signal: never,
      work: (path, { signal }) =>
        path === 'a'
          ? Promise.reject(new TypeError('a bug'))
          : new Promise<string>(() => signal.addEventListener('abort', () => aborted.push(path))),
      use: async () => {},
    })
    await expect(work).rejects.toThrow('a bug')
    expect(aborted).toEqual(['b'])
  })

  it('gives back what it holds before the last result is used', async () => {
    const events: string[] = []
    await severalFiles({
      files: ['a', 'b'],
      atOnce: 1,
      signal: never,
      work: async (path) => path,
      use: async (result) => void events.push(result),
      whenDone: async () => void events.push('done'),
    })
    expect(events).toEqual(['a', 'done', 'b'])
  })
})
