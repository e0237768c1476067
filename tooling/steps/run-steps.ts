import { spawn } from 'node:child_process'
import { createWriteStream, existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../copy-tree.ts'
import { type Count, countOf } from './count.ts'

export interface Step {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  /** A Vitest run: its tests are counted from its report. */
  readonly vitest?: true
  /** Show the whole log, not only a failure's end: for a step that prints steps of its own. */
  readonly show?: true
  /** Ended as failed after this time. */
  readonly withinSeconds?: number
  /** Measures no time: it may run beside the steps that do not say so. */
  readonly beside?: true
  /**
   * Compares times. Where it fails it runs once more after all others, and that run counts: a machine shared with others
   * stalls for minutes, in which no time says anything of the code, and code that became slower is slow again.
   */
  readonly again?: true
}

/** Ends a step that hangs. Five times the longest step on a usual day, because this machine is sometimes five times slower. */
const HANG_SECONDS = 4500
const TAIL_LINES = 60

/** Lines of a log that name what failed: a test, a row of a table, an error. */
const FAILURE = /^\s*(FAIL|×) |\bFAILED\b|Error: /
const FAILURE_LINES = 12

/** The process groups that run at this moment. An interruption ends them all. */
const running = new Set<number>()

function endGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal)
  } catch {
    // It has ended.
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    // A step may have steps of its own, which it can only end when asked politely.
    for (const group of running) endGroup(group, 'SIGTERM')
    process.exit(130)
  })

/** Runs a command and writes the processor time of all that it started and waited for to the file named first. */
const MEASURED = 'times=$1; shift; "$@"; code=$?; times >"$times"; exit $code'

/** Adds up the second line of what bash's `times` prints, user and system time of its children: `1m2.345s 0m0.120s`. */
function processorSeconds(printed: string): number {
  const [, children = ''] = printed.split('\n')
  const parts = [...children.matchAll(/(\d+)m([\d.]+)s/g)]
  return parts.reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0)
}

/** Returns what failed and the end of a log: whoever sees only the beginning of a long output still learns the cause. */
export function failureOf(log: string): string {
  const lines = log.trimEnd().split('\n')
  const named = lines.filter((line) => FAILURE.test(line)).slice(0, FAILURE_LINES)
  return [...named, ...(named.length > 0 ? ['…'] : []), ...lines.slice(-TAIL_LINES)].join('\n')
}

/** Runs one step in a process group of its own, its output in a log file; resolves to the exit code, null when late. */
function runStep(step: Step, log: string, report: string, times: string): Promise<number | null> {
  const vitest = step.vitest ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`] : []
  return new Promise((done, fail) => {
    const file = createWriteStream(log)
    const child = spawn('bash', ['-c', MEASURED, 'step', times, ...step.command, ...vitest], {
      cwd: ROOT,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', npm_config_loglevel: 'error' },
    })
    child.stdout.pipe(file, { end: false })
    child.stderr.pipe(file, { end: false })
    const group = child.pid as number
    running.add(group)
    let late = false
    const timer = setTimeout(
      () => {
        late = true
        endGroup(group, 'SIGTERM')
        setTimeout(() => endGroup(group, 'SIGKILL'), 3_000).unref()
      },
      (step.withinSeconds ?? HANG_SECONDS) * 1000,
    )
    child.once('error', fail)
    child.once('close', (code) => {
      clearTimeout(timer)
      running.delete(group)
      file.end(late ? `\nended: not finished after ${step.withinSeconds ?? HANG_SECONDS} s\n` : '', () =>
        done(late ? null : code),
      )
    })
  })
}

/**
 * Runs the steps, all of them also after a failure, and prints a line for each and the sum at the end, with the processor
 * time of their processes (not of servers that ran before, such as PostgreSQL). The steps run in order; a run of neighbours that measure no time (`beside`) is shared by two lanes, of which each takes the next.
 */
export async function runSteps(title: string, steps: readonly Step[]): Promise<Count> {
  const logs = mkdtempSync(join(tmpdir(), 'assay-steps-'))
  const total = { passed: 0, failed: 0 }
  const started = performance.now()
  const failedSteps: string[] = []
  let processorTotal = 0
  const again: [index: number, step: Step][] = []
  const run = async (step: Step, index: number): Promise<void> => {
    const log = join(logs, `${String(index + 1).padStart(2, '0')}-${step.name.replaceAll(/\W+/g, '-')}.log`)
    const report = `${log}.json`
    const times = `${log}.times`
    const from = performance.now()
    const exitCode = await runStep(step, log, report, times)
    const output = readFileSync(log, 'utf8')
    const count = countOf({
      output,
      exitCode,
      ...(step.vitest && existsSync(report) ? { vitestReport: readFileSync(report, 'utf8') } : {}),
    })
    const repeat = step.again === true && count.failed > 0
    if (repeat) {
      const { again: _, ...once } = step
      again.push([steps.length + again.length, { ...once, name: `${step.name} (again)` }])
    } else {
      total.passed += count.passed
      total.failed += count.failed
    }
    if (step.show) process.stdout.write(output.replaceAll(/^/gm, '  | ').replace(/ {2}\| $/, ''))
    const seconds = ((performance.now() - from) / 1000).toFixed(1).padStart(6)
    const processor = existsSync(times) ? processorSeconds(readFileSync(times, 'utf8')) : 0
    processorTotal += processor
    console.log(
      `${count.failed === 0 ? 'ok    ' : repeat ? 'AGAIN ' : 'FAILED'} ${step.name.padEnd(24)} ${seconds} s ${processor.toFixed(1).padStart(6)} s of processor  ${count.passed} passed, ${count.failed} failed`,
    )
    if (count.failed > 0) {
      if (!repeat) failedSteps.push(step.name)
      if (!step.show) console.log(failureOf(output).replaceAll(/^/gm, '  | '))
      console.log(`  log: ${log}`)
    }
  }
  const waiting = [...steps.entries()]
  /** Takes the next step, and the ones after it as long as they may run beside each other. */
  const lane = async (): Promise<void> => {
    while (waiting[0]?.[1].beside) {
      const [index, step] = waiting.shift()!
      await run(step, index)
    }
  }
  while (waiting.length > 0) {
    await Promise.all([lane(), lane()])
    const next = waiting.shift()
    if (next !== undefined) await run(next[1], next[0])
  }
  for (const [index, step] of again) await run(step, index)
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  console.log(
    `${title}: ${steps.length} steps in ${seconds} s, ${processorTotal.toFixed(0)} s of processor${failedSteps.length > 0 ? `, failed: ${failedSteps.join(', ')}` : ''}`,
  )
  return total
}
