import { expect, test } from 'vitest'
import { renderPage } from './testing-accuracy-page.ts'
import { atLeast, atMost, figure, type RecordedRun } from './testing-report.ts'

const run: RecordedRun = {
  run: 'audio-beats',
  command: 'npm run accuracy',
  form: 'full',
  date: '2026-11-15',
  commit: 'abc',
  rows: [atLeast('beat F', 0.9931, 0.95, 0.912), atMost('lost | gone', 2, 1), figure('tom F', 0.5)],
}
const runs = new Map([[run.run, run]])
const page = (inside: string, text = 'Meaning.') =>
  `# Page\n\n${text}\n\n<!-- results: audio-beats -->\n${inside}\n<!-- end of results -->\n`

test('a table is rendered from its file, a missed bound is marked, and a second rendering changes nothing', () => {
  const { text, problems } = renderPage(page('old'), runs)
  expect(problems).toEqual([])
  expect(text).toContain('`npm run accuracy`, full; 2026-11-15, commit abc.')
  expect(text).toContain('| beat F | 0.9931 | >= 0.95 | 0.912 |')
  expect(text).toContain('| lost \\| gone | **2** (missed) | <= 1 |  |')
  expect(renderPage(text, runs).text).toBe(text)
})

test('page and files must agree', () => {
  expect(renderPage('# Page\n', runs).problems).toEqual([
    expect.stringMatching(/audio-beats.json is not shown/),
  ])
  expect(renderPage(page(''), new Map()).problems).toEqual([expect.stringMatching(/has no file/)])
  expect(renderPage(page('', 'It reaches .993.'), runs).problems).toEqual([
    expect.stringMatching(/a figure stands in the text/),
  ])
  expect(renderPage(page('', 'All 24 pieces, 2.5'), runs).problems).toHaveLength(1)
})
