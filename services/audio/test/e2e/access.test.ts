import { createApiKey } from '@assay/kit/authentication'
import { expect, test } from 'vitest'
import { inspect, useService } from './browser.ts'
import { drawnNow, exampleTracks, keepClock, waveDrawn } from './tracks.ts'

const { key, hash } = createApiKey()
const service = useService({
  args: ['--authentication', 'api-key', '--api-keys', `listener:${hash}`, '--download-link-minutes', '1'],
})

test('asks for the key of this session, and goes on playing when a signed address expires', async () => {
  const { page, context, complaints } = await service.open({ expected: [401] })
  await keepClock(page)
  await page.clock.install()
  await page.goto(`${service.url}/#/library`)
  const field = page.getByLabel('API key')
  await field.waitFor()
  expect(await page.getByRole('alert').count(), 'nothing is wrong yet').toBe(0)
  await inspect(page, 'key-asked')
  await field.fill('not a key')
  await page.getByRole('button', { name: 'Use this key' }).click()
  await page.getByText('The service does not accept this key.').waitFor()
  await inspect(page, 'key-refused')
  await field.fill(key)
  await page.keyboard.press('Enter')
  await expect.poll(() => field.count()).toBe(0)
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(key)
  expect(page.url(), 'not in the address').not.toContain(key)
  const other = await context.newPage()
  await other.goto(`${service.url}/#/library`)
  await other.getByLabel('API key').waitFor()
  await other.close()

  await page.goto(`${service.url}/#/`)
  await page.setInputFiles('input[type=file]', await exampleTracks({ tempo: 120, bars: 20 }))
  await page.getByRole('link', { name: 'Open the track rendered 120.wav' }).click({ timeout: 240_000 })
  await waveDrawn(page)
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  await expect.poll(() => drawnNow(page).then(({ clock }) => clock)).toBeGreaterThan(0.5)
  // The page thinks that most of the minute is over; the sound goes on in real time.
  const renewed = page.waitForRequest((request) => request.url().endsWith('/addresses'))
  const another = page.waitForRequest((request) => request.url().includes('/audio?'))
  const before = await drawnNow(page)
  await page.clock.fastForward(50_000)
  await renewed
  await another
  const clocks = [before.clock]
  for (let i = 0; i < 30; i++) clocks.push((await drawnNow(page)).clock)
  // Never silent (no clock while nothing plays), never back, never far ahead.
  expect(clocks).not.toContain(Number.NaN)
  const steps = clocks.slice(1).map((clock, i) => clock - clocks[i]!)
  expect(Math.min(...steps)).toBeGreaterThan(-0.05)
  expect(complaints).toEqual([])
  await context.close()
})
