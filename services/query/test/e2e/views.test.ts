import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ASKED, CHILD, PERSON, PLAN } from './addresses.ts'
import { expectToFit, inspect, picture, SCHEMES, useService, WIDTHS } from './browser.ts'

const service = useService()

/** A survey has no address: the file is not in it. */
async function exampleSurvey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try an example' }).click()
  await page.getByRole('heading', { name: /600 of 600 rows/ }).waitFor()
}

const VIEWS: Readonly<Record<string, readonly [path: string, act?: (page: Page) => Promise<void>]>> = {
  'measure-empty': ['#/'],
  measure: [PERSON],
  ask: [ASKED],
  'ask-empty': ['#/ask'],
  'ask-safety': [`#/ask?q=${encodeURIComponent('I do not want to live any more')}`],
  growth: [`${CHILD}&name=Emma&mother=166&father=181`],
  'growth-empty': ['#/growth'],
  'growth-target': [`${CHILD}&mother=166&father=181&index=length_height_for_age&ages=0-228`],
  'growth-faults': [
    `#/growth?sex=female&birth=2023-11-09&mother=20&visits=${encodeURIComponent('2020-01-01,4,50,;2024-03-10,900,abc,')}`,
  ],
  plan: [PLAN],
  'plan-empty': ['#/plan'],
  'survey-empty': ['#/survey'],
  survey: ['#/survey', exampleSurvey],
  catalogue: ['#/catalogue?find=surface'],
  metric: ['#/catalogue/bmi'],
}
/** Views whose service refuses something on purpose. */
const REFUSED = ['growth-faults']

for (const [name, [path, act]] of Object.entries(VIEWS))
  test.concurrent(`${name} is accessible and fits: both widths, both colour schemes, large text`, async () => {
    const { page, context, complaints, settled } = await service.open({ width: WIDTHS.narrow })
    await page.goto(`${service.url}/${path}`)
    await page.locator('h1').first().waitFor()
    await settled()
    await act?.(page)
    for (const [size, width] of Object.entries(WIDTHS)) {
      await page.setViewportSize({ width, height: 900 })
      for (const scheme of SCHEMES) {
        await page.emulateMedia({ colorScheme: scheme })
        await settled()
        await inspect(page, `${name}-${size}-${scheme}`, scheme === 'light' ? 'all' : 'colours')
      }
    }
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await settled()
    await expectToFit(page, `${name} with text at twice its size`)
    await picture(page, `${name}-large-text`, false)
    if (!REFUSED.includes(name)) expect(complaints, name).toEqual([])
    await context.close()
  })

test('nothing moves for those who ask for less motion', async () => {
  const { page, context } = await service.open({ width: 1320 })
  await page.goto(`${service.url}/${PERSON}`)
  await page.locator('[data-metric="bmi"]').first().waitFor()
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll('*')].some(
      (element) => Number.parseFloat(getComputedStyle(element).transitionDuration) > 0,
    ),
  )
  expect(moving).toBe(false)
  // The picture at the top of the README.
  await picture(page, 'readme', false)
  await context.close()
})
