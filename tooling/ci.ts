/**
 * The second half of `.ci/run`, once Node 24, the packages and PostgreSQL are there: every proof as a named step.
 * It goes on after a failure and ends with one line, `N passed, N failed`.
 *
 * A script `<name>:ci` in the package.json of the root, the kit or a service is a step too: the short form of a bench,
 * an accuracy run or a proof, ending in rows or in "N passed, N failed". So a service brings and takes its own. With `--full`
 * the scripts `<name>:full` follow: the long forms, which take hours and are run once before a release.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, SERVICES } from './copy-tree.ts'
import { runSteps, type Step } from './steps/run-steps.ts'

/** Ends a long form that hangs: five times what the longest, a full fuzz run, may take. */
const FULL_HANG_SECONDS = 5 * 90 * 60

const npm = (script: string, ...args: string[]): Step => ({
  name: script + args.map((arg) => ` ${arg}`).join(''),
  command: ['npm', 'run', '--silent', script, ...(args.length > 0 ? ['--', ...args] : [])],
})
const vitest = (project: string): Step => ({
  name: project,
  command: ['npx', 'vitest', 'run', '--project', project],
  vitest: true,
})

/** Short forms that measure time, in which a neighbour would be measured too. */
const TIMED = /^(bench|proof)/

/** The scripts of one package.json whose names end in `suffix`, run in its folder. */
function ownSteps(folder: string, suffix: ':ci' | ':full'): Step[] {
  const manifest = join(ROOT, folder, 'package.json')
  if (!existsSync(manifest)) return []
  const { scripts = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as { scripts?: Record<string, string> }
  return Object.keys(scripts)
    .filter((script) => script.endsWith(suffix))
    .map((script) => ({
      name: folder === '.' ? script : `${folder.split('/').at(-1)} ${script}`,
      command: ['npm', 'run', '--silent', '--prefix', folder, script] as const,
      ...(suffix === ':full' ? { withinSeconds: FULL_HANG_SECONDS } : {}),
      ...(suffix === ':full' || TIMED.test(script) ? {} : { beside: true as const }),
      ...(suffix === ':ci' && script.startsWith('bench') ? { again: true as const } : {}),
    }))
}

const FOLDERS = ['.', 'packages/kit', ...SERVICES.map((service) => `services/${service}`)]

const beside = (step: Step): Step => ({ ...step, beside: true })
const short = FOLDERS.flatMap((folder) => ownSteps(folder, ':ci'))

const timedPages = vitest('e2e-timed')

/** First what measures no time, two steps at once and the longest early; then what must have the machine to itself. */
const STEPS: readonly Step[] = [
  beside(vitest('acceptance')),
  beside({ ...npm('check'), show: true }),
  beside(npm('readme')),
  beside(npm('delete-one')),
  beside(vitest('integration')),
  beside(vitest('e2e')),
  beside(npm('smoke-pack')),
  beside(npm('smoke-client')),
  beside(npm('smoke-languages')),
  beside(npm('openapi', '--check')),
  beside(npm('client', '--check')),
  ...short.filter((step) => step.beside),
  // The packages that the other browser tests made a few minutes before.
  { ...timedPages, command: ['env', 'REUSE_PACKED=1', ...timedPages.command] },
  ...short.filter((step) => !step.beside),
  ...(process.argv.includes('--full') ? FOLDERS.flatMap((folder) => ownSteps(folder, ':full')) : []),
]

const { passed, failed } = await runSteps('ci', STEPS)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
