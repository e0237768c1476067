import { expect, test } from 'vitest'
import { PERSON } from './addresses.ts'
import { useService } from './browser.ts'

const service = useService()

test.concurrent('Measure: an example, a keystroke, where a number comes from, and back', async ({
  expect,
}) => {
  const { page, context, complaints } = await service.open()
  await page.goto(service.url)
  await page.getByRole('button', { name: 'Try an example' }).click()
  const bmi = page.locator('[data-metric="bmi"]').first()
  await expect.poll(() => bmi.textContent()).toContain('22.8')
  expect(await bmi.textContent()).toContain('normal range')
  await page.getByLabel('Weight', { exact: true }).fill('80')
  await expect.poll(() => bmi.textContent()).toContain('29.4')
  expect(page.url()).toContain('weight_kg=80')
  await bmi.click()
  const drawer = page.getByRole('dialog')
  expect(await drawer.textContent()).toContain('Keys A')
  await page.keyboard.press('Escape')
  await expect.poll(() => drawer.count()).toBe(0)
  await page.getByText('Imperial').click()
  await expect.poll(() => page.getByLabel('Weight', { exact: true }).inputValue()).toBe('176.4')
  await expect.poll(() => bmi.textContent()).toContain('29.4')
  await page.getByLabel('Height', { exact: true }).fill('5\'7"')
  await expect.poll(() => bmi.textContent()).toContain('27.6')
  expect(complaints).toEqual([])
  await context.close()
})

test('Measure: a keystroke shows new numbers within 150 ms', async () => {
  const { page, context } = await service.open()
  await page.goto(`${service.url}/${PERSON}`)
  await page.locator('[data-metric="bmi"]').first().waitFor()
  const times = await page.evaluate(async () => {
    const field = [...document.querySelectorAll('label')].find((label) => label.textContent === 'Weight')!
    const input = document.getElementById(field.htmlFor) as HTMLInputElement
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
    const shown = () => document.querySelector('[data-metric="bmi"] .card-value')?.textContent
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    const taken: number[] = []
    const bare: number[] = []
    for (let i = 0; i < 40; i++) {
      const before = shown()
      const start = performance.now()
      set.call(input, String(60 + i * 0.9))
      input.dispatchEvent(new Event('input', { bubbles: true }))
      while (shown() === before) await frame()
      taken.push(performance.now() - start)
      // What the machine needs at this moment for the request alone and a frame.
      const begun = performance.now()
      await fetch('metrics', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          parameters: { sex: 'female', age_years: 34, height_cm: 165, weight_kg: 60 + i },
        }),
      }).then((answer) => answer.json())
      await frame()
      bare.push(performance.now() - begun)
    }
    const p95 = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length * 0.95)]!
    return { p95: p95(taken), bare: p95(bare) }
  })
  console.log(
    `keystroke to numbers: p95 ${times.p95.toFixed(0)} ms; request and frame alone: ${times.bare.toFixed(0)} ms`,
  )
  // 150 ms on a quiet machine; on a slow one, what the request alone takes there is the measure.
  expect(times.p95).toBeLessThan(Math.max(150, 5 * times.bare))
  await context.close()
})

test.concurrent('Ask: the answer, its numbers and its stages', async ({ expect }) => {
  const { page, context, complaints } = await service.open()
  await page.goto(service.url)
  await page.getByLabel('Or ask in your own words').fill('man, 40, 180 cm, 90 kg. BMI?')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('.answer').textContent()).toContain('27.8')
  expect(page.url()).toContain('#/ask?q=')
  await page.getByText('How the answer was made').click()
  await expect.poll(() => page.getByText('threshold verification').isVisible()).toBe(true)
  await page.goBack()
  await expect.poll(() => page.locator('h1').textContent()).toBe('What do these measurements mean?')
  expect(complaints).toEqual([])
  await context.close()
})

test.concurrent('Plan: an example, a moved goal, and a goal that is not safe', async ({ expect }) => {
  const { page, context, complaints } = await service.open()
  await page.goto(`${service.url}/#/plan`)
  await page.getByRole('button', { name: 'Try an example' }).click()
  await expect.poll(() => page.locator('.answer').textContent()).toContain('88.0 kg in about 26 weeks')
  await page.locator('path[data-line="kg"]').waitFor()
  await page.getByLabel('Move the goal').fill('91')
  await expect.poll(() => page.locator('.answer').textContent()).toContain('91.0 kg')
  await page.getByLabel('Goal', { exact: true }).fill('55')
  await page.getByRole('heading', { name: 'Not as asked' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test.concurrent('Catalogue: a search, a metric, its own address', async ({ expect }) => {
  const { page, context } = await service.open()
  await page.goto(`${service.url}/#/catalogue`)
  await page.getByLabel('Search metrics').fill('mosteller')
  await page.getByRole('link', { name: /Mosteller/ }).click()
  await expect.poll(() => page.url()).toContain('#/catalogue/bsa_mosteller')
  await expect.poll(() => page.locator('h1').textContent()).toContain('Mosteller')
  await context.close()
})

test.concurrent('everything by keyboard alone', async ({ expect }) => {
  const { page, context } = await service.open()
  await page.goto(service.url)
  await page.locator('h1').waitFor()
  const reach = async (name: string) => {
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press('Tab')
      const focused = await page.evaluate(
        () =>
          document.activeElement?.textContent ||
          (document.activeElement as HTMLInputElement)?.labels?.[0]?.textContent,
      )
      if (focused === name) return
    }
    throw new Error(`no way to ${name} by the keyboard`)
  }
  await reach('Try an example')
  await page.keyboard.press('Enter')
  const bmi = page.locator('[data-metric="bmi"]')
  await bmi.waitFor()
  for (let i = 0; i < 60 && !(await bmi.evaluate((card) => card === document.activeElement)); i++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect(await bmi.evaluate((card) => card === document.activeElement), 'the focus returns').toBe(true)
  await context.close()
})
