import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inspect, overflowOf, setUp, signIn, useService } from './browser.ts'
import { ask, rectify, report, review } from './decide.ts'
import { exampleTables } from './tables.ts'

const service = useService()

/** Tables of three tools about one measurement: of the shared data where they are there, else generated ones. */
const SHARED = join(import.meta.dirname, '../../../../../shared/data/evidence/exports/crosstool')
const REAL = ['gnps_library_hits', 'isdb_candidates', 'sirius_compound_identifications'].map((name) =>
  join(SHARED, `mapp_batch_00020_${name}.tsv`),
)
const files = REAL.every((file) => existsSync(file)) ? REAL : exampleTables()

/** Numbers of the bar on a row, and the text beside it. */
const rowOf = (page: Page, observation: string) =>
  page.locator(`[data-observation="${observation}"]`).evaluate((row) => ({
    shares: [...row.querySelectorAll('[data-share]')].map((part) => Number(part.getAttribute('data-share'))),
    widths: [...row.querySelectorAll('[data-share]')].map((part) => Number(part.getAttribute('width'))),
    printed: row.querySelector('.cell-probability strong')?.textContent,
  }))

test('from the files of a laboratory to filtered observations', async () => {
  const { page, context, complaints } = await service.open()

  // The one-time address creates the first administrator, and is nowhere to be seen afterwards.
  await page.goto(service.setupAddress)
  await page.getByRole('heading', { name: 'Create the first administrator' }).waitFor()
  expect(page.url()).not.toContain(service.setupAddress.split('#')[1])
  await setUp(page, service.setupAddress)
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).toBe('{}')
  expect(await page.evaluate(() => document.cookie), 'no script can read the session').toBe('')

  // How scores are understood is shown before anything is kept.
  await page.setInputFiles('input[type=file]', files)
  const importAll = page.getByRole('button', { name: `Import these ${files.length} files` })
  await importAll.waitFor()
  await expect.poll(() => importAll.isEnabled()).toBe(true)
  await page.getByRole('row', { name: /MQScore similarity unchanged/ }).waitFor()
  const session = await page.evaluate(() => fetch('./v1/runs').then((answer) => answer.json()))
  expect(session.runs, 'nothing is kept yet').toEqual([])
  await inspect(page, 'runs-understood-wide-light')

  await importAll.click()
  await page
    .locator('[data-status=completed]')
    .nth(files.length - 1)
    .waitFor({ timeout: 300_000 })
  // A reload goes on following the imports: they stand in the address.
  await page.reload()
  await page
    .locator('[data-status=completed]')
    .nth(files.length - 1)
    .waitFor()
  await inspect(page, 'runs-imported-wide-light')
  await page.getByRole('link', { name: 'See the observations' }).first().click()
  await page.locator('[data-complete=true]').waitFor()

  // Every bar sums to 1 and shows what the service says, to the printed digit.
  const run = decodeURIComponent(/#\/runs\/([^/?]+)/.exec(page.url())![1]!)
  const first = await page.evaluate(
    (id) => fetch(`./v1/runs/${encodeURIComponent(id)}/observations?limit=5`).then((answer) => answer.json()),
    run,
  )
  for (const row of first.observations) {
    const shown = await rowOf(page, row.observation_id)
    expect(shown.shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9)
    expect(shown.widths.reduce((sum, width) => sum + width, 0)).toBeCloseTo(100, 6)
    expect(shown.shares[0]).toBe(row.best.probability)
    expect(shown.shares.at(-1)).toBe(row.none)
    expect(shown.printed).toBe(row.best.probability.toFixed(3))
  }

  // Without labels there is no expected number of false acceptances.
  await page.locator('[data-uncalibrated]').waitFor()
  expect(await page.locator('[data-expected-wrong]').count()).toBe(0)

  // Filters stand in the address, and the back button and a reload keep them.
  const name = first.observations[0].best.name as string
  await page.getByLabel('Find').fill(name)
  await expect.poll(() => page.url()).toContain('find=')
  await expect
    .poll(() => page.locator('.best-name').allTextContents())
    .toSatisfy((names: string[]) => names.length > 0 && names.length < first.observations.length * 10)
  await page.getByLabel('Sources', { exact: true }).selectOption('2')
  await page.getByLabel('Accept from a probability of').fill('0.9')
  await expect.poll(() => page.url()).toContain('threshold=0.9')
  await page.reload()
  await page.locator('[data-complete=true]').waitFor()
  expect(await page.getByLabel('Find').inputValue()).toBe(name)
  await page.getByText(/observations? accepted/).waitFor()
  await inspect(page, 'observations-filtered-wide-light')
  await page.getByLabel('Find').fill('no such molecule anywhere')
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await page.locator('.observations-row').first().waitFor()
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  expect(complaints).toEqual([])
  await context.close()
})

test('from a candidate to a report that whoever has its hash can replay', async () => {
  const { page, context, complaints } = await service.open()
  await page.goto(service.url)
  await signIn(page, 'ada')
  await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor()
  const { runs } = await ask<{ runs: { run_id: string }[] }>(page, 'GET', '/v1/runs')
  const run = runs[0]!.run_id
  const observation = await rectify(page, run)
  await review(page, run)
  await report(page, run, observation)
  expect(complaints).toEqual([])
  await context.close()
})
