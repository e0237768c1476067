import { describe, expect, it } from 'vitest'
import { countOf } from './count.ts'

const report = (numPassedTests: number, numFailedTests: number, numFailedTestSuites = 0) =>
  JSON.stringify({ numPassedTests, numFailedTests, numFailedTestSuites })

describe('countOf', () => {
  it.each([
    ['the step itself', { output: 'done\n', exitCode: 0 }, 1, 0],
    ['a failed step', { output: 'oh\n', exitCode: 2 }, 0, 1],
    ['a killed step', { output: '', exitCode: null }, 0, 1],
    [
      'the last sentence',
      { output: '1 passed, 0 failed\ncanary: 30 passed, 2 failed in 5 s\n', exitCode: 1 },
      30,
      2,
    ],
    ['rows', { output: 'table\n{"rows":[{"ok":true},{"ok":false}]}\n', exitCode: 1 }, 1, 1],
    ['a crash after success', { output: '7 passed, 0 failed\n', exitCode: 1 }, 7, 1],
    ['nothing proven', { output: '0 passed, 0 failed\n', exitCode: 0 }, 0, 1],
    ['a Vitest report', { output: '', exitCode: 0, vitestReport: report(12, 0) }, 12, 0],
    [
      'a Vitest file that cannot be imported',
      { output: '', exitCode: 1, vitestReport: report(12, 0, 1) },
      12,
      1,
    ],
    ['a Vitest run of no test', { output: '', exitCode: 0, vitestReport: report(0, 0) }, 0, 1],
  ])('%s', (_, step, passed, failed) => expect(countOf(step)).toEqual({ passed, failed }))
})
