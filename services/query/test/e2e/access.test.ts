import { createApiKey } from '@assay/kit/authentication'
import { test } from 'vitest'
import { CHILD, PERSON } from './addresses.ts'
import { inspect, useService } from './browser.ts'

const { key, hash } = createApiKey()
const service = useService(['--authentication', 'api-key', '--api-key-hashes', hash])

test.concurrent('a service that asks for a key is used with the right one, for this session only', async ({
  expect,
}) => {
  const { page, context } = await service.open()
  await page.goto(`${service.url}/${PERSON}`)
  const field = page.getByLabel('API key')
  await field.waitFor()
  expect(await page.getByRole('alert').count(), 'nothing is wrong yet').toBe(0)
  await inspect(page, 'key-asked')
  await field.fill('not a key')
  await page.getByRole('button', { name: 'Use this key' }).click()
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('alert').textContent()).toContain('does not accept this key')
  await inspect(page, 'key-refused')
  await field.fill(key)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('[data-metric="bmi"]').first().textContent()).toContain('22.8')
  expect(await field.count()).toBe(0)

  // The other views have it too, and so has a reload.
  await page.goto(`${service.url}/${CHILD}`)
  await page.locator('path[data-line="0 SD"]').waitFor()
  await page.reload()
  await page.locator('path[data-line="0 SD"]').waitFor()
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage })), 'not kept beyond the session').toBe(
    '{}',
  )
  expect(page.url(), 'not in the address').not.toContain(key)

  const other = await context.newPage()
  await other.goto(`${service.url}/${PERSON}`)
  await other.getByLabel('API key').waitFor()
  await context.close()
})

test.concurrent('every view asks for the key', async ({ expect }) => {
  for (const path of [CHILD, '#/ask?q=BMI', '#/catalogue', '#/catalogue/bmi', PERSON]) {
    const { page, context, settled } = await service.open()
    await page.goto(`${service.url}/${path}`)
    // A view may ask in two places: the first is known once all of them are there.
    await page.getByLabel('API key').first().waitFor()
    await settled()
    await page.getByLabel('API key').first().fill(key)
    await page.getByRole('button', { name: 'Use this key' }).first().click()
    await expect.poll(() => page.getByLabel('API key').count(), { message: path }).toBe(0)
    await context.close()
  }
  const { page, context } = await service.open()
  await page.goto(`${service.url}/#/survey`)
  await page.getByRole('button', { name: 'Try an example' }).click()
  await page.getByLabel('API key').fill(key)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /600 of 600 rows/ }).waitFor()
  await context.close()
})
