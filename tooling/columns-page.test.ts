import { expect, test } from 'vitest'
import { columnsPage, committedPage } from './columns-page.ts'

test('docs/spreadsheets.md has the columns of the code (npm run docs:columns writes them)', () => {
  const page = committedPage()
  expect(columnsPage(page)).toBe(page)
}, 60_000)
