import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import axe, { type RunOnly } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const run = promisify(execFile)

const RULES = {
  all: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  colours: { type: 'rule', values: ['color-contrast'] },
} satisfies Record<string, RunOnly>

/** Returns how much wider than the screen the page is, in pixels. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Checks that nothing is wider than the screen. */
export async function expectToFit(page: Page, name: string): Promise<void> {
  expect(await overflowOf(page), `${name} is wider than the screen`).toBeLessThanOrEqual(0)
}

/** Whether to write pictures for people. No test reads them, and drawing them costs processor time. */
const PICTURES = Boolean(process.env.PICTURES)

/**
 * Returns what looks at the page of a service. Printed pages are written below dist/screenshots, and with PICTURES=1
 * screenshots and images of the printed pages too.
 */
export function inspectorOf(service: string) {
  const folder = join(import.meta.dirname, '../../dist/screenshots', service)

  /** Takes a picture of the whole page, or of what is on the screen, where pictures are wanted. */
  async function picture(page: Page, name: string, fullPage = true): Promise<void> {
    if (!PICTURES) return
    mkdirSync(folder, { recursive: true })
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage })
  }

  /**
   * Checks a view for serious faults of accessibility and for a layout wider than the screen, and takes a picture. A view
   * that was checked in another colour scheme needs only the rule that looks at colours.
   */
  async function inspect(page: Page, name: string, rules: 'all' | 'colours' = 'all'): Promise<void> {
    await picture(page, name)
    if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
    const { violations } = await page.evaluate(
      (runOnly) =>
        (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
          runOnly,
          resultTypes: ['violations'],
        }) as Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>,
      RULES[rules],
    )
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    expect(
      serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
      name,
    ).toEqual([])
    await expectToFit(page, name)
  }

  /**
   * Prints a page as the browser would, writes it as PDF, with PICTURES also as one image for each sheet in colour and in
   * grey, and returns the text of each sheet.
   */
  async function print(page: Page, name: string, format: 'A4' | 'Letter' = 'A4'): Promise<string[]> {
    mkdirSync(folder, { recursive: true })
    const file = join(folder, `${name}-${format}.pdf`)
    await page.pdf({ path: file, format, printBackground: false })
    const images = file.replace(/\.pdf$/, '')
    const [{ stdout: text }] = await Promise.all([
      run('pdftotext', ['-layout', file, '-']),
      ...(PICTURES
        ? [
            run('pdftoppm', ['-r', '80', '-png', file, images]),
            run('pdftoppm', ['-r', '80', '-gray', '-png', file, `${images}-grey`]),
          ]
        : []),
    ])
    // Every sheet ends with a form feed.
    return text.split('\f').slice(0, -1)
  }

  return { picture, inspect, print, folder }
}
