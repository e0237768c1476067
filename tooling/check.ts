/** `npm run check`: all that needs no database and no network, in under three minutes. */
import { runSteps, type Step } from './steps/run-steps.ts'

const npm = (script: string, ...args: string[]): Step => ({
  name: script,
  command: ['npm', 'run', '--silent', script, '--', ...args],
})

const STEPS: readonly Step[] = [
  npm('types'),
  npm('lint'),
  npm('arrows'),
  npm('unused'),
  npm('canary'),
  npm('licences'),
  npm('words'),
  npm('docs:accuracy', '--check'),
  { name: 'unit', command: ['npx', 'vitest', 'run', '--project', 'unit'], vitest: true },
]

const { passed, failed } = await runSteps('check', STEPS)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
