import { expect, test } from 'vitest'
import { inspect, picture, useService } from './browser.ts'
import { linksRenewed, openLine, soundLostAndBack } from './fault-journey.ts'
import { searchJourney } from './search-journey.ts'
import { ask, downloaded, drawnNow, exampleTracks, keepClock, waveDrawn } from './tracks.ts'

const service = useService()

/** Playhead, audio clock and drawn beats agree within this time, seconds. */
const AGREE = 0.02

interface Track {
  readonly tempo: number
  readonly analysis: { readonly beats: { readonly beats: number[] } }
  readonly corrections: { readonly grid: { readonly shift_ms: number; readonly factor: number } | null }
}

test('from dropped files to a corrected grid, its exports and stems', async () => {
  const { page, context, complaints, settled } = await service.open()
  await keepClock(page)
  await page.goto(service.url)
  await page.getByText('Nothing here yet').waitFor()
  await inspect(page, 'start-empty-wide-light')

  // Three files: live progress, then the first one.
  const files = await exampleTracks(
    { tempo: 124, bars: 12 },
    { tempo: 100, bars: 8 },
    { tempo: 140, bars: 8 },
  )
  await page.setInputFiles('input[type=file]', files)
  await page.locator('.job').nth(2).waitFor()
  expect(await page.getByRole('progressbar').count()).toBeGreaterThan(0)
  await page.locator('.job[data-status=completed]').nth(2).waitFor({ timeout: 240_000 })
  await inspect(page, 'start-done-wide-light')
  await page.getByRole('link', { name: 'Open the track rendered 124.wav' }).click()
  await waveDrawn(page)
  await settled()
  await inspect(page, 'track-wide-light')
  const id = /#\/tracks\/([^/?]+)/.exec(page.url())![1]!
  const path = `/api/v1/tracks/${id}`
  const measured = await ask<Track>(page, path)
  expect(measured.tempo).toBeCloseTo(124, 0)

  // Playing: the drawn playhead is where the audio clock is, and the drawn beats are where the service found them.
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  await expect.poll(() => drawnNow(page).then(({ clock }) => clock)).toBeGreaterThan(0.3)
  const errors: number[] = []
  for (let i = 0; i < 20; i++) {
    const { playhead, clock, beats } = await drawnNow(page)
    errors.push(Math.abs(playhead - clock))
    expect(beats.length).toBeGreaterThan(3)
    for (const beat of beats)
      expect(Math.min(...measured.analysis.beats.beats.map((one) => Math.abs(one - beat)))).toBeLessThan(
        AGREE,
      )
  }
  errors.sort((a, b) => a - b)
  const [middle, worst] = [errors[errors.length >> 1]!, errors.at(-1)!].map((seconds) => seconds * 1000)
  console.log(`playhead and audio clock differ by ${middle!.toFixed(1)} ms, at most ${worst!.toFixed(1)} ms`)
  // The clock goes on between the two readings, and a busy machine may wait there.
  expect(errors[errors.length >> 1]).toBeLessThan(AGREE)

  // Keys: K pauses, arrows go from beat to beat, L jumps four bars.
  await page.keyboard.press('k')
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  const position = page.getByRole('slider', { name: 'Position' })
  const before = Number(await position.getAttribute('aria-valuenow'))
  await page.keyboard.press('l')
  await expect
    .poll(async () => Number(await position.getAttribute('aria-valuenow')))
    .toBeGreaterThan(before + 4)

  // The grid is nudged and halved; the page, the export and a new analysis have the correction.
  // Quick clicks add up, though the first one is still being saved.
  await page.getByRole('button', { name: '10 ms later' }).evaluate((button: HTMLElement) => {
    for (let i = 0; i < 3; i++) button.click()
  })
  await page.getByText('beats moved by 30 ms').waitFor()
  await page.getByRole('button', { name: 'Halve' }).click()
  await page.getByText(/tempo × 0\.5\. By /).waitFor()
  const corrected = await ask<Track>(page, path)
  expect(corrected.corrections.grid).toMatchObject({ shift_ms: 30, factor: 0.5 })
  expect(corrected.tempo).toBeCloseTo(measured.tempo / 2, 1)
  const exported = (await downloaded(page, 'beats.csv'))
    .split('\n')
    .slice(1)
    .filter(Boolean)
    .map((line) => Number(line.split(',')[0]))
  expect(exported.length).toBe(corrected.analysis.beats.beats.length)
  for (const [i, time] of exported.entries()) expect(time).toBeCloseTo(corrected.analysis.beats.beats[i]!, 3)
  await settled()
  await picture(page, 'track-corrected-wide-light')
  await page.getByRole('button', { name: 'Analyse again' }).click()
  await page.getByRole('button', { name: 'Analysing again…' }).waitFor()
  await page.getByRole('button', { name: 'Analyse again' }).waitFor()
  expect((await ask<Track>(page, path)).corrections.grid).toMatchObject({ shift_ms: 30, factor: 0.5 })
  await page.getByText('tempo × 0.5').waitFor()

  // Stems: soloed drums are all that is heard.
  await page.getByRole('button', { name: 'Separate the stems' }).click()
  await page.getByRole('button', { name: 'Solo drums' }).click({ timeout: 240_000 })
  await page.keyboard.press('Home')
  await page.keyboard.press('k')
  await expect
    .poll(() => page.evaluate(() => (globalThis as unknown as { assayHeard: () => string[] }).assayHeard()))
    .toSatisfy((heard: string[]) => heard.length === 1 && heard[0]!.includes('/stems/drums'))
  await inspect(page, 'track-stems-wide-light')
  expect(complaints).toEqual([])
  await context.close()
})

test('then words with reasons, more like this but darker, and a path from A to B', async () => {
  const { page, context, complaints } = await service.open()
  await page.goto(service.url)
  const { found, darker, path } = await searchJourney(page, {
    words: 'fast dance music with drums, not calm',
    from: 'rendered 100',
    to: 'rendered 140',
  })
  // All three are found, each with its reasons; every darker one says so.
  expect(found).toHaveLength(3)
  expect(found.every((why) => /meets|misses|middle/i.test(why))).toBe(true)
  expect(darker.every((why) => why.startsWith('Darker'))).toBe(true)
  expect(path.every((step) => /Key: .*Tempo: /.test(step))).toBe(true)
  expect(complaints).toEqual([])
  await context.close()
})

test('lost sound, lost stems, old links and a lost connection are told, and come back', async () => {
  const { page, context } = await service.open()
  await keepClock(page)
  await page.clock.install()
  await page.goto(service.url)
  const { tracks } = await ask<{ tracks: { id: string; filename: string }[] }>(page, '/api/v1/tracks')
  const { id } = tracks.find(({ filename }) => filename === 'rendered 124.wav')!
  await soundLostAndBack(page, `${service.url}/#/tracks/${id}`)
  await linksRenewed(page)
  await context.close()

  // A job begins and ends while the page has no connection.
  const { page: other, context: second } = await service.open()
  const line = await openLine(service.url)
  await other.goto(`${line.url}/#/jobs`)
  await other.locator('.job').first().waitFor()
  line.cut()
  const answer = await fetch(`${service.url}/api/v1/tracks/${id}/analysis`, { method: 'POST' })
  const { job_id } = (await answer.json()) as { job_id: string }
  const status = async () =>
    ((await (await fetch(`${service.url}/api/v1/jobs/${job_id}`)).json()) as { status: string }).status
  await expect.poll(status, { timeout: 120_000 }).toBe('completed')
  line.mend()
  const job = other.locator(`[data-job="${job_id}"][data-status=completed]`)
  await job.getByRole('link', { name: 'Open the track rendered 124.wav' }).waitFor()
  line.close()
  await second.close()
})
