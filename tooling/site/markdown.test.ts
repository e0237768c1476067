import { expect, it } from 'vitest'
import { block, code, join, plain, section, table } from './markdown.ts'

it('escapes what Markdown or HTML would read as markup', () => {
  expect(plain('a_b *c* |x| <i> [d](e) `f` & ~g~ #h')).toBe(
    'a\\_b \\*c\\* \\|x\\| &lt;i\\> \\[d\\](e) \\`f\\` &amp; \\~g\\~ \\#h',
  )
})

it('writes code that holds pipes and backticks', () => {
  expect(code('e^(−|x|)')).toBe('`e^(−\\|x\\|)`')
  expect(code('`x`')).toBe('`` `x` ``')
  expect(block('1 + 1')).toBe('```text wrap\n1 + 1\n```')
})

it('leaves out tables and sections without content', () => {
  expect(join('first', section('Limits', table(['a'], [])), 'last')).toBe('first\n\nlast\n')
  expect(section('Limits', table(['a', 'b'], [['1', 'two\nlines']]))).toBe(
    '## Limits\n\n| a | b |\n|---|---|\n| 1 | two lines |',
  )
})
