/**
 * `npm run site`: builds the documentation site into site/dist and checks it. With `--browser` the pages are also opened
 * from the folder in a browser. Ends with "N passed, N failed".
 */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { checkSite, type Verdict } from './src/check/check-site.ts'

const FOLDER = join(import.meta.dirname, 'dist')

function build(): Verdict {
  rmSync(FOLDER, { recursive: true, force: true })
  const { status, stdout, stderr } = spawnSync('npx', ['astro', 'build'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  })
  const faults = status === 0 ? [] : `${stdout}\n${stderr}`.trim().split('\n').slice(-30)
  return { what: 'the site is built', ok: status === 0, faults }
}

const built = build()
const verdicts = built.ok ? [built, ...(await checkSite(FOLDER))] : [built]
if (built.ok && process.argv.includes('--browser')) {
  const { checkInBrowser } = await import('./src/check/browser.ts')
  verdicts.push(...(await checkInBrowser(FOLDER, process.argv.includes('--pictures'))))
}
for (const { what, ok, faults } of verdicts) {
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${what}`)
  for (const fault of faults.slice(0, 30)) console.log(`       ${fault}`)
}
const failed = verdicts.filter(({ ok }) => !ok).length
console.log(`site: ${verdicts.length - failed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
