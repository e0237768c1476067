/**
 * The second half of `.ci/run`, once Node 24, the packages and PostgreSQL are there: every proof as a named step.
 * It goes on after a failure and ends with one line, `N passed, N failed`.
 */
import { runSteps, type Step } from './steps/run-steps.ts'

const npm = (script: string, ...args: string[]): Step => ({
  name: script + args.map((arg) => ` ${arg}`).join(''),
  command: ['npm', 'run', '--silent', script, ...(args.length > 0 ? ['--', ...args] : [])],
})
const vitest = (project: string): Step => ({
  name: project,
  command: ['npx', 'vitest', 'run', '--project', project],
  vitest: true,
})

const STEPS: readonly Step[] = [
  { ...npm('check'), show: true },
  vitest('integration'),
  vitest('acceptance'),
  npm('openapi', '--check'),
  npm('client', '--check'),
  npm('smoke-pack', '--noisy'),
  npm('readme'),
  npm('delete-one'),
]

const { passed, failed } = await runSteps('ci', STEPS)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
