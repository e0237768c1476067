import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Chooses a track in a field by part of its title. */
async function pick(page: Page, label: string, title: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label, exact: true })
  await field.click()
  await field.fill(title)
  await page.getByRole('listbox', { name: label }).getByRole('option', { name: title }).first().waitFor()
  await field.press('Enter')
}

/**
 * Searches by words, goes on from the first hit to darker ones, and asks for a path between two tracks. Returns the
 * reasons that the page gave.
 */
export async function searchJourney(
  page: Page,
  { words, from, to }: { words: string; from: string; to: string },
): Promise<{ found: string[]; darker: string[]; path: string[] }> {
  const reasons = () => page.locator('.hit-why').allTextContents()
  await page.getByRole('link', { name: 'Search', exact: true }).click()
  await page.getByRole('searchbox').fill(words)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.locator('.hit').first().waitFor()
  const found = await reasons()

  await page
    .getByRole('link', { name: /^More like this/ })
    .first()
    .click()
  const darkness = page.getByRole('slider', { name: /^Darkness/ })
  await darkness.focus()
  await darkness.press('ArrowRight')
  await darkness.press('ArrowRight')
  await page.waitForURL(/darkness=0\.5/)
  await page.locator('[data-old=false]:has(.hit, .empty)').waitFor()
  const darker = await reasons()

  await page.getByText('Path from A to B').click()
  await pick(page, 'From', from)
  await pick(page, 'To', to)
  await page.locator('.path > li').last().getByText(to).first().waitFor()
  const titles = await page.locator('.path .hit-title').allTextContents()
  expect([titles[0], titles.at(-1)]).toEqual([from, to])
  const path = await page.locator('.path .step').allTextContents()
  expect(path).toHaveLength(titles.length - 1)
  return { found, darker, path }
}
