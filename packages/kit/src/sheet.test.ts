import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aligned, jsonLine, printer, type Sheet, tsvCell, tsvHeader, tsvRows } from './sheet.ts'

interface Person {
  readonly name: string
  readonly height: number | null
}

const sheet: Sheet<readonly Person[], Person> = {
  row: 'one person',
  columns: {
    name: ['name of the person', ({ name }) => name],
    height: ['height in cm', ({ height }) => height],
  },
  rows: (people) => people,
  json: jsonLine,
}

const people: readonly Person[] = [
  { name: 'Ada', height: 170.5 },
  { name: '=cmd()', height: null },
]

function written(format: string | undefined, results: readonly (readonly Person[])[], of = sheet): string {
  let text = ''
  const print = printer(of, format, (part) => (text += part))
  for (const result of results) print(result)
  return text
}

test('tab-separated values have a header, a line for each row and nothing for what is missing', () => {
  expect(written('tsv', [people])).toBe("name\theight\nAda\t170.5\n'=cmd()\t\n")
})

test('an exact cell is written as it is, in one cell', () => {
  const columns = {
    id: ['id', (id: string) => id, 'exact'],
    name: ['name', (id: string) => id],
  } as const
  expect(tsvRows(columns, ['-4aZ_'])).toBe("-4aZ_\t'-4aZ_\n")
  expect(tsvRows(columns, ['-4\taZ'])).toBe("-4 aZ\t'-4 aZ\n")
})

test('the header is printed once for several results, and also for none', () => {
  expect(written('tsv', [[people[0]!], [people[1]!]])).toBe(written('tsv', [people]))
  expect(written('tsv', [])).toBe('name\theight\n')
})

test('without a format the usual one is printed', () => {
  expect(written(undefined, [people])).toBe('name    height\nAda     170.5\n=cmd()\n')
  expect(written(undefined, [people], { ...sheet, usual: 'json' })).toBe(jsonLine(people))
})

test.each([
  ['a\tb\r\nc', 'a b c'],
  ['\t=1+1', "' =1+1"],
  ['"=1+1"', `'"=1+1"`],
  ['"open', `'"open`],
  ['5\'11"', '5\'11"'],
  ['two\u2028lines\u0085more', 'two lines more'],
  ['\u001b[2J', '?[2J'],
  ['', ''],
])('the cell %j is written as %j', (given, cell) => {
  expect(tsvCell(given)).toBe(cell)
})

test.each([
  [1.5, '1.5'],
  [-2, '-2'],
  [0, '0'],
  [-0, '0'],
  [1e-9, '1e-9'],
  [Number.NaN, ''],
  [Number.POSITIVE_INFINITY, ''],
  [true, 'true'],
  [null, ''],
  [undefined, ''],
])('the cell %j is written as %j', (given, cell) => {
  expect(tsvCell(given)).toBe(cell)
})

test('law: every line has as many cells as the header, and no cell is a formula or begins with a quote', () => {
  const columns = {
    a: ['a', (row: readonly string[]) => row[0]],
    b: ['b', (row: readonly string[]) => row[1]],
  } as const
  const cell = fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n\v\f\u2028\u0085\'"1a ,') })
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell)), (rows) => {
      const lines = (tsvHeader(columns) + tsvRows(columns, rows)).split(/[\n\v\f\r\u0085\u2028]/)
      expect(lines.pop()).toBe('')
      expect(lines).toHaveLength(rows.length + 1)
      for (const line of lines) {
        expect(line.split('\t')).toHaveLength(2)
        for (const text of line.split('\t')) expect(text).not.toMatch(/^(?:[=@"]|[+-][^\d.,]..*)/)
      }
    }),
  )
})

test('cells for people are under each other and cannot control the terminal', () => {
  expect(
    aligned([
      ['a', 'b'],
      ['long', '\u001b[31m'],
    ]),
  ).toBe('a     b\nlong  ?[31m\n')
})
