import { pathToFileURL } from 'node:url'
import { slowdown } from '@assay/kit/testing-process'
import { expect, test } from 'vitest'
import { expectToFit, print, useService } from './browser.ts'

const service = useService()

test('Survey: an example, 100 000 rows without a freeze, and a table with nothing usable', async () => {
  const { page, context } = await service.open()
  await page.goto(`${service.url}/#/survey`)
  await page.getByRole('button', { name: 'Try an example' }).click()
  await page.getByRole('heading', { name: /600 of 600 rows/ }).waitFor()
  expect(await page.locator('figure').first().textContent()).toContain('Wasting')
  await page.getByText('How the columns were read').click()
  expect(await page.getByLabel('Meaning of weight_kg').inputValue()).toBe('weight_kg')
  const rows = Array.from(
    { length: 100_000 },
    (_, i) =>
      `${i % 2 ? 'F' : 'M'},${6 + (i % 50)},${(7 + (i % 90) / 10).toFixed(1)},${(66 + (i % 40) / 2).toFixed(1)}`,
  )
  await page.evaluate(() => {
    const state = globalThis as unknown as { longest: number }
    state.longest = 0
    let last = performance.now()
    const watch = () => {
      const now = performance.now()
      state.longest = Math.max(state.longest, now - last)
      last = now
      requestAnimationFrame(watch)
    }
    requestAnimationFrame(watch)
  })
  await page.setInputFiles('input[type=file]', {
    name: 'large.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`sex,age_months,weight_kg,height_cm\n${rows.join('\n')}\n`),
  })
  await page.getByRole('heading', { name: /100000 rows of large.csv/ }).waitFor({ timeout: 250_000 })
  const longest = await page.evaluate(() => (globalThis as unknown as { longest: number }).longest)
  console.log(`survey of 100 000 rows: longest pause between frames ${longest.toFixed(0)} ms`)
  // 300 ms were seen on a quiet machine: the file is sent in one piece and computed elsewhere.
  expect(longest).toBeLessThan(1500 * slowdown())
  await page.setInputFiles('input[type=file]', {
    name: 'none.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('a,b\n1,2\n'),
  })
  await page.getByRole('alert').waitFor()
  await context.close()
})

test.concurrent('Survey: histograms beside the reference, and both the view and the report on paper', async ({
  expect,
}) => {
  const { page, context, complaints } = await service.open()
  await page.goto(`${service.url}/#/survey`)
  await page.getByRole('button', { name: 'Try an example' }).click()
  await page.getByRole('heading', { name: 'Distribution of z-scores' }).waitFor()
  const figure = page.locator('figure', { has: page.getByRole('heading', { name: 'Weight for age' }) })
  await figure.getByRole('button', { name: 'Show as table' }).click()
  const counts = await figure.locator('tbody td:nth-child(2)').allTextContents()
  const expected = await figure.locator('tbody td:nth-child(3)').allTextContents()
  const sum = (texts: readonly string[]) => texts.reduce((total, text) => total + Number(text), 0)
  expect(counts).toHaveLength(48)
  expect(sum(counts)).toBeGreaterThan(550)
  expect(sum(expected)).toBeCloseTo(sum(counts), 0)
  await figure.getByRole('button', { name: 'Show as chart' }).click()

  const view = await print(page, 'survey-view')
  expect(view.join('')).toMatch(/600 of 600 rows of example-survey.csv/)
  expect(view.join('')).toContain('WHO Child Growth Standards 2006')
  expect(view.join('')).not.toMatch(/Choose a file|Show as table|How the columns/)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Printable report' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('example-survey-report.html')
  const file = '/tmp/assay-e2e-survey-report.html'
  await download.saveAs(file)
  const report = await context.newPage()
  await report.goto(pathToFileURL(file).href)
  for (const format of ['A4', 'Letter'] as const) {
    const sheets = await print(report, 'survey-report', format)
    expect(sheets.join('')).toContain('Nutrition survey of children')
    expect(sheets.join('')).toMatch(/Report of \d{4}-\d{2}-\d{2}/)
    expect(sheets.join('')).toContain('Distribution of z-scores')
    for (const sheet of sheets) expect(sheet.trim(), 'no empty sheet').not.toBe('')
  }
  expect(complaints).toEqual([])
  await context.close()
})

test.concurrent('Survey: columns with other names are given their meaning on the page', async ({
  expect,
}) => {
  const { page, context } = await service.open()
  await page.goto(`${service.url}/#/survey`)
  const rows = Array.from(
    { length: 60 },
    (_, i) => `${i % 2 ? 'F' : 'M'},${12 + (i % 40)},${9 + (i % 5)},${75 + (i % 20)}`,
  )
  await page.setInputFiles('input[type=file]', {
    name: 'other.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`q1,q2,q3,q4\n${rows.join('\n')}\n`),
  })
  for (const [column, meaning] of [
    ['q1', 'sex'],
    ['q2', 'age_months'],
    ['q3', 'weight_kg'],
    ['q4', 'height_cm'],
  ] as const) {
    await page.getByLabel(`Meaning of ${column}`).selectOption(meaning)
    await expect.poll(() => page.getByLabel(`Meaning of ${column}`).inputValue()).toBe(meaning)
  }
  await page.getByRole('heading', { name: /60 of 60 rows of other.csv/ }).waitFor()
  await context.close()
})

test.concurrent('Survey: hostile files are answered with a sentence', async ({ expect }) => {
  const { page, context } = await service.open()
  await page.goto(`${service.url}/#/survey`)
  for (const [name, content] of [
    ['empty.csv', ''],
    ['emoji.csv', '💥,👶\n1,2\n'],
    ['binary.xlsx', '\u0000\u0001\u0002\u0003'],
    [`${'long name '.repeat(20)}.csv`, 'a,b\n1,2\n'],
  ] as const) {
    await page.setInputFiles('input[type=file]', { name, mimeType: 'text/csv', buffer: Buffer.from(content) })
    await page.getByRole('alert').waitFor()
    expect((await page.getByRole('alert').textContent())?.length, name).toBeGreaterThan(20)
    await expectToFit(page, name)
  }
  await context.close()
})
