import { expect, test } from 'vitest'
import { progressBar } from './progress.ts'

function screenOf(isTTY: boolean) {
  const written: string[] = []
  return { written, screen: { isTTY, write: (text: string) => written.push(text) } }
}

test('a log gets a line at every tenth, whatever the number of reports', () => {
  const { written, screen } = screenOf(false)
  const bar = progressBar('file', screen)
  for (let i = 0; i <= 1000; i++) bar.show(i / 1000, 'reading')
  bar.end()
  expect(written).toHaveLength(11)
  expect(written.at(-1)).toBe(`file [${'█'.repeat(30)}] 100 % reading\n`)
})

test('a terminal gets one line drawn over, seldom, and cleared at the end', () => {
  const { written, screen } = screenOf(true)
  const bar = progressBar('file', screen)
  for (let i = 0; i < 1000; i++) bar.show(i / 1000, 'reading')
  bar.end()
  expect(written.length).toBeLessThan(20)
  expect(written.every((text) => !text.includes('\n'))).toBe(true)
})

test('a share outside 0 and 1 draws no nonsense', () => {
  const { written, screen } = screenOf(false)
  progressBar('file', screen).show(7, '')
  expect(written[0]).toContain('100 %')
})
