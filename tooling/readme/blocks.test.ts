import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fenced, matchesExpected, readBlocks } from './blocks.ts'

const fence = '```'
const block = (tag: string, body: string) => `${fence}${tag}\n${body}\n${fence}\n`

describe('readBlocks', () => {
  it('takes sh blocks in order and pairs a following text block', () => {
    const text = `# Title\n\n${block('sh', 'echo one')}\nIt says:\n\n${block('text', 'one')}\n${block('json', '{}')}${block('sh', 'echo two\necho three')}`
    expect(readBlocks(text)).toEqual([
      { line: 3, script: 'echo one\n', expected: 'one\n' },
      { line: 16, script: 'echo two\necho three\n' },
    ])
  })
  it('does not pair over another block or a heading', () => {
    expect(readBlocks(block('sh', 'a') + block('json', 'b') + block('text', 'c'))[0]).not.toHaveProperty(
      'expected',
    )
    expect(readBlocks(`${block('sh', 'a')}\n## Next\n${block('text', 'c')}`)[0]).not.toHaveProperty(
      'expected',
    )
  })
  it('leaves other languages and longer fences alone', () => {
    expect(readBlocks(`\`\`\`\`\n${block('sh', 'rm -rf /')}\`\`\`\`\n${block('ts', 'x')}`)).toEqual([])
  })
  it('refuses an open fence', () => {
    expect(() => readBlocks(`${fence}sh\necho\n`)).toThrow(/line 1/)
  })
})

describe('matchesExpected', () => {
  it.each([
    ['{"status":"ok","uptime":3}\n', '{"status":"ok",…}', true],
    ['one\ntwo\nthree\n', 'one\n…\nthree', true],
    ['one\n', 'two', false],
    ['one two', 'one', false],
    ['a.b', 'a?b', false],
    ['trailing   \n', 'trailing', true],
  ])('%j against %j', (output, expected, result) => expect(matchesExpected(output, expected)).toBe(result))

  it('accepts any output for itself, and with any part replaced by …', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (before, hidden, after) => {
        expect(matchesExpected(before + hidden, before + hidden)).toBe(true)
        expect(matchesExpected(`<${before}${hidden}${after}>`, `<${before}…${after}>`)).toBe(true)
      }),
    )
  })
})

it('fenced takes the bodies of one tag in order', () => {
  const text = `${block('ts', 'one()')}\nText\n\n${block('text', 'no')}${block('ts', 'two()\nthree()')}${block('tsx', 'no')}`
  expect(fenced(text, 'ts')).toEqual(['one()\n', 'two()\nthree()\n'])
})
