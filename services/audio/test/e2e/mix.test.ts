import { freshDatabase } from '@assay/kit/testing'
import { slowdown } from '@assay/kit/testing-process'
import { expect, test } from 'vitest'
import { picture, useService } from './browser.ts'
import { becomeLongMix } from './long-mix.ts'
import { ask, exampleTracks, waveDrawn } from './tracks.ts'

let database: Awaited<ReturnType<typeof freshDatabase>> | undefined
const service = useService({
  databaseUrl: async () => {
    database = await freshDatabase('server')
    return database.config.databaseUrl!
  },
  removed: () => database?.remove(),
})

const FIRST_PAINT_MS = 1000
const FRAME_MS = 16
const HEAP_BYTES = 200e6

/** The value below which 95 % of the values are. */
const p95 = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN

test('a mix of two hours opens at once, and stays fluid and small', async () => {
  const { page, context, complaints } = await service.open()
  await page.goto(service.url)
  await page.setInputFiles('input[type=file]', await exampleTracks({ tempo: 126, bars: 4 }))
  await page.locator('.job[data-status=completed]').waitFor()
  await becomeLongMix(database!, service.folder)
  const { tracks } = await ask<{ tracks: { id: string }[] }>(page, '/api/v1/tracks')

  // What the main thread does for each frame.
  await page.addInitScript(() => {
    const frames: number[] = []
    const original = globalThis.requestAnimationFrame
    globalThis.requestAnimationFrame = (draw) =>
      original((time) => {
        const started = performance.now()
        draw(time)
        frames.push(performance.now() - started)
      })
    Object.assign(globalThis, { assayFrames: frames })
  })
  const frames = () =>
    page.evaluate(() => (globalThis as unknown as { assayFrames: number[] }).assayFrames.splice(0))

  await page.goto(`${service.url}/#/tracks/${tracks[0]!.id}`)
  await page.reload()
  await waveDrawn(page)
  const paintMs = await page.evaluate(() =>
    Number(document.querySelector<HTMLElement>('.timeline')!.dataset.drawnMs),
  )
  console.log('waveform of two hours drawn after', Math.round(paintMs), 'ms')
  expect(paintMs).toBeLessThan(FIRST_PAINT_MS * slowdown())

  // Everything else is drawn too before frames are counted.
  await page.locator('.track-panels').waitFor()
  const box = (await page.locator('.lanes').boundingBox())!
  await page.mouse.move(box.x + 500, box.y + 150)
  await page.keyboard.press('0')
  await picture(page, 'track-mix-wide-light', false)
  await frames()
  await page.keyboard.down('Control')
  for (let i = 0; i < 60; i++) await page.mouse.wheel(0, i < 40 ? -120 : 120)
  await page.keyboard.up('Control')
  const zoomed = await frames()
  for (let i = 0; i < 120; i++) await page.mouse.wheel(300, 0)
  const scrolled = await frames()
  console.log(
    `work of a frame, p95: zoom ${p95(zoomed).toFixed(1)} ms of ${zoomed.length}, scroll ${p95(scrolled).toFixed(1)} ms of ${scrolled.length}`,
  )
  expect(zoomed.length).toBeGreaterThan(10)
  expect(scrolled.length).toBeGreaterThan(10)
  expect(p95(zoomed)).toBeLessThan(FRAME_MS * slowdown())
  expect(p95(scrolled)).toBeLessThan(FRAME_MS * slowdown())

  const session = await context.newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize = 0 } = (await session.send('Runtime.getHeapUsage')) as {
    usedSize: number
    backingStorageSize?: number
  }
  console.log('heap', Math.round((usedSize + backingStorageSize) / 1e6), 'MB')
  expect(usedSize + backingStorageSize).toBeLessThan(HEAP_BYTES)
  expect(complaints).toEqual([])
  await context.close()
})
