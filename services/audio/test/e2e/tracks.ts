import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { renderExample } from '../../web/src/views/start/example-track.ts'

/** Renders tracks of the project's own at some tempos as files, and returns their paths. */
export async function exampleTracks(
  ...tracks: readonly { tempo: number; bars: number }[]
): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-tracks-'))
  const paths: string[] = []
  for (const { tempo, bars } of tracks) {
    const path = join(folder, `rendered ${tempo}.wav`)
    writeFileSync(path, new Uint8Array(await renderExample(tempo, bars).arrayBuffer()))
    paths.push(path)
  }
  return paths
}

/** Asks the service as the page does, without its client. */
export const ask = <Answer>(page: Page, path: string): Promise<Answer> =>
  page.evaluate((at) => fetch(`.${at}`).then((answer) => answer.json()), path) as Promise<Answer>

/** Waits until the waveform of the track is drawn. */
export const waveDrawn = (page: Page) => page.locator('.timeline[data-drawn]:not([data-drawn=""])').waitFor()

/** Lets the tests read the clock of whatever plays, and what is heard, as the browser has it. Call it before the page opens. */
export const keepClock = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const made: HTMLAudioElement[] = []
    const Original = globalThis.Audio
    globalThis.Audio = class extends Original {
      constructor() {
        super()
        made.push(this)
      }
    }
    const playing = () => made.filter((one) => !one.paused)
    Object.assign(globalThis, {
      assayClock: () => playing()[0]?.currentTime ?? Number.NaN,
      assayHeard: () =>
        playing()
          .filter((one) => !one.muted && one.volume > 0)
          .map((one) => one.src),
    })
  })

/** Clicks a download and returns its text. */
export async function downloaded(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name, exact: true }).click(),
  ])
  let text = ''
  for await (const piece of await download.createReadStream()) text += String(piece)
  return text
}

/** What the page draws at one moment: the playhead and the marks of the beats, in seconds, and the audio clock. */
export interface Drawn {
  readonly playhead: number
  readonly clock: number
  readonly beats: readonly number[]
}

/**
 * Reads what is drawn: the place of the playhead on the screen, and the columns of the ruler that have a mark. The audio clock
 * is read in the same frame, right after the page has drawn.
 */
export const drawnNow = (page: Page): Promise<Drawn> =>
  page.evaluate(
    () =>
      new Promise<Drawn>((done) =>
        // The page asks for its next frame in the frame before: this one is called right after it.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            const clock = (globalThis as unknown as { assayClock: () => number }).assayClock()
            const canvas = document.querySelector<HTMLCanvasElement>('.lanes canvas')!
            const head = document.querySelector<HTMLElement>('[data-playhead]')!
            const start = Number(canvas.dataset.start)
            const scale = Number(canvas.dataset.scale)
            const left = canvas.getBoundingClientRect().left
            const playhead = start + (head.getBoundingClientRect().left - left) * scale
            const ratio = canvas.width / canvas.clientWidth
            // The lowest row of the ruler has a mark at each beat, and nothing else.
            const { data } = canvas.getContext('2d')!.getImageData(0, Math.round(20 * ratio), canvas.width, 1)
            const beats: number[] = []
            for (let x = 0; x < canvas.width; x++)
              if (data[x * 4 + 3]! > 128 && !(x > 0 && data[x * 4 - 1]! > 128))
                beats.push(start + (x / ratio) * scale)
            done({ playhead, clock, beats })
          }),
        ),
      ),
  )
