/**
 * `npm run deployment`: checks what operators install, without an engine or a cluster: compose files and manifests by
 * their schemas, systemd units by systemd, alert rules by promtool, every setting by the list of settings, and every
 * metric of dashboards and alerts on running services. `npm run manifests` (`--render`) renders the chart. With `--ci` a missing tool is installed instead of left out.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './copy-tree.ts'
import { composeFileProblems } from './deployment/compose-file.ts'
import { renderedProblems, renderManifests } from './deployment/manifests.ts'
import { expressions, metricsOf } from './deployment/metric-names.ts'
import { runningMetrics, seriesNames } from './deployment/running-metrics.ts'
import { canVerifyUnits, unitProblems, unitSettingProblems } from './deployment/units.ts'

if (process.argv.includes('--render')) {
  renderManifests()
  process.exit(0)
}

const hasPromtool = () => spawnSync('promtool', ['--version']).status === 0

if (process.argv.includes('--ci')) {
  const missing = [...(canVerifyUnits() ? [] : ['systemd']), ...(hasPromtool() ? [] : ['prometheus'])]
  execFileSync(join(ROOT, 'tooling/apt.sh'), missing, { stdio: 'inherit' })
}

/** Lets Prometheus read its configuration and the rules, and fires alerts on made-up series. */
function promtoolProblems(): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'assay-prometheus-'))
  // Debian's promtool does not know the discovery of Kubernetes; the relabelling is the part that can be wrong.
  const kubernetes = readFileSync(join(ROOT, 'deploy/prometheus/kubernetes.yaml'), 'utf8')
  const relabelled = join(folder, 'kubernetes.yaml')
  writeFileSync(
    relabelled,
    kubernetes.replace(/kubernetes_sd_configs:\n +- role: pod\n/, 'static_configs: []\n'),
  )
  const checks = [
    ['check', 'config', join(ROOT, 'deploy/prometheus/prometheus.yaml')],
    ['check', 'config', relabelled],
    ['test', 'rules', join(ROOT, 'tooling/deployment/alerts.test.yaml')],
  ]
  const problems = checks
    .map((args) => spawnSync('promtool', args, { encoding: 'utf8' }))
    .filter(({ status }) => status !== 0)
    .map(({ stdout, stderr }) => `${stdout}${stderr}`.trim())
  rmSync(folder, { recursive: true })
  return problems
}

/** Returns metrics of dashboards and alerts that no running process has. */
async function metricProblems(): Promise<string[]> {
  const names = seriesNames(await runningMetrics())
  return expressions().flatMap(({ where, expression }) =>
    metricsOf(expression)
      .filter((name) => !names.has(name))
      .map((name) => `${where}: no running service has ${name}`),
  )
}

const checks: readonly [string, () => string[] | Promise<string[]>, boolean?][] = [
  ['compose files: schema, hardening, references, secrets, settings', composeFileProblems],
  ['manifests: schema, settings, same as the chart', renderedProblems],
  ['systemd units: settings', unitSettingProblems],
  ['systemd units: verify, exposure at most 2.0', unitProblems, canVerifyUnits()],
  ['Prometheus: configuration, rules and tests of alerts', promtoolProblems, hasPromtool()],
  ['dashboards and alerts: every metric on running services', metricProblems],
]
let passed = 0
let failed = 0
for (const [name, problemsOf, possible = true] of checks) {
  if (!possible) {
    console.log(`left out ${name}: its tool is not installed`)
    continue
  }
  const problems = await problemsOf()
  if (problems.length === 0) passed += 1
  else failed += 1
  console.log(`${problems.length === 0 ? 'ok    ' : 'FAILED'} ${name}`)
  for (const problem of problems) console.log(`  ${problem}`)
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
