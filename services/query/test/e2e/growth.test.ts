import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { CHILD } from './addresses.ts'
import { print, useService } from './browser.ts'

const service = useService()

test.concurrent('Growth: the drawn curves are the reference, to a tenth of a pixel', async ({ expect }) => {
  const { page, context, complaints } = await service.open()
  await page.goto(`${service.url}/${CHILD}&ages=0-60`)
  const line = page.locator('path[data-line="0 SD"]')
  await line.waitFor()
  const drawn = await page.evaluate(() => {
    const svg = document.querySelector<SVGSVGElement>('svg.line-chart')!
    const range = (name: string) => svg.dataset[name]!.split(' ').map(Number)
    const points = (document.querySelector('path[data-line="0 SD"]')!.getAttribute('d') ?? '')
      .split(/[ML]/)
      .filter(Boolean)
      .map((pair) => pair.split(' ').map(Number))
    return {
      x: range('xRange'),
      y: range('yRange'),
      points,
      box: svg.viewBox.baseVal.height,
      width: svg.viewBox.baseVal.width,
    }
  })
  const [x0 = 0, x1 = 0] = drawn.x
  const [y0 = 0, y1 = 0] = drawn.y
  /** Median weight of girls at 0, 12 and 60 months, kg (WHO Child Growth Standards 2006, weight for age). */
  for (const [months, kg] of [
    [0, 3.2322],
    [12, 8.9481],
    [60, 18.2193],
  ] as const) {
    const px = 52 + ((months - x0) / (x1 - x0)) * (drawn.width - 52 - 54)
    const py = drawn.box - 44 - ((kg - y0) / (y1 - y0)) * (drawn.box - 12 - 44)
    const nearest = drawn.points.reduce((a, b) => (Math.abs(b[0]! - px) < Math.abs(a[0]! - px) ? b : a))
    expect(Math.abs(nearest[0]! - px)).toBeLessThan(0.1)
    expect(Math.abs(nearest[1]! - py), `${months} months`).toBeLessThan(0.1)
  }
  await page.getByRole('button', { name: 'Show as table' }).click()
  await page.getByRole('columnheader', { name: '+2 SD' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test.concurrent('Growth: the chart zooms by button and by key, and paper shows all of it', async ({
  expect,
}) => {
  const { page, context, complaints } = await service.open()
  await page.goto(`${service.url}/${CHILD}&name=Emma&mother=166&father=181`)
  const chart = page.locator('svg.line-chart')
  await chart.waitFor()
  const span = async () => {
    const [low, high] = (await chart.getAttribute('data-x-range'))!.split(' ').map(Number)
    return high! - low!
  }
  expect(await span()).toBe(24)
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(span).toBeCloseTo(12)
  await page.getByLabel('Plus and minus zoom').focus()
  await page.keyboard.press('+')
  await expect.poll(span).toBeCloseTo(6)
  const before = await chart.getAttribute('data-x-range')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => chart.getAttribute('data-x-range')).not.toBe(before)
  expect(await page.evaluate(() => scrollX + scrollY), 'the page itself stays').toBe(
    await page.evaluate(() => scrollY),
  )
  for (const format of ['A4', 'Letter'] as const) {
    const sheets = await print(page, 'growth', format)
    const [sheet = ''] = sheets
    expect(sheets.slice(1).join('').trim(), 'one sheet').toBe('')
    expect(sheet).toContain('Emma')
    expect(sheet).toMatch(/born 9 Nov 2023 · at 34 weeks · printed \d{1,2} [A-Z][a-z]+ \d{4}/)
    expect(sheet).toContain('Weight for age, girls')
    expect(sheet).toContain('World Health Organization 2006')
    expect(sheet, 'both ends of the axis').toMatch(/\b0 +3 +6 .* 24\b/)
    expect(sheet).toContain('+3 SD')
    expect(sheet).toContain('Target height')
    expect(sheet, 'controls are not printed').not.toMatch(/Show as table|Save as|Zoom|Weeks of gestation/)
  }
  expect(await span(), 'the screen is as before').toBeCloseTo(6)
  await page.getByLabel('Plus and minus zoom').focus()
  await page.keyboard.press('0')
  await expect.poll(span).toBeCloseTo(24)
  expect(complaints).toEqual([])
  await context.close()
})

test.concurrent('Growth: every day that is shown can be read in one way only, on paper too', async ({
  expect,
}) => {
  // A browser of the United States writes 03/10/2024, one of Thailand the year 2567.
  for (const locale of ['en-US', 'th-TH']) {
    const { page, context, complaints } = await service.open({ locale })
    await page.goto(`${service.url}/${CHILD}&name=Emma`)
    await page.locator('circle.chart-point').first().waitFor()
    const said = page.locator('.day-said').filter({ hasText: /./ })
    expect(await said.allTextContents(), locale).toEqual([
      '9 Nov 2023',
      '10 Mar 2024',
      '12 Jun 2024',
      '11 Jan 2025',
    ])
    expect(await page.getByRole('img', { name: /10 Mar 2024: / }).count(), locale).toBeGreaterThan(0)
    await page.getByRole('heading', { name: 'Last visit, 11 Jan 2025' }).waitFor()
    const sheet = (await print(page, `growth-${locale}`)).join('')
    for (const day of ['10 Mar 2024', '12 Jun 2024', '11 Jan 2025', 'born 9 Nov 2023'])
      expect(sheet, locale).toContain(day)
    expect(sheet, locale).not.toMatch(/\d[/.]\d+[/.]\d|\b25\d\d\b/)
    expect(complaints).toEqual([])
    await context.close()
  }
  const { page, context } = await service.open({ locale: 'en-US' })
  await page.goto(
    `${service.url}/#/?sex=female&age_by=birth&birth_date=1990-04-07&height_cm=165&weight_kg=62`,
  )
  await page.locator('[data-metric="bmi"]').first().waitFor()
  const sheets = (await print(page, 'measure')).join('')
  expect(sheets).toContain('7 Apr 1990')
  expect(sheets).not.toMatch(/\d\/\d+\/\d/)
  await context.close()
})

test.concurrent('Growth: parents and velocity are those of the service', async ({ expect }) => {
  const { page, context, complaints } = await service.open()
  await page.goto(`${service.url}/${CHILD}&mother=166&father=181&index=length_height_for_age&ages=60-228`)
  const target = page.locator('[data-range="target"]')
  await target.waitFor()
  await page
    .getByText('Target height from the parents’ heights: 167.0 cm as an adult, 158.5 to 175.5 cm')
    .waitFor()
  const drawn = await page.evaluate(() => {
    const svg = document.querySelector<SVGSVGElement>('svg.line-chart')!
    const [, low, high] = /M[\d.]+ ([\d.]+)h.*V([\d.]+)M/.exec(
      document.querySelector('.chart-range')!.getAttribute('d')!,
    )!
    return { y: svg.dataset.yRange!.split(' ').map(Number), height: svg.viewBox.baseVal.height, low, high }
  })
  const y = (cm: number) =>
    drawn.height - 44 - ((cm - drawn.y[0]!) / (drawn.y[1]! - drawn.y[0]!)) * (drawn.height - 12 - 44)
  expect(Math.abs(Number(drawn.low) - y(158.5))).toBeLessThan(0.1)
  expect(Math.abs(Number(drawn.high) - y(175.5))).toBeLessThan(0.1)
  // 68.8 − 62.4 cm in 94 days.
  await expect.poll(() => page.locator('tr.visit').nth(1).textContent()).toContain('24.9 ± ')
  expect(complaints).toEqual([])
  await context.close()
})

const visits = (page: Page) =>
  page
    .locator('.visits input')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))

test.concurrent('Growth: a child goes out and comes back as JSON, CSV and FHIR', async ({ expect }) => {
  const { page, context, complaints } = await service.open()
  for (const [button, extension] of [
    ['Save as JSON', 'json'],
    ['Save as CSV', 'csv'],
    ['Save as FHIR', 'fhir.json'],
  ] as const) {
    await page.goto(`${service.url}/${CHILD}&name=Emma`)
    await page.reload()
    await page.locator('path[data-line="0 SD"]').waitFor()
    const before = await visits(page)
    expect(before).toContain('62.4')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`Emma.${extension}`)
    const content = readFileSync(await download.path(), 'utf8')
    if (extension === 'fhir.json') {
      expect(content).toContain('9843-4')
      expect(content, 'the name is not sent').not.toContain('Emma')
    }
    await page.getByRole('button', { name: 'Clear' }).click()
    await expect.poll(async () => (await visits(page)).join('')).toBe('')
    await page.setInputFiles('input[type=file]', {
      name: `Emma.${extension}`,
      mimeType: 'text/plain',
      buffer: Buffer.from(content),
    })
    await page.getByText(`3 visits read from Emma.${extension}`).waitFor()
    expect(await visits(page)).toEqual(before)
    expect(await page.getByLabel('Date of birth').inputValue()).toBe('2023-11-09')
    if (extension !== 'fhir.json')
      expect(await page.getByLabel('Weeks of gestation at birth').inputValue()).toBe('34')
    await page.goBack()
    await expect.poll(async () => (await visits(page)).join('')).toBe('')
  }
  expect(complaints).toEqual([])
  await context.close()
})

test.concurrent('Growth: files that are no child are refused with a sentence, and nothing changes', async ({
  expect,
}) => {
  const { page, context } = await service.open()
  await page.goto(`${service.url}/${CHILD}`)
  await page.locator('path[data-line="0 SD"]').waitFor()
  const before = await visits(page)
  const bundle = (value: unknown) =>
    JSON.stringify({
      resourceType: 'Bundle',
      entry: [
        {
          resource: {
            resourceType: 'Observation',
            status: 'final',
            code: { coding: [{ system: 'http://loinc.org', code: '29463-7' }] },
            effectiveDateTime: '2024-01-01',
            valueQuantity: { value, code: 'kg' },
          },
        },
      ],
    })
  const header = 'measurement_date,weight_kg,height_cm,head_cm\n'
  for (const [content, sentence] of [
    ['', 'cannot be read'],
    ['💥 no table', 'cannot be read'],
    ['{"half": ', 'cannot be read'],
    ['[1, 2, 3]', 'cannot be read'],
    ['{"visits": [null, 7, "x"]}', 'no dated measurements'],
    ['\u0000\u0001\u0002PNG', 'cannot be read'],
    [Buffer.alloc(10_000_000, 'x').toString(), 'larger than 1 MB'],
    [`${header}2024-01-01,heavy,60,40\n`, 'Row 1: weight_kg is “heavy”'],
    [`${header}01.02.2024,5,60,40\n`, 'Write days as 2024-05-31'],
    [
      `birth_date,${header}2023-01-01,2024-01-01,5,60,40\n2022-01-01,2024-01-01,5,60,40\n`,
      'more than one child',
    ],
    [`${header}${'2024-01-01,5,60,40\n'.repeat(400)}`, 'more than 300 visits'],
    [bundle(-4), 'between 0.2 and 700 kg'],
    [bundle('heavy'), 'must be a number'],
    ['{"resourceType": "Bundle"}', 'entry'],
  ] as const) {
    await page.setInputFiles('input[type=file]', {
      name: 'hostile.json',
      mimeType: 'application/json',
      buffer: Buffer.from(content),
    })
    const alert = page.getByRole('alert').filter({ hasText: sentence })
    await alert.waitFor()
    expect(await visits(page), sentence).toEqual(before)
  }
  await context.close()
})

test.concurrent('Growth: a child is kept only when asked, and forgotten when asked', async ({ expect }) => {
  const { page, context, complaints } = await service.open()
  const stored = () => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  await page.goto(`${service.url}/${CHILD}&name=${encodeURIComponent('Zoë 👶')}`)
  await page.locator('path[data-line="0 SD"]').waitFor()
  expect(await stored(), 'nothing is stored unasked').toBe('{}')
  await page.getByRole('button', { name: 'Keep in this browser' }).click()
  await page.getByText('Kept in this browser, on this computer only').waitFor()
  expect(await stored()).toContain('62.4')
  await page.getByLabel('Weight, kg 1', { exact: true }).fill('6.2')
  await page.getByRole('button', { name: 'Keep the changes' }).click()
  const second = await context.newPage()
  await second.goto(`${service.url}/#/growth`)
  await second.getByRole('button', { name: /^Open: Zoë 👶/ }).click()
  await expect.poll(async () => (await visits(second)).slice(0, 3)).toEqual(['2024-03-10', '6.2', '62.4'])
  await second.getByRole('button', { name: /^Forget: Zoë 👶/ }).click()
  await second.getByText('Nothing is kept unless you ask').waitFor()
  // The first tab hears of it.
  await page.getByText('Nothing is kept unless you ask').waitFor()
  expect(await stored()).toBe('{}')
  expect(complaints).toEqual([])
  await context.close()
})

test.concurrent('Growth: what cannot be is said beside the field', async ({ expect }) => {
  const { page, context } = await service.open()
  const rows = [
    '2020-01-01,4,50,',
    '2099-01-01,5,60,',
    '2024-03-10,900,62,',
    '2024-04-10,-3,abc,',
    '2024-05-10,7,65,',
  ]
  await page.goto(
    `${service.url}/#/growth?sex=female&birth=2023-11-09&weeks=90&father=1810&mother=166&visits=${encodeURIComponent(rows.join(';'))}`,
  )
  const fault = (label: string) =>
    page.getByLabel(label, { exact: true }).evaluate((input) => {
      const id = input.getAttribute('aria-describedby')?.split(' ').at(-1)
      return input.getAttribute('aria-invalid') === 'true' && id
        ? (document.getElementById(id)?.textContent ?? '')
        : ''
    })
  await expect.poll(() => fault('Date 1')).toContain('before the birth')
  expect(await fault('Date 2')).toContain('in the future')
  await expect.poll(() => fault('Weeks of gestation at birth')).toContain('between 20 and 45')
  await expect.poll(() => fault('Father’s height')).toContain('between 60 and 280')
  await page.getByLabel('Weeks of gestation at birth').fill('')
  await expect.poll(() => fault('Weight, kg 3')).toContain('between 0.2 and 700')
  await expect.poll(() => fault('Weight, kg 4')).toContain('between 0.2 and 700')
  expect(await fault('Length or height, cm 4')).toContain('Write a number')
  await expect
    .poll(() => page.locator('circle.chart-point').count(), { message: 'only usable points' })
    .toBe(1)
  await context.close()
})
