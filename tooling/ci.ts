/**
 * The second half of `.ci/run`, once Node 24, the packages and PostgreSQL are there: every proof as a named step.
 * It goes on after a failure and ends with one line, `N passed, N failed`.
 *
 * A script `<name>:ci` in the package.json of the root, the kit or a service is a step too: the short form of a bench,
 * an accuracy run or a proof, ending in rows or in "N passed, N failed". So a service brings and takes its own.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, SERVICES } from './copy-tree.ts'
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

/** The `:ci` scripts of one package.json, run in its folder. */
function ownSteps(folder: string): Step[] {
  const manifest = join(ROOT, folder, 'package.json')
  if (!existsSync(manifest)) return []
  const { scripts = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as { scripts?: Record<string, string> }
  return Object.keys(scripts)
    .filter((script) => script.endsWith(':ci'))
    .map((script) => ({
      name: folder === '.' ? script : `${folder.split('/').at(-1)} ${script}`,
      command: ['npm', 'run', '--silent', '--prefix', folder, script],
    }))
}

const STEPS: readonly Step[] = [
  { ...npm('check'), show: true },
  vitest('integration'),
  vitest('acceptance'),
  npm('openapi', '--check'),
  npm('client', '--check'),
  npm('smoke-pack'),
  npm('smoke-client'),
  npm('readme'),
  npm('delete-one'),
  ...['.', 'packages/kit', ...SERVICES.map((service) => `services/${service}`)].flatMap(ownSteps),
]

const { passed, failed } = await runSteps('ci', STEPS)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
