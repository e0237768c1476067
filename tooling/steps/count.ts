export interface Count {
  readonly passed: number
  readonly failed: number
}

interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numFailedTestSuites: number
}
interface Rows {
  readonly rows: readonly { readonly ok: boolean }[]
}

function fromVitest(report: string): Count {
  const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(report) as VitestReport
  // A file that cannot be imported fails as a suite and holds no failed test.
  return { passed: numPassedTests, failed: numFailedTests > 0 ? numFailedTests : numFailedTestSuites }
}

function fromRows(line: string): Count | undefined {
  if (!line.startsWith('{"rows":')) return undefined
  const { rows } = JSON.parse(line) as Rows
  const passed = rows.filter(({ ok }) => ok).length
  return { passed, failed: rows.length - passed }
}

function fromSentence(line: string): Count | undefined {
  const match = /(\d+) passed, (\d+) failed/.exec(line)
  return match ? { passed: Number(match[1]), failed: Number(match[2]) } : undefined
}

/**
 * How many things a step proved: the tests of a Vitest report, else the rows or the sentence "N passed, N failed" at
 * the end of its output, else the step itself. A step that failed counts at least one failure, and so does one that
 * succeeded without proving anything.
 */
export function countOf(step: { output: string; exitCode: number | null; vitestReport?: string }): Count {
  const lines = step.output.trimEnd().split('\n').reverse()
  const counted =
    step.vitestReport !== undefined
      ? fromVitest(step.vitestReport)
      : (lines.map((line) => fromRows(line) ?? fromSentence(line)).find((count) => count !== undefined) ?? {
          passed: step.exitCode === 0 ? 1 : 0,
          failed: 0,
        })
  const unproven = counted.passed + counted.failed === 0
  return counted.failed === 0 && (step.exitCode !== 0 || unproven) ? { ...counted, failed: 1 } : counted
}
