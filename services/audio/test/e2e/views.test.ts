import { beforeAll, expect, test } from 'vitest'
import { inspect, picture, SCHEMES, useService, WIDTHS } from './browser.ts'
import { exampleTracks, waveDrawn } from './tracks.ts'

const service = useService()
let track: string

beforeAll(async () => {
  const { page, context } = await service.open()
  await page.goto(service.url)
  await page.getByRole('button', { name: 'Play the example' }).click()
  // It opens by itself once it is analysed.
  await page.waitForURL(/#\/tracks\//, { timeout: 240_000 })
  await waveDrawn(page)
  track = /(#\/tracks\/[^/?]+)/.exec(page.url())![1]!
  await context.close()
})

const VIEWS: Readonly<Record<string, () => string>> = {
  start: () => '#/',
  track: () => track,
  'no-page': () => '#/nothing',
}

for (const [name, path] of Object.entries(VIEWS))
  test.concurrent(`${name} is accessible and fits: both widths, both colour schemes, large text`, async () => {
    const { page, context, complaints, settled } = await service.open({ width: WIDTHS.narrow })
    await page.goto(`${service.url}/${path()}`)
    await page.locator('h1').first().waitFor()
    if (name === 'track') await waveDrawn(page)
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
    await inspect(page, `${name}-large-text`)
    expect(complaints).toEqual([])
    await context.close()
  })

test.concurrent('a failed and a cancelled job, a file without sound, and no connection are said in words', async () => {
  const { page, context } = await service.open()
  await page.goto(service.url)
  await page.setInputFiles('input[type=file]', [
    { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear listener') },
  ])
  await page.getByText('There is no audio file among these.').waitFor()
  await page.setInputFiles('input[type=file]', [
    // A header that promises sound, and no sound.
    {
      name: 'empty.mp3',
      mimeType: 'audio/mpeg',
      buffer: Buffer.concat([Buffer.from('ID3'), Buffer.alloc(4000)]),
    },
  ])
  const failure = page
    .locator('.job[data-status=failed] .job-error')
    .or(page.getByText('The service refused this'))
  await failure.first().waitFor()
  await page.setInputFiles('input[type=file]', await exampleTracks({ tempo: 90, bars: 32 }))
  await page.getByRole('button', { name: 'Cancel rendered 90.wav' }).click()
  await page.locator('.job[data-status=cancelled]').waitFor()
  await inspect(page, 'start-failed-cancelled-wide-light')

  await context.setOffline(true)
  await page.getByText('No connection. What you see may be out of date.').waitFor()
  await page.goto(`${service.url}/#/tracks/00000000-0000-4000-8000-000000000000`).catch(() => {})
  await page.getByRole('alert').first().waitFor()
  await picture(page, 'offline-wide-light')
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await page.getByRole('alert').first().waitFor()
  await context.setOffline(false)
  // The connection is back: the page asks again by itself, and the service says that there is no such track.
  await page.getByText('The service refused this').waitFor()
  await context.close()
})

test('the first view is at most 200 kB of compressed script; the picture of the README', async () => {
  const { page, context, settled } = await service.open({ width: 1320 })
  let bytes = 0
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) bytes += Number(response.headers()['content-length'] ?? 0)
  })
  await page.goto(service.url)
  await page.locator('h1').waitFor()
  await settled()
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThan(200_000)
  await page.goto(`${service.url}/${track}`)
  await waveDrawn(page)
  await settled()
  await picture(page, 'readme', false)
  await context.close()
})
