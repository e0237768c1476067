import { slowdown } from '@assay/kit/testing-process'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { inspect, print } from './browser.ts'

/** Asks the service as the page does, with its session. */
export const ask = <Answer>(page: Page, method: string, path: string, body?: object): Promise<Answer> =>
  page.evaluate(
    async ([verb, address, content]) => {
      const response = await fetch(`.${address}`, {
        method: verb as string,
        headers: { 'x-assay-page': '1', ...(content ? { 'content-type': 'application/json' } : {}) },
        ...(content ? { body: JSON.stringify(content) } : {}),
      })
      return response.json()
    },
    [method, path, body] as const,
  )

interface Row {
  readonly observation_id: string
  readonly best: { readonly molecule_id: string; readonly name: string | null; readonly probability: number }
  readonly conflict: number
  readonly candidates: number
}
interface Explanation {
  readonly molecule_id: string
  readonly probability: number
  readonly log_odds: number
  readonly items: readonly { readonly type: string; readonly source: string; readonly log_odds: number }[]
}
interface Rectified {
  readonly before: { readonly overall_score: number }
  readonly after: { readonly overall_score: number }
  readonly items: readonly { readonly action: string }[]
}
interface Case {
  readonly observation_id: string
  readonly probability: number
}

const at = (run: string, observation: string) =>
  `#/runs/${encodeURIComponent(run)}/observations/${encodeURIComponent(observation)}`
const explanationPath = (run: string, observation: string) =>
  `/v1/observations/${encodeURIComponent(observation)}/explanation?run_id=${encodeURIComponent(run)}`

/** Reads all observations of a run. */
async function rowsOf(page: Page, run: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path: string = `/v1/runs/${encodeURIComponent(run)}/observations?limit=200${cursor ? `&cursor=${cursor}` : ''}`
    const answer = await ask<{ observations: Row[]; next_cursor: string | null }>(page, 'GET', path)
    rows.push(...answer.observations)
    cursor = answer.next_cursor
  }
  return rows
}

/** Finds an observation whose best candidate has an item that contradicts the rest. */
async function contradicted(page: Page, run: string, rows: readonly Row[]): Promise<Row> {
  for (const row of rows.toSorted((a, b) => b.conflict - a.conflict).slice(0, 60)) {
    const body = {
      molecule_id: row.best.molecule_id,
      observation_id: row.observation_id,
      run_id: run,
      dry_run: true,
    }
    const { items, before } = await ask<Rectified>(page, 'POST', '/v1/evidence/rectify', body)
    // However many ids the candidate has, it is examined as it is shown.
    expect(before.overall_score).toBeCloseTo(row.best.probability, 9)
    if (items.some(({ action }) => action === 'set_aside')) return row
  }
  throw new Error('no observation has an item to set aside')
}

/** Numbers that stand in a column of a table. */
const printed = (page: Page, cells: string): Promise<number[]> =>
  page
    .locator(cells)
    .evaluateAll((found) => found.map((cell) => Number(cell.textContent.replace('−', '-').replace('+', ''))))

/** Opens a candidate and compares what is drawn and printed with what the service says. */
async function checkCandidate(page: Page, run: string, row: Row): Promise<void> {
  const explanation = await ask<Explanation>(page, 'GET', explanationPath(run, row.observation_id))
  await page.goto(`${page.url().split('#')[0]}${at(run, row.observation_id)}`)
  await page.locator(`[data-probability="${explanation.probability}"]`).waitFor()

  // Rows of the waterfall add up to the printed total, which is the log-odds that the service says.
  const steps = await printed(page, '.waterfall tbody tr td:nth-child(3)')
  const total = (await printed(page, '.waterfall tfoot tr:first-child td:last-child'))[0]!
  const cents = (value: number) => Math.round(100 * value)
  expect(steps.reduce((sum, step) => sum + cents(step), 0)).toBe(cents(total))
  expect(total.toFixed(2)).toBe(explanation.log_odds.toFixed(2).replace('-0.00', '0.00'))
  expect(steps).toHaveLength(explanation.items.length + 2)
  for (const [i, item] of explanation.items.entries())
    expect(Math.abs(steps[i + 1]! - item.log_odds)).toBeLessThan(0.01)
  const widths = await page
    .locator('.waterfall tbody rect')
    .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('width'))))
  const longest = steps.reduce((best, step, i) => (Math.abs(step) > Math.abs(steps[best]!) ? i : best), 0)
  expect(widths[longest]).toBe(Math.max(...widths))

  // Candidates and none of these are one bar that sums to 1.
  await page.locator('.shares-bar').waitFor()
  const shares = await page
    .locator('.shares-bar rect')
    .evaluateAll((parts) => parts.map((part) => Number(part.getAttribute('width'))))
  expect(shares.reduce((sum, width) => sum + width, 0)).toBeCloseTo(1000, 6)
  const steps1 = await page
    .locator('.shares-table tr')
    .evaluateAll((rows) => rows.map((one) => Number(one.getAttribute('data-share'))))
  expect(steps1.reduce((sum, share) => sum + Math.round(1000 * share), 0)).toBe(1000)

  // One click opens the reason of a number.
  const strongest = explanation.items[0]!
  await page.locator('.waterfall tbody button').nth(1).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('What it adds', { exact: true }).waitFor()
  // Every place that prints the number prints the same one.
  expect(await drawer.locator('dd strong').textContent()).toBe(
    `${strongest.log_odds > 0 ? '+' : ''}${steps[1]!.toFixed(2)}`,
  )
  await page.keyboard.press('Escape')
  const sources = await printed(page, '.sources tbody td:nth-child(6)')
  expect(sources.reduce((sum, step) => sum + cents(step), 0)).toBe(
    steps.slice(1, -1).reduce((sum, step) => sum + cents(step), 0),
  )
}

/** Opens candidates on the warm service and returns the median time until one is shown, in milliseconds. */
async function candidateTime(page: Page, run: string, rows: readonly Row[]): Promise<number> {
  const times: number[] = []
  for (const row of rows) {
    const { probability } = await ask<Explanation>(page, 'GET', explanationPath(run, row.observation_id))
    const started = Date.now()
    await page.evaluate(
      (hash) => {
        location.hash = hash
      },
      at(run, row.observation_id),
    )
    await page.locator(`.verdict [data-probability="${probability}"]`).waitFor()
    times.push(Date.now() - started)
  }
  console.log('candidates shown after', times.sort((a, b) => a - b).join(', '), 'ms')
  return times[Math.floor(times.length / 2)]!
}

/** Waits until the view is about this probability; sums in another order differ in the last bit. */
const showsProbability = (page: Page, probability: number) =>
  expect
    .poll(async () =>
      Number(await page.locator('.verdict [data-probability]').getAttribute('data-probability')),
    )
    .toBeCloseTo(probability, 9)

/** Sets a contradicting item aside, and looks at the past. Returns the observation. */
export async function rectify(page: Page, run: string): Promise<string> {
  const rows = await rowsOf(page, run)
  const row = await contradicted(page, run, rows)
  await checkCandidate(page, run, row)
  const time = await candidateTime(page, run, rows.slice(0, 6))
  expect(time, 'candidate on a warm server').toBeLessThan(300 * slowdown())

  await page.evaluate(
    (hash) => {
      location.hash = hash
    },
    at(run, row.observation_id),
  )
  await page.getByRole('button', { name: 'Look for contradictions' }).click()
  const shown = async (side: string) =>
    Number(await page.locator(`[data-side=${side}] [data-probability]`).getAttribute('data-probability'))
  await page.locator('[data-side=after]').waitFor()
  const [before, after] = [await shown('before'), await shown('after')]
  expect(before).not.toBe(after)
  await page.getByRole('button', { name: 'Draw the network' }).click()
  await expect
    .poll(async () => Number(await page.locator('[data-drawn]').getAttribute('data-drawn')))
    .toBeGreaterThan(1)
  await inspect(page, 'candidate-wide-light')
  await page.getByRole('button', { name: /^Set aside/ }).click()
  await showsProbability(page, after)

  // The slider leads to the state before, and back to now.
  await page.locator('tr', { hasText: 'set aside' }).last().waitFor()
  const slider = page.getByRole('slider', { name: 'Moment' })
  await slider.focus()
  await page.keyboard.press('Home')
  await expect.poll(() => page.url()).toContain('as_of=')
  await showsProbability(page, before)
  await page.getByRole('link', { name: 'Back to now' }).click()
  await showsProbability(page, after)
  return row.observation_id
}

const CASES = 30

/** Labels thirty cases by keyboard, looks at the reliability diagram and fits a model. */
export async function review(page: Page, run: string): Promise<void> {
  await page.getByRole('link', { name: 'Label this run in Review' }).click()
  await page.locator('.review-card').waitFor()
  const { cases } = await ask<{ cases: Case[] }>(
    page,
    'GET',
    `/v1/review?run_id=${encodeURIComponent(run)}&limit=${CASES}`,
  )
  expect(cases).toHaveLength(CASES)
  // What the model believes is hidden until it is asked for.
  expect(await page.locator('.review-card .waterfall').count()).toBe(0)
  const [first, second] = [cases[0]!, cases[1]!]
  await page.locator(`[data-case="${first.observation_id}"]`).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.locator(`[data-case="${second.observation_id}"]`).waitFor()
  await page.keyboard.press('ArrowLeft')
  for (const [i, { observation_id, probability }] of cases.entries()) {
    // Nobody answers before the evidence is there.
    await page.locator(`[data-case="${observation_id}"] caption`).waitFor()
    // A curator who mostly agrees with the evidence.
    await page.keyboard.press(probability > 0.5 !== (i % 6 === 5) ? 'y' : 'n')
  }
  await page.locator(`[data-given="${CASES}"][data-saving=false]`).waitFor()
  await page.locator(`[data-compared="${CASES}"][aria-busy=false]`).waitFor()

  // Points of the diagram are those of the service, none of them scored by a model that has seen its label.
  const refit = await ask<{
    unseen: { labels: number; reliability: { count: number }[] }
    cross_validated: { labels: number; reliability: { count: number }[] }
  }>(page, 'GET', `/v1/calibration/refit?run_id=${encodeURIComponent(run)}&confidence_threshold=0.9`)
  for (const [series, report] of [
    ['in-use', refit.unseen],
    ['cross-validated', refit.cross_validated],
  ] as const) {
    expect(report.labels).toBe(CASES)
    expect(await page.locator(`[data-series=${series}] [data-bin]`).count()).toBe(
      report.reliability.filter(({ count }) => count > 0).length,
    )
  }
  await inspect(page, 'review-wide-light')
  await page.getByRole('button', { name: 'Fit the model to all labels' }).click()
  await page.getByText('Model 1 is now in use.').waitFor()
  // The labels of the fit cannot judge it.
  await expect.poll(() => page.locator('[data-series=in-use]').count()).toBe(0)
}

/** Reports observations, prints the report on both papers and replays it by its hash. */
export async function report(page: Page, run: string, observation: string): Promise<void> {
  await page.evaluate(
    (hash) => {
      location.hash = hash
    },
    `#/reports?run=${encodeURIComponent(run)}`,
  )
  const boxes = page.getByRole('checkbox')
  await boxes.nth(2).waitFor()
  for (const i of [0, 1, 2]) await boxes.nth(i).check()
  await page.getByText('3 observations chosen').waitFor()
  await page.evaluate(
    ([hash]) => {
      location.hash = hash as string
    },
    [`${page.url().split('#')[1]},${encodeURIComponent(observation)}`],
  )
  await page.getByRole('button', { name: 'Make the report of 4 observations' }).click()
  await page.locator('[data-replay=same]').waitFor()
  const hash = /#\/reports\/([0-9a-f]{64})/.exec(page.url())![1]!
  await inspect(page, 'report-wide-light')

  const made = await ask<{
    observations: { observation_id: string; candidates: { probability: number }[] }[]
  }>(page, 'GET', `/v1/reports/${hash}`)
  expect(made.observations.map(({ observation_id }) => observation_id)).toContain(observation)
  for (const paper of ['A4', 'Letter'] as const) {
    await page.getByLabel('Paper').selectOption(paper)
    const text = (await print(page, 'report', paper)).join('')
    expect(text).toContain(hash)
    for (const { observation_id, candidates } of made.observations) {
      const p = candidates[0]!.probability
      expect(text).toContain(`Observation ${observation_id}`)
      expect(text).toContain(p > 0.9995 ? '> 0.999' : p.toFixed(3))
    }
  }

  // Whoever has the paper can have the report made again.
  await page.getByRole('link', { name: 'All reports' }).click()
  await page.getByLabel('Hash of the report').fill(hash)
  await page.getByRole('button', { name: 'Open and make it again' }).click()
  await page.locator('[data-replay=same]').waitFor()
  expect(await page.locator('.hash').textContent()).toBe(hash)
}
