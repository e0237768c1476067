import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const SERVICE = join(import.meta.dirname, '..')
const ROOT = join(SERVICE, '../..')
const recipe = readFileSync(join(ROOT, 'docs/recipes/add-a-metric.md'), 'utf8')

/** Code blocks of the recipe in one language, in order. */
const blocks = (language: string): string[] =>
  recipe
    .split('```')
    .filter((_, i) => i % 2 === 1)
    .filter((block) => block.startsWith(`${language}\n`))
    .map((block) => block.slice(language.length + 1))

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Copies the domain and the fixtures of the service, with the installed packages linked. */
function copyOfService(): string {
  const copy = mkdtempSync(join(tmpdir(), 'assay-recipe-'))
  folders.push(copy)
  cpSync(join(SERVICE, 'src/domain'), join(copy, 'src/domain'), { recursive: true })
  cpSync(join(SERVICE, 'fixtures/metrics.json'), join(copy, 'fixtures/metrics.json'))
  // The copy stands alone; what it extends here is not there.
  writeFileSync(join(copy, 'src/domain/tsconfig.json'), '{}')
  writeFileSync(join(copy, 'package.json'), JSON.stringify({ type: 'module' }))
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** Follows the recipe: one golden value, one file, one line of the registry with its import. */
function addMetric(copy: string, golden: object): void {
  const [card, registration] = blocks('ts') as [string, string]
  const [importLine, entry] = registration.trimEnd().split('\n') as [string, string]
  const fixtures = join(copy, 'fixtures/metrics.json')
  const fixture = JSON.parse(readFileSync(fixtures, 'utf8')) as { golden: object[] }
  fixture.golden.push(golden)
  writeFileSync(fixtures, JSON.stringify(fixture))
  writeFileSync(join(copy, 'src/domain/metrics/body-surface/yu.ts'), card)
  const registry = join(copy, 'src/domain/metrics/registry.ts')
  const anchor = '  ...bodySurfaceAreaCards,\n'
  const text = readFileSync(registry, 'utf8')
  expect(text).toContain(anchor)
  writeFileSync(registry, `${importLine}\n${text.replace(anchor, `${anchor}${entry}\n`)}`)
}

async function runGoldenTest(copy: string) {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const output = join(copy, 'report.json')
  const child = spawn(
    process.execPath,
    [
      ...[vitest, 'run', '--root', copy, '--reporter', 'json', '--outputFile', output],
      'src/domain/metrics/golden.test.ts',
    ],
    { stdio: 'ignore', env: { ...process.env, NO_COLOR: '1' } },
  )
  const [code] = await once(child, 'close')
  const report = JSON.parse(readFileSync(output, 'utf8')) as {
    testResults: { assertionResults: { status: string; title: string }[] }[]
  }
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  return { code, failed: tests.filter(({ status }) => status === 'failed').map(({ title }) => title), tests }
}

describe('the recipe "add a metric"', () => {
  const [golden] = blocks('json').map((block) => JSON.parse(block) as { id: string; value: number })
  it('followed word by word gives a metric with a golden value that holds', async () => {
    const copy = copyOfService()
    addMetric(copy, golden!)
    const { code, failed, tests } = await runGoldenTest(copy)
    expect(failed).toEqual([])
    expect(code).toBe(0)
    expect(tests.filter(({ title }) => title.startsWith('bsa_yu'))).toHaveLength(1)
  })
  it('with a wrong golden value fails, in that metric and in its working', async () => {
    const copy = copyOfService()
    addMetric(copy, { ...golden!, value: golden!.value + 0.01 })
    const { code, failed } = await runGoldenTest(copy)
    expect(code).not.toBe(0)
    expect(failed).toHaveLength(2)
    expect(failed[0]).toContain('bsa_yu')
  })
})
